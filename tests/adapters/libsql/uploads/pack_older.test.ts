import assert from 'node:assert/strict';
import { copyFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Client, createClient } from '@libsql/client';
import { withReader } from '../../../../adapters/libsql/database.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { StorageFault } from '../../../../domain/values/storage_fault.ts';
import { RELEASES } from '../../../fixtures/releases.ts';
import { sha256 } from '../../../support/sample_records.ts';
import { storedRecords } from '../../../support/stored_records.ts';
import { putDatabase } from '../../../support/template.ts';
import { inFolder } from './uploads_stores.ts';

const UPLOADS = 12;
const PER_UPLOAD = 2_000;

/** Adds uploads of 2,000 records each to a database of release 0.5.0, in which three installs take turns. */
async function addOlder(path: string): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  await client.executeMultiple(`
    insert into installs (n, install_id) select 100 + value, 'older-install-' || value from json_each('[0,1,2]');
    insert into uploads (n, upload_id, received_at_ms, addon_version, records)
      select 100 + value, printf('%026d', value), 1, '1', ${PER_UPLOAD}
      from json_each('${JSON.stringify([...Array(UPLOADS).keys()])}');`);
  const rows = Array.from({ length: UPLOADS * PER_UPLOAD }, (_, i) => {
    const body = `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","sourceNpcId":${i},"items":[]}`;
    return [100 + Math.floor(i / PER_UPLOAD), 100 + (i % 3), `event:${i}`, sha256(body), body];
  });
  await client.execute({
    sql: `insert into records (upload_n, install_n, kind, identity, digest, captured_at_ms, body)
      select value->>0, value->>1, 'loot', value->>2, unhex(value->>3), 1795168800000, value->>4 from json_each(?)`,
    args: [JSON.stringify(rows)],
  });
  await client.execute('pragma wal_checkpoint(truncate)');
  client.close();
}

/** Runs `work` on a database of release 0.5.0 with 24,000 more records. */
function withOlder(work: (path: string) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    await putDatabase(path, 'uploads of release 0.5.0', async (to) => {
      copyFileSync(join(RELEASES, '0.5.0', 'uploads.db'), to);
      await addOlder(to);
      return { close: () => {} };
    });
    await work(path);
  });
}

const SELECT_OLDER = `
  select json_array(seq, upload_n, install_n, kind, iif(typeof(identity) = 'text', identity, null), captured_at_ms, body)
  from records order by seq`;

function read<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  return withReader(path, work);
}

async function olderRows(path: string): Promise<readonly string[]> {
  const { rows } = await read(path, (client) => client.execute(SELECT_OLDER));
  return rows.map((row) => String(row[0]));
}

async function packedRows(path: string): Promise<readonly string[]> {
  return (await read(path, storedRecords)).map((row) =>
    JSON.stringify([row.seq, row.uploadN, row.installN, row.kind, row.eventId, row.capturedAtMs, row.body]),
  );
}

/** Opens and closes the database. Returns how often the start said that it upgrades. */
async function start(path: string): Promise<number> {
  let upgrades = 0;
  const onUpgrade = (): void => {
    upgrades++;
  };
  await (await openUploadWriter(path, { random: systemRandom, create: true, onUpgrade })).close();
  return upgrades;
}

test('records of release 0.5.0 are packed with their numbers, and the file shrinks', () =>
  withOlder(async (path) => {
    const before = await olderRows(path);
    const bytes = statSync(path).size;
    assert.equal(await start(path), 1);
    assert.equal(await start(path), 0);
    assert.equal(await start(`${path}.new`), 0);
    assert.deepEqual(await packedRows(path), before);
    assert.ok(statSync(path).size < bytes / 2, `${statSync(path).size} of ${bytes} bytes`);
    const { rows } = await read(path, (client) =>
      client.execute(`select (select count(*) from identities), (select count(*) from sqlite_schema
        where name in ('records', 'respelt', 'unrespelt')), (select max(records) from blocks)`),
    );
    assert.deepEqual(
      [0, 1, 2].map((i) => Number(rows[0]![i])),
      [before.length, 0, Math.ceil(PER_UPLOAD / 3)],
    );
  }));

/** Makes the statement that removes packed records fail when this record is reached, as a kill would. */
function stopAt(seq: number): string {
  return `create trigger stop before delete on records when old.seq = ${seq} begin select raise(abort, 'stopped'); end`;
}

test('packing that was interrupted continues, and nobody reads half of the records meanwhile', () =>
  withOlder(async (path) => {
    const before = await olderRows(path);
    const client = createClient({ url: `file:${path}`, concurrency: 1 });
    for (const seq of [15_000, 23_000]) {
      await client.execute(stopAt(seq));
      await assert.rejects(start(path), /stopped|SQLITE_CONSTRAINT/);
      const reader = await openUploadReader(path);
      await assert.rejects(
        reader.records(0, 99_999, 10),
        (error) => error instanceof StorageFault && error.cause === 'DATABASE_OLD_FORMAT',
      );
      await reader.close();
      const { rows } = await client.execute('select count(*) from records');
      assert.ok(Number(rows[0]![0]) > 0 && Number(rows[0]![0]) < before.length, 'some are packed');
      await client.execute('drop trigger stop');
    }
    client.close();
    await start(path);
    assert.deepEqual(await packedRows(path), before);
  }));

test('a record that was damaged before it was packed stays damaged, and its neighbours do not', () =>
  withOlder(async (path) => {
    const client = createClient({ url: `file:${path}`, concurrency: 1 });
    await client.executeMultiple(`
      update records set body = replace(body, 'loot', 'boot') where seq = 1000;
      update records set body = cast(x'7bff7d' as text) where seq = 1001;
      update records set kind = cast(x'ff' as text) where seq = 1002;`);
    client.close();
    await start(path);
    const rows = await read(path, storedRecords);
    assert.deepEqual(
      rows.filter(({ damaged }) => damaged === true).map(({ seq }) => seq),
      [1_000, 1_001, 1_002],
    );
    const reader = await openUploadReader(path);
    const records = await reader.records(998, 1_005, 10);
    await reader.close();
    assert.deepEqual(
      records.map(({ damaged }) => damaged === true),
      [false, true, true, true, false, false, false],
    );
  }));

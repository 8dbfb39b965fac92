import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { test } from 'node:test';
import { runWithReader } from '../../../../adapters/libsql/database.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter, type UploadsOwner } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { AdmittedRecord, ChainVerdict } from '../../../../domain/ports/uploads.ts';
import { admitted, INSTALL, OTHER_INSTALL, upload } from '../../../support/sample_records.ts';
import { flipByte, spoilPage, tamper } from '../../../support/stored_records.ts';
import { allRecords, grantN, grantOf, inFolder } from './uploads_stores.ts';

/** A player sends a file again after the block with its records was damaged. */

function record(name: string, fields: Partial<AdmittedRecord> = {}): AdmittedRecord {
  const body = `{"kind":"loot","capturedAt":"2026-11-20T10:00:00Z","n":"${name}"}`;
  return admitted({ eventId: null, body, ...fields });
}

/** Two installs in turn, so that the records of an install have gaps between their numbers. */
function mixed(names: string, fields: Partial<AdmittedRecord> = {}): readonly AdmittedRecord[] {
  return [...names].map((name, i) => record(name, { installId: i % 2 === 0 ? INSTALL : OTHER_INSTALL, ...fields }));
}

function open(path: string): Promise<UploadsOwner> {
  return openUploadWriter(path, { random: systemRandom, create: true });
}

async function takeIn(path: string, records: readonly AdmittedRecord[]) {
  const writer = await open(path);
  const outcomes = await writer.take(upload(records));
  await writer.close();
  return outcomes;
}

async function verdict(path: string): Promise<ChainVerdict> {
  const reader = await openUploadReader(path);
  try {
    return await reader.verifyChain(null);
  } finally {
    await reader.close();
  }
}

async function intactBodies(path: string): Promise<readonly string[]> {
  const reader = await openUploadReader(path);
  const records = await allRecords(reader);
  await reader.close();
  return records
    .filter(({ damaged }) => damaged !== true)
    .map(({ body }) => JSON.parse(body).n as string)
    .sort();
}

function readCount(path: string, sql: string): Promise<number> {
  return runWithReader(path, async (client) => Number((await client.execute(sql)).rows[0]?.[0]));
}

const CHANGES: Readonly<Record<string, string>> = {
  'its records': flipByte('last_seq = 5'),
  'the number of its upload': 'update blocks set upload_n = 2 where last_seq = 5',
  'a number that no upload has': 'update blocks set upload_n = 99 where last_seq = 5',
  'the number of its install': 'update blocks set install_n = 7 where last_seq = 5',
  'the number of its first record': 'update blocks set first_seq = 5 where last_seq = 5',
  'the number of its records': 'update blocks set records = 2000 where last_seq = 5',
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`records of a block are stored again after damage: ${what}`, () =>
    inFolder(async (folder) => {
      const path = join(folder, 'uploads.db');
      await takeIn(path, mixed('abcde'));
      await takeIn(path, mixed('fg'));
      assert.deepEqual(await takeIn(path, mixed('abcde')), Array(5).fill('duplicate'));
      await tamper(path, change);
      const U1 = 'Upload 1 (received 2026-11-21T12:00:00.000Z) was altered: block 5 has changed since it was stored';
      assert.deepEqual(await verdict(path), { faults: [`${U1}: 3 records are lost.`] });
      assert.deepEqual(await intactBodies(path), [...'bdfg']);

      assert.deepEqual(await takeIn(path, mixed('a')), ['new']);
      assert.deepEqual(await verdict(path), { faults: [`${U1}: 2 records are lost, 1 record was stored again.`] });
      const twice = [...mixed('abcde'), ...mixed('abcde')];
      const again = ['duplicate', 'duplicate', 'new', 'duplicate', 'new'];
      assert.deepEqual(await takeIn(path, twice), [...again, ...Array(5).fill('duplicate')]);
      assert.deepEqual(await takeIn(path, mixed('abcde')), Array(5).fill('duplicate'));
      assert.deepEqual(await verdict(path), { faults: [`${U1}: 3 records were stored again.`] });
      assert.deepEqual(await intactBodies(path), [...'abcdefg']);
    }));
}

test('a repeat with an eventId may bring other content only if the stored record is lost', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const [before, after] = ['before', 'after'].map((name) => record(name, { eventId: 'event-1' }));
    await takeIn(path, [before!, record('other')]);
    assert.deepEqual(await takeIn(path, [after!]), ['event-reused']);
    await tamper(path, flipByte('last_seq = 2'));
    assert.deepEqual(await takeIn(path, [after!, before!]), ['new', 'event-reused']);
    assert.deepEqual(await intactBodies(path), ['after']);
  }));

test('a block that cannot be read does not keep the records of its install from being read or stored again', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const big = (name: string) => record(`${name}${randomBytes(6_000).toString('hex')}`);
    const uploads = ['a', 'b', 'c'].map((name) => [big(name)]);
    for (const records of uploads) await takeIn(path, records);
    const { rows } = await runWithReader(path, (client) =>
      client.execute('select substr(packed, -64), install_n from blocks where last_seq = 2'),
    );
    await spoilPage(path, new Uint8Array(rows[0]![0] as ArrayBuffer));
    assert.deepEqual(await takeIn(path, uploads.flat()), ['duplicate', 'new', 'duplicate']);
    const reader = await openUploadReader(path);
    const own = await reader.recordsOfInstall(Number(rows[0]![1]), 0, 99, 99);
    await reader.close();
    assert.deepEqual(
      own.map(({ damaged }) => damaged === true),
      [false, true, false, false],
    );
  }));

test('erasing an install also removes the grants of records that were stored again', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await open(path);
    const grant = grantN(await writer.operator.addGrant(grantOf('a')));
    await writer.take(upload([record('a', { grants: [grant] }), record('b', { grants: [grant] })]));
    await writer.close();
    await tamper(path, flipByte('last_seq = 2'));
    assert.deepEqual(await takeIn(path, [record('b', { grants: [grant] })]), ['new']);
    assert.equal(await readCount(path, 'select count(*) from record_grants'), 2);
    const again = await open(path);
    await again.operator.erase(INSTALL);
    await again.close();
    for (const table of ['blocks', 'identities', 'record_grants', 'uploads']) {
      assert.equal(await readCount(path, `select count(*) from ${table}`), 0, table);
    }
    assert.deepEqual(await verdict(path), { links: 3, uploads: 0, records: 0 });
  }));

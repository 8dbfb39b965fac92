import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createClient } from '@libsql/client/sqlite3';
import { openWriter } from '../../../adapters/libsql/database.ts';
import { createTables, hasTables, OLD_UPLOADS, WrongDatabase } from '../../../adapters/libsql/migrate.ts';
import { readStorageCode } from '../../../adapters/libsql/storage_error.ts';
import { openUploadReader } from '../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter } from '../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../adapters/random.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { RELEASES } from '../../fixtures/releases.ts';

const KEPT = join(RELEASES, '0.6.0', 'uploads.db');

async function start(path: string): Promise<void> {
  await (await openUploadWriter(path, { random: systemRandom, create: true })).close();
}

async function run(path: string, sql: string): Promise<void> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  await client.executeMultiple(sql);
  client.close();
}

/** Runs `work` on a copy of the uploads.db that release 0.6.0 left, after `sql` changed it. */
function withKept(sql: string, work: (path: string) => Promise<void>): Promise<void> {
  return withFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    copyFileSync(KEPT, path);
    await run(path, sql);
    await work(path);
  });
}

/** Returns the tables, with their columns and rules, and the other objects of a database, regardless of spelling. */
async function describeSchema(path: string): Promise<readonly string[]> {
  const client = createClient({ url: `file:${path}`, concurrency: 1 });
  const { rows } = await client.execute(
    'select type, name, sql from sqlite_master where sql is not null order by 1, 2',
  );
  client.close();
  return rows.map((row) => {
    const plain = String(row[2])
      .replace(/--.*$/gm, '')
      .replace(/^create table "(\w+)"/i, 'create table $1')
      .replace(/\s+/g, ' ')
      .replace(/ ?([(),]) ?/g, '$1');
    return `${row[0]} ${row[1]}: ${plain.toLowerCase()}`;
  });
}

test('a new uploads.db has the tables of one that release 0.6.0 left', () =>
  withKept('', async (path) => {
    await start(path);
    await start(`${path}.new`);
    assert.deepEqual(await describeSchema(`${path}.new`), await describeSchema(path));
  }));

const REFUSED: readonly (readonly [what: string, sql: string])[] = [
  ...[1, 12, 14].map((version) => [`format ${version}`, `pragma user_version=${version}`] as const),
  ['uploads without links', 'insert into unlinked values (1)'],
  ['installs without digests', 'update installs set digest = null where n = 2'],
  ['a key without a digest', 'update secrets set feed_key_digest = null'],
];

test('a database of a release before 0.6.0, or one that 0.6.0 did not upgrade completely, is refused and not changed', async () => {
  for (const [what, sql] of REFUSED) {
    await withKept(sql, async (path) => {
      const before = await describeSchema(path);
      const isRefusal = (error: unknown) => error instanceof WrongDatabase && error.message === OLD_UPLOADS;
      await assert.rejects(start(path), isRefusal, what);
      assert.deepEqual(await describeSchema(path), before, what);
      const reader = await openUploadReader(path);
      await assert.rejects(reader.newestSeq(), /DATABASE_OLD_FORMAT/, what);
      await reader.close();
    });
  }
});

test('an install whose id was damaged before it got a digest is no reason to refuse the database', () =>
  withKept(
    `update installs set digest = null, install_id = cast(x'ff' || x'61626364656667' as text) where n = 2`,
    start,
  ));

test('a file of another kind or of a newer release is refused', () =>
  withKept('', async (path) => {
    for (const [sql, sentence] of [
      ['pragma user_version=999', /format 999, .* newer release\.$/],
      ['pragma application_id=1', /^The file is not a uploads database/],
    ] as const) {
      await run(path, sql);
      await assert.rejects(start(path), (error) => error instanceof WrongDatabase && sentence.test(error.message));
    }
  }));

test('the version of derived tables says whether a database has them', async () => {
  for (const name of ['evidence', 'snapshot'] as const) {
    await withFolder(async (folder) => {
      const client = await openWriter(join(folder, `${name}.db`), { create: true });
      await assert.rejects(hasTables(client, name), (error) => readStorageCode(error) === 'DATABASE_EMPTY');
      await createTables(client, name);
      assert.equal(await hasTables(client, name), true);
      const { rows } = await client.execute('pragma user_version');
      const version = Number(rows[0]![0]);
      for (const other of [version - 1, 1, 24, 0x7fffffff]) {
        await client.execute(`pragma user_version=${other}`);
        assert.equal(await hasTables(client, name), false, String(other));
      }
      const wrong = name === 'evidence' ? 'snapshot' : 'evidence';
      await assert.rejects(hasTables(client, wrong), WrongDatabase);
      client.close();
    });
  }
});

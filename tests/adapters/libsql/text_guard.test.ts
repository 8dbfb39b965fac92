import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client';
import {
  type Connection,
  openReader,
  openWriter,
  readBytes,
  readJson,
  readText,
  readValue,
} from '../../../adapters/libsql/database.ts';
import { createFaultWrapper } from '../../../adapters/libsql/storage_error.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';

const SCHEMA = `create table t (n integer primary key, a text, b blob, r real);
  insert into t values (1, 'one', x'ff00', 1.5), (2, 'zwei – 二', null, null), (3, '', x'', -0.25), (4, '"', x'e2', 4);`;

async function withClient(work: (client: Connection, path: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tw-texts-'));
  const path = join(folder, 'some.db');
  try {
    const client = await openWriter(path, { create: true });
    await client.executeMultiple(SCHEMA);
    await work(client, path);
    client.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Queries of every shape that the guard may meet, with and without an order, a join, a limit and a compound. */
const QUERIES: readonly string[] = [
  'select * from t order by a desc',
  'select a, b, r, n from t',
  'select a from t order by length(a), n limit 2 offset 1',
  'select a as x, count(*) as y from t group by a order by 1',
  'select a from t where n < 3 union all select b from t order by 1 desc',
  "with recursive c(i) as (select 1 union all select i + 1 from c where i < 4) select 'x' || i, i from c",
  'select value, key from json_each(\'["a","b",null,5]\') order by key desc',
  'select t.a, u.a, t.n from t join t as u on u.n = t.n + 1 order by u.a, t.a',
  "select (select group_concat(a, '-') from t), 5, null, x'00', 1.25",
  'select a from t where n = 99',
  'select n, n, n, a, a, b, b, r -- a comment at the end',
].map((sql) => (sql.includes('from') || sql.startsWith('with') ? sql : `${sql.replace(' -- ', ' from t -- ')}`));

function plain(rows: readonly object[], columns: readonly string[]): unknown {
  return rows.map((row) =>
    columns.map((_, i) => {
      const cell = (row as Record<number, unknown>)[i];
      return cell instanceof ArrayBuffer ? [...new Uint8Array(cell)] : cell;
    }),
  );
}

test('every query gives the same rows, order, types and column names as the driver without the guard', () =>
  withClient(async (client, path) => {
    const driver = createClient({ url: `file:${path}`, concurrency: 1 });
    const reader = await openReader(path);
    for (const sql of QUERIES) {
      const expected = await driver.execute(sql);
      const asked = [client, reader, reader].flatMap((one) => [one.execute(sql), one.execute({ sql, args: [] })]);
      for (const answer of await Promise.all(asked)) {
        // A repeated column name has a numeric suffix.
        assert.deepEqual(
          answer.columns.map((name) => name.replace(/:\d+$/, '')),
          expected.columns,
          sql,
        );
        assert.deepEqual(plain(answer.rows, answer.columns), plain(expected.rows, expected.columns), sql);
      }
    }
    for (const one of [client, reader]) {
      const [row] = (await one.execute({ sql: 'select a, n from t where n = :n', args: { n: 2n } })).rows;
      assert.deepEqual([row?.['a'], row?.['n'], row?.length], ['zwei – 二', 2, 2]);
    }
    driver.close();
    reader.close();
  }));

const DAMAGE = `update t set a = cast(x'61ff62' as text) where n = 1`;

test('damaged text is a storage fault, in a writer, a transaction and a reader', () =>
  withClient(async (client, path) => {
    await client.execute(DAMAGE);
    const reader = await openReader(path);
    const causeOf = async (work: () => Promise<unknown>) => {
      const answer = await catchFault(createFaultWrapper('snapshot')(work));
      return answer instanceof StorageFault ? answer.cause : 'read';
    };
    const sql = 'select a from t where n = 1';
    const ways: readonly (() => Promise<unknown>)[] = [
      () => client.execute(sql),
      () => reader.execute(sql),
      () => readValue(reader, sql),
      () => readText(reader, sql),
      () => readJson(reader, 'select json_group_array(a) from t'),
      async () => {
        const tx = await client.transaction('write');
        try {
          await tx.execute(sql);
        } finally {
          tx.close();
        }
      },
    ];
    for (const way of ways) assert.equal(await causeOf(way), 'TEXT_DAMAGED', String(way));
    assert.equal(await readValue(reader, 'select a from t where n = 2'), 'zwei – 二');
    assert.deepEqual(await readBytes(reader, sql), Uint8Array.of(0x61, 0xff, 0x62));
    assert.equal(await readText(reader, 'select a from t where n = 99'), null);
    await client.execute(`update t set a = '{"no' where n = 1`);
    assert.equal(await causeOf(() => readJson(reader, sql)), 'JSON_DAMAGED');
    assert.equal(await causeOf(() => readJson(reader, 'select json_array(json(a)) from t')), 'JSON_DAMAGED');
    await client.execute('update t set n = 9223372036854775807 where n = 1');
    assert.equal(await causeOf(() => reader.execute('select max(n) from t')), 'NUMBER_DAMAGED');
    assert.equal(await causeOf(() => reader.execute('select a from gone')), 'SQLITE_SCHEMA_LOST');
    // A vocabulary of a full-text index that is damaged.
    await client.execute('create virtual table words using fts5vocab(gone, row)');
    assert.equal(await causeOf(() => reader.execute('select term from words')), 'SQLITE_SCHEMA_LOST');
    reader.close();
    assert.equal(await causeOf(() => reader.execute('select 1')), 'CLIENT_CLOSED');
    assert.equal(await causeOf(() => readText(reader, 'select a from t')), 'CLIENT_CLOSED');
  }));

test('a cached statement reads newer writes, and does not block the log after it was read', () =>
  withClient(async (client, path) => {
    const kept = await openReader(path);
    const first = () => readText(kept, 'select a from t order by n');
    const all = async () => (await kept.execute('select a from t order by n')).rows.map((row) => row[0]);
    assert.deepEqual([await first(), await all()], ['one', ['one', 'zwei – 二', '', '"']]);
    await client.execute(`update t set a = 'eins' where n = 1`);
    assert.deepEqual([await first(), (await all())[0]], ['eins', 'eins']);
    const { rows } = await client.execute('pragma wal_checkpoint(truncate)');
    assert.deepEqual(Object.values(rows[0] ?? {}), [0, 0, 0], 'not busy, all of it taken over');
    // Only about two hundred prepared statements are kept, so the first ones are dropped and prepared again.
    for (let i = 0; i < 450; i++)
      assert.equal(await readValue(kept, `select n from t where n = ${1 + (i % 4)} -- ${i}`), 1 + (i % 4));
    assert.equal(await first(), 'eins');
    await assert.rejects(kept.execute('delete from t returning n'), /readonly/);
    kept.close();
  }));

const TOP = fileURLToPath(new URL('../../../', import.meta.url));

function sources(folder: string): readonly string[] {
  return readdirSync(join(TOP, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return sources(path);
    return entry.name.endsWith('.ts') ? [path] : [];
  });
}

test('no connection bypasses the guard, and every query passed to the driver directly casts its columns', () => {
  const files = ['adapters', 'domain', 'http', 'jobs'].flatMap(sources);
  const opening = files.filter((path) => {
    const source = readFileSync(join(TOP, path), 'utf8');
    // The clients of the API have a function of the same name, which a page shows.
    const mayOpen = path.startsWith('adapters/') || source.includes('libsql');
    return mayOpen && /\bcreateClient\(|from 'libsql'/.test(source);
  });
  assert.deepEqual(opening.sort(), [
    'adapters/libsql/database.ts',
    'adapters/libsql/prepared_statements.ts',
    // Reads over the network, where texts arrive as JSON; the driver reads no text from a file.
    'adapters/libsql/publish/server.ts',
  ]);
  for (const path of files) {
    const source = readFileSync(join(TOP, path), 'utf8');
    for (const [, behind] of source.matchAll(/\$\{IN_BYTES\}(.{0,40})/g)) {
      assert.match(behind ?? '', /^ select cast\(/, `${path}: ${behind}`);
    }
  }
});

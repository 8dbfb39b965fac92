import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { openReader, readValue } from '../../adapters/libsql/database.ts';
import { keepRecords, runJob, withDataDir } from './support.ts';

/** Changes bytes of uploads.db, which must not be open. */
async function spoil(dir: DataDir, change: (bytes: Buffer) => void): Promise<void> {
  const bytes = await readFile(dir.uploadsDb);
  change(bytes);
  await writeFile(dir.uploadsDb, bytes);
}

/** Flips a bit of the byte at this offset from the n-th occurrence of a string. */
function flip(bytes: Buffer, text: string, occurrence: number, behind: number, bit: number): void {
  let at = -1;
  for (let n = 0; n <= occurrence; n++) at = bytes.indexOf(text, at + 1);
  assert.notEqual(at, -1);
  bytes[at + behind]! ^= 1 << bit;
}

const RECORD = '"sourceEvidence"';
const PASSED_OVER = /^The run skipped (\d+) damaged records in the uploads: `npm run job -- verify` lists the damage/m;

test('records with flipped bits in uploads.db are skipped, counted and named, and the others are served', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 300);
    await spoil(dir, (bytes) => {
      // Two records that are no longer valid UTF-8, one with a changed letter, and one whose kind is not text.
      flip(bytes, RECORD, 10, 3, 7);
      flip(bytes, RECORD, 20, 3, 7);
      flip(bytes, RECORD, 30, 3, 0);
      flip(bytes, `event-secret-77`, 0, 2, 7);
    });
    for (const [job, said] of [
      ['snapshot', /^Snapshot 1 is written\.\n/],
      ['rebuild', /^Rebuilt: the feed has 296 rows\.\n/],
    ] as const) {
      const ran = await runJob(dir, [job]);
      assert.equal(ran.code, 0, ran.err);
      assert.match(ran.out, said);
      assert.equal(PASSED_OVER.exec(ran.out)?.[1], '4', ran.out);
      assert.match(ran.err, /"level":"error","event":"uploads\.damaged","records":4\}/);
      assert.doesNotMatch(ran.err + ran.out, /secret/);
    }
    const verified = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.equal(verified.code, 1);
    assert.match(
      verified.err,
      /^Upload 1 \(received [^)]+\) was altered: records \d+, \d+, \d+, \d+ have changed since they were stored\.\n$/,
    );
    assert.doesNotMatch(verified.err, /secret|01TEST/);
  }));

test('verify continues to the end and names every damaged upload', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 2_500);
    await spoil(dir, (bytes) => {
      flip(bytes, RECORD, 100, 3, 7);
      flip(bytes, RECORD, 2_400, 3, 7);
    });
    const { code, err } = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.equal(code, 1);
    assert.deepEqual(
      err
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/\(received [^)]+\)/, '').replace(/record \d+/, 'record N')),
      [1, 3].map((n) => `Upload ${n}  was altered: record N (loot) has changed since it was stored.`),
      err,
    );
  }));

/** Returns the numbers of the records table's leaf pages. */
async function leavesOf(dir: DataDir): Promise<readonly number[]> {
  const client = await openReader(dir.uploadsDb);
  const pages = await readValue(
    client,
    `select json_group_array(pgno order by pgno) from (
       select d.pgno from sqlite_dbpage as d where substr(d.data, 1, 1) = x'0d' and instr(d.data, cast('"kind":"loot"' as blob)) > 0)`,
  );
  client.close();
  return JSON.parse(String(pages)) as number[];
}

test('if a whole page of records is damaged, the neighbouring records are served', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 300);
    const leaves = await leavesOf(dir);
    assert.ok(leaves.length > 5);
    await spoil(dir, (bytes) => {
      const pageBytes = bytes.readUInt16BE(16);
      const page = leaves[3]!;
      bytes.fill(0xaa, (page - 1) * pageBytes, page * pageBytes);
    });
    const built = await runJob(dir, ['snapshot']);
    assert.equal(built.code, 0, built.err);
    const lost = Number(PASSED_OVER.exec(built.out)?.[1]);
    assert.ok(lost > 1 && lost < 60, built.out);
    const again = await runJob(dir, ['rebuild']);
    assert.match(again.out, new RegExp(`the feed has ${300 - lost} rows`));
    const verified = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.equal(verified.code, 1);
    assert.match(verified.err, /^Record \d+ cannot be read: the database is damaged there\.$/m);
    assert.match(verified.err, /^Upload 1 .* was altered: it had 300 records and now has \d+\.$/m);
  }));

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readFile, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { withReader } from '../../adapters/libsql/database.ts';
import { flipByte, tamper } from '../support/stored_records.ts';
import { keepRecords, runJob, withDataDir } from './support.ts';

/** Stores three uploads of 100 records, each from five installs. */
async function keepThree(dir: DataDir): Promise<void> {
  for (const from of [0, 100, 200]) await keepRecords(dir, from, 100);
}

const PASSED_OVER = /^The run skipped (\d+) damaged records in the uploads: `npm run job -- verify` lists the damage/m;

test('records of a block with a flipped bit are skipped, counted and named, and the others are served', () =>
  withDataDir(async (dir) => {
    await keepThree(dir);
    await tamper(dir.uploadsDb, flipByte('upload_n = 2'));
    for (const [job, said] of [
      ['snapshot', /^Snapshot 1 is written\.\n/],
      ['rebuild', /^Rebuilt: the feed has 200 rows\.\n/],
    ] as const) {
      const ran = await runJob(dir, [job]);
      assert.equal(ran.code, 0, ran.err);
      assert.match(ran.out, said);
      assert.equal(PASSED_OVER.exec(ran.out)?.[1], '100', ran.out);
      assert.match(ran.err, /"level":"error","event":"uploads\.damaged","records":100\}/);
      assert.doesNotMatch(ran.err + ran.out, /secret/);
    }
    const verified = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.equal(verified.code, 1);
    assert.match(
      verified.err,
      /^Upload 2 \(received [^)]+\) was altered: records 101, 102, [\d, ]+ and 80 more have changed since they were stored\.\n$/,
    );
    assert.doesNotMatch(verified.err, /secret|01TEST/);
  }));

test('verify continues to the end and names every damaged upload', () =>
  withDataDir(async (dir) => {
    await keepThree(dir);
    await tamper(dir.uploadsDb, flipByte('upload_n in (1, 3)'));
    const { code, err } = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.equal(code, 1);
    assert.deepEqual(
      err
        .trimEnd()
        .split('\n')
        .map((line) => line.replace(/\(received [^)]+\)/, '').replace(/records [\d, ]+ and 80 more/, 'records N')),
      [1, 3].map((n) => `Upload ${n}  was altered: records N have changed since they were stored.`),
      err,
    );
  }));

/** Fills the page that holds these bytes. The database must not be open. */
async function spoilPage(dir: DataDir, part: Buffer): Promise<void> {
  const bytes = await readFile(dir.uploadsDb);
  const pageBytes = bytes.readUInt16BE(16);
  const at = bytes.indexOf(part);
  assert.notEqual(at, -1);
  const page = Math.floor(at / pageBytes);
  bytes.fill(0xaa, page * pageBytes, (page + 1) * pageBytes);
  await writeFile(dir.uploadsDb, bytes);
}

test('if a page of a block is damaged, the records of neighbouring blocks are served', () =>
  withDataDir(async (dir) => {
    await keepThree(dir);
    for (let from = 300; from < 900; from += 50) await keepRecords(dir, from, 50);
    const sql = 'select substr(packed, -64) from blocks where upload_n = 2';
    const { rows } = await withReader(dir.uploadsDb, (client) => client.execute(sql));
    await spoilPage(dir, Buffer.from(rows[0]![0] as ArrayBuffer));
    const built = await runJob(dir, ['snapshot']);
    assert.equal(built.code, 0, built.err);
    const lost = Number(PASSED_OVER.exec(built.out)?.[1]);
    assert.ok(lost >= 100 && lost < 500, built.out);
    const again = await runJob(dir, ['rebuild']);
    assert.match(again.out, new RegExp(`the feed has ${900 - lost} rows`));
    const verified = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.equal(verified.code, 1);
    assert.match(verified.err, /^Records \d+ to \d+ cannot be read: the database is damaged there\.$/m);
    assert.match(verified.err, /^Upload 2 .* was altered: it had 100 records and now has \d+\.$/m);
  }));

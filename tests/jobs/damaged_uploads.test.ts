import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { runWithReader } from '../../adapters/libsql/database.ts';
import { flipByte, spoilPage, tamper } from '../support/stored_records.ts';
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
      /^Upload 2 \(received [^)]+\) was altered: blocks 196, 197, 198, 199, 200 have changed since they were stored: 100 records are lost\.\n$/,
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
        .map((line) => line.replace(/\(received [^)]+\)/, '').replace(/blocks [\d, ]+ have/, 'blocks N have')),
      [1, 3].map(
        (n) => `Upload ${n}  was altered: blocks N have changed since they were stored: 100 records are lost.`,
      ),
      err,
    );
  }));

test('if a page of a block is damaged, the records of neighbouring blocks are served', () =>
  withDataDir(async (dir) => {
    await keepThree(dir);
    for (let from = 300; from < 900; from += 50) await keepRecords(dir, from, 50);
    const sql = 'select substr(packed, -64) from blocks where upload_n = 2';
    const { rows } = await runWithReader(dir.uploadsDb, (client) => client.execute(sql));
    await spoilPage(dir.uploadsDb, Buffer.from(rows[0]![0] as ArrayBuffer));
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

/** Returns the public counts of every drop, and those of the whole snapshot. */
function publicCounts(dir: DataDir): Promise<readonly unknown[]> {
  return runWithReader(dir.snapshotDb(readCurrentEpoch(dir)!), async (client) => {
    const rates = await client.execute(
      `select list, key, a, b, iif(list = 'rates', json_array(body->0, body->1), body) from rows
       where list in ('rates', 'sources') and until = 0 order by 1, 2, 3, 4`,
    );
    const whole = await client.execute(
      'select uploads, loot_uploads, loot_records, loot_windows from snapshots order by n desc limit 1',
    );
    return [...rates.rows, ...whole.rows].map((row) => Array.from(row));
  });
}

test('records that are sent again after their block was damaged count once, whether they were counted before or not', () =>
  withDataDir(async (dir) => {
    await keepThree(dir);
    assert.equal((await runJob(dir, ['snapshot'])).code, 0);
    assert.ok((await publicCounts(dir)).length > 1);
    // The first was counted before the damage, the second is not counted until it is sent again.
    await keepRecords(dir, 300, 100);
    await tamper(dir.uploadsDb, flipByte('upload_n in (2, 4)'));
    assert.match((await runJob(dir, ['snapshot'])).out, /The run skipped 100 damaged records/);
    await keepRecords(dir, 100, 100);
    await keepRecords(dir, 300, 100);
    const counted = await runJob(dir, ['snapshot']);
    assert.equal(counted.code, 0, counted.err);
    const continued = await publicCounts(dir);
    const rebuilt = await runJob(dir, ['rebuild']);
    assert.match(rebuilt.out, /the feed has 400 rows/);
    assert.deepEqual(continued, await publicCounts(dir));
    const verified = await runJob(dir, ['verify', '--quiet'], { TW_LOG: 'off' });
    assert.match(verified.err, /^Upload 2 .* was altered: blocks .*: 100 records were stored again\.\nUpload 4 .*\n$/);
  }));

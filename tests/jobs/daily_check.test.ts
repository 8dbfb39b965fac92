import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openWriter } from '../../adapters/libsql/database.ts';
import { keepRecords, runJob, withDataDir } from './support.ts';

async function spoil(path: string, sql: string): Promise<void> {
  const client = await openWriter(path, { create: false });
  await client.executeMultiple(`pragma ignore_check_constraints=on; ${sql}; pragma wal_checkpoint(truncate)`);
  client.close();
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Pretends that the last check was this long ago. */
async function checkedBefore(dir: DataDir, ms: number): Promise<void> {
  const file = join(dir.root, 'checked');
  const [epoch, atMs] = (await readFile(file, 'utf8')).split(' ');
  await writeFile(file, `${epoch} ${Number(atMs) - ms}\n`);
}

/** Returns SQL that replaces the byte at a position in the packed loot of source 3. */
function withByte(place: number): string {
  const changed = `substr(body, 1, ${place - 1}) || x'55' || substr(body, ${place + 1})`;
  return `update loot set body = cast(${changed} as blob) where source_n = 3`;
}

/** Counts changed as by a flipped bit, in ways that SQLite's own check does not notice. */
const FLIPS: Readonly<Record<string, string>> = {
  'the first day of an install on a source': withByte(1),
  'the size of the sums': withByte(4),
  'the number of windows in a context': withByte(7),
  'the last item of a window':
    "update loot set body = cast(substr(body, 1, length(body) - 1) || x'55' as blob) where source_n = 3",
  'a count of the feed': 'update cursor set loot_windows = loot_windows + 16',
};

test('damaged evidence is found within a day and rebuilt, and nothing is rebuilt without damage', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 400);
    assert.equal((await runJob(dir, ['snapshot'])).code, 0);
    for (const [what, sql] of Object.entries(FLIPS)) {
      const whole = await runJob(dir, ['snapshot']);
      assert.doesNotMatch(whole.err, /damaged/, what);
      const epoch = readCurrentEpoch(dir)!;
      await spoil(dir.evidenceDb(epoch), sql);
      await checkedBefore(dir, DAY_MS / 2);
      assert.doesNotMatch((await runJob(dir, ['snapshot'])).err, /damaged/, `${what}, within the day`);
      await checkedBefore(dir, DAY_MS);
      const found = await runJob(dir, ['snapshot']);
      assert.equal(found.code, 0, found.err);
      assert.match(found.err, /"event":"snapshot\.damaged","cause":"(?:MISCOUNT_[A-Z_]+|PACKED_DAMAGED)"\}/, what);
      assert.match(found.err, /"event":"snapshot\.rebuild","reason":"damaged"/);
      assert.notEqual(readCurrentEpoch(dir), epoch);
    }
    const verified = await runJob(dir, ['verify', '--quiet']);
    assert.equal(verified.code, 0, verified.err);
  }));

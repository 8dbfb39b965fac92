import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSavedFile } from '../../domain/saved_variables/read_file.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';
import { startProcessorClock } from '../support/processor_time.ts';
import { addonFile, confirmedPieces, heldTexts, rollRecords, storedTexts, uploadAndKill } from '../support/upload.ts';

const RECORDS = 100_000;

test('a file of 20 MB and 100,000 records is stored exactly once after the uploader was killed twice', async () => {
  await inTempDir(async (dir) => {
    const folder = join(dir, 'SavedVariables');
    mkdirSync(folder);
    const file = join(folder, 'ThirdWitness.lua');
    const records = rollRecords(RECORDS);
    const bytes = addonFile(records);
    assert.ok(bytes.length >= 20_000_000, `it has ${bytes.length} bytes`);
    writeFileSync(file, bytes);

    const processorMs = startProcessorClock();
    const read = readSavedFile(bytes);
    const tookMs = processorMs();
    assert.ok(read.ok && read.value.sources[0]?.records.length === RECORDS);
    // It takes a quarter of a second on an idle machine.
    assert.ok(tookMs < 10_000, `reading took ${tookMs} ms of processor time`);

    const dataDir = join(dir, 'data');
    const instance = await startInstance({ dataDir });
    try {
      assert.equal(await uploadAndKill(file, instance.url, 5), null, 'it was killed, and had not ended');
      const first = confirmedPieces(file);
      assert.equal(await uploadAndKill(file, instance.url, first + 20), null);
      const second = confirmedPieces(file);
      assert.ok(first >= 5 && second >= first + 20);
      const done = await runJob(dataDir, ['upload', file, '--to', instance.url, '--yes', '--quiet']);
      assert.equal(done.code, 0, done.stderr);
      // At each kill, at most one piece had been stored without its receipt.
      const [, stored, repeated = '0', before] =
        /Records of .+: (\d+) stored(?:, (\d+) already known to the instance)?(?:,| and) (\d+) sent by/.exec(
          done.stdout,
        ) ?? [];
      assert.equal(Number(stored) + Number(repeated) + Number(before), RECORDS, done.stdout.slice(-3_000));
      assert.ok(Number(repeated) <= 2_000);
    } finally {
      await instance.stop();
    }
    assert.deepEqual(await heldTexts(dataDir), storedTexts(records));
  });
});

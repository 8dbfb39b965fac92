import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import { inTempDir } from '../support/instance.ts';
import { testProgramArgs } from '../support/program_bundle.ts';
import { type Choice, createDisk } from './disk.ts';
import { keptIn } from './kept.ts';
import { RECORDS, uploadNumbered } from './power.ts';
import { makeLibrary, preloaded } from './preloaded.ts';
import { readRecording } from './recording.ts';

/**
 * Uploads that wait together share a commit. The test records every write and sync of a process that stores such groups,
 * and recreates the disk as a kill or a power cut before each of them would leave it.
 * Promised: every confirmed upload is there, every other one is there completely or not at all, and none of a group is
 * there without the others of its commit.
 */

const [GROUPS, SIZE] = [2, 5];

/** At every nth cut, all uploads are sent again. */
const SEND_AGAIN_EVERY = 7;

const CUTS: Readonly<Record<string, Choice>> = {
  'a kill, which loses no write': { stays: () => true, tears: () => false, sectorStays: () => true },
  'a power cut that loses all unsynced writes': { stays: () => false, tears: () => false, sectorStays: () => false },
};

const made = makeLibrary('recorder');
const skip = 'missing' in made ? `no process was killed: ${made.missing}` : false;

for (const [what, choice] of Object.entries(CUTS)) {
  test(`groups of uploads are stored completely or not at all at each write: ${what}`, { skip }, (t) =>
    inTempDir(async (dir) => {
      if ('missing' in made) return;
      const [root, log] = [join(realpathSync(dir), 'disk'), join(dir, 'log')];
      mkdirSync(root);
      const words = [join(root, 'data'), log, String(GROUPS), String(SIZE)];
      const args = await testProgramArgs('tests/faults/take_groups.ts', ...words);
      const env = { ...process.env, ...preloaded(made.library, { RECORDED_ROOT: root, RECORDED_LOG: log }) };
      const { stdout, stderr, signal } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
      assert.equal(signal, 'SIGKILL', stderr);
      const positionsOf = (word: string): readonly number[] =>
        [...stdout.matchAll(new RegExp(`^${word} (\\d+)$`, 'gm'))].map(([, position]) => Number(position));
      const [[begun], confirmed] = [positionsOf('begun'), positionsOf('confirmed')];
      assert.equal(confirmed.length, GROUPS);

      const recording = readRecording(log);
      const isWrite = new Set(['written', 'synced', 'cut']);
      const positions = recording.flatMap(({ position, change }) =>
        position >= begun! && isWrite.has(change.kind) ? [position] : [],
      );
      const disk = createDisk(recording, root, statSync(root).ino);
      const seen = new Set<number>();
      for (const [cut, position] of [...positions, statSync(log).size].entries()) {
        disk.goTo(position);
        const left = join(dir, 'left');
        disk.cutInto(left, choice);
        const kept = await keptIn(join(left, 'data'));
        if (cut % SEND_AGAIN_EVERY === 0) await sendAllAgain(join(left, 'data'));
        rmSync(left, { recursive: true });
        const due = confirmed.filter((end) => end <= position).length * SIZE;
        assert.ok(kept.size >= due, `${kept.size} of ${due} confirmed uploads before byte ${position}`);
        assert.equal(kept.size % SIZE, 0, `part of a group before byte ${position}`);
        assert.deepEqual(
          [...kept],
          Array.from({ length: kept.size }, (_, n) => [n, RECORDS]),
        );
        seen.add(kept.size);
      }
      assert.equal(seen.size, GROUPS + 1, 'the cuts reach from before the first group to after the last one');
      t.diagnostic(`${positions.length} cuts`);
    }),
  );
}

/** Sends all uploads together, and asserts that each is there once afterwards. */
async function sendAllAgain(folder: string): Promise<void> {
  const writer = await openUploadWriter(join(folder, 'uploads.db'), { random: systemRandom, create: true });
  const uploads = Array.from({ length: GROUPS * SIZE }, (_, n) => n);
  for (const outcomes of await Promise.all(uploads.map((n) => writer.take(uploadNumbered(n)))))
    assert.equal(new Set(outcomes).size, 1, 'an upload is new or a repeat as a whole');
  await writer.close();
  const kept = await keptIn(folder);
  assert.deepEqual(
    [...kept].toSorted(([a], [b]) => a - b),
    uploads.map((n) => [n, RECORDS]),
  );
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inTempDir } from '../support/instance.ts';
import { keptIn } from './kept.ts';
import { eachCut, RECORDS, recordLoad } from './power.ts';
import { makeLibrary } from './preloaded.ts';

/**
 * Power cuts: an instance takes uploads while all its writes and syncs are recorded. Then the test recreates the disk
 * as a power cut would leave it at many points in time, and opens it as the next start would.
 * Promised: every upload that was answered 200 before the cut is complete, no record exists twice, no upload is stored
 * in part, and the chain over all uploads reaches the link noted for it.
 */

const CUTS = 60;
const LOAD = { receipts: 60, atLeastMs: 1_500 };

const made = makeLibrary('recorder');
const skip = 'missing' in made ? `no power was cut: ${made.missing}` : false;

test(`${CUTS} power cuts under load lose no confirmed receipt and store no record twice`, { skip }, (t) =>
  inTempDir(async (dir) => {
    if ('missing' in made) return;
    const load = await recordLoad(dir, { library: made.library, ...LOAD });
    let held = 0;
    await eachCut(load, CUTS, async ({ dataDir, due, told }) => {
      const kept = await keptIn(dataDir);
      const lost = due.filter((upload) => !kept.has(upload));
      assert.deepEqual(lost, [], `receipts lost by ${told}`);
      assert.deepEqual(
        [...kept.values()],
        Array.from(kept, () => RECORDS),
        `an upload in part after ${told}`,
      );
      held += due.length;
    });
    const { receipts, recording, logBytes } = load;
    t.diagnostic(
      `${receipts.length} receipts, ${recording.length} calls of ${logBytes} bytes; looked for ${held} receipts`,
    );
  }),
);

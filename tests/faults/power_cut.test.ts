import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readLink } from '../../adapters/data_folder/link_file.ts';
import { openUploadReader } from '../../adapters/libsql/uploads/reader.ts';
import { must } from '../snapshot/support.ts';
import { beginFolder } from '../support/folder.ts';
import { inTempDir } from '../support/instance.ts';
import { eachCut, RECORDS, recordLoad } from './power.ts';
import { makeLibrary } from './preloaded.ts';

/**
 * Power cuts: an instance takes uploads while everything that it writes and syncs is written down; then the disk is made
 * as cuts at many moments would leave it, and opened as the next start opens it.
 * Promised: every receipt that was answered 200 before the cut is there whole, no record is there twice, no upload is
 * there in part, and the chain over all uploads reaches what was noted of it.
 */

const CUTS = 60;
const LOAD = { receipts: 60, atLeastMs: 1_500 };

const made = makeLibrary('recorder');
const skip = 'missing' in made ? `no power was cut: ${made.missing}` : false;

/** How many records of each upload are there, once the folder was begun as a start does. */
const keptIn = async (folder: string): Promise<ReadonlyMap<number, number>> => {
  const dir = await beginFolder(folder);
  const reader = await openUploadReader(dir.uploadsDb);
  try {
    const chain = must(await reader.verifyChain(readLink(dir.linkFile)));
    assert.ok(!('faults' in chain), JSON.stringify(chain));
    const events = must(await reader.records(0, 1e9, 1e6)).map(({ eventId }) => eventId!);
    assert.equal(new Set(events).size, events.length, 'a record is there twice');
    const kept = new Map<number, number>();
    for (const upload of events.map((event) => Number.parseInt(event, 10))) {
      kept.set(upload, (kept.get(upload) ?? 0) + 1);
    }
    return kept;
  } finally {
    await reader.close();
  }
};

test(`${CUTS} power cuts under load lose no receipt answered 200 and keep no record twice`, { skip }, (t) =>
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

import { dayOf } from '../families/counting/family.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { SnapshotChange } from '../ports/snapshots.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { StorageFault, storageFaultOr } from '../values/storage_fault.ts';
import { EMPTY_BATCH } from './batch.ts';
import { queuedChange } from './drop_changes.ts';
import { factChanges, NO_FACTS } from './fact_changes.ts';
import { type FeedPlan, type FeedRow, planFeed } from './feed.ts';
import { type FeedAgain, rowsAgain } from './feed_again.ts';
import type { Gathered } from './gather.ts';
import type { Run } from './run.ts';

/** Steps 2 to 4; where more records wait, often only the rows of the feed. */
export async function publish(run: Run, gathered: Gathered): Promise<SnapshotRow> {
  const { clock, log } = run.ports;
  const again = await rowsAgain(run.ports, run, run.row?.seq ?? 0);
  if (again.rows.length > 0) await step(run);
  const feed = await placeInFeed(run, [...gathered.feed, ...again.rows]);
  const { caughtUp, hasGranted } = gathered;
  const statesFacts = caughtUp || hasGranted || again.rows.length > 0 || clock.nowMs() >= run.factsDueMs;
  const publication = { seq: gathered.seq, feed, again };
  const row = statesFacts ? await publishFacts(run, publication, caughtUp) : await publishFeed(run, publication);
  run.row = row;
  run.hasMoreAgain = again.more;
  const ms = clock.nowMs() - gathered.startedAtMs;
  log.info('snapshot.written', { n: row.n, records: gathered.records, rows: feed.places.length, ms });
  return row;
}

/** What a snapshot brings beside facts. */
interface Publication {
  /** The last record that it takes in. */
  readonly seq: number;
  readonly feed: FeedPlan;
  readonly again: FeedAgain;
}

/** States all that changed; then nothing is marked any more. */
async function publishFacts(run: Run, publication: Publication, caughtUp: boolean): Promise<SnapshotRow> {
  const { evidence, clock } = run.ports;
  // The daily roll-ups wait for the last snapshot of a run: before it, records of their days may be missing.
  const day = caughtUp ? dayOrNull(run.cursor.dataAsOfMs) : run.cursor.dailyDay;
  const queued = await queuedChange(evidence);
  const counts = await evidence.counts();
  const { again } = publication;
  const row = await write(run, publication, {
    row: { queued: (run.row?.queued ?? 0) + queued, step: run.cursor.step, ...counts },
    parts: undamaged(factChanges(evidence, day === run.cursor.dailyDay ? null : day)),
    erased: again.erased,
    forgetsFallen: again.erasedOut,
  });
  await evidence.clearMarks(day, again.done);
  run.cursor = { ...run.cursor, clearedStep: run.cursor.step, dailyDay: day };
  run.factsDueMs = clock.nowMs() + run.factsEveryMs;
  return row;
}

/** Brings rows of the feed alone: facts, their counts and the step from which they were written stay as they stand. */
async function publishFeed(run: Run, publication: Publication): Promise<SnapshotRow> {
  const counts = await run.ports.evidence.counts();
  const { queued, step, lootUploads, lootRecords, lootWindows } = run.row ?? NOTHING_STATED;
  return write(run, publication, {
    row: { ...counts, queued, step, lootUploads, lootRecords, lootWindows },
    parts: NO_PARTS,
    erased: false,
    forgetsFallen: false,
  });
}

const NOTHING_STATED = { queued: 0, step: 0, lootUploads: 0, lootRecords: 0, lootWindows: 0 };

const NO_PARTS: AsyncIterable<never> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

function dayOrNull(ms: number | null): number | null {
  return ms === null ? null : dayOf(ms);
}

/**
 * A snapshot that only puts rows into the feed again has a step of its own, too, by which a run that finds it written
 * knows that its marks are to be cleared.
 */
async function step(run: Run): Promise<void> {
  if (run.cursor.step > run.cursor.clearedStep) return undefined;
  const to = { ...run.cursor, step: run.cursor.step + 1 };
  await run.ports.evidence.add(to, EMPTY_BATCH);
  run.cursor = to;
  return undefined;
}

/** Step 2: puts rows in order behind those that stand in the feed, and notes where each will stand. */
async function placeInFeed(run: Run, rows: readonly FeedRow[]): Promise<FeedPlan> {
  const { evidence, snapshots } = run.ports;
  const counts = await snapshots.corpusCounts();
  const feed = planFeed(rows, counts);
  await evidence.notePlaces(feed.places);
  return feed;
}

type Stated = Pick<SnapshotChange, 'parts' | 'erased' | 'forgetsFallen'> & {
  readonly row: Omit<SnapshotChange['row'], 'n' | 'writtenAtMs' | 'dataAsOfMs' | 'seq'>;
};

/** Step 3. */
async function write(run: Run, { seq, feed }: Publication, { row, ...stated }: Stated): Promise<SnapshotRow> {
  const { snapshots, uploads, clock } = run.ports;
  const liveKeys = await liveKeysOrNull(uploads);
  return await snapshots.write({
    ...NO_FACTS,
    row: {
      ...{ n: (run.row?.n ?? 0) + 1, writtenAtMs: clock.nowMs(), dataAsOfMs: run.cursor.dataAsOfMs, seq },
      ...row,
    },
    corpusWithdrawals: [],
    corpus: feed.additions,
    liveKeys,
    changeLog: run.changeLog,
    ...stated,
  });
}

/** The live keys, or null if they cannot be read: the snapshot database then keeps those that it has. */
async function liveKeysOrNull(uploads: UploadReader): Promise<readonly string[] | null> {
  try {
    return await uploads.liveKeys();
  } catch (error) {
    storageFaultOr(error);
    return null;
  }
}

/** Parts on their way to the writer: a value that was kept as JSON and is none any more is damaged evidence. */
async function* undamaged<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StorageFault('evidence', 'JSON_DAMAGED');
  }
}

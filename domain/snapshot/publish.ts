import { dayOf } from '../families/counting/family.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import { err, ok, type Result, type StorageResult, unreachable } from '../values/result.ts';
import { createBatch } from './batch.ts';
import { queuedChange } from './drop_changes.ts';
import { factChanges, NO_FACTS } from './fact_changes.ts';
import type { SnapshotFailure } from './failure.ts';
import { type FeedPlan, type FeedRow, planFeed } from './feed.ts';
import { type FeedAgain, rowsAgain } from './feed_again.ts';
import type { Gathered } from './gather.ts';
import type { Run } from './run.ts';

/** Steps 2 to 4. */
export const publish = async (run: Run, gathered: Gathered): Promise<Result<SnapshotRow, SnapshotFailure>> => {
  const { evidence, clock, log } = run.ports;
  const again = await rowsAgain(run.ports, run, run.row?.seq ?? 0);
  if (!again.ok) return again;
  const stepped = again.value.rows.length > 0 ? await step(run) : ok(undefined);
  if (!stepped.ok) return stepped;
  const feed = await placeInFeed(run, [...gathered.feed, ...again.value.rows]);
  if (!feed.ok) return feed;
  // The daily roll-ups wait for the last snapshot of a run: before it, records of their days may be missing.
  const day = gathered.caughtUp ? dayOrNull(run.cursor.dataAsOfMs) : run.cursor.dailyDay;
  const row = await write(run, { seq: gathered.seq, feed: feed.value, again: again.value, day });
  if (!row.ok) return row;
  run.row = row.value;
  run.hasMoreAgain = again.value.more;
  const cleared = await evidence.clearMarks(day, again.value.done);
  if (!cleared.ok) return cleared;
  run.cursor = { ...run.cursor, clearedStep: run.cursor.step, dailyDay: day };
  const ms = clock.nowMs() - gathered.startedAtMs;
  log.info('snapshot.written', { n: row.value.n, records: gathered.records, rows: feed.value.places.length, ms });
  return row;
};

const dayOrNull = (ms: number | null): number | null => (ms === null ? null : dayOf(ms));

/**
 * A snapshot that only puts rows into the feed again has a step of its own, too, by which a run that finds it written
 * knows that its marks are to be cleared.
 */
const step = async (run: Run): Promise<Result<void, SnapshotFailure>> => {
  if (run.cursor.step > run.cursor.clearedStep) return ok(undefined);
  const to = { ...run.cursor, step: run.cursor.step + 1 };
  const moved = await run.ports.evidence.add(to, createBatch().take());
  if (moved.ok) run.cursor = to;
  return moved;
};

/** Step 2: puts rows in order behind those that stand in the feed, and notes where each will stand. */
const placeInFeed = async (run: Run, rows: readonly FeedRow[]): Promise<Result<FeedPlan, SnapshotFailure>> => {
  const { evidence, snapshots } = run.ports;
  const counts = await snapshots.corpusCounts();
  if (!counts.ok) return counts;
  const feed = planFeed(rows, counts.value);
  const noted = await evidence.notePlaces(feed.places);
  return noted.ok ? ok(feed) : noted;
};

interface Publication {
  /** The last record that it takes in. */
  readonly seq: number;
  readonly feed: FeedPlan;
  readonly again: FeedAgain;
  /** The day for which the daily roll-ups stand in it. */
  readonly day: number | null;
}

/** Step 3. */
const write = async (
  run: Run,
  { seq, feed, again, day }: Publication,
): Promise<Result<SnapshotRow, SnapshotFailure>> => {
  const { evidence, snapshots, uploads, clock } = run.ports;
  const queued = await queuedChange(evidence);
  if (!queued.ok) return queued;
  const counts = await evidence.counts();
  if (!counts.ok) return counts;
  const liveKeys = await uploads.liveKeys();
  const { dataAsOfMs, dailyDay } = run.cursor;
  return snapshots.write({
    ...NO_FACTS,
    row: {
      n: (run.row?.n ?? 0) + 1,
      writtenAtMs: clock.nowMs(),
      queued: (run.row?.queued ?? 0) + queued.value,
      ...{ dataAsOfMs, step: run.cursor.step, seq, ...counts.value },
    },
    corpusWithdrawals: [],
    corpus: feed.additions,
    parts: undamaged(factChanges(evidence, day === dailyDay ? null : day)),
    liveKeys: liveKeys.ok ? liveKeys.value : null,
    changeLog: run.changeLog,
    erased: again.erased,
    forgetsFallen: again.erasedOut,
  });
};

/** Parts on their way to the writer: a value that was kept as JSON and is none any more is damaged evidence. */
const undamaged = async function* <T>(parts: AsyncIterable<StorageResult<T>>): AsyncGenerator<StorageResult<T>> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    yield err(unreachable('evidence', 'JSON_DAMAGED'));
  }
};

import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { SnapshotChange } from '../ports/snapshots.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { toUtcDay } from '../values/instant.ts';
import { requireStorageFault, StorageFault } from '../values/storage_fault.ts';
import { EMPTY_BATCH } from './batch.ts';
import { prepareRecord } from './counting_records.ts';
import { countQueuedChange } from './drop_changes.ts';
import { EMPTY_SNAPSHOT_PART, yieldFactChanges } from './fact_changes.ts';
import { buildFeedRow, type FeedPlan, type FeedRow, planFeed } from './feed.ts';
import type { GatherResult } from './gather.ts';
import { readCurrentWeights, refreshWeights } from './rate_weights.ts';
import type { Run } from './run.ts';

/** Steps 2 to 4. If more records are waiting, the snapshot may contain only corpus rows. */
export async function publishSnapshot(run: Run, gathered: GatherResult): Promise<SnapshotRow> {
  const { clock, log } = run.ports;
  const again = await readReaddedRows(run, run.row?.seq ?? 0);
  if (again.rows.length > 0) await increaseStep(run);
  const feed = await planFeedRows(run, [...gathered.feed, ...again.rows]);
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

interface Publication {
  /** Sequence number of the last record in the snapshot. */
  readonly seq: number;
  readonly feed: FeedPlan;
  readonly again: ReaddedRows;
}

/** Writes all changed facts and then clears the marks, so that a killed run leaves them marked. */
async function publishFacts(run: Run, publication: Publication, caughtUp: boolean): Promise<SnapshotRow> {
  const { evidence, snapshots, clock } = run.ports;
  if (caughtUp) await refreshWeights(run);
  const weights = readCurrentWeights(run.cursor);
  // Daily roll-ups wait for the last snapshot of a run, because records of their days may be missing before that.
  const today = run.cursor.dataAsOfMs === null ? null : toUtcDay(run.cursor.dataAsOfMs);
  const day = caughtUp ? today : run.cursor.dailyDay;
  if (today !== null) await evidence.beginDay(today);
  const { itemIds, sources } = await snapshots.onceOnly();
  if (sources.length > 0) await evidence.markSources(sources);
  const rules = { weights, day: today ?? 0, onceOnly: new Set(itemIds) };
  const isSameDay = today === run.ratesDay;
  const queued = await countQueuedChange(evidence);
  const counts = await evidence.counts();
  const waiting = await countWaitingEvidence(run);
  const { again } = publication;
  const row = await writeParts(run, publication, {
    row: { queued: (run.row?.queued ?? 0) + queued, step: run.cursor.step, ...counts, ...waiting },
    parts: (ratesOf) => {
      const sameDay = isSameDay ? ratesOf : null;
      return checkDamage(yieldFactChanges(evidence, { ...rules, sameDay }, day === run.cursor.dailyDay ? null : day));
    },
    rateWeights: weights,
    erased: again.erased,
    forgetsWithdrawn: again.erasedOut,
  });
  await evidence.clearMarks(day, again.done);
  run.cursor = { ...run.cursor, clearedStep: run.cursor.step, dailyDay: day };
  run.ratesDay = today;
  run.factsDueMs = clock.nowMs() + run.factsEveryMs;
  return row;
}

/** Counts the evidence of installs that do not count yet. Figures of one or two installs stay private. */
async function countWaitingEvidence({
  ports: { evidence },
  waiting,
}: Run): Promise<Pick<SnapshotRow, 'waitingInstalls' | 'waitingWindows'>> {
  const { installs, windows } = await evidence.waiting(waiting);
  return installs === 0 || isCorroborated(installs)
    ? { waitingInstalls: installs, waitingWindows: windows }
    : { waitingInstalls: null, waitingWindows: null };
}

/**
 * Writes only corpus rows, because facts cost as much for few new records as for many. Facts, their counts, and the
 * step from which they were written stay unchanged.
 */
async function publishFeed(run: Run, publication: Publication): Promise<SnapshotRow> {
  const counts = await run.ports.evidence.counts();
  const { queued, step, lootUploads, lootRecords, lootWindows, waitingInstalls, waitingWindows } =
    run.row ?? NO_EVIDENCE_COUNTS;
  const figures = { queued, step, lootUploads, lootRecords, lootWindows, waitingInstalls, waitingWindows };
  return writeParts(run, publication, {
    row: { ...counts, ...figures },
    erased: false,
    forgetsWithdrawn: false,
  });
}

const NO_EVIDENCE_COUNTS = {
  queued: 0,
  step: 0,
  lootUploads: 0,
  lootRecords: 0,
  lootWindows: 0,
  waitingInstalls: null,
  waitingWindows: null,
};

/** Gives the snapshot its own step, so that a later run can tell that the snapshot's marks must be cleared. */
async function increaseStep(run: Run): Promise<void> {
  if (run.cursor.step > run.cursor.clearedStep) return;
  const to = { ...run.cursor, step: run.cursor.step + 1 };
  await run.ports.evidence.add(to, EMPTY_BATCH);
  run.cursor = to;
}

/** Step 2: places rows after the existing feed rows and notes the place of each, by which an erasure finds it. */
async function planFeedRows(run: Run, rows: readonly FeedRow[]): Promise<FeedPlan> {
  const { evidence, snapshots } = run.ports;
  const counts = await snapshots.corpusCounts();
  const feed = planFeed(rows, counts);
  await evidence.notePlaces(feed.places);
  return feed;
}

type ChangeParts = Pick<SnapshotChange, 'parts' | 'rateWeights' | 'erased' | 'forgetsWithdrawn'> & {
  readonly row: Omit<SnapshotChange['row'], 'n' | 'writtenAtMs' | 'dataAsOfMs' | 'seq'>;
};

/** Step 3: writes the snapshot. */
async function writeParts(run: Run, { seq, feed }: Publication, { row, ...parts }: ChangeParts): Promise<SnapshotRow> {
  const { snapshots, uploads, clock } = run.ports;
  const liveKeys = await readLiveKeysOrNull(uploads);
  return await snapshots.write({
    ...EMPTY_SNAPSHOT_PART,
    row: { n: (run.row?.n ?? 0) + 1, writtenAtMs: clock.nowMs(), dataAsOfMs: run.cursor.dataAsOfMs, seq, ...row },
    corpus: feed.additions,
    liveKeys,
    changeLog: run.changeLog,
    ...parts,
  });
}

/** Returns the live keys, or null if they cannot be read, in which case the snapshot database keeps the keys it has. */
async function readLiveKeysOrNull(uploads: UploadReader): Promise<readonly string[] | null> {
  try {
    return await uploads.liveKeys();
  } catch (error) {
    requireStorageFault(error);
    return null;
  }
}

/** Treats invalid JSON as damaged evidence, because every stored value was valid JSON. */
async function* checkDamage<T>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* parts;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new StorageFault('evidence', 'JSON_DAMAGED');
  }
}

/** Rows of records from earlier snapshots that must enter the feed again. */
interface ReaddedRows {
  readonly rows: readonly FeedRow[];
  /** Pending records covered by these rows: those up to `upTo`, and those after `behind`, which are gathered anyway. */
  readonly done: { readonly upTo: number; readonly behind: number };
  /** True if more rows must wait for the next snapshot. */
  readonly more: boolean;
  readonly erased: boolean;
  /** True if the erased install was excluded. */
  readonly erasedOut: boolean;
}

/**
 * Returns the next rows that must enter the feed again, up to the limits of a snapshot. A large readmitted install may
 * need several snapshots. Records after `before`, the last record of the previous snapshot, are gathered anyway.
 */
async function readReaddedRows(
  { ports: { uploads, evidence }, kinds, excluded, bounds, feed }: Run,
  before: number,
): Promise<ReaddedRows> {
  const pending = await evidence.pending(before, bounds.recordsMax + 1);
  const { erased, erasedOut } = pending;
  const seqs = pending.seqs.slice(0, bounds.recordsMax);
  const rows: FeedRow[] = [];
  let chars = 0;
  let from = 0;
  while (from < seqs.length && chars < bounds.bodyCharsMax) {
    const asked = seqs.slice(from, from + bounds.chunkRecordsMax);
    const records = await uploads.recordsOf(asked);
    for (const record of records) {
      chars += record.body.length;
      if (prepareRecord(record, kinds, excluded)?.inFeed === true) rows.push(buildFeedRow(record, feed));
    }
    // Long records arrive a few at a time. If none arrive, the requested records no longer exist.
    const last = records.at(-1)?.seq ?? asked.at(-1)!;
    from += asked.filter((seq) => seq <= last).length;
  }
  const more = from < pending.seqs.length;
  const upTo = more ? (seqs[from - 1] ?? 0) : before;
  return { rows, done: { upTo, behind: before }, more, erased, erasedOut };
}

import { dayOf } from '../families/counting/family.ts';
import type { ChangeLogMode } from '../ports/change_log.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { EvidenceCursor, EvidenceStore } from '../ports/evidence.ts';
import type { FeedTime } from '../ports/exports.ts';
import type { Log } from '../ports/log.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';
import type { SnapshotWriter } from '../ports/snapshots.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { err, ok, type Result, type StorageResult, unreachable } from '../values/result.ts';
import { createBatch } from './batch.ts';
import { nextChunkRecords, SNAPSHOT_BOUNDS, type SnapshotBounds } from './bounds.ts';
import { countableRecord, type KindRules } from './counting_records.ts';
import { queuedChange } from './drop_changes.ts';
import { factChanges, NO_FACTS } from './fact_changes.ts';
import { answerOf, type SnapshotFailure } from './failure.ts';
import { type FeedRow, type FeedRules, feedRow, planFeed } from './feed.ts';
import { rowsAgain } from './feed_again.ts';
import { carryOutOrders } from './orders.ts';

export interface SnapshotPorts {
  readonly uploads: UploadReader;
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SnapshotSettings {
  readonly kinds: KindRules;
  readonly feedTime: FeedTime;
  /** `silent` for a rebuild, whose facts were public before. */
  readonly changeLog: ChangeLogMode;
  readonly bounds?: SnapshotBounds;
  /** Records beyond this one are left for another run; default: the newest kept when the run begins. */
  readonly toSeq?: number;
  /** `dataAsOf` is this at least: it never goes back, also by a rebuild. */
  readonly dataAsOfMs?: number | null;
  /** Called between two steps, after what is done is durable; false stops the run there. Default: always go on. */
  readonly goOn?: (progress: SnapshotProgress) => Promise<boolean>;
}

/** How far a run has come, in record numbers: `fromSeq <= seq <= toSeq`. */
export interface SnapshotProgress {
  readonly fromSeq: number;
  readonly seq: number;
  readonly toSeq: number;
}

export interface SnapshotRun {
  /** Snapshots written, at least one unless the run was stopped. */
  readonly written: number;
  readonly newest: SnapshotRow | null;
  /** The order up to which all are carried out and published; 0 where the run published nothing. */
  readonly orderN: number;
  /** Records that are damaged in the uploads and were passed over. */
  readonly damaged: number;
  /** `goOn` said no: what is left is taken in by the next run. */
  readonly stopped: boolean;
}

/**
 * Brings evidence and snapshot up to the newest record kept when it begins, and writes at least one snapshot row, so
 * that health tells a quiet instance from a dead job. Each record counts once, wherever an earlier run was killed:
 *
 * 1. orders (erasures, withholdings, grants), then records: `evidence` changes, dirty marks and cursor in transactions;
 * 2. `evidence.notePlaces`, where the records will stand in the feed;
 * 3. `snapshots.write`: corpus rows, the facts of what is dirty and the row in one transaction;
 * 4. `evidence.clearMarks`.
 *
 * A run killed before 3 leaves the evidence ahead: its marks stand, its corpus rows are read from the uploads again.
 * One killed before 4 leaves marks of facts already stated: the snapshot's `step` equals the evidence's, they go.
 * A rebuild is the same run on empty evidence and an empty snapshot of a new epoch (ARCHITECTURE.md, Invariants).
 */
export const takeSnapshot = async (
  ports: SnapshotPorts,
  settings: SnapshotSettings,
): Promise<Result<SnapshotRun, SnapshotFailure>> => {
  const begun = await begin(ports, settings);
  if (!begun.ok) return begun;
  const run = begun.value;
  const first = { fromSeq: run.row?.seq ?? 0, seq: run.row?.seq ?? 0, toSeq: run.toSeq };
  let goesOn = settings.goOn === undefined || (await settings.goOn(first));
  const outcome = (stopped: boolean) =>
    ok({
      ...{ written, newest: run.row, orderN: written > 0 ? run.cursor.orderN : 0 },
      ...{ damaged: run.damaged, stopped },
    });
  let written = 0;
  while (goesOn) {
    const gathered = await gather(run);
    if (!gathered.ok) return gathered;
    if (gathered.value === 'stopped') break;
    const row = await publish(run, gathered.value);
    if (!row.ok) return row;
    written++;
    if (gathered.value.caughtUp && !run.hasMoreAgain) return outcome(false);
    goesOn = await run.goOn(run.row?.seq ?? 0);
  }
  return outcome(true);
};

/** A run under way: where evidence and snapshot stand now. */
interface Run {
  readonly ports: SnapshotPorts;
  readonly kinds: KindRules;
  readonly changeLog: ChangeLogMode;
  readonly bounds: SnapshotBounds;
  readonly feed: FeedRules;
  readonly toSeq: number;
  readonly excluded: ReadonlySet<number>;
  readonly goOn: (seq: number) => Promise<boolean>;
  cursor: EvidenceCursor;
  row: SnapshotRow | null;
  /** Records that stood in the feed before wait for another snapshot to stand in it again. */
  hasMoreAgain: boolean;
  damaged: number;
}

const begin = async (ports: SnapshotPorts, settings: SnapshotSettings): Promise<Result<Run, SnapshotFailure>> => {
  const { evidence, uploads } = ports;
  const newest = answerOf('snapshot', await ports.snapshots.newest());
  if (!newest.ok) return newest;
  const stored = answerOf('evidence', await evidence.cursor());
  if (!stored.ok) return stored;
  const feedKey = answerOf('uploads', await uploads.feedKey());
  if (!feedKey.ok) return feedKey;
  const newestSeq = answerOf('uploads', await uploads.newestSeq());
  if (!newestSeq.ok) return newestSeq;
  const toSeq = Math.min(newestSeq.value, settings.toSeq ?? newestSeq.value);

  const row = newest.value;
  const step = row?.step ?? 0;
  const belong =
    step <= stored.value.step &&
    step >= stored.value.clearedStep &&
    (row?.seq ?? 0) <= stored.value.seq &&
    stored.value.seq <= newestSeq.value;
  if (!belong) return err({ kind: 'mismatch' });
  if (step === stored.value.step && step > stored.value.clearedStep) {
    const cleared = answerOf('evidence', await evidence.clearMarks(null, null));
    if (!cleared.ok) return cleared;
  }
  const cursor = answerOf('evidence', await evidence.cursor());
  if (!cursor.ok) return cursor;
  const bounds = settings.bounds ?? SNAPSHOT_BOUNDS;
  const ordered = await carryOutOrders({ uploads, evidence, kinds: settings.kinds, bounds }, cursor.value);
  if (!ordered.ok) return ordered;
  const excluded = answerOf('evidence', await evidence.excluded());
  if (!excluded.ok) return excluded;
  const fromSeq = row?.seq ?? 0;
  return ok({
    ports,
    kinds: settings.kinds,
    changeLog: settings.changeLog,
    bounds,
    feed: { digest: ports.digest, feedKey: feedKey.value, time: settings.feedTime },
    toSeq,
    excluded: excluded.value,
    goOn: async (seq) => settings.goOn === undefined || (await settings.goOn({ fromSeq, seq, toSeq })),
    cursor: { ...ordered.value, dataAsOfMs: later(ordered.value.dataAsOfMs, settings.dataAsOfMs ?? null) },
    row,
    hasMoreAgain: false,
    damaged: 0,
  });
};

const later = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.max(a, b);

const dayOrNull = (ms: number | null): number | null => (ms === null ? null : dayOf(ms));

/** What the next snapshot brings to the feed; the evidence has come as far. */
interface Gathered {
  readonly seq: number;
  readonly feed: readonly FeedRow[];
  readonly records: number;
  readonly startedAtMs: number;
  readonly caughtUp: boolean;
}

/** Step 1: records beyond the cursor are counted; those the evidence has already are only read again for the feed. */
const gather = async (run: Run): Promise<Result<Gathered | 'stopped', SnapshotFailure>> => {
  const { ports, bounds, kinds, excluded, toSeq } = run;
  const startedAtMs = ports.clock.nowMs();
  const feed: FeedRow[] = [];
  let batch = createBatch();
  let { dataAsOfMs } = run.cursor;
  let seq = run.row?.seq ?? 0;
  let records = 0;
  let bodyChars = 0;
  const keep = async (): Promise<Result<void, SnapshotFailure>> => {
    if (seq <= run.cursor.seq) return ok(undefined);
    const to = { ...run.cursor, step: run.cursor.step + 1, seq, dataAsOfMs };
    const added = answerOf('evidence', await ports.evidence.add(to, batch.take()));
    if (added.ok) run.cursor = to;
    batch = createBatch();
    return added;
  };
  while (seq < toSeq && records < bounds.recordsMax && bodyChars < bounds.bodyCharsMax) {
    if (records > 0 && !(await run.goOn(seq))) {
      const kept = await keep();
      return kept.ok ? ok('stopped') : kept;
    }
    const counted = seq < run.cursor.seq;
    const to = counted ? run.cursor.seq : toSeq;
    const limit = Math.min(nextChunkRecords(bounds, records, bodyChars), bounds.recordsMax - records);
    const chunk = answerOf('uploads', await ports.uploads.records(seq, to, limit));
    if (!chunk.ok) return chunk;
    records += chunk.value.length;
    for (const record of chunk.value) {
      seq = record.seq;
      bodyChars += record.body.length;
      if (record.damaged === true) run.damaged++;
      const judged = countableRecord(record, kinds, excluded);
      if (judged === null) continue;
      if (judged.inFeed) feed.push(feedRow(record, run.feed));
      if (counted) continue;
      batch.add(judged);
      dataAsOfMs = Math.max(dataAsOfMs ?? record.receivedAtMs, record.receivedAtMs);
      if (batch.size < bounds.batchRowsMax) continue;
      const kept = await keep();
      if (!kept.ok) return kept;
    }
    // Numbers may be left out at the end of the range: then there is nothing more in it.
    if (chunk.value.length === 0) seq = to;
  }
  const kept = await keep();
  if (!kept.ok) return kept;
  return ok({ seq: Math.min(seq, run.cursor.seq), feed, records, startedAtMs, caughtUp: seq >= toSeq });
};

/** Steps 2 to 4. */
const publish = async (run: Run, gathered: Gathered): Promise<Result<SnapshotRow, SnapshotFailure>> => {
  const { evidence, snapshots, uploads, clock, log } = run.ports;
  const again = await rowsAgain(run.ports, run, run.row?.seq ?? 0);
  if (!again.ok) return again;
  const stepped = again.value.rows.length > 0 ? await step(run) : ok(undefined);
  if (!stepped.ok) return stepped;
  const corpusCounts = answerOf('snapshot', await snapshots.corpusCounts());
  if (!corpusCounts.ok) return corpusCounts;
  const feed = planFeed([...gathered.feed, ...again.value.rows], corpusCounts.value);
  const noted = answerOf('evidence', await evidence.notePlaces(feed.places));
  if (!noted.ok) return noted;

  const queued = answerOf('evidence', await queuedChange(evidence));
  if (!queued.ok) return queued;
  // The daily roll-ups wait for the last snapshot of a run: before it, records of their days may be missing.
  const day = gathered.caughtUp ? dayOrNull(run.cursor.dataAsOfMs) : run.cursor.dailyDay;
  const counts = answerOf('evidence', await evidence.counts());
  if (!counts.ok) return counts;
  const liveKeys = await uploads.liveKeys();
  const { dataAsOfMs } = run.cursor;
  const parts = watched(factChanges(evidence, day === run.cursor.dailyDay ? null : day));
  const written = await snapshots.write({
    ...NO_FACTS,
    row: {
      n: (run.row?.n ?? 0) + 1,
      writtenAtMs: clock.nowMs(),
      queued: (run.row?.queued ?? 0) + queued.value,
      ...{ dataAsOfMs, step: run.cursor.step, seq: gathered.seq, ...counts.value },
    },
    corpusWithdrawals: [],
    corpus: feed.additions,
    parts: parts.each(),
    liveKeys: liveKeys.ok ? liveKeys.value : null,
    changeLog: run.changeLog,
    erased: again.value.erased,
    forgetsFallen: again.value.erasedOut,
  });
  const row = answerOf(parts.failed() ? 'evidence' : 'snapshot', written);
  if (!row.ok) return row;
  run.row = row.value;
  run.hasMoreAgain = again.value.more;
  const cleared = answerOf('evidence', await evidence.clearMarks(day, again.value.done));
  if (!cleared.ok) return cleared;
  run.cursor = { ...run.cursor, clearedStep: run.cursor.step, dailyDay: day };
  const ms = clock.nowMs() - gathered.startedAtMs;
  log.info('snapshot.written', { n: row.value.n, records: gathered.records, rows: feed.places.length, ms });
  return row;
};

/**
 * A snapshot that only puts rows into the feed again has a step of its own, too, by which a run that finds it written
 * knows that its marks are to be cleared.
 */
const step = async (run: Run): Promise<Result<void, SnapshotFailure>> => {
  if (run.cursor.step > run.cursor.clearedStep) return ok(undefined);
  const to = { ...run.cursor, step: run.cursor.step + 1 };
  const moved = answerOf('evidence', await run.ports.evidence.add(to, createBatch().take()));
  if (moved.ok) run.cursor = to;
  return moved;
};

/** Parts on their way to the writer, and whether one of them could not be had: then the fault is not the writer's. */
const watched = <T>(source: AsyncIterable<StorageResult<T>>) => {
  let failed = false;
  const each = async function* (): AsyncGenerator<StorageResult<T>> {
    try {
      for await (const part of source) {
        failed ||= !part.ok;
        yield part;
      }
    } catch (error) {
      // A value that was kept as JSON and is none any more: the evidence is damaged.
      if (!(error instanceof SyntaxError)) throw error;
      failed = true;
      yield err(unreachable('JSON_DAMAGED'));
    }
  };
  return { each, failed: () => failed };
};

import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import type { EvidenceCursor, EvidenceStore } from '../ports/evidence.ts';
import type { Log } from '../ports/log.ts';
import type { SnapshotRow, SnapshotWriter } from '../ports/snapshots.ts';
import type { UploadReader } from '../ports/uploads.ts';
import { err, ok, type Result } from '../result.ts';
import { gatherLoot } from '../rollups/drops.ts';
import { nextChunkRecords, SNAPSHOT_BOUNDS, type SnapshotBounds } from './bounds.ts';
import { dropChanges } from './drop_changes.ts';
import { answerOf, type SnapshotFailure } from './failure.ts';
import { type FeedRow, type FeedRules, type FeedTime, feedAdditions, feedRow } from './feed.ts';
import { judgeRecord } from './judge.ts';
import { type LootWindow, takeIn } from './take_in.ts';

export interface SnapshotPorts {
  readonly uploads: UploadReader;
  readonly evidence: EvidenceStore;
  readonly snapshots: SnapshotWriter;
  readonly digest: Digest;
  readonly clock: Clock;
  readonly log: Log;
}

export interface SnapshotSettings {
  /** Names of the kinds whose records stand in the public feed. */
  readonly publicKinds: ReadonlySet<string>;
  readonly feedTime: FeedTime;
  readonly bounds?: SnapshotBounds;
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
  /** `goOn` said no: what is left is taken in by the next run. */
  readonly stopped: boolean;
}

/**
 * Brings evidence and snapshot up to the newest record kept when it begins, and writes at least one snapshot row, so
 * that health tells a quiet instance from a dead job. Each record counts once, wherever an earlier run was killed:
 *
 * 1. `evidence.add`: evidence, dirty marks and cursor in one transaction;
 * 2. `snapshots.write`: corpus rows, the facts of the dirty sources and the row in one transaction;
 * 3. `evidence.clearMarks`.
 *
 * A run killed before 2 leaves the evidence ahead: its marks stand, its corpus rows are read from the uploads again.
 * One killed before 3 leaves marks of facts already stated: the snapshot's `step` equals the evidence's, they go.
 * A rebuild is the same run on empty evidence and an empty snapshot of a new epoch (design, section 1).
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
  let written = 0;
  while (goesOn) {
    const gathered = await gather(run);
    if (!gathered.ok) return gathered;
    if (gathered.value === 'stopped') break;
    const row = await publish(run, gathered.value);
    if (!row.ok) return row;
    written++;
    if (gathered.value.caughtUp) return ok({ written, newest: run.row, stopped: false });
    goesOn = await run.goOn(run.row?.seq ?? 0);
  }
  return ok({ written, newest: run.row, stopped: true });
};

/** A run under way: where evidence and snapshot stand now. */
interface Run {
  readonly ports: SnapshotPorts;
  readonly publicKinds: ReadonlySet<string>;
  readonly bounds: SnapshotBounds;
  readonly feed: FeedRules;
  readonly toSeq: number;
  readonly goOn: (seq: number) => Promise<boolean>;
  cursor: EvidenceCursor;
  row: SnapshotRow | null;
}

const begin = async (ports: SnapshotPorts, settings: SnapshotSettings): Promise<Result<Run, SnapshotFailure>> => {
  const newest = answerOf('snapshot', await ports.snapshots.newest());
  if (!newest.ok) return newest;
  const cursor = answerOf('evidence', await ports.evidence.cursor());
  if (!cursor.ok) return cursor;
  const feedKey = answerOf('uploads', await ports.uploads.feedKey());
  if (!feedKey.ok) return feedKey;
  const toSeq = answerOf('uploads', await ports.uploads.newestSeq());
  if (!toSeq.ok) return toSeq;

  const row = newest.value;
  const step = row?.step ?? 0;
  const belong =
    step <= cursor.value.step &&
    step >= cursor.value.clearedStep &&
    (row?.seq ?? 0) <= cursor.value.seq &&
    cursor.value.seq <= toSeq.value;
  if (!belong) return err({ kind: 'mismatch' });
  if (step === cursor.value.step) {
    const cleared = answerOf('evidence', await ports.evidence.clearMarks());
    if (!cleared.ok) return cleared;
  }
  const fromSeq = row?.seq ?? 0;
  return ok({
    ports,
    publicKinds: settings.publicKinds,
    bounds: settings.bounds ?? SNAPSHOT_BOUNDS,
    feed: { digest: ports.digest, feedKey: feedKey.value, time: settings.feedTime },
    toSeq: toSeq.value,
    goOn: async (seq) => settings.goOn === undefined || (await settings.goOn({ fromSeq, seq, toSeq: toSeq.value })),
    cursor: cursor.value,
    row,
  });
};

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
  const { ports, bounds, publicKinds, toSeq } = run;
  const startedAtMs = ports.clock.nowMs();
  const feed: FeedRow[] = [];
  const windows: LootWindow[] = [];
  let cursor = run.cursor;
  let seq = run.row?.seq ?? 0;
  let records = 0;
  let bodyChars = 0;
  while (seq < toSeq && records < bounds.recordsMax && bodyChars < bounds.bodyCharsMax) {
    if (records > 0 && !(await run.goOn(seq))) return ok('stopped');
    const counted = seq < run.cursor.seq;
    const to = counted ? run.cursor.seq : toSeq;
    const limit = Math.min(nextChunkRecords(bounds, records, bodyChars), bounds.recordsMax - records);
    const read = answerOf('uploads', await ports.uploads.records(seq, to, limit));
    if (!read.ok) return read;
    const chunk = read.value.map((record) => judgeRecord(record, publicKinds));
    // Numbers may be left out at the end of the range: then there is nothing more in it.
    seq = chunk.at(-1)?.record.seq ?? to;
    records += chunk.length;
    if (!counted) {
      const taken = takeIn(cursor, chunk);
      cursor = taken.to;
      windows.push(...taken.windows);
    }
    for (const { record, inFeed } of chunk) {
      if (inFeed) feed.push(feedRow(record, run.feed));
      bodyChars += record.body.length;
    }
  }
  const added = await addEvidence(run, cursor, windows);
  if (!added.ok) return added;
  return ok({ seq: Math.min(seq, cursor.seq), feed, records, startedAtMs, caughtUp: seq >= toSeq });
};

const addEvidence = async (
  run: Run,
  to: EvidenceCursor,
  windows: readonly LootWindow[],
): Promise<Result<void, SnapshotFailure>> => {
  if (to.seq === run.cursor.seq) return ok(undefined);
  const cursor = { ...to, step: run.cursor.step + 1 };
  const added = answerOf('evidence', await run.ports.evidence.add(cursor, gatherLoot(windows)));
  if (added.ok) run.cursor = cursor;
  return added;
};

/** Steps 2 and 3. */
const publish = async (run: Run, gathered: Gathered): Promise<Result<SnapshotRow, SnapshotFailure>> => {
  const { evidence, snapshots, clock, log } = run.ports;
  const changes = answerOf('evidence', await dropChanges(evidence));
  if (!changes.ok) return changes;
  const { dataAsOfMs, step, uploads, legacyRecords, lootUploads, lootRecords, lootWindows } = run.cursor;
  const row = answerOf(
    'snapshot',
    await snapshots.write({
      row: {
        n: (run.row?.n ?? 0) + 1,
        writtenAtMs: clock.nowMs(),
        queued: (run.row?.queued ?? 0) + changes.value.queuedChange,
        ...{ dataAsOfMs, step, seq: gathered.seq, uploads, legacyRecords, lootUploads, lootRecords, lootWindows },
      },
      corpus: feedAdditions(gathered.feed),
      drops: changes.value.facts,
    }),
  );
  if (!row.ok) return row;
  run.row = row.value;
  const cleared = answerOf('evidence', await evidence.clearMarks());
  if (!cleared.ok) return cleared;
  run.cursor = { ...run.cursor, clearedStep: run.cursor.step };
  const ms = clock.nowMs() - gathered.startedAtMs;
  log.info('snapshot.written', { n: row.value.n, records: gathered.records, rows: gathered.feed.length, ms });
  return row;
};

import type { StoredRecord } from '../ports/uploads.ts';
import { toUtcDay } from '../values/instant.ts';
import { createEvidenceBatch } from './batch.ts';
import { chooseChunkRecords } from './bounds.ts';
import { type CountableRecord, prepareRecord } from './counting_records.ts';
import { buildFeedRow, type FeedRow } from './feed.ts';
import type { Run } from './run.ts';

/** Feed rows for the next snapshot. The evidence has reached the same `seq`. */
export interface GatherResult {
  readonly seq: number;
  readonly feed: readonly FeedRow[];
  readonly records: number;
  readonly startedAtMs: number;
  readonly caughtUp: boolean;
  /** True if a grant covers some of these records. The evidence tracks their places until facts are written. */
  readonly hasGranted: boolean;
}

/** Step 1: counts records after the cursor. Records already in the evidence are only read for the feed. */
export async function gatherRecords(run: Run): Promise<GatherResult | 'stopped'> {
  const startedAtMs = run.ports.clock.nowMs();
  const state: GatheringState = {
    seq: run.row?.seq ?? 0,
    records: 0,
    bodyChars: 0,
    feed: [],
    batch: createEvidenceBatch(run.familiesApart),
    dataAsOfMs: run.cursor.dataAsOfMs,
    hasGranted: false,
  };
  while (hasRoomForRecords(run, state)) {
    if (state.records > 0 && !(await run.goOn(state.seq))) {
      await flushEvidenceBatch(run, state);
      return 'stopped';
    }
    await gatherChunk(run, state);
  }
  await flushEvidenceBatch(run, state);
  const { seq, feed, records, hasGranted } = state;
  const caughtUp = seq >= run.toSeq;
  return { seq: Math.min(seq, run.cursor.seq), feed, records, startedAtMs, caughtUp, hasGranted };
}

interface GatheringState {
  seq: number;
  records: number;
  bodyChars: number;
  readonly feed: FeedRow[];
  /** Counted records that are not in the evidence yet. */
  batch: ReturnType<typeof createEvidenceBatch>;
  dataAsOfMs: number | null;
  hasGranted: boolean;
}

function hasRoomForRecords({ toSeq, bounds }: Run, { seq, records, bodyChars }: GatheringState): boolean {
  return seq < toSeq && records < bounds.recordsMax && bodyChars < bounds.bodyCharsMax;
}

async function gatherChunk(run: Run, state: GatheringState): Promise<void> {
  const { ports, bounds } = run;
  const { seq, records, bodyChars } = state;
  const isCounted = seq < run.cursor.seq;
  const to = isCounted ? run.cursor.seq : run.toSeq;
  const limit = Math.min(chooseChunkRecords(bounds, records, bodyChars), bounds.recordsMax - records);
  const chunk = await ports.uploads.records(seq, to, limit);
  state.records += chunk.length;
  for (const record of chunk) {
    const judged = prepareRecord(record, run.kinds, run.excluded);
    gatherRecord(run, state, record, isCounted ? null : judged);
    if (judged?.inFeed) state.feed.push(buildFeedRow(record, run.feed));
    if (state.batch.size < bounds.batchRowsMax) continue;
    await flushEvidenceBatch(run, state);
  }
  // The last sequence numbers of the range may be missing, in which case no records are left in it.
  if (chunk.length === 0) state.seq = to;
}

/** Counts a record, unless `judged` is null. */
function gatherRecord(run: Run, state: GatheringState, record: StoredRecord, judged: CountableRecord | null): void {
  state.seq = record.seq;
  state.bodyChars += record.body.length;
  if (record.damaged === true) run.damaged++;
  if (record.grants.length > 0) state.hasGranted = true;
  if (judged === null) return;
  if (run.ratesDay !== null && toUtcDay(record.receivedAtMs) < run.ratesDay) run.ratesDay = null;
  if (run.waiting.has(record.installN)) state.batch.addWaiting(judged);
  else state.batch.add(judged);
  state.dataAsOfMs = Math.max(state.dataAsOfMs ?? record.receivedAtMs, record.receivedAtMs);
}

async function flushEvidenceBatch(run: Run, state: GatheringState): Promise<void> {
  const { seq, dataAsOfMs, batch } = state;
  if (seq <= run.cursor.seq) return;
  const to = { ...run.cursor, step: run.cursor.step + 1, seq, dataAsOfMs };
  await run.ports.evidence.add(to, batch.take());
  run.cursor = to;
  state.batch = createEvidenceBatch(run.familiesApart);
}

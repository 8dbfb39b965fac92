import type { StoredRecord } from '../ports/uploads.ts';
import { createBatch } from './batch.ts';
import { nextChunkRecords } from './bounds.ts';
import { countableRecord } from './counting_records.ts';
import { type FeedRow, feedRow } from './feed.ts';
import type { Run } from './run.ts';

/** What the next snapshot brings to the feed; the evidence has come as far. */
export interface Gathered {
  readonly seq: number;
  readonly feed: readonly FeedRow[];
  readonly records: number;
  readonly startedAtMs: number;
  readonly caughtUp: boolean;
  /** Records under a grant are among them: the evidence knows of each until facts are stated whether it has its place. */
  readonly hasGranted: boolean;
}

/** Step 1: records beyond the cursor are counted; those the evidence has already are only read again for the feed. */
export async function gather(run: Run): Promise<Gathered | 'stopped'> {
  const startedAtMs = run.ports.clock.nowMs();
  const gathering: Gathering = {
    seq: run.row?.seq ?? 0,
    ...{ records: 0, bodyChars: 0, feed: [], batch: createBatch(run.familiesApart), dataAsOfMs: run.cursor.dataAsOfMs },
    hasGranted: false,
  };
  while (goesOn(run, gathering)) {
    if (gathering.records > 0 && !(await run.goOn(gathering.seq))) {
      await keep(run, gathering);
      return 'stopped';
    }
    await takeChunk(run, gathering);
  }
  await keep(run, gathering);
  const { seq, feed, records, hasGranted } = gathering;
  const caughtUp = seq >= run.toSeq;
  return { seq: Math.min(seq, run.cursor.seq), feed, records, startedAtMs, caughtUp, hasGranted };
}

/** As far as records were read. */
interface Gathering {
  seq: number;
  records: number;
  bodyChars: number;
  readonly feed: FeedRow[];
  /** What was counted of them and is not in the evidence yet. */
  batch: ReturnType<typeof createBatch>;
  dataAsOfMs: number | null;
  hasGranted: boolean;
}

function goesOn({ toSeq, bounds }: Run, { seq, records, bodyChars }: Gathering): boolean {
  return seq < toSeq && records < bounds.recordsMax && bodyChars < bounds.bodyCharsMax;
}

async function takeChunk(run: Run, gathering: Gathering): Promise<void> {
  const { ports, bounds } = run;
  const { seq, records, bodyChars } = gathering;
  const isCounted = seq < run.cursor.seq;
  const to = isCounted ? run.cursor.seq : run.toSeq;
  const limit = Math.min(nextChunkRecords(bounds, records, bodyChars), bounds.recordsMax - records);
  const chunk = await ports.uploads.records(seq, to, limit);
  gathering.records += chunk.length;
  for (const record of chunk) {
    takeRecord(run, gathering, record, isCounted);
    if (gathering.batch.size < bounds.batchRowsMax) continue;
    await keep(run, gathering);
  }
  // Numbers may be left out at the end of the range: then there is nothing more in it.
  if (chunk.length === 0) gathering.seq = to;
  return undefined;
}

function takeRecord(run: Run, gathering: Gathering, record: StoredRecord, isCounted: boolean): void {
  gathering.seq = record.seq;
  gathering.bodyChars += record.body.length;
  if (record.damaged === true) run.damaged++;
  if (record.grants.length > 0) gathering.hasGranted = true;
  const judged = countableRecord(record, run.kinds, run.excluded);
  if (judged === null) return;
  if (judged.inFeed) gathering.feed.push(feedRow(record, run.feed));
  if (isCounted) return;
  if (run.waiting.has(record.installN)) gathering.batch.addWaiting(judged);
  else gathering.batch.add(judged);
  gathering.dataAsOfMs = Math.max(gathering.dataAsOfMs ?? record.receivedAtMs, record.receivedAtMs);
}

/** Adds what was counted to the evidence, which then has come as far. */
async function keep(run: Run, gathering: Gathering): Promise<void> {
  const { seq, dataAsOfMs, batch } = gathering;
  if (seq <= run.cursor.seq) return undefined;
  const to = { ...run.cursor, step: run.cursor.step + 1, seq, dataAsOfMs };
  await run.ports.evidence.add(to, batch.take());
  run.cursor = to;
  gathering.batch = createBatch(run.familiesApart);
  return undefined;
}

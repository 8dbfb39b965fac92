import type { EvidenceCursor, EvidenceStore } from '../ports/evidence.ts';
import type { PendingRecord } from '../ports/pending_feed.ts';
import type { StoredRecord, UploadReader } from '../ports/uploads.ts';
import { createEvidenceBatch } from './batch.ts';
import type { SnapshotBounds } from './bounds.ts';
import { type CountingRules, prepareRecord } from './counting_records.ts';

/** A cursor that advances step by step. Each step is one transaction of the evidence. */
export interface Stepper {
  readonly cursor: EvidenceCursor;
  /** Moves the cursor by one step and returns it. */
  next(changes?: Partial<EvidenceCursor>): EvidenceCursor;
}

export function createCursorStepper(from: EvidenceCursor): Stepper {
  let cursor = from;
  return {
    get cursor() {
      return cursor;
    },
    next: (changes = {}) => {
      cursor = { ...cursor, ...changes, step: cursor.step + 1 };
      return cursor;
    },
  };
}

/** The stores and rules used to process records that an earlier run ingested. */
export interface ReplayContext {
  readonly uploads: UploadReader;
  readonly evidence: EvidenceStore;
  readonly kinds: CountingRules;
  readonly bounds: SnapshotBounds;
  /** Installs that do not count as witnesses yet. */
  readonly waiting: ReadonlySet<number>;
  /** True if installs of different address families are counted separately. */
  readonly familiesApart: boolean;
}

/** Adds records to the evidence. Records in `stillPublic` keep their feed rows. Waiting installs add no claims. */
export async function replayRecords(
  { evidence, kinds, bounds, waiting, familiesApart }: ReplayContext,
  steps: Stepper,
  records: readonly StoredRecord[],
  { excluded, stillPublic }: { readonly excluded: ReadonlySet<number>; readonly stillPublic: ReadonlySet<number> },
): Promise<void> {
  let batch = createEvidenceBatch(familiesApart);
  let feed: PendingRecord[] = [];
  for (const record of records) {
    const judged = prepareRecord(record, kinds, excluded);
    if (judged === null) continue;
    const waits = waiting.has(record.installN);
    if (stillPublic.has(record.seq)) {
      if (!waits) batch.addClaims(judged);
    } else {
      if (waits) batch.addWaiting(judged);
      else batch.add(judged);
      if (judged.inFeed) feed.push({ seq: record.seq, installN: record.installN });
    }
    if (batch.size < bounds.batchRowsMax) continue;
    await evidence.add(steps.next(), batch.take(feed));
    batch = createEvidenceBatch(familiesApart);
    feed = [];
  }
  return await evidence.add(steps.next(), batch.take(feed));
}

/** Starts counting an install's reports, whose feed rows already exist. First removes claims added by a killed run. */
export async function countInstall(
  ground: ReplayContext,
  steps: Stepper,
  { installN, toSeq }: { readonly installN: number; readonly toSeq: number },
  changes: Partial<EvidenceCursor> = {},
): Promise<void> {
  await ground.evidence.removeInstallClaims(steps.next(changes), installN);
  return replayChunks(
    (seq) => ground.uploads.recordsOfInstall(installN, seq, toSeq, ground.bounds.chunkRecordsMax),
    (records) =>
      replayRecords(ground, steps, records, {
        excluded: NO_INSTALLS,
        stillPublic: new Set(records.map(({ seq }) => seq)),
      }),
  );
}

export const NO_INSTALLS: ReadonlySet<number> = new Set();

/** Reads records chunk by chunk and stops at the first empty chunk. */
export async function replayChunks(
  read: (afterSeq: number) => ReturnType<UploadReader['recordsOfInstall']>,
  work: (records: readonly StoredRecord[]) => Promise<void>,
): Promise<void> {
  for (let seq = 0; ; ) {
    const records = await read(seq);
    const last = records.at(-1);
    if (last === undefined) return;
    await work(records);
    seq = last.seq;
  }
}

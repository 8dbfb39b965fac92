import { isSelfGranted } from '../families/counting/granted.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import type { RecordToReview } from '../ports/pending_feed.ts';
import type { Order, StoredRecord } from '../ports/uploads.ts';
import { EMPTY_BATCH } from './batch.ts';
import { requestWeightFit } from './rate_weights.ts';
import {
  countInstall,
  createCursorStepper,
  NO_INSTALLS,
  type ReplayContext,
  replayChunks,
  replayRecords,
  type Stepper,
} from './replay_records.ts';
import { assignsNetworkSlot, listPendingInstalls, type PendingWitnesses } from './witness_day.ts';

/** Roll-ups that store one claim per named record, under its sequence number, so single records can be removed. */
const RECORD_FAMILY_NAMES: readonly string[] = CLAIM_FAMILIES.filter((rollup) => rollup.perRecord === true).map(
  (rollup) => rollup.name,
);

/**
 * Applies the orders after the cursor to the evidence (contract, section 2, Grant, Erasure and withholding). Each order
 * is handled according to the current state of its install or grant. Every step moves the cursor in its own transaction
 * and is idempotent, so a run may be killed at any point. Returns the new cursor.
 */
export async function carryOutOrders(
  ports: Omit<ReplayContext, 'waiting'>,
  from: EvidenceCursor,
  orders: readonly Order[],
  waiting: PendingWitnesses,
): Promise<EvidenceCursor> {
  const steps = createCursorStepper(from);
  if (from.step === 0) await excludeInstalls(ports, steps);
  let context: ReplayContext = { ...ports, waiting: listPendingInstalls(waiting, from.orderN) };
  for (const order of orders) {
    const placed = assignsNetworkSlot(waiting, order);
    if (placed) context = { ...context, waiting: listPendingInstalls(waiting, order.n) };
    if (order.kind === 'install') await applyInstallOrder(context, steps, order, placed);
    else await applyGrantOrder(context, steps, order);
  }
  return steps.cursor;
}

/** Excludes all withheld installs. This is needed for empty evidence, which has not seen orders carried out earlier. */
async function excludeInstalls(
  { uploads, evidence }: Pick<ReplayContext, 'uploads' | 'evidence'>,
  steps: Stepper,
): Promise<void> {
  const withheld = await uploads.withheld();
  for (const installN of withheld) {
    await evidence.removeInstall(steps.next(), installN, { stays: true, erased: false });
  }
}

async function applyInstallOrder(
  context: ReplayContext,
  steps: Stepper,
  { n: orderN, installN, state, fromSeq }: Extract<Order, { kind: 'install' }>,
  placed: boolean,
): Promise<void> {
  const { evidence } = context;
  const excluded = await evidence.excluded();
  if (state !== 'in') {
    // A killed run may have readmitted part of an excluded install. Removing the install again is harmless.
    const options = { stays: state === 'withheld', erased: state === 'erased' };
    return evidence.removeInstall(steps.next({ orderN, ...createRecountCursor(steps) }), installN, options);
  }
  // Lost records that were stored again must not be counted twice, but which of them had been counted is unknown.
  if (excluded.has(installN) || fromSeq !== undefined) return readmitInstall(context, steps, orderN, installN);
  if (placed && !context.waiting.has(installN)) {
    const toSeq = steps.cursor.seq;
    await countInstall(context, steps, { installN, toSeq }, createRecountCursor(steps));
  }
  return skipOrder(context, steps, orderN);
}

/** Changes of the cursor if an install is added or removed: daily roll-ups and weights of rates are computed again. */
function createRecountCursor({ cursor }: Stepper): Pick<EvidenceCursor, 'dailyDay' | 'rateFit'> {
  return { dailyDay: null, ...requestWeightFit(cursor) };
}

/** Counts the install's records again, after removing everything added by a killed run. */
async function readmitInstall(context: ReplayContext, steps: Stepper, orderN: number, installN: number): Promise<void> {
  const { evidence, uploads, bounds } = context;
  const { seq: toSeq } = steps.cursor;
  await evidence.removeInstall(steps.next(createRecountCursor(steps)), installN, { stays: true, erased: false });
  await replayChunks(
    (seq) => uploads.recordsOfInstall(installN, seq, toSeq, bounds.chunkRecordsMax),
    (records) => replayRecords(context, steps, records, { excluded: NO_INSTALLS, stillPublic: NO_INSTALLS }),
  );
  return evidence.readmit(steps.next({ orderN }), installN);
}

/**
 * Removes records whose grant was revoked and adds records that a grant now covers. Records in the feed that are still
 * covered keep their places, so that followers of the feed neither miss them nor get them twice. Their claims are added
 * again under the current grants. A row whose `self` flag is no longer correct is replaced.
 */
async function applyGrantOrder(
  context: ReplayContext,
  steps: Stepper,
  { n, grantN }: Extract<Order, { kind: 'grant' }>,
): Promise<void> {
  const { evidence, uploads, bounds } = context;
  const { seq: toSeq } = steps.cursor;
  const excluded = await evidence.excluded();
  await replayChunks(
    (seq) => uploads.recordsOfGrant(grantN, seq, toSeq, bounds.chunkRecordsMax),
    async (records) => {
      const inFeed = await evidence.feedRecords(records.map(({ seq }) => seq));
      const rows = new Map(inFeed.map(({ seq, self }) => [seq, self]));
      const known = records.filter(({ seq }) => rows.has(seq));
      const staying = new Set(known.filter((record) => isRowKept(record, rows.get(record.seq)!)).map(({ seq }) => seq));
      if (known.length > 0) {
        const named = known.map((record) => toRecordToReview(record, staying.has(record.seq)));
        await evidence.removeRecords(steps.next(), named, RECORD_FAMILY_NAMES);
      }
      return replayRecords(context, steps, records, { excluded, stillPublic: staying });
    },
  );
  return skipOrder(context, steps, n);
}

/** Moves the cursor past an order that needs no further work. */
function skipOrder({ evidence }: ReplayContext, steps: Stepper, orderN: number): Promise<void> {
  return evidence.add(steps.next({ orderN }), EMPTY_BATCH);
}

/** Returns whether a record keeps its feed row: a grant still covers it, and the row's `self` flag is correct. */
function isRowKept({ grants }: StoredRecord, self: boolean | null): boolean {
  return grants.length > 0 && (self === null || self === isSelfGranted(grants));
}

function toRecordToReview({ seq, uploadN, installN }: StoredRecord, stays: boolean): RecordToReview {
  return { seq, uploadN, installN, ...(stays ? { stays } : {}) };
}

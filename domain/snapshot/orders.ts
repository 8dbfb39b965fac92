import { isSelfGranted } from '../families/counting/granted.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { EvidenceCursor } from '../ports/evidence.ts';
import type { NamedRecord } from '../ports/evidence_feed.ts';
import type { Order, StoredRecord } from '../ports/uploads.ts';
import { EMPTY_BATCH } from './batch.ts';
import { findsPlace, type PendingWitnesses, pendingAfterOrder } from './pending_witnesses.ts';
import { countInstall, eachChunk, type ReplayContext, replayRecords } from './replay_records.ts';

/** Roll-ups that store one claim per named record, under the record's number, so that single records can be removed. */
const OF_NAMED_RECORDS: readonly string[] = CLAIM_FAMILIES.filter((rollup) => rollup.perRecord === true).map(
  (rollup) => rollup.name,
);

/**
 * Applies the orders after the cursor to the evidence, that is, the requests about installs and grants (contract,
 * section 2, Grant, Erasure and withholding). Each order is handled by the current state of its install or grant.
 * Every step moves the cursor in its own transaction and is idempotent, so a run may be killed at any point. Returns
 * the new cursor.
 */
export async function carryOutOrders(
  ports: Omit<ReplayContext, 'waiting'>,
  from: EvidenceCursor,
  orders: readonly Order[],
  waiting: PendingWitnesses,
): Promise<EvidenceCursor> {
  const begun = from.step === 0 ? await passOverWithheld(ports, from) : from;
  let cursor = begun;
  let ground: ReplayContext = { ...ports, waiting: pendingAfterOrder(waiting, from.orderN) };
  for (const order of orders) {
    const placed = findsPlace(waiting, order);
    if (placed) ground = { ...ground, waiting: pendingAfterOrder(waiting, order.n) };
    const done =
      order.kind === 'install'
        ? await lookAtInstall(ground, cursor, order, placed)
        : await lookAtGrant(ground, cursor, order);
    cursor = done;
  }
  return cursor;
}

/**
 * Excludes all withheld installs. Empty evidence, as in a rebuild, has not seen the orders that were carried out
 * earlier.
 */
async function passOverWithheld(
  { uploads, evidence }: Pick<ReplayContext, 'uploads' | 'evidence'>,
  from: EvidenceCursor,
): Promise<EvidenceCursor> {
  const withheld = await uploads.withheld();
  let cursor = from;
  for (const installN of withheld) {
    cursor = { ...cursor, step: cursor.step + 1 };
    await evidence.removeInstall(cursor, installN, { stays: true, erased: false });
  }
  return cursor;
}

async function lookAtInstall(
  ground: ReplayContext,
  from: EvidenceCursor,
  { n, installN, state }: Extract<Order, { kind: 'install' }>,
  placed: boolean,
): Promise<EvidenceCursor> {
  const { evidence } = ground;
  const excluded = await evidence.excluded();
  const to = { ...from, step: from.step + 1, orderN: n, dailyDay: null };
  if (state === 'in') {
    if (excluded.has(installN)) return readmit(ground, from, n, installN);
    return placed && !ground.waiting.has(installN) ? letCount(ground, from, n, installN) : skip(ground, from, n);
  }
  // A killed run may have readmitted part of an excluded install. Removing it again is harmless.
  const options = { stays: state === 'withheld', erased: state === 'erased' };
  await evidence.removeInstall(to, installN, options);
  return to;
}

/**
 * Counts the install's records again. If an earlier run was killed halfway, the install is still excluded, and
 * everything that run had added is removed first.
 */
async function readmit(
  ground: ReplayContext,
  from: EvidenceCursor,
  orderN: number,
  installN: number,
): Promise<EvidenceCursor> {
  const { evidence, uploads } = ground;
  // Other installs count in the daily roll-ups now, so recompute them.
  let cursor: EvidenceCursor = { ...from, dailyDay: null };
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  await evidence.removeInstall(next(), installN, { stays: true, erased: false });
  await eachChunk(
    (seq) => uploads.recordsOfInstall(installN, seq, from.seq, ground.bounds.chunkRecordsMax),
    async (records) => replayRecords(ground, next, records, { excluded: NONE, standing: NONE }),
  );
  const to = { ...cursor, step: cursor.step + 1, orderN };
  await evidence.readmit(to, installN);
  return to;
}

/** Counts the reports of an install that has got a place in its network. */
async function letCount(
  ground: ReplayContext,
  from: EvidenceCursor,
  orderN: number,
  installN: number,
): Promise<EvidenceCursor> {
  let cursor: EvidenceCursor = { ...from, dailyDay: null };
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  await countInstall(ground, next, { installN, toSeq: from.seq });
  return skip(ground, cursor, orderN);
}

/**
 * Removes records whose grant was revoked and adds records that a grant now covers. Records that are in the feed and
 * still covered keep their places, so that followers of the feed neither miss them nor get them twice; their claims
 * are added again under the current grants. If a row's `self` flag is no longer true, the row is withdrawn and added
 * again with the current one.
 */
async function lookAtGrant(
  ground: ReplayContext,
  from: EvidenceCursor,
  { n, grantN }: Extract<Order, { kind: 'grant' }>,
): Promise<EvidenceCursor> {
  const { evidence, uploads } = ground;
  const excluded = await evidence.excluded();
  let cursor = from;
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  await eachChunk(
    (seq) => uploads.recordsOfGrant(grantN, seq, from.seq, ground.bounds.chunkRecordsMax),
    async (records) => {
      const inFeed = await evidence.feedRecords(records.map(({ seq }) => seq));
      const rows = new Map(inFeed.map(({ seq, self }) => [seq, self]));
      const known = records.filter(({ seq }) => rows.has(seq));
      const staying = new Set(known.filter((record) => keepsRow(record, rows.get(record.seq)!)).map(({ seq }) => seq));
      if (known.length > 0) {
        const named = known.map((record) => namedRecord(record, staying.has(record.seq)));
        await evidence.removeRecords(next(), named, OF_NAMED_RECORDS);
      }
      return replayRecords(ground, next, records, { excluded, standing: staying });
    },
  );
  return skip(ground, cursor, n);
}

/** Moves the cursor past an order that needs no (further) work. */
async function skip({ evidence }: ReplayContext, from: EvidenceCursor, orderN: number): Promise<EvidenceCursor> {
  const to = { ...from, step: from.step + 1, orderN };
  await evidence.add(to, EMPTY_BATCH);
  return to;
}

/**
 * Returns whether a record keeps its feed row: a grant still covers it, and the row's `self` flag, if it has a row
 * yet, is still correct.
 */
function keepsRow({ grants }: StoredRecord, self: boolean | null): boolean {
  return grants.length > 0 && (self === null || self === isSelfGranted(grants));
}

function namedRecord({ seq, uploadN, installN }: StoredRecord, stays: boolean): NamedRecord {
  return {
    seq,
    uploadN,
    installN,
    ...(stays ? { stays } : {}),
  };
}

const NONE: ReadonlySet<number> = new Set();

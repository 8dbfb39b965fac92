import { isSelfGranted } from '../families/counting/granted.ts';
import { CLAIM_FAMILIES } from '../families/mod.ts';
import type { EvidenceCursor, NamedRecord } from '../ports/evidence.ts';
import type { Order, StoredRecord } from '../ports/uploads.ts';
import { addAgain, eachChunk, type OrderGround, tellInstall } from './add_again.ts';
import { EMPTY_BATCH } from './batch.ts';
import { findsPlace, type Waiting, waitingBehind } from './waiting.ts';

/** Roll-ups that keep one claim a named record, under its number, so that single records can be taken out. */
const OF_NAMED_RECORDS: readonly string[] = CLAIM_FAMILIES.filter((rollup) => rollup.perRecord === true).map(
  (rollup) => rollup.name,
);

/**
 * Brings the evidence in line with the orders since the cursor, that is with what was asked of installs and grants (contract, section 2, Grant,
 * Erasure and withholding): it looks at each of them as it stands now. Every step moves the cursor in the transaction
 * that does it, and doing one again changes nothing, so a run may be killed anywhere. Answers the cursor behind it.
 */
export async function carryOutOrders(
  ports: Omit<OrderGround, 'waiting'>,
  from: EvidenceCursor,
  orders: readonly Order[],
  waiting: Waiting,
): Promise<EvidenceCursor> {
  const begun = from.step === 0 ? await passOverWithheld(ports, from) : from;
  let cursor = begun;
  let ground: OrderGround = { ...ports, waiting: waitingBehind(waiting, from.orderN) };
  for (const order of orders) {
    const placed = findsPlace(waiting, order);
    if (placed) ground = { ...ground, waiting: waitingBehind(waiting, order.n) };
    const done =
      order.kind === 'install'
        ? await lookAtInstall(ground, cursor, order, placed)
        : await lookAtGrant(ground, cursor, order);
    cursor = done;
  }
  return cursor;
}

/** Empty evidence, as of a rebuild, has not heard of orders that were carried out before. */
async function passOverWithheld(
  { uploads, evidence }: Pick<OrderGround, 'uploads' | 'evidence'>,
  from: EvidenceCursor,
): Promise<EvidenceCursor> {
  const withheld = await uploads.withheld();
  let cursor = from;
  for (const installN of withheld) {
    cursor = { ...cursor, step: cursor.step + 1 };
    await evidence.takeOut(cursor, installN, { stays: true, erased: false });
  }
  return cursor;
}

async function lookAtInstall(
  ground: OrderGround,
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
  // An install that is out may have been let in half-way by a run that was killed: taking out again is harmless.
  const options = { stays: state === 'withheld', erased: state === 'erased' };
  await evidence.takeOut(to, installN, options);
  return to;
}

/**
 * The install's records count again. A run killed half-way finds it still out, and begins by taking out what it had
 * added.
 */
async function readmit(
  ground: OrderGround,
  from: EvidenceCursor,
  orderN: number,
  installN: number,
): Promise<EvidenceCursor> {
  const { evidence, uploads } = ground;
  // The daily roll-ups count other installs now: they are computed again.
  let cursor: EvidenceCursor = { ...from, dailyDay: null };
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  await evidence.takeOut(next(), installN, { stays: true, erased: false });
  await eachChunk(
    (seq) => uploads.recordsOfInstall(installN, seq, from.seq, ground.bounds.chunkRecordsMax),
    async (records) => addAgain(ground, next, records, { excluded: NONE, standing: NONE }),
  );
  const to = { ...cursor, step: cursor.step + 1, orderN };
  await evidence.readmit(to, installN);
  return to;
}

/** The install has found a place in its network: what it told counts. */
async function letCount(
  ground: OrderGround,
  from: EvidenceCursor,
  orderN: number,
  installN: number,
): Promise<EvidenceCursor> {
  let cursor: EvidenceCursor = { ...from, dailyDay: null };
  const next = (): EvidenceCursor => {
    cursor = { ...cursor, step: cursor.step + 1 };
    return cursor;
  };
  await tellInstall(ground, next, { installN, toSeq: from.seq });
  return skip(ground, cursor, orderN);
}

/**
 * Records of a revoked grant go; records that a grant has come to cover come back. Those that stand and are covered still
 * keep their places, so that who follows the feed neither misses them nor gets them twice; what they say under their
 * grants is told anew. A row that says who granted it, which is not so any more, goes, and comes back as it is now.
 */
async function lookAtGrant(
  ground: OrderGround,
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
      const stood = await evidence.standing(records.map(({ seq }) => seq));
      const rows = new Map(stood.map(({ seq, self }) => [seq, self]));
      const known = records.filter(({ seq }) => rows.has(seq));
      const staying = new Set(known.filter((record) => staysAs(record, rows.get(record.seq)!)).map(({ seq }) => seq));
      if (known.length > 0) {
        const named = known.map((record) => namedRecord(record, staying.has(record.seq)));
        await evidence.takeOutRecords(next(), named, OF_NAMED_RECORDS);
      }
      return addAgain(ground, next, records, { excluded, standing: staying });
    },
  );
  return skip(ground, cursor, n);
}

/** Moves the cursor past an order that needs nothing (more). */
async function skip({ evidence }: OrderGround, from: EvidenceCursor, orderN: number): Promise<EvidenceCursor> {
  const to = { ...from, step: from.step + 1, orderN };
  await evidence.add(to, EMPTY_BATCH);
  return to;
}

/** A record that stands stays where a grant covers it still, and its row, if it has one yet, says truly which kind. */
function staysAs({ grants }: StoredRecord, self: boolean | null): boolean {
  return grants.length > 0 && (self === null || self === isSelfGranted(grants));
}

function namedRecord({ seq, uploadN, installN }: StoredRecord, stays: boolean): NamedRecord {
  return {
    ...{ seq, uploadN, installN },
    ...(stays ? { stays } : {}),
  };
}

const NONE: ReadonlySet<number> = new Set();

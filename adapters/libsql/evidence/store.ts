import type { Client, Transaction } from '@libsql/client';
import type { TraitsByFamily } from '../../../domain/families/counting/claims.ts';
import type { EvidenceBatch, EvidenceCursor, EvidenceStore } from '../../../domain/ports/evidence.ts';
import { inTransaction, openWriter } from '../database.ts';
import { migrate } from '../migrate.ts';
import { StorageError, storageRunner } from '../storage_error.ts';
import { requireWholeFile } from '../whole_file.ts';
import { addClaims, clearSubjectMarks } from './claims.ts';
import { addParts, readCounts } from './counts.ts';
import { beginCursor, moveCursor, readCursor, settleCursor } from './cursor.ts';
import { readDirtyTallies, readDirtyWitnesses, readTalliesOf, readTestimonies } from './dirty.ts';
import { addPending, clearPending, notePlaces, readPending, readPendingWithdrawals, readStanding } from './feed.ts';
import {
  addLoot,
  type ChangeStep,
  clearLootMarks,
  createHeldLoot,
  type HeldLoot,
  readDirtySources,
  readLooters,
  readSourceItems,
} from './loot/mod.ts';
import { addScans } from './market_add.ts';
import { clearMarketMarks, readDirtyMarket } from './market_dirty.ts';
import { readMarketScans } from './market_scans.ts';
import { readExcluded, readmit, takeOut, takeOutRecords, takeOutTold } from './takeout.ts';

const runStorage = storageRunner('evidence');

export interface EvidenceOptions {
  readonly epoch: string;
  /** Makes the database where it is missing; without it, one that is missing or of another epoch is a storage fault. */
  readonly create: boolean;
  /** Of an epoch that nobody reads yet (adapters/libsql/database.ts). */
  readonly unfinished?: boolean;
  /** How much loot of an unfinished epoch may wait in memory, windows and items counted; absent: some 20 MB. */
  readonly heldMax?: number;
  /** Every roll-up whose claims are kept. */
  readonly rollups: TraitsByFamily;
}

/** Enough for the upper pages of the trees, and for the pages that one transaction changes. */
const CACHE_KIB = 8_192;

/**
 * Opens the evidence of an epoch as its one writer. Every statement takes its rows as one JSON argument and finds
 * stored rows by primary key, so that its cost follows what is new, not what is stored.
 * Throws what `storageErrorCode` knows where the file is missing or damaged, `WrongDatabase` where it is not ours.
 */
export async function openEvidenceStore(path: string, options: EvidenceOptions): Promise<EvidenceStore> {
  const { rollups, create, unfinished = false, heldMax } = options;
  const client = await openWriter(path, { create, unfinished, cacheKiB: CACHE_KIB });
  try {
    if (!create) await requireWholeFile(client, path);
    await prepare(client, options);
  } catch (error) {
    client.close();
    throw error;
  }
  // What a crash leaves of an unfinished epoch is thrown away: its windows may wait in memory until somebody asks for them.
  const held = unfinished ? createHeldLoot(heldMax) : null;
  const writeHeld = async (): Promise<void> => {
    if (held === null || held.isEmpty) return;
    await inTransaction(client, async (tx) => addHeld(tx, held, await readCursor(tx)));
  };
  /** Whatever windows have a part in. */
  const read = <T>(work: () => Promise<T>) =>
    runStorage(async () => {
      await writeHeld();
      return work();
    });
  const write = (work: (tx: Transaction) => Promise<void>) => read(() => inTransaction(client, work));
  return {
    cursor: () => runStorage(() => readCursor(client)),
    counts: () => runStorage(() => readCounts(client)),
    add: (to, batch) => runStorage(() => inTransaction(client, (tx) => add(tx, to, batch, { rollups, held }))),
    dirtySources: (after, limit) => read(() => readDirtySources(client, after, limit)),
    sourceItems: (sources, which, page) => read(() => readSourceItems(client, sources, which, page)),
    dirtyTallies: (rollup, after, limit) => read(() => readDirtyTallies(client, rollup, { after, limit })),
    tallies: (rollup, subjects, after) => read(() => readTalliesOf(client, rollup, subjects, after)),
    looters: (sources) => read(() => readLooters(client, sources)),
    dirtyWitnesses: (rollup, after, limit) => read(() => readDirtyWitnesses(client, rollup, { after, limit })),
    dirtyMarket: (after, limit) => read(() => readDirtyMarket(client, after, limit)),
    marketScans: (subject, after) => read(() => readMarketScans(client, subject, after)),
    testimonies: (rollup, fromDay, after, limit) =>
      read(() => readTestimonies(client, rollup, fromDay, { after, limit })),
    clearMarks: (dailyDay, done) => write((tx) => clearMarks(tx, dailyDay, done)),
    excluded: () => runStorage(() => readExcluded(client)),
    takeOut: (to, installN, how) => write((tx) => takeOut(tx, to, installN, { ...how, rollups })),
    takeOutTold: (to, installN) => write((tx) => takeOutTold(tx, to, installN, rollups)),
    readmit: (to, installN) => write((tx) => readmit(tx, to, installN)),
    standing: (seqs) => runStorage(() => readStanding(client, seqs)),
    takeOutRecords: (to, records, names) => write((tx) => takeOutRecords(tx, to, records, { names, rollups })),
    pending: (before, limit) => runStorage(() => readPending(client, before, limit)),
    pendingWithdrawals: (after, limit) => runStorage(() => readPendingWithdrawals(client, after, limit)),
    notePlaces: (places) => runStorage(() => inTransaction(client, (tx) => notePlaces(tx, places))),
    close: async () => client.close(),
  };
}

async function prepare(client: Client, { epoch, create }: EvidenceOptions): Promise<void> {
  const { from } = await migrate(client, 'evidence');
  if (from === 0) {
    // An emptied file opens as a fresh database: only a new epoch may begin with one.
    if (!create) throw new StorageError('DATABASE_EMPTY');
    await beginCursor(client, epoch);
  }
  const { rows } = await client.execute('select epoch from cursor');
  if (rows[0]?.['epoch'] !== epoch) throw new StorageError('DATABASE_OF_OTHER_EPOCH');
}

async function add(
  tx: Transaction,
  to: EvidenceCursor,
  { parts, loot, claims, scans, feed }: EvidenceBatch,
  { rollups, held }: { readonly rollups: TraitsByFamily; readonly held: HeldLoot | null },
): Promise<void> {
  const { clearedStep } = await readCursor(tx);
  const at = { step: to.step, clearedStep };
  await addParts(tx, parts);
  if (held === null) await addLoot(tx, loot, at);
  else if (held.add(loot)) await addHeld(tx, held, at);
  await addClaims(tx, claims, rollups);
  await addScans(tx, scans);
  await addPending(tx, feed);
  await moveCursor(tx, to);
}

function addHeld(tx: Transaction, held: HeldLoot, at: ChangeStep): Promise<void> {
  return addLoot(tx, held.take(), at);
}

async function clearMarks(
  tx: Transaction,
  dailyDay: number | null,
  done: Parameters<EvidenceStore['clearMarks']>[1],
): Promise<void> {
  await clearLootMarks(tx);
  await clearSubjectMarks(tx);
  await clearMarketMarks(tx);
  await clearPending(tx, done);
  await settleCursor(tx, dailyDay);
}

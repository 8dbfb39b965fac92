import { findClaimRules, type RulesByFamily } from '../../../domain/families/counting/claims.ts';
import type { EvidenceBatch, EvidenceCursor, EvidenceStore } from '../../../domain/ports/evidence.ts';
import {
  type Connection,
  openWriter,
  prepareClient,
  readValue,
  runInTransaction,
  type Transaction,
} from '../database.ts';
import { createTables, hasTables } from '../migrate.ts';
import { createFaultWrapper, StorageError } from '../storage_error.ts';
import { requireWholeFile } from '../whole_file.ts';
import { addClaims, clearSubjectMarks } from './claims.ts';
import { addParts, clearCursorMarks, createCursor, moveCursor, readBacklog, readCounts, readCursor } from './cursor.ts';
import { readDirtyTallies, readDirtyWitnesses, readSubjectTallies, readTestimonies } from './dirty.ts';
import { clearQueue, queueRecords, readFeedRecords, readPendingWithdrawals, readQueue, storePlaces } from './feed.ts';
import { createEvidenceBuffer } from './held_evidence.ts';
import { addLoot, mergeLoot } from './loot/add.ts';
import { storeContexts } from './loot/quest_logs.ts';
import { readLoot } from './loot/read.ts';
import {
  clearLootMarks,
  countLooters,
  markAskedSources,
  markRecentSources,
  readChangedItems,
  readDirtySources,
} from './loot/sources.ts';
import { addScans } from './market_add.ts';
import { clearMarketMarks, readDirtyMarket, readMarketScans } from './market_dirty.ts';
import { readExcludedInstalls, readmitInstall, removeInstall, removeInstallClaims, removeRecords } from './remove.ts';
import { splitIntoChunks } from './rows.ts';

const wrapFaults = createFaultWrapper('evidence');

export interface EvidenceOptions {
  readonly epoch: string;
  /** Creates the database if it is missing. If false, a missing database or one of another epoch is a storage fault. */
  readonly create: boolean;
  /** True for an epoch that nobody reads yet (adapters/libsql/database.ts). */
  readonly unfinished?: boolean;
  /** Maximum amount of loot, and of claims, that an unfinished epoch may buffer (held_evidence.ts). */
  readonly heldMax?: number;
  /** The traits of every roll-up whose claims are stored. */
  readonly rollups: RulesByFamily;
}

/** Error code of evidence with the tables of another release. */
export const EVIDENCE_OF_OTHER_RELEASE = 'EVIDENCE_OF_OTHER_RELEASE';

/** Large enough for the upper pages of the B-trees and the pages that one transaction changes. */
const CACHE_KIB = 8_192;

/**
 * Opens the evidence of an epoch for writing; only one writer may exist. Every statement takes its rows as one JSON
 * argument and finds stored rows by primary key, so its cost depends on the number of new rows, not of stored rows.
 * Throws an error that `readStorageCode` recognises if the file is missing or damaged, or `WrongDatabase` if it is not
 * one of our evidence databases.
 */
export async function openEvidenceStore(path: string, options: EvidenceOptions): Promise<EvidenceStore> {
  const { rollups, create, unfinished = false, heldMax } = options;
  const client = await openWriter(path, { create, unfinished, cacheKiB: CACHE_KIB });
  await prepareClient(client, async () => {
    if (!create) await requireWholeFile(client, path);
    await prepareEvidence(client, options);
  });
  // A crash discards an unfinished epoch anyway, so its evidence may be buffered until it is read, and written in several
  // transactions.
  const held = unfinished ? createEvidenceBuffer(heldMax) : null;
  const flush = async (): Promise<void> => {
    if (held === null || held.isEmpty) return;
    const { loot, claims } = held.take();
    const areNew = (await readValue(client, 'select exists (select 1 from claims)')) === 0;
    // The rollback journal is in memory, so each transaction changes only a part of a table.
    const contexts = await runInTransaction(client, (tx) => storeContexts(tx, loot.contexts()));
    for (const some of loot.inOrder()) await runInTransaction(client, (tx) => mergeLoot(tx, some, contexts));
    for (const chunk of splitIntoChunks(claims))
      await runInTransaction(client, (tx) => addClaims(tx, chunk, rollups, areNew));
  };
  const add = async (to: EvidenceCursor, batch: EvidenceBatch): Promise<void> => {
    await runInTransaction(client, async (tx) => {
      await addParts(tx, batch.parts);
      if (held === null) {
        await addLoot(tx, batch.loot);
        await addClaims(tx, batch.claims, rollups);
      }
      await addScans(tx, batch.scans);
      await queueRecords(tx, batch.feed);
      await moveCursor(tx, to);
    });
    if (held?.add(batch) === true) await flush();
  };
  /** Runs a query that depends on buffered evidence, after writing it. */
  const read = <T>(work: () => Promise<T>) =>
    wrapFaults(async () => {
      await flush();
      return work();
    });
  const talliedRollup = (rollup: string) => ({ rollup, ...findClaimRules(rollups, rollup) });
  const write = (work: (tx: Transaction) => Promise<void>) => read(() => runInTransaction(client, work));
  return {
    cursor: () => wrapFaults(() => readCursor(client)),
    counts: () => wrapFaults(() => readCounts(client)),
    waiting: (installs) => wrapFaults(() => readBacklog(client, installs)),
    add: (to, batch) => wrapFaults(() => add(to, batch)),
    dirtySources: (after, limit) => read(() => readDirtySources(client, after, limit)),
    changedItems: (sources) => read(() => readChangedItems(client, sources)),
    dirtyTallies: (rollup, after, limit) =>
      read(() => readDirtyTallies(client, talliedRollup(rollup), { after, limit })),
    tallies: (rollup, subjects, after) =>
      read(() => readSubjectTallies(client, talliedRollup(rollup), subjects, after)),
    looters: (sources) => read(() => countLooters(client, sources)),
    lootOf: (sources, quests, after) => read(() => readLoot(client, sources, quests, after)),
    beginDay: (day) => write((tx) => markRecentSources(tx, day)),
    markSources: (sources) => write((tx) => markAskedSources(tx, sources)),
    dirtyWitnesses: (rollup, after, limit) => read(() => readDirtyWitnesses(client, rollup, { after, limit })),
    dirtyMarket: (after, limit) => read(() => readDirtyMarket(client, after, limit)),
    marketScans: (subject, after) => read(() => readMarketScans(client, subject, after)),
    testimonies: (rollup, fromDay, after, limit) =>
      read(() => readTestimonies(client, rollup, fromDay, { after, limit })),
    clearMarks: (dailyDay, done) => write((tx) => clearDirtyMarks(tx, dailyDay, done)),
    excluded: () => wrapFaults(() => readExcludedInstalls(client)),
    removeInstall: (to, installN, how) => write((tx) => removeInstall(tx, to, installN, how)),
    removeInstallClaims: (to, installN) => write((tx) => removeInstallClaims(tx, to, installN)),
    readmit: (to, installN) => write((tx) => readmitInstall(tx, to, installN)),
    feedRecords: (seqs) => wrapFaults(() => readFeedRecords(client, seqs)),
    removeRecords: (to, records, names) => write((tx) => removeRecords(tx, to, records, names)),
    pending: (before, limit) => wrapFaults(() => readQueue(client, before, limit)),
    pendingWithdrawals: (after, limit) => wrapFaults(() => readPendingWithdrawals(client, after, limit)),
    notePlaces: (places) => wrapFaults(() => runInTransaction(client, (tx) => storePlaces(tx, places))),
    close: async () => client.close(),
  };
}

async function prepareEvidence(client: Connection, { epoch, create }: EvidenceOptions): Promise<void> {
  if (create && (await readValue(client, 'pragma user_version')) === 0) {
    await createTables(client, 'evidence');
    await createCursor(client, epoch);
  }
  if (!(await hasTables(client, 'evidence'))) throw new StorageError(EVIDENCE_OF_OTHER_RELEASE);
  const { rows } = await client.execute('select epoch from cursor');
  if (rows[0]?.['epoch'] !== epoch) throw new StorageError('DATABASE_OF_OTHER_EPOCH');
}

async function clearDirtyMarks(
  tx: Transaction,
  dailyDay: number | null,
  done: Parameters<EvidenceStore['clearMarks']>[1],
): Promise<void> {
  await clearLootMarks(tx);
  await clearSubjectMarks(tx);
  await clearMarketMarks(tx);
  await clearQueue(tx, done);
  await clearCursorMarks(tx, dailyDay);
}

import type { Client, Transaction } from '@libsql/client';
import { isGatheredFrom } from '../../../domain/families/counting/loot_source.ts';
import type { CarriedHistory } from '../../../domain/operator/builder_context.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import type { SnapshotChange, SnapshotPart, SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import { dayOf } from '../../../domain/values/instant.ts';
import type { ChangeFileWriter } from '../../changes/writer.ts';
import { inTransaction, nextTurn, openWriter, prepareOrClose, readValue, withReader } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { createTables, hasTables } from '../migrate.ts';
import { storageRunner } from '../storage_error.ts';
import { requireWholeFile } from '../whole_file.ts';
import { insertEarlierLines, readChanges } from './change_log.ts';
import { DROP_TABLES, GATHERING_TABLES, ratesOfSources } from './drop_rows.ts';
import { newestListCounts, storeWithdrawnCounts } from './list_counts.ts';
import { readOrigin, type SnapshotOrigin } from './origin.ts';
import { insertRow, newestRow } from './row.ts';
import { type NoteChanged, withChanged } from './write/changed.ts';
import { appendCorpus, corpusCounts, withdrawCorpus } from './write/corpus_writer.ts';
import { writeDrops, writeRateWeights } from './write/drops_writer.ts';
import { beginEdges, finishEdges, writeEdges } from './write/edges_writer.ts';
import { type TouchedEntities, writeTouchedEntities } from './write/entities_writer.ts';
import { writeFacts } from './write/facts_writer.ts';
import {
  addToImport,
  beginImport,
  finishImport,
  readOnceOnly,
  removeImports,
  servedImport,
} from './write/imports_writer.ts';
import { forgetWords, knowledgeWriterOn } from './write/knowledge_writer.ts';
import { keepCounts, placesOf } from './write/ledger_writer.ts';
import { writeEndedDays, writeMarket } from './write/market_writer.ts';

const runStorage = storageRunner('snapshot');

/** A writer, and the origin of the database it writes. */
export interface OpenSnapshot {
  readonly writer: SnapshotWriter;
  readonly origin: SnapshotOrigin;
  /** Whether the database has the tables of this release. If not, the writer can only be closed. */
  readonly isCurrent: boolean;
}

/** Blocks of corpus rows take about 20 KB, and reading a few large pages is faster than reading many small ones. */
export const PAGE_BYTES = 8192;

/** A small cache is enough: blocks are appended and facts are few, so little is read twice. */
const CACHE_KIB = 8_192;

/** Creates the snapshot database of a new epoch, which has no readers yet. Only one writer may exist. */
export async function createSnapshotDatabase(path: string, origin: SnapshotOrigin): Promise<OpenSnapshot> {
  const writer = await openWriter(path, { create: true, unfinished: true, cacheKiB: CACHE_KIB, pageBytes: PAGE_BYTES });
  return prepareOrClose(writer, async (client) => {
    await createTables(client, 'snapshot');
    const { epoch, feedTime, rollups } = origin;
    const row = [1, epoch, feedTime, JSON.stringify(rollups)];
    await insertRows(client, 'instance', 'id, epoch, feed_time, rollups', [row]);
    return { writer: writerOn(client, null), origin: await readOrigin(client), isCurrent: true };
  });
}

/**
 * Opens an existing snapshot database for writing; only one writer may exist. `prepare` runs before anything is
 * written, if the database has the tables of this release. Throws an error that `storageErrorCode` recognises if the
 * file is missing or damaged, or `WrongDatabase` if it is not one of our snapshot databases.
 */
export async function openSnapshotWriter(
  path: string,
  prepare: (client: Client) => Promise<void> = async () => {},
  changes: ChangeFileWriter | null = null,
): Promise<OpenSnapshot> {
  const writer = await openWriter(path, { create: false, cacheKiB: CACHE_KIB, pageBytes: PAGE_BYTES });
  return prepareOrClose(writer, async (client) => {
    await requireWholeFile(client, path);
    const isCurrent = await hasTables(client, 'snapshot');
    const origin = await readOrigin(client);
    if (isCurrent) await prepare(client);
    return { writer: writerOn(client, changes), origin, isCurrent };
  });
}

function writerOn(client: Client, changes: ChangeFileWriter | null): SnapshotWriter {
  return {
    newest: () => runStorage(() => newestRow(client)),
    corpusCounts: () => runStorage(() => corpusCounts(client)),
    write: (change) =>
      runStorage(() =>
        inTransaction(client, (tx) =>
          withChanged(tx, changes, { ...change, ...change.row }, (note) => write(tx, change, note)),
        ),
      ),
    changeLines: () => runStorage(() => readChanges(client)),
    carryChanges: (lines, forgetsWithdrawn) => runStorage(() => insertEarlierLines(client, lines, forgetsWithdrawn)),
    listCounts: () => runStorage(() => newestListCounts(client)),
    storeWithdrawnCounts: (rows) => runStorage(() => storeWithdrawnCounts(client, rows)),
    servedImport: () => runStorage(() => servedImport(client)),
    beginImport: (head) => runStorage(() => beginImport(client, head)),
    addToImport: (n, rows) => runStorage(() => addToImport(client, n, rows)),
    finishImport: (n, writtenAtMs, changeLog) =>
      runStorage(() => finishImport(client, n, writtenAtMs, changeLog, changes)),
    removeImports: () => runStorage(() => removeImports(client)),
    onceOnly: () => runStorage(() => readOnceOnly(client)),
    ...knowledgeWriterOn(client, changes),
    close: async () => client.close(),
  };
}

async function write(tx: Transaction, change: SnapshotChange, note: NoteChanged): Promise<SnapshotRow> {
  const { n } = change.row;
  const before = await newestRow(tx);
  let places: Places = {
    rates: before?.ratePlaces ?? 0,
    zeros: before?.zeroPlaces ?? 0,
    gathering: before?.gatheringPlaces ?? 0,
  };
  await beginEdges(tx);
  const touched: TouchedEntities = new Set();
  // Without uploads there is no market.
  const presentDay = dayOf(change.row.dataAsOfMs ?? 0);
  const areNew = {
    drops: places.rates === 0,
    gathering: places.gathering === 0,
    edges: (before?.edgePlaces ?? 0) === 0,
  };
  const context = { tx, n, touched, note, presentDay, areNew };
  places = await writePart(context, change, places);
  for await (const part of change.parts?.((sources) => ratesOfSources(tx, sources)) ?? [])
    places = await writePart(context, part, places);
  if (presentDay !== dayOf(before?.dataAsOfMs ?? 0)) await writeEndedDays(tx, presentDay);
  const edges = await finishEdges(tx, note, touched);
  await writeTouchedEntities(tx, touched);
  if (change.erased) await forgetWords(tx);
  const counts = change.corpus.length === 0 ? null : await appendCorpus(tx, change.corpus);
  const row: SnapshotRow = {
    ...change.row,
    corpusPlaces: counts === null ? (before?.corpusPlaces ?? 0) : placesOf(counts),
    ratePlaces: places.rates,
    zeroPlaces: places.zeros,
    gatheringPlaces: places.gathering,
    edgePlaces: placesOf(edges.counts),
    importN: before?.importN ?? null,
  };
  await insertRow(tx, row);
  if (counts !== null) await keepCounts(tx, 'corpus_steps', n, counts);
  if (edges.appended) await keepCounts(tx, 'edge_steps', n, edges.counts);
  if (change.rateWeights !== undefined) await writeRateWeights(tx, change.rateWeights, row.importN);
  if (change.liveKeys !== null) await writeKeyHashes(tx, change.liveKeys);
  return row;
}

/** Snapshot `n` while it is being written. */
interface PartContext {
  readonly tx: Transaction;
  readonly n: number;
  readonly touched: TouchedEntities;
  readonly note: NoteChanged;
  /** The UTC day of dataAsOf, in days since 1970. */
  readonly presentDay: number;
  /** Whether a list had no rows in any earlier snapshot. */
  readonly areNew: { readonly drops: boolean; readonly gathering: boolean; readonly edges: boolean };
}

/** Number of places assigned so far in the lists of rates and measured zeros. */
interface Places {
  readonly rates: number;
  readonly zeros: number;
  readonly gathering: number;
}

/** Writes a part of a snapshot. Returns the number of places of these lists assigned so far. */
async function writePart(
  { tx, n, touched, note, presentDay, areNew }: PartContext,
  part: SnapshotPart,
  before: Places,
): Promise<Places> {
  await withdrawCorpus(tx, part.corpusWithdrawals, n);
  const looted = part.drops.filter(({ source }) => !isGatheredFrom(source));
  const drops = await writeDrops(tx, DROP_TABLES, looted, { ...before, areNew: areNew.drops }, n, note);
  const gathered = part.drops.filter(({ source }) => isGatheredFrom(source));
  const placesBefore = { rates: before.gathering, zeros: 0, areNew: areNew.gathering };
  const gathering = await writeDrops(tx, GATHERING_TABLES, gathered, placesBefore, n, note);
  await writeEdges(tx, part.edges, { n, areNew: areNew.edges }, touched, note);
  await writeFacts(tx, part, touched, note);
  await writeMarket(tx, part.market, presentDay);
  await nextTurn();
  return { ...drops, gathering: gathering.rates };
}

/** Replaces the stored hashes of live keys (SHA-256, hexadecimal) with these, writing only the differences. */
async function writeKeyHashes(tx: Transaction, hashes: readonly string[]): Promise<void> {
  await tx.execute({
    sql: 'delete from key_hashes where hash not in (select unhex(value) from json_each(?))',
    args: [JSON.stringify(hashes)],
  });
  const rows = hashes.map((hash) => [hash]);
  await insertRows(tx, 'key_hashes', 'unhex(hash)', rows, 'on conflict do nothing');
}

/**
 * Reads the history that a rebuilt epoch carries over, also from the tables of release 0.6.0. Throws an error that
 * `storageErrorCode` recognises if the database cannot be read.
 */
export function readPast(path: string): Promise<CarriedHistory> {
  return withReader(path, async (client) => {
    const dataAsOfMs = await readValue(client, 'select max(data_as_of_ms) from snapshots');
    return {
      changeLog: await readChanges(client),
      dataAsOfMs: typeof dataAsOfMs === 'number' ? dataAsOfMs : null,
      lists: await newestListCounts(client),
    };
  });
}

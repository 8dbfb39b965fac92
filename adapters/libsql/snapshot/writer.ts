import type { Client, Transaction } from '@libsql/client';
import type { CarriedHistory } from '../../../domain/operator/builder_context.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import type { SnapshotChange, SnapshotPart, SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import { inTransaction, nextTurn, openReader, openWriter, readValue } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { isOlder, migrate } from '../migrate.ts';
import { stopChangeLog } from '../publish/change_triggers.ts';
import { StorageError, storageRunner } from '../storage_error.ts';
import { requireWholeFile } from '../whole_file.ts';
import { insertEarlierLines, readChanges } from './change_log.ts';
import { newestListCounts, storeWithdrawnCounts } from './list_counts.ts';
import { readOrigin, type SnapshotOrigin } from './origin.ts';
import { insertRow, newestRow } from './row.ts';
import { appendCorpus, corpusCounts, withdrawCorpus } from './write/corpus_writer.ts';
import { type DropPlaces, writeDrops } from './write/drops_writer.ts';
import { beginEdges, finishEdges, writeEdges } from './write/edges_writer.ts';
import { writeFacts } from './write/facts_writer.ts';
import { addToImport, beginImport, finishImport, removeImports, servedImport } from './write/imports_writer.ts';
import { writeKeyHashes } from './write/key_hashes_writer.ts';
import { forgetWords, knowledgeWriterOn } from './write/knowledge_writer.ts';
import { keepCounts, placesOf } from './write/ledger_writer.ts';
import { beginLog, finishLog, type LogRules, noteChanges } from './write/log_writer.ts';
import { writeMarket } from './write/market_writer.ts';

const runStorage = storageRunner('snapshot');

/** A writer, and the origin of the database that it writes. */
export interface OpenSnapshot {
  readonly writer: SnapshotWriter;
  readonly origin: SnapshotOrigin;
}

/**
 * Creates the snapshot database of a new epoch, which nobody reads yet, and opens it for writing. Only one writer may
 * exist.
 */
export function createSnapshotDatabase(path: string, origin: SnapshotOrigin): Promise<OpenSnapshot> {
  return open(path, origin);
}

/**
 * Opens an existing snapshot database for writing; only one writer may exist. `prepare` runs before anything is
 * written. Throws an error that `storageErrorCode` recognises if the file is missing or damaged, or `WrongDatabase` if
 * it is not a snapshot database of ours.
 */
export function openSnapshotWriter(
  path: string,
  prepare: (client: Client) => Promise<void> = async () => {},
): Promise<OpenSnapshot> {
  return open(path, null, prepare);
}

/** Blocks of corpus rows are about 20 KB, and a few large pages are read faster than many small ones. */
export const PAGE_BYTES = 8192;

/** Small, because blocks are appended and facts are few, so little is read twice. */
const CACHE_KIB = 8_192;

async function open(
  path: string,
  create: SnapshotOrigin | null,
  prepare: (client: Client) => Promise<void> = async () => {},
): Promise<OpenSnapshot> {
  const isNew = create !== null;
  const client = await openWriter(path, {
    create: isNew,
    unfinished: isNew,
    cacheKiB: CACHE_KIB,
    pageBytes: PAGE_BYTES,
  });
  try {
    if (!isNew) await requireWholeFile(client, path);
    // Migrations may change tables, so triggers made for their old form are dropped first.
    if (!isNew && (await isOlder(client, 'snapshot'))) await stopChangeLog(client);
    const { from } = await migrate(client, 'snapshot');
    if (create !== null) await writeOrigin(client, create);
    // A truncated file opens as a fresh database, but only a new epoch may start from one.
    else if (from === 0) throw new StorageError('DATABASE_EMPTY');
    const origin = await readOrigin(client);
    await prepare(client);
    return { writer: writerOn(client), origin };
  } catch (error) {
    client.close();
    throw error;
  }
}

function writerOn(client: Client): SnapshotWriter {
  return {
    newest: () => runStorage(() => newestRow(client)),
    corpusCounts: () => runStorage(() => corpusCounts(client)),
    write: (change) => runStorage(() => inTransaction(client, (tx) => write(tx, change))),
    changeLines: () => runStorage(() => readChanges(client)),
    carryChanges: (lines, forgetsWithdrawn) => runStorage(() => insertEarlierLines(client, lines, forgetsWithdrawn)),
    listCounts: () => runStorage(() => newestListCounts(client)),
    storeWithdrawnCounts: (rows) => runStorage(() => storeWithdrawnCounts(client, rows)),
    servedImport: () => runStorage(() => servedImport(client)),
    beginImport: (head) => runStorage(() => beginImport(client, head)),
    addToImport: (n, rows) => runStorage(() => addToImport(client, n, rows)),
    finishImport: (n, writtenAtMs, changeLog) => runStorage(() => finishImport(client, n, writtenAtMs, changeLog)),
    removeImports: () => runStorage(() => removeImports(client)),
    ...knowledgeWriterOn(client),
    close: async () => client.close(),
  };
}

async function write(tx: Transaction, change: SnapshotChange): Promise<SnapshotRow> {
  const { n, writtenAtMs } = change.row;
  const before = await newestRow(tx);
  const stated = await beginParts(tx, change, { rates: before?.ratePlaces ?? 0, zeros: before?.zeroPlaces ?? 0 });
  await statePart(tx, stated, change);
  for await (const part of change.parts ?? []) {
    await statePart(tx, stated, part);
  }
  const edges = await finishEdges(tx, (changes) => noteChanges(tx, stated.log, 'edges', changes));
  if (change.erased) await forgetWords(tx);
  const counts = change.corpus.length === 0 ? null : await appendCorpus(tx, change.corpus);
  const row: SnapshotRow = {
    ...change.row,
    corpusPlaces: counts === null ? (before?.corpusPlaces ?? 0) : placesOf(counts),
    ratePlaces: stated.places.rates,
    zeroPlaces: stated.places.zeros,
    edgePlaces: placesOf(edges.counts),
    importN: before?.importN ?? null,
  };
  await insertRow(tx, row);
  if (counts !== null) await keepCounts(tx, 'corpus_steps', n, counts);
  if (edges.appended) await keepCounts(tx, 'edge_steps', n, edges.counts);
  await finishLog(tx, writtenAtMs, change);
  if (change.liveKeys !== null) await writeKeyHashes(tx, change.liveKeys);
  return row;
}

/** The progress of a snapshot while its parts are written. */
interface Stated {
  readonly n: number;
  readonly log: LogRules;
  places: DropPlaces;
}

async function beginParts(tx: Transaction, { row, changeLog, erased }: SnapshotChange, places: DropPlaces) {
  await beginEdges(tx);
  await beginLog(tx);
  return { n: row.n, log: { silent: changeLog === 'silent', erased }, places };
}

async function statePart(tx: Transaction, stated: Stated, part: SnapshotPart): Promise<void> {
  const { n, log } = stated;
  await withdrawCorpus(tx, part.corpusWithdrawals, n);
  const drops = await writeDrops(tx, part.drops, stated.places, n);
  stated.places = drops.places;
  await noteChanges(tx, log, 'drops', drops.changes);
  await noteChanges(tx, log, 'edges gone', await writeEdges(tx, part.edges, n));
  await writeFacts(tx, part.facts, part.wholeFamilies, (changes) => noteChanges(tx, log, 'facts', changes));
  await writeMarket(tx, part.market);
  await nextTurn();
}

/**
 * Reads what a rebuilt epoch carries over from this database. Throws an error that `storageErrorCode` recognises if it
 * cannot be read.
 */
export async function readPast(path: string): Promise<CarriedHistory> {
  const client = await openReader(path);
  try {
    const dataAsOfMs = await readValue(client, 'select max(data_as_of_ms) from snapshots');
    // A database of the first release has no change log.
    const hasLog = await readValue(client, `select 1 from sqlite_master where name = 'changes'`);
    return {
      changeLog: hasLog === undefined ? [] : await readChanges(client),
      dataAsOfMs: typeof dataAsOfMs === 'number' ? dataAsOfMs : null,
      lists: await newestListCounts(client),
    };
  } finally {
    client.close();
  }
}

async function writeOrigin(client: Client, { epoch, feedTime, rollups }: SnapshotOrigin): Promise<void> {
  await insertRows(client, 'instance', 'id, epoch, feed_time, rollups', [
    [1, epoch, feedTime, JSON.stringify(rollups)],
  ]);
}

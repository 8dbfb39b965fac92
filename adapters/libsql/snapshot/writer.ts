import type { CarriedHistory } from '../../../domain/operator/builder_context.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import type { SnapshotChange, SnapshotPart, SnapshotWriter } from '../../../domain/ports/snapshots.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import type { ChangeFileWriter } from '../../changes/writer.ts';
import {
  awaitEventLoop,
  type Connection,
  openWriter,
  prepareClient,
  readValue,
  runInTransaction,
  runWithReader,
  type Transaction,
} from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { createTables, hasTables } from '../migrate.ts';
import { createFaultWrapper } from '../storage_error.ts';
import { requireWholeFile } from '../whole_file.ts';
import { carryChangeLines, readChanges } from './change_log.ts';
import { readSourceRates } from './drop_rows.ts';
import { countNewestLists, storeWithdrawnCounts } from './list_counts.ts';
import type { PublicList } from './lists/list.ts';
import { PUBLIC_LISTS } from './lists/mod.ts';
import { readOrigin, type SnapshotOrigin } from './origin.ts';
import { insertSnapshot, readNewestSnapshot } from './row.ts';
import { type NoteRows, writeWithChanges } from './write/changed.ts';
import { appendCorpusRows, readCorpusCounts, withdrawCorpusRows } from './write/corpus_writer.ts';
import { type TouchedEntities, writeTouchedEntities } from './write/entities_writer.ts';
import { writeFacts } from './write/facts_writer.ts';
import { removeImports } from './write/import_remover.ts';
import { addImportRows, beginImport, finishImport, readOnceOnly, readServedImport } from './write/imports_writer.ts';
import { clearWordIndex, createKnowledgeWriter } from './write/knowledge_writer.ts';
import { storeCounts, sumPlaces } from './write/ledger_writer.ts';
import { writeEndedDays, writeMarket } from './write/market_writer.ts';
import { collectNewRows, finishRows, type RowsContext, writeRows } from './write/rows_writer.ts';
import { writeRateWeights } from './write/weights_writer.ts';

const wrapFaults = createFaultWrapper('snapshot');

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
  return prepareClient(writer, async (client) => {
    await createTables(client, 'snapshot');
    const { epoch, feedTime, rollups } = origin;
    const row = [1, epoch, feedTime, JSON.stringify(rollups)];
    await insertRows(client, 'instance', 'id, epoch, feed_time, rollups', [row]);
    return { writer: toWriter(client, null, PUBLIC_LISTS), origin: await readOrigin(client), isCurrent: true };
  });
}

/**
 * Opens an existing snapshot database for writing; only one writer may exist. `prepare` runs before anything is
 * written, if the database has the tables of this release. Throws an error that `readStorageCode` recognises if the
 * file is missing or damaged, or `WrongDatabase` if it is not one of our snapshot databases.
 */
export async function openSnapshotWriter(
  path: string,
  prepare: (client: Connection) => Promise<void> = async () => {},
  changes: ChangeFileWriter | null = null,
  lists: readonly PublicList[] = PUBLIC_LISTS,
): Promise<OpenSnapshot> {
  const writer = await openWriter(path, { create: false, cacheKiB: CACHE_KIB, pageBytes: PAGE_BYTES });
  return prepareClient(writer, async (client) => {
    await requireWholeFile(client, path);
    const isCurrent = await hasTables(client, 'snapshot');
    const origin = await readOrigin(client);
    if (isCurrent) await prepare(client);
    return { writer: toWriter(client, changes, lists), origin, isCurrent };
  });
}

function toWriter(client: Connection, changes: ChangeFileWriter | null, lists: readonly PublicList[]): SnapshotWriter {
  return {
    newest: () => wrapFaults(() => readNewestSnapshot(client)),
    corpusCounts: () => wrapFaults(() => readCorpusCounts(client)),
    write: (change) =>
      wrapFaults(() =>
        runInTransaction(client, (tx) =>
          writeWithChanges(tx, changes, { ...change, ...change.row }, (note) => writeSnapshot(tx, change, note, lists)),
        ),
      ),
    changeLines: () => wrapFaults(() => readChanges(client)),
    carryChanges: (lines, forgetsWithdrawn) => wrapFaults(() => carryChangeLines(client, lines, forgetsWithdrawn)),
    listCounts: () => wrapFaults(() => countNewestLists(client)),
    storeWithdrawnCounts: (rows) => wrapFaults(() => storeWithdrawnCounts(client, rows)),
    servedImport: () => wrapFaults(() => readServedImport(client)),
    beginImport: (head) => wrapFaults(() => beginImport(client, head)),
    addToImport: (n, rows) => wrapFaults(() => addImportRows(client, n, rows)),
    finishImport: (n, writtenAtMs, changeLog) =>
      wrapFaults(() => finishImport(client, n, writtenAtMs, changeLog, changes)),
    removeImports: () => wrapFaults(() => removeImports(client)),
    onceOnly: () => wrapFaults(() => readOnceOnly(client)),
    ...createKnowledgeWriter(client, changes),
    close: async () => client.close(),
  };
}

async function writeSnapshot(
  tx: Transaction,
  change: SnapshotChange,
  note: NoteRows,
  lists: readonly PublicList[],
): Promise<SnapshotRow> {
  const { n } = change.row;
  const before = await readNewestSnapshot(tx);
  const touched: TouchedEntities = new Set();
  const context = await collectNewRows({ tx, n, note, touched }, lists);
  // Without uploads there is no market.
  const presentDay = toUtcDay(change.row.dataAsOfMs ?? 0);
  await writePart(context, change, presentDay);
  for await (const part of change.parts?.((sources) => readSourceRates(tx, sources)) ?? [])
    await writePart(context, part, presentDay);
  if (presentDay !== toUtcDay(before?.dataAsOfMs ?? 0)) await writeEndedDays(tx, presentDay);
  const rowCounts = await finishRows(context);
  await writeTouchedEntities(tx, touched);
  if (change.erased) await clearWordIndex(tx);
  const counts = change.corpus.length === 0 ? null : await appendCorpusRows(tx, change.corpus);
  const row: SnapshotRow = {
    ...change.row,
    corpusPlaces: counts === null ? (before?.corpusPlaces ?? 0) : sumPlaces(counts),
    importN: before?.importN ?? null,
  };
  await insertSnapshot(tx, row);
  if (counts !== null) await storeCounts(tx, 'corpus_steps', n, counts);
  if (rowCounts !== null) await storeCounts(tx, 'row_steps', n, rowCounts);
  if (change.rateWeights !== undefined) await writeRateWeights(tx, change.rateWeights, row.importN);
  if (change.liveKeys !== null) await writeKeyHashes(tx, change.liveKeys);
  return row;
}

/** Writes a part of a snapshot. `presentDay` is the UTC day of dataAsOf, in days since 1970. */
async function writePart(context: RowsContext, part: SnapshotPart, presentDay: number): Promise<void> {
  const { tx, n, touched, note } = context;
  await withdrawCorpusRows(tx, part.corpusWithdrawals, n);
  await writeRows(context, part);
  await writeFacts(tx, part, touched, note);
  await writeMarket(tx, part.market, presentDay);
  await awaitEventLoop();
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
 * `readStorageCode` recognises if the database cannot be read.
 */
export function readHistory(path: string): Promise<CarriedHistory> {
  return runWithReader(path, async (client) => {
    const dataAsOfMs = await readValue(client, 'select max(data_as_of_ms) from snapshots');
    return {
      changeLog: await readChanges(client),
      dataAsOfMs: typeof dataAsOfMs === 'number' ? dataAsOfMs : null,
      lists: await countNewestLists(client),
    };
  });
}

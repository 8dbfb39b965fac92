import type { Client } from '@libsql/client';
import { gameIn, NETWORK_RULE } from '../../../../domain/families/mod.ts';
import type { GameView } from '../../../../domain/ports/builds.ts';
import type { GatheredType, SourceType } from '../../../../domain/ports/drops.ts';
import type { ExportRows, ExportSource } from '../../../../domain/ports/exports.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { readDataAddonFiles } from '../../../addon.ts';
import { changeLayout, readChangeState } from '../../../changes/layout.ts';
import { currentEpoch, type DataDir } from '../../../data_folder/data_dir.ts';
import { openReader, prepareOrClose } from '../../database.ts';
import { StorageError, storageRunner } from '../../storage_error.ts';
import { ROWS_PER_BLOCK, readBlockRows } from '../corpus_block.ts';
import { DROP_TABLES, GATHERING_TABLES, readRates, readRateWeights, readZeros } from '../drop_rows.ts';
import { readListCounts } from '../list_counts.ts';
import { readOrigin } from '../origin.ts';
import { createFactReader } from '../read/facts_reader.ts';
import { readGameView } from '../read/imports_reader.ts';
import { createMarketReader } from '../read/market_reader.ts';
import type { Query } from '../read/query.ts';
import { newestRow } from '../row.ts';
import { readCorpusBlocks } from '../write/corpus_writer.ts';
import { exportedFacts, exportedMarketDays, exportedSubjects, pinsOf } from './fact_rows.ts';
import { exportedClientEdges, exportedEdges, exportedItems, runsOf } from './list_rows.ts';
import { lootSources, mostLootedRates, sortedRates, vendorOffers } from './sorted_rows.ts';

const runStorage = storageRunner('snapshot');

/** A small cache is enough, because every row is read once. */
const CACHE_KIB = 2_048;

/** Opens the newest snapshot for an export, or returns null before the first one. */
export function openExportSource(dir: DataDir): Promise<ExportSource | null> {
  return runStorage(async () => {
    const epoch = currentEpoch(dir);
    if (epoch === null) return null;
    const reader = await openReader(dir.snapshotDb(epoch), { cacheKiB: CACHE_KIB });
    return prepareOrClose(reader, async (client) => {
      const row = await newestRow(client);
      if (row !== null) return sourceOn(client, dir, epoch, row);
      client.close();
      return null;
    });
  });
}

async function sourceOn(client: Client, dir: DataDir, epoch: string, row: SnapshotRow): Promise<ExportSource> {
  const game = await servedGame(client, row);
  const query: Query = (work) => runStorage(() => work(client));
  const { feedTime, rollups } = await readOrigin(client);
  const [facts, market] = [createFactReader(query), createMarketReader(query)];
  return {
    epoch,
    row,
    game,
    feedTime,
    collects: gameIn(rollups),
    followableFrom: ((await readChangeState(changeLayout(dir.changes, epoch)))?.first ?? 1) - 1,
    familiesApart: NETWORK_RULE in rollups,
    lists: await readListCounts(client, row),
    rateWeights: await readRateWeights(client),
    items: () => exportedItems(client, game),
    clientEdges: () => exportedClientEdges(client, game),
    corpus: () => exportedCorpus(client, row.n),
    edges: () => exportedEdges(client, row.n),
    rates: () => exportedDrops(row.ratePlaces, (...range) => readRates<SourceType>(client, DROP_TABLES, ...range)),
    gathering: () =>
      exportedDrops(row.gatheringPlaces, (...range) => readRates<GatheredType>(client, GATHERING_TABLES, ...range)),
    zeros: () => exportedDrops(row.zeroPlaces, (...range) => readZeros(client, ...range)),
    sortedRates: (order) => sortedRates(client, row.ratePlaces, order),
    mostLooted: () => mostLootedRates(client, row.ratePlaces),
    offers: () => vendorOffers(client),
    factsAmong: facts.factsAmong,
    subjects: (family) => exportedSubjects(client, family),
    facts: (family) => exportedFacts(client, facts, family),
    pinsOf: (kind, ids) => pinsOf(client, kind, ids),
    lootSources: () => lootSources(client),
    marketDays: () => exportedMarketDays(client, market),
    market,
    addonFiles: readDataAddonFiles,
    close: async () => client.close(),
  };
}

async function servedGame(client: Client, { importN }: SnapshotRow): Promise<GameView | null> {
  if (importN === null) return null;
  const game = await readGameView(client, importN);
  if (game === null) throw new StorageError('IMPORT_MISSING');
  return game;
}

/** Number of blocks read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const BLOCKS_PER_READ = 8;

/** The last block read for a kind. The kind's next run begins in this block or after it. */
interface LastBlock {
  readonly index: number;
  /** All rows of the block. Withdrawn rows are empty. */
  readonly rows: readonly Uint8Array[];
}

/** Yields the rows of the feed in order, as of snapshot `n`, without rows withdrawn since. */
async function* exportedCorpus(client: Client, n: number): AsyncIterable<ExportRows> {
  const lastBlocks = new Map<string, LastBlock>();
  for await (const { kind, from, to } of runsOf(client, 'corpus_steps', n)) {
    for (let place = from; place < to; ) {
      const index = Math.floor(place / ROWS_PER_BLOCK);
      const last = lastBlocks.get(kind);
      const end = Math.min(index + BLOCKS_PER_READ, Math.ceil(to / ROWS_PER_BLOCK));
      const blocks =
        last?.index === index ? [last.rows] : (await readCorpusBlocks(client, kind, index, end)).map(readBlockRows);
      if (blocks.length === 0) throw new StorageError('CORPUS_BLOCK_MISSING');
      for (const [i, rows] of blocks.entries()) {
        const first = (index + i) * ROWS_PER_BLOCK;
        const rowsEnd = Math.min(to - first, ROWS_PER_BLOCK);
        if (rows.length < rowsEnd) throw new StorageError('CORPUS_BLOCK_SHORT');
        // Withdrawn rows are empty.
        yield rows.slice(place - first, rowsEnd).filter(({ byteLength }) => byteLength > 0);
        place = first + rowsEnd;
      }
      lastBlocks.set(kind, { index: index + blocks.length - 1, rows: blocks.at(-1)! });
    }
  }
}

/** Number of places read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

/** Yields the rows in the first `places` places of a list, in order. */
async function* exportedDrops<T>(
  places: number,
  read: (from: number, to: number) => Promise<readonly T[]>,
): AsyncIterable<readonly T[]> {
  for (let from = 0; from < places; from += PLACES_PER_READ) {
    yield await read(from, Math.min(from + PLACES_PER_READ, places));
  }
}

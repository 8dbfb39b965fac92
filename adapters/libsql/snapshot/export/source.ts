import { findGame, NETWORK_RULE } from '../../../../domain/families/mod.ts';
import type { GameView } from '../../../../domain/ports/builds.ts';
import type { AnySourceType, GatheredType, SourceType } from '../../../../domain/ports/drops.ts';
import type { ExportRows, ExportSource } from '../../../../domain/ports/exports.ts';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { readDataAddonFiles } from '../../../addon.ts';
import { changeLayout, readChangeState } from '../../../changes/layout.ts';
import { currentEpoch, type DataDir } from '../../../data_folder/data_dir.ts';
import { type Connection, openReader, prepareOrClose, readValue } from '../../database.ts';
import { StorageError, storageRunner } from '../../storage_error.ts';
import { type DropRow, readDropRows, readRateWeights, toStoredRate, toStoredZero } from '../drop_rows.ts';
import { readListCounts } from '../list_counts.ts';
import { readOrigin } from '../origin.ts';
import { publicCorpusRows } from '../read/corpus_reader.ts';
import { createFactReader } from '../read/facts_reader.ts';
import { readGameView } from '../read/imports_reader.ts';
import { createMarketReader } from '../read/market_reader.ts';
import type { Query } from '../read/query.ts';
import { newestRow } from '../row.ts';
import { readExportedFacts, readExportedMarketDays, readExportedSubjects, readPins } from './fact_rows.ts';
import { readExportedClientEdges, readExportedEdges, readExportedItems, readListRuns } from './list_rows.ts';
import { lootSources, mostLootedRates, readSortedRates, vendorOffers } from './sorted_rows.ts';

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
      if (row !== null) return openSource(client, dir, epoch, row);
      client.close();
      return null;
    });
  });
}

async function openSource(client: Connection, dir: DataDir, epoch: string, row: SnapshotRow): Promise<ExportSource> {
  const game = await readServedGame(client, row);
  const query: Query = (work) => runStorage(() => work(client));
  const { feedTime, rollups } = await readOrigin(client);
  const [facts, market] = [createFactReader(query), createMarketReader(query)];
  const rates = await countPlaces(client, 'rates', row.n);
  return {
    epoch,
    row,
    game,
    feedTime,
    collects: findGame(rollups),
    followableFrom: ((await readChangeState(changeLayout(dir.changes, epoch)))?.first ?? 1) - 1,
    familiesApart: NETWORK_RULE in rollups,
    lists: await readListCounts(client, row.n),
    rateWeights: await readRateWeights(client),
    items: () => readExportedItems(client, game),
    clientEdges: () => readExportedClientEdges(client, game),
    corpus: () => readExportedCorpus(client, row.n),
    edges: () => readExportedEdges(client, row.n),
    rates: () => readExportedDrops(client, 'rates', row.n, toStoredRate<SourceType>),
    gathering: () => readExportedDrops(client, 'gathering', row.n, toStoredRate<GatheredType>),
    zeros: () => readExportedDrops(client, 'zeros', row.n, toStoredZero<SourceType>),
    sortedRates: (order) => readSortedRates(client, rates, order),
    mostLooted: () => mostLootedRates(client, rates),
    offers: () => vendorOffers(client),
    factsAmong: facts.factsAmong,
    subjects: (family) => readExportedSubjects(client, family),
    facts: (family) => readExportedFacts(client, facts, family),
    pinsOf: (kind, ids) => readPins(client, kind, ids),
    lootSources: () => lootSources(client),
    marketDays: () => readExportedMarketDays(client, market),
    market,
    addonFiles: readDataAddonFiles,
    close: async () => client.close(),
  };
}

async function readServedGame(client: Connection, { importN }: SnapshotRow): Promise<GameView | null> {
  if (importN === null) return null;
  const game = await readGameView(client, importN);
  if (game === null) throw new StorageError('IMPORT_MISSING');
  return game;
}

/** Number of runs read at a time. */
const RUNS_PER_READ = 64;

/** Yields the rows of the feed in order, as of snapshot `n`, without rows withdrawn since. */
async function* readExportedCorpus(client: Connection, n: number): AsyncIterable<ExportRows> {
  let runs: ListSlice[] = [];
  for await (const run of readListRuns(client, 'corpus_steps', n)) {
    runs.push(run);
    if (runs.length < RUNS_PER_READ) continue;
    yield* publicCorpusRows(client, runs);
    runs = [];
  }
  yield* publicCorpusRows(client, runs);
}

/** Number of places read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

/** Yields the rows of a list of rates or zeros in order, as of snapshot `n`, without rows withdrawn since. */
async function* readExportedDrops<T, S extends AnySourceType>(
  client: Connection,
  list: string,
  n: number,
  parse: (row: DropRow<S>) => T,
): AsyncIterable<readonly T[]> {
  const places = await countPlaces(client, list, n);
  for (let from = 0; from < places; from += PLACES_PER_READ) {
    yield (await readDropRows<S>(client, list, from, Math.min(from + PLACES_PER_READ, places))).map(parse);
  }
}

/** Returns the number of places of a list as of snapshot `n`. */
async function countPlaces(client: Connection, list: string, n: number): Promise<number> {
  const sql = `select counts->>? from row_steps where n <= ? order by n desc limit 1`;
  return Number((await readValue(client, sql, [list, BigInt(n)])) ?? 0);
}

import type { Client } from '@libsql/client';
import { gameIn, NETWORK_RULE } from '../../../../domain/families/mod.ts';
import type { GameView } from '../../../../domain/ports/builds.ts';
import type { AnySourceType, GatheredType, SourceType } from '../../../../domain/ports/drops.ts';
import type { ExportRows, ExportSource } from '../../../../domain/ports/exports.ts';
import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { readDataAddonFiles } from '../../../addon.ts';
import { changeLayout, readChangeState } from '../../../changes/layout.ts';
import { currentEpoch, type DataDir } from '../../../data_folder/data_dir.ts';
import { openReader, prepareOrClose, readValue } from '../../database.ts';
import { StorageError, storageRunner } from '../../storage_error.ts';
import { type DropRow, readDropRows, readRateWeights, storedRate, storedZero } from '../drop_rows.ts';
import { readListCounts } from '../list_counts.ts';
import { readOrigin } from '../origin.ts';
import { publicCorpusRows } from '../read/corpus_reader.ts';
import { createFactReader } from '../read/facts_reader.ts';
import { readGameView } from '../read/imports_reader.ts';
import { createMarketReader } from '../read/market_reader.ts';
import type { Query } from '../read/query.ts';
import { newestRow } from '../row.ts';
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
  const rates = await placesIn(client, 'rates', row.n);
  return {
    epoch,
    row,
    game,
    feedTime,
    collects: gameIn(rollups),
    followableFrom: ((await readChangeState(changeLayout(dir.changes, epoch)))?.first ?? 1) - 1,
    familiesApart: NETWORK_RULE in rollups,
    lists: await readListCounts(client, row.n),
    rateWeights: await readRateWeights(client),
    items: () => exportedItems(client, game),
    clientEdges: () => exportedClientEdges(client, game),
    corpus: () => exportedCorpus(client, row.n),
    edges: () => exportedEdges(client, row.n),
    rates: () => exportedDrops(client, 'rates', row.n, storedRate<SourceType>),
    gathering: () => exportedDrops(client, 'gathering', row.n, storedRate<GatheredType>),
    zeros: () => exportedDrops(client, 'zeros', row.n, storedZero<SourceType>),
    sortedRates: (order) => sortedRates(client, rates, order),
    mostLooted: () => mostLootedRates(client, rates),
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

/** Number of runs read at a time. */
const RUNS_PER_READ = 64;

/** Yields the rows of the feed in order, as of snapshot `n`, without rows withdrawn since. */
async function* exportedCorpus(client: Client, n: number): AsyncIterable<ExportRows> {
  let runs: ListSlice[] = [];
  for await (const run of runsOf(client, 'corpus_steps', n)) {
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
async function* exportedDrops<T, S extends AnySourceType>(
  client: Client,
  list: string,
  n: number,
  parse: (row: DropRow<S>) => T,
): AsyncIterable<readonly T[]> {
  const places = await placesIn(client, list, n);
  for (let from = 0; from < places; from += PLACES_PER_READ) {
    yield (await readDropRows<S>(client, list, from, Math.min(from + PLACES_PER_READ, places))).map(parse);
  }
}

/** Returns the number of places of a list as of snapshot `n`. */
async function placesIn(client: Client, list: string, n: number): Promise<number> {
  const sql = `select counts->>? from row_steps where n <= ? order by n desc limit 1`;
  return Number((await readValue(client, sql, [list, BigInt(n)])) ?? 0);
}

import { findGameInRules, NETWORKS_RULE } from '../../../../domain/families/mod.ts';
import { countListRows } from '../../../../domain/paging/ledger.ts';
import type { GameBuild } from '../../../../domain/ports/builds.ts';
import type { AnySourceType, GatheredType, SourceType } from '../../../../domain/ports/drops.ts';
import type { ExportSource } from '../../../../domain/ports/exports.ts';
import type { SnapshotRow } from '../../../../domain/ports/snapshot_view.ts';
import { readDataAddonFiles } from '../../../addon.ts';
import { locateChanges, readChangeState } from '../../../changes/layout.ts';
import { type DataDir, readCurrentEpoch } from '../../../data_folder/data_dir.ts';
import { type Connection, openReader, prepareClient } from '../../database.ts';
import { createFaultWrapper, StorageError } from '../../storage_error.ts';
import { type DropRow, readDropRows, readRateWeights, toStoredRate, toStoredZero } from '../drop_rows.ts';
import { readListCounts } from '../list_counts.ts';
import { readLedgers } from '../load_view.ts';
import { readOrigin } from '../origin.ts';
import { createFactReader } from '../read/facts_reader.ts';
import { readGameView } from '../read/imports_reader.ts';
import { createMarketReader } from '../read/market_reader.ts';
import type { Query } from '../read/query.ts';
import { readNewestSnapshot } from '../row.ts';
import { readExportedFacts, readExportedMarketDays, readExportedSubjects, readPins } from './fact_rows.ts';
import { readExportedClientEdges, readExportedCorpus, readExportedEdges, readExportedItems } from './list_rows.ts';
import { readLootSources, readMostLootedRates, readSortedRates, readVendorOffers } from './sorted_rows.ts';

const wrapFaults = createFaultWrapper('snapshot');

/** A small cache is enough, because every row is read once. */
const CACHE_KIB = 2_048;

/** Opens the newest snapshot for an export, or returns null before the first one. */
export function openExportSource(dir: DataDir): Promise<ExportSource | null> {
  return wrapFaults(async () => {
    const epoch = readCurrentEpoch(dir);
    if (epoch === null) return null;
    const reader = await openReader(dir.snapshotDb(epoch), { cacheKiB: CACHE_KIB });
    return prepareClient(reader, async (client) => {
      const row = await readNewestSnapshot(client);
      if (row !== null) return openSource(client, dir, epoch, row);
      client.close();
      return null;
    });
  });
}

async function openSource(client: Connection, dir: DataDir, epoch: string, row: SnapshotRow): Promise<ExportSource> {
  const game = await readServedGame(client, row);
  const query: Query = (work) => wrapFaults(() => work(client));
  const { feedTime, rollups } = await readOrigin(client);
  const [facts, market] = [createFactReader(query), createMarketReader(query)];
  const { corpus, lists } = await readLedgers(client, null, { from: 0, to: row.n });
  const placesOf = (list: string): number => countListRows(lists, list, row.n);
  return {
    epoch,
    row,
    game,
    feedTime,
    collects: findGameInRules(rollups),
    followableFrom: ((await readChangeState(locateChanges(dir.changes, epoch)))?.first ?? 1) - 1,
    familiesApart: NETWORKS_RULE in rollups,
    lists: await readListCounts(client, row.n),
    rateWeights: await readRateWeights(client),
    items: () => readExportedItems(client, game),
    clientEdges: () => readExportedClientEdges(client, game),
    corpus: () => readExportedCorpus(client, corpus, row.n),
    edges: () => readExportedEdges(client, lists, row.n),
    rates: () => readExportedDrops(client, 'rates', placesOf('rates'), toStoredRate<SourceType>),
    gathering: () => readExportedDrops(client, 'gathering', placesOf('gathering'), toStoredRate<GatheredType>),
    zeros: () => readExportedDrops(client, 'zeros', placesOf('zeros'), toStoredZero<SourceType>),
    sortedRates: (order) => readSortedRates(client, placesOf('rates'), order),
    mostLooted: () => readMostLootedRates(client, placesOf('rates')),
    offers: () => readVendorOffers(client),
    factsAmong: facts.factsAmong,
    subjects: (family) => readExportedSubjects(client, family),
    facts: (family) => readExportedFacts(client, facts, family),
    pinsOf: (kind, ids) => readPins(client, kind, ids),
    lootSources: () => readLootSources(client),
    marketDays: () => readExportedMarketDays(client, market),
    market,
    addonFiles: readDataAddonFiles,
    close: async () => client.close(),
  };
}

async function readServedGame(client: Connection, { importN }: SnapshotRow): Promise<GameBuild | null> {
  if (importN === null) return null;
  const game = await readGameView(client, importN);
  if (game === null) throw new StorageError('IMPORT_MISSING');
  return game;
}

/** Number of places read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

/** Yields the rows of a list of rates or zeros in the first `places` places, without rows withdrawn since. */
async function* readExportedDrops<T, S extends AnySourceType>(
  client: Connection,
  list: string,
  places: number,
  parse: (row: DropRow<S>) => T,
): AsyncIterable<readonly T[]> {
  for (let from = 0; from < places; from += PLACES_PER_READ) {
    yield (await readDropRows<S>(client, list, from, Math.min(from + PLACES_PER_READ, places))).map(parse);
  }
}

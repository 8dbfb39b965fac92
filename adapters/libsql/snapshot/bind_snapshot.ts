import type { GatheredType } from '../../../domain/ports/drops.ts';
import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import { createBlockCache, readCorpusParts } from './read/corpus_reader.ts';
import { createCoverageReader } from './read/coverage_reader.ts';
import { createEdgeReader } from './read/edges_reader.ts';
import { createFactReader } from './read/facts_reader.ts';
import { createBuildReaders } from './read/game_reader.ts';
import { createKnowledgeReader } from './read/knowledge_reader.ts';
import { createLogReader } from './read/log_reader.ts';
import { createLookupReader } from './read/lookups_reader.ts';
import { createMarketReader } from './read/market_reader.ts';
import { createPublicIdReader } from './read/public_ids_reader.ts';
import type { Query } from './read/query.ts';
import { createDropCache, createRateReader } from './read/rates_reader.ts';
import { joinBlockParts } from './row_block.ts';

/** Binds all reads to one view. The readers share caches of packed rows across snapshots. */
export function createSnapshotBinder() {
  const dropLists = createDropCache();
  const readBuild = createBuildReaders();
  return (view: SnapshotView, query: Query): Snapshot => {
    const once = createReadCache();
    const blocks = createBlockCache();
    const build = readBuild(view, query);
    const facts = createFactReader(query);
    const market = createMarketReader(query);
    const knowledge = createKnowledgeReader(view, query);
    const gathering = createRateReader<GatheredType>(view, query, dropLists, 'gathering');
    const { inPlaces, placesOf, atPlaces, ofSource, ofItem, surestOfSources } = gathering;
    return {
      view,
      log: createLogReader(query),
      corpus: {
        rows: (slices, bytesMax) =>
          query((client) => joinBlockParts(readCorpusParts(client, slices, blocks), bytesMax)),
      },
      rates: createRateReader(view, query, dropLists, 'rates'),
      gathering: { inPlaces, placesOf, atPlaces, ofSource, ofItem, surestOfSources },
      edges: { ...createEdgeReader(view, query), ...build.edges },
      ...facts,
      professions: () => once('professions', facts.professions),
      taughtProfessions: () => once('taught professions', facts.taughtProfessions),
      ...createLookupReader(query),
      market: { ...market, realms: () => once('realms', market.realms) },
      game: build.game,
      knowledge: {
        ...knowledge,
        initials: (kind, limit) => once(`initials ${kind} ${limit}`, () => knowledge.initials(kind, limit)),
      },
      coverage: createCoverageReader(query),
      publicIds: createPublicIdReader(query),
    };
  };
}

/**
 * Creates a function that reads each named list once and shares the result, because pages of all kinds need these
 * lists. The results are released with the snapshot. A failed read is not cached.
 */
function createReadCache(): <T>(name: string, read: () => Promise<T>) => Promise<T> {
  const lists = new Map<string, Promise<unknown>>();
  return async <T>(name: string, read: () => Promise<T>) => {
    const reading = (lists.get(name) as Promise<T> | undefined) ?? read();
    lists.set(name, reading);
    try {
      return await reading;
    } catch (error) {
      lists.delete(name);
      throw error;
    }
  };
}

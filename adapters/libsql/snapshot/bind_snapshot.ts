import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import type { Runner } from '../database.ts';
import { readChangesBy } from './read/change_reader.ts';
import { readCoverage, readCoverageCounts, readCoverageZones } from './read/coverage_reader.ts';
import type { DropsReader } from './read/drops_reader.ts';
import { readEdgeEnds, readEdgePlaces, readEdgesAt, readEdgesAtEach, readEdgesFrom } from './read/edges_reader.ts';
import {
  readFact,
  readFacts,
  readFactsAmong,
  readFactsOfFamilies,
  readFactsOfProfession,
  readProfessions,
  readPublicAmong,
} from './read/facts_reader.ts';
import type { GameReader } from './read/game_reader.ts';
import {
  readKnown,
  readKnownExcerpts,
  readKnownFrom,
  readKnownInitials,
  readKnownKinds,
  readKnownNamed,
  readKnownOfKind,
  readKnownWords,
} from './read/knowledge_reader.ts';
import { readHasDocuments, readKnownAmong, readKnownWith } from './read/knowledge_search.ts';
import {
  readMarketDays,
  readMarketItem,
  readMarketItemOn,
  readMarketItems,
  readMarketItemsAmong,
  readMarketRealms,
  readMarketSizes,
} from './read/market_reader.ts';
import { readMentions, readQuestsGivenIn, readQuestZones } from './read/mentions_reader.ts';
import type { PageReader } from './read/page_reader.ts';
import { readNpcsMetIn, readPinsNear, readRolesAmong } from './read/pins_reader.ts';
import { readIdParts, readIdsOfPart } from './read/public_ids_reader.ts';
import { readItemRates, readPublicSources, readSourceRates } from './read/rates_reader.ts';
import { roomOf } from './read_budget.ts';
import { readFirstSnapshotWith, readRow, readSomeRows } from './row.ts';

/** Readers that cache packed rows of several snapshots. */
export interface CachingReaders {
  readonly corpus: PageReader;
  readonly drops: DropsReader;
  readonly game: GameReader;
}

/** Runs a query on the database of one view. */
export type Query = <T>(work: (client: Runner) => Promise<T>) => Promise<T>;

/**
 * Binds all reads to one view. Short lists that pages of all kinds need, such as the professions, are read once and
 * released together with the snapshot.
 */
export function bindSnapshot(view: SnapshotView, query: Query, { corpus, drops, game }: CachingReaders): Snapshot {
  const on =
    <A extends unknown[], R>(read: (client: Runner, ...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      query((client) => read(client, ...args));
  const onView =
    <A extends unknown[], R>(read: (client: Runner, view: SnapshotView, ...args: A) => Promise<R>) =>
    (...args: A): Promise<R> =>
      query((client) => read(client, view, ...args));
  const once = createReadCache();
  return {
    view,
    log: {
      row: on(readRow),
      rows: on(readSomeRows),
      firstWith: on(readFirstSnapshotWith),
      changes: on(readChangesBy),
    },
    corpus: {
      rows: (slices, bytesMax) => query((client) => corpus.rows(client, view.epoch, slices, roomOf(bytesMax))),
    },
    rates: {
      inPlaces: onView(drops.rows),
      ofSource: on(readSourceRates),
      ofItem: on(readItemRates),
      publicSources: on(readPublicSources),
    },
    edges: {
      rows: onView(game.edgeRows),
      places: on(readEdgePlaces),
      at: onView(readEdgesAt),
      atEach: onView(readEdgesAtEach),
      ends: on(readEdgeEnds),
      from: on(readEdgesFrom),
      clientPlaces: onView(game.clientEdgePlaces),
      clientAt: onView(game.clientEdgesAt),
    },
    fact: (family, subject) => query((client) => readFact(client, family, subject)),
    factsAmong: (family, subjects) => query((client) => readFactsAmong(client, family, subjects)),
    factsOf: (family, owner, limit) => query((client) => readFacts(client, family, owner, limit)),
    factsOfProfession: (family, profession) => query((client) => readFactsOfProfession(client, family, profession)),
    factsOfFamilies: on(readFactsOfFamilies),
    publicAmong: on(readPublicAmong),
    professions: () => once('professions', () => query((client) => readProfessions(client, 'recipes'))),
    pinsNear: on(readPinsNear),
    rolesAmong: on(readRolesAmong),
    npcsMetIn: on(readNpcsMetIn),
    questZones: on(readQuestZones),
    questsGivenIn: on(readQuestsGivenIn),
    mentionsOf: on(readMentions),
    market: {
      realms: () => once('realms', () => query(readMarketRealms)),
      sizes: on(readMarketSizes),
      items: on(readMarketItems),
      item: on(readMarketItem),
      itemsAmong: on(readMarketItemsAmong),
      itemOn: on(readMarketItemOn),
      days: on(readMarketDays),
    },
    game: {
      itemIndex: onView(game.itemIndex),
      itemRows: onView(game.itemRows),
      fact: onView(game.fact),
      factsAmong: onView(game.factsAmong),
      subjectsAmong: onView(game.subjectsAmong),
      clientLayer: onView(game.clientLayer),
    },
    knowledge: {
      entry: onView(readKnown),
      excerpts: onView(readKnownExcerpts),
      named: onView(readKnownNamed),
      matching: onView(readKnownWith),
      ofKind: onView(readKnownOfKind),
      namesFrom: on(readKnownFrom),
      initials: (kind, limit) =>
        once(`initials ${kind} ${limit}`, () => query((client) => readKnownInitials(client, kind, limit))),
      wordsOfLength: on(readKnownWords),
      wordsAmong: on(readKnownAmong),
      hasDocuments: on(readHasDocuments),
      kinds: onView(readKnownKinds),
    },
    coverage: {
      counts: on(readCoverageCounts),
      subjects: on(readCoverage),
      zones: on(readCoverageZones),
    },
    publicIds: {
      parts: on(readIdParts),
      ofPart: on(readIdsOfPart),
    },
  };
}

/** Creates a function that reads each named list once and shares the result. A failed read is not cached. */
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

import { flag, id, name, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { count, text } from '../response_fields.ts';
import { COMPLETION_AREAS } from '../vocabulary.ts';
import { agreedText, array, entity, installs, listArgument, locale, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const GAP_MAX = LIST_MAX.collectionGap;

function member(description: string) {
  return strictObject(description, {
    item: entity('The item.'),
    sources: array(
      'Where it comes from, by the number of installs, most first, then by text.',
      agreedText('A source that three installs name.', text('The source, as players’ addons name it.', 160)),
      GAP_MAX.sources,
    ),
  });
}

function idList(description: string) {
  return array(`${description} Ascending.`, id('An item.'), GAP_MAX.ids);
}

export const collection_gap = toolContract('collection_gap', {
  title: 'Missing items of a collection',
  description:
    'The items missing from a collection, such as mounts, and their sources. You list the owned items; no private data are read. A collection contains the items that at least three installs reported, so it may be incomplete.',
  layers: ['observed'],
  arguments: {
    collection: name(
      'The collection’s name, such as mounts, in any spelling that differs only in case.',
      LENGTHS.collection.min,
      LENGTHS.collection.max,
    ),
    owned: optional(listArgument('The ids of the items that are owned. Left out: none.', 100_000)),
  },
  output: pageAnswer('The collection, divided.', {
    collection: text('The collection, in the spelling of most of its items.', 80),
    total: count('Items that the collection is known to hold.'),
    ownedTotal: count('Number of owned items.'),
    missingTotal: count('Number of missing items.'),
    missing: array(
      `The first ${GAP_MAX.missing} that are missing, by item id.`,
      member('A missing item.'),
      GAP_MAX.missing,
    ),
    missingIds: idList('Every item that is missing.'),
    owned: array(`The first ${GAP_MAX.owned} that are owned, by item id.`, member('An owned item.'), GAP_MAX.owned),
    ownedIds: idList('Every item that is owned.'),
    unknownIds: idList('Items named as owned that the collection is not known to hold.'),
    isCut: optional(flag('Present if there are more items in collections than one answer reads.')),
  }),
});

const COMPLETION_MAX = LIST_MAX.completion;

function doneCount(what: string) {
  return count(`How many ${what} are done.`);
}

export const completion_progress = toolContract('completion_progress', {
  title: 'Progress in achievements, reputations, titles or quest chains',
  description:
    'The number of completed and missing achievements, reputations, titles or quests of chains, by category. You list the completed ones; no private data are read. The catalogue contains the entries that three installs agree on, so it may be incomplete; nothing is known about other entries.',
  layers: ['observed'],
  arguments: {
    area: oneOf('The progress to measure.', COMPLETION_AREAS),
    owned: optional(
      listArgument(
        'Ids of what is completed: earned achievements, factions with completed reputation, titles, or for quest chains the completed quests. If omitted, none.',
        100_000,
      ),
    ),
  },
  output: pageAnswer('The completed part of the catalogue.', {
    area: oneOf('The measured progress.', COMPLETION_AREAS),
    done: doneCount('entries of the catalogue'),
    total: count('How many entries the catalogue is known to hold; of quest chains, chains.'),
    points: optional(
      strictObject('Only for achievements: their points.', {
        done: doneCount('points'),
        total: count('Total points.'),
      }),
    ),
    categoriesTotal: count('Number of categories, including those beyond the list.'),
    categories: array(
      'By the names of the category above and of the category, unnamed ones last, then by id; of quest chains each is one.',
      strictObject('One category, or one quest chain.', {
        id: nullable(count('Its id in the game, or null if it has none.')),
        name: nullable(text('Its name, or null for entries without a heading.', 240)),
        locale: locale(),
        parent: nullable(text('The category above, or null if none is recorded.', 160)),
        done: doneCount('of its entries'),
        total: count('How many entries it is known to hold; of a quest chain, quests.'),
        finished: flag('True where all of it is done. A chain that is truncated is never called finished.'),
        truncated: flag('True for a quest chain that has more quests than the catalogue lists.'),
        installs: count('Distinct installs that report the entry of it that fewest report.'),
      }),
      COMPLETION_MAX.categories,
    ),
    missingTotal: count('Number of missing entries; for quest chains, of distinct quests.'),
    missing: array(
      `The first ${COMPLETION_MAX.missing} that are missing, by id; of quest chains, quests in the order of the chains.`,
      strictObject('The missing entries.', {
        id: id('Its id in the game.'),
        name: nullable(text('Its name, or null if no name has three installs behind it.', 300)),
        locale: locale(),
        category: nullable(text('The category or chain it belongs to, or null if there is none.', 240)),
        installs: installs(),
      }),
      COMPLETION_MAX.missing,
    ),
    unknownIds: array(
      'Ids named as done that the catalogue does not hold. Ascending.',
      id('An id.'),
      COMPLETION_MAX.unknownIds,
    ),
    isCut: optional(flag('Present if the catalogue has more entries than one answer reads.')),
  }),
});

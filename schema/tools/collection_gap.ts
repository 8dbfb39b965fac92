import { flag, id, name, optional, strictObject } from '../fields.ts';
import { LENGTHS, LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { agreedText, entity, listArgument, many, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const MAX = LIST_MAX.collectionGap;

function member(description: string) {
  return strictObject(description, {
    item: entity('The item.'),
    sources: many(
      'Where it comes from, by the number of installs, most first, then by text.',
      agreedText('A source that three installs name.', plain('The source, as players’ addons name it.', 160)),
      MAX.sources,
    ),
  });
}

function allIds(description: string) {
  return many(`${description} Ascending.`, id('An item.'), MAX.ids);
}

/** The missing items of a collection. */
export const collection_gap = toolContract({
  name: 'collection_gap',
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
  output: pageAnswer(
    strictObject('The collection, divided.', {
      collection: plain('The collection, in the spelling of most of its items.', 80),
      total: count('Items that the collection is known to hold.'),
      ownedTotal: count('Number of owned items.'),
      missingTotal: count('Number of missing items.'),
      missing: many(`The first ${MAX.missing} that are missing, by item id.`, member('A missing item.'), MAX.missing),
      missingIds: allIds('Every item that is missing.'),
      owned: many(`The first ${MAX.owned} that are owned, by item id.`, member('An owned item.'), MAX.owned),
      ownedIds: allIds('Every item that is owned.'),
      unknownIds: allIds('Items named as owned that the collection is not known to hold.'),
      isCut: optional(flag('Present if there are more items in collections than one answer reads.')),
    }),
  ),
});

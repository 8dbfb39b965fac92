import { flag, id, name, optional, strictObject } from '../fields.ts';
import { count, plain } from '../response_fields.ts';
import { agreed, entity, listArgument, many, pageAnswer } from './parts.ts';
import { toolContract } from './tool.ts';

const member = (description: string) =>
  strictObject(description, {
    item: entity('The item.'),
    sources: many(
      'Where it comes from, by the number of installs, most first, then by text.',
      agreed('A source that three installs name.', plain('The source, as players’ addons name it.', 160)),
      200,
    ),
  });

const allIds = (description: string) => many(`${description} Ascending.`, id('An item.'), 50_000);

/** What is missing of a collection. */
export const collection_gap = toolContract({
  name: 'collection_gap',
  title: 'What is missing of a collection',
  description:
    'Which items of a collection, such as mounts, are not among those you name, and where each comes from. Nothing private is read: what is owned is what you list. A collection holds the items that three installs report it to hold, so it may be incomplete.',
  layers: ['observed'],
  arguments: {
    collection: name('The collection’s name, such as mounts, in any spelling that differs only in case.', 1, 40),
    owned: optional(listArgument('The ids of the items that are owned. Left out: none.', 100_000)),
  },
  output: pageAnswer(
    strictObject('The collection, divided.', {
      collection: plain('The collection, in the spelling of most of its items.', 80),
      total: count('Items that the collection is known to hold.'),
      ownedTotal: count('How many of them are owned.'),
      missingTotal: count('How many of them are not.'),
      missing: many('The first 150 that are missing, by item id.', member('A missing item.'), 150),
      missingIds: allIds('Every item that is missing.'),
      owned: many('The first 50 that are owned, by item id.', member('An owned item.'), 50),
      ownedIds: allIds('Every item that is owned.'),
      unknownIds: allIds('Items named as owned that the collection is not known to hold.'),
      isCut: optional(
        flag('There are more items in collections than one answer reads; absent where it was read whole.'),
      ),
    }),
  ),
});

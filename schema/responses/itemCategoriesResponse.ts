import type * as v from 'valibot';
import { integer, list, nullable, openObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain, slug } from '../response_fields.ts';
import { gameDataNotice } from './gameDataNotice.ts';

const subclass = openObject('A subclass.', {
  id: integer('Its id in the client.', 0),
  name: nullable(plain('The client’s name; null when it has none, then the slug is the id.', 200)),
  slug: slug('The value for the subclass parameter of /api/items.'),
  items: count('Items of the build in it.'),
});

const itemClass = openObject('A class of items.', {
  id: integer('Its id in the client.', 0),
  name: plain('The client’s name.', 200),
  label: plain('The name in the plural.', 200),
  slug: slug('The value for the class parameter of /api/items.'),
  items: count('Items of the build in it.'),
  subclasses: list('Its subclasses that hold items.', subclass, 0, LIST_MAX.categories),
});

const slot = openObject('A slot that items are worn in.', {
  slug: slug('The value for the slot parameter of /api/items.'),
  name: plain('Its name.', 200),
});

const quality = openObject('A quality of items.', {
  id: integer('Its id in the client.', 0),
  name: plain('Its name.', 200),
  slug: slug('The value for the quality parameter of /api/items.'),
});

/** The tree of item classes, with slots and qualities. */
export const itemCategoriesResponse = openObject('The classes, slots and qualities that items can be filtered by.', {
  classes: list('The classes that hold items.', itemClass, 0, LIST_MAX.categories),
  slots: list('The slots.', slot, 0, LIST_MAX.categories),
  qualities: list('The qualities.', quality, 0, LIST_MAX.categories),
  gameData: gameDataNotice,
});

export type ItemCategoriesResponse = v.InferOutput<typeof itemCategoriesResponse>;

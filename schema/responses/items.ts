import type * as v from 'valibot';
import { id, integer, list, nullable, openObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, listSnapshot, pageFields, rowsField, slugField, text } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { gameDataNotice } from './gameDataNotice.ts';

/** Fields of an item of the imported build, which item_categories shares. */
export const itemTraitFields = {
  class: nullable(slugField('The slug of its class.')),
  subclass: nullable(slugField('The slug of its subclass within the class.')),
  slot: nullable(slugField('The slug of its slot; also null if it cannot be worn.')),
  quality: nullable(slugField('Its quality.')),
  itemLevel: nullable(count('Its item level.')),
  requiredLevel: nullable(count('The level it needs.')),
  icon: nullable(text('The icon’s file name, in lower case and without ending.', 200)),
  stack: nullable(count('The stack size.')),
};

const itemRow = openObject('An item of the build. Null if the game’s files have no such table, column or row.', {
  itemId: id('The item.'),
  ...itemTraitFields,
  buyPriceCopper: nullable(count('The buy price at vendors, in copper.')),
  sellPriceCopper: nullable(count('The sell price at vendors, in copper.')),
  setId: nullable(count('The item set it belongs to; 0 for none.')),
});

/** A page of the current build's items. */
export const itemsResponse = openObject(
  'A page of the items of the current build, from the game’s files. Ids only; names come from uploads.',
  {
    generatedAt: instant('When the build was imported.'),
    items: rowsField('The items on this page.', itemRow),
    gameData: gameDataNotice,
    ...pageFields(),
    snapshot: listSnapshot(),
  },
);

export type ItemsResponse = v.InferOutput<typeof itemsResponse>;

const subclassRow = openObject('A subclass.', {
  id: integer('Its id in the client.', 0),
  name: nullable(text('The client’s name; null when it has none, then the slug is the id.', 200)),
  slug: slugField('The value for the subclass parameter of /api/items.'),
  items: count('Items of the build in it.'),
});

const itemClassRow = openObject('A class of items.', {
  id: integer('Its id in the client.', 0),
  name: text('The client’s name.', 200),
  label: text('The name in the plural.', 200),
  slug: slugField('The value for the class parameter of /api/items.'),
  items: count('Items of the build in it.'),
  subclasses: list('Its subclasses that hold items.', subclassRow, 0, LIST_MAX.categories),
});

const slotRow = openObject('A slot that items are worn in.', {
  slug: slugField('The value for the slot parameter of /api/items.'),
  name: text('Its name.', 200),
});

const qualityRow = openObject('A quality of items.', {
  id: integer('Its id in the client.', 0),
  name: text('Its name.', 200),
  slug: slugField('The value for the quality parameter of /api/items.'),
});

/** The tree of item classes, with slots and qualities. */
export const itemCategoriesResponse = openObject('The classes, slots and qualities that items can be filtered by.', {
  classes: list('The classes that hold items.', itemClassRow, 0, LIST_MAX.categories),
  slots: list('The slots.', slotRow, 0, LIST_MAX.categories),
  qualities: list('The qualities.', qualityRow, 0, LIST_MAX.categories),
  gameData: gameDataNotice,
});

export type ItemCategoriesResponse = v.InferOutput<typeof itemCategoriesResponse>;

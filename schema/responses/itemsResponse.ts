import type * as v from 'valibot';
import { id, nullable, openObject } from '../fields.ts';
import { count, listSnapshot, pageFields, plain, rows, slug } from '../response_fields.ts';
import { instant } from '../time_fields.ts';
import { gameDataNotice } from './gameDataNotice.ts';

const item = openObject('An item of the build. Null if the game’s files have no such table, column or row.', {
  itemId: id('The item.'),
  class: nullable(slug('The slug of its class.')),
  subclass: nullable(slug('The slug of its subclass within the class.')),
  slot: nullable(slug('The slug of its slot; also null if it cannot be worn.')),
  quality: nullable(slug('Its quality.')),
  itemLevel: nullable(count('Its item level.')),
  requiredLevel: nullable(count('The level it needs.')),
  icon: nullable(plain('The icon’s file name, in lower case and without ending.', 200)),
  stack: nullable(count('The stack size.')),
  buyPriceCopper: nullable(count('The buy price at vendors, in copper.')),
  sellPriceCopper: nullable(count('The sell price at vendors, in copper.')),
  setId: nullable(count('The item set it belongs to; 0 for none.')),
});

/** A page of the current build's items. */
export const itemsResponse = openObject(
  'A page of the items of the current build, from the game’s files. Ids only; names come from uploads.',
  {
    generatedAt: instant('When the build was imported.'),
    items: rows('The items on this page.', item),
    gameData: gameDataNotice,
    ...pageFields(),
    snapshot: listSnapshot(),
  },
);

export type ItemsResponse = v.InferOutput<typeof itemsResponse>;

import { id, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain, slug } from '../response_fields.ts';
import { attribution } from '../responses/attribution.ts';
import { QUALITIES } from '../vocabulary.ts';
import { copper, entity, gameFilesAnswer, limitArgument, many } from './parts.ts';
import { toolContract, withDefault } from './tool.ts';

const LIMIT_MAX = 200;

const tree = strictObject('The filters for items.', {
  classes: many(
    'The classes that hold items, by id.',
    strictObject('A class of items.', {
      id: count('Its id in the client.'),
      name: plain('The client’s name.', 300),
      label: plain('The name in the plural.', 300),
      slug: slug('The values of class.'),
      items: count('Items of the build in it.'),
      subclasses: many(
        'Its subclasses that hold items, by id.',
        strictObject('A subclass.', {
          id: count('Its id in the client.'),
          name: nullable(plain('The client’s name, or null if it has none.', 300)),
          slug: slug('The values of subclass.'),
          items: count('Items of the build in it.'),
        }),
        LIST_MAX.categories,
      ),
    }),
    LIST_MAX.categories,
  ),
  slots: many(
    'The slots that items are worn in.',
    strictObject('A slot.', { slug: slug('The values of slot.'), name: plain('Its name.', 300) }),
    LIST_MAX.categories,
  ),
  qualities: many(
    'The qualities, the poorest first.',
    strictObject('A quality.', {
      id: count('Its id in the client.'),
      name: plain('Its name.', 300),
      slug: slug('The values of quality.'),
    }),
    LIST_MAX.categories,
  ),
});

const row = strictObject('An item of the build. Null if the game’s files have no such table, column or row.', {
  item: entity('The item, with the name that players agree on.'),
  class: nullable(slug('The slug of its class.')),
  subclass: nullable(slug('The slug of its subclass within the class.')),
  slot: nullable(slug('The slug of its slot; also null if it cannot be worn.')),
  quality: nullable(slug('Its quality.')),
  itemLevel: nullable(count('Its item level.')),
  requiredLevel: nullable(count('The level it needs.')),
  icon: nullable(plain('The icon’s file name, in lower case and without ending.', 200)),
  stack: nullable(count('The stack size.')),
  buyPriceCopper: nullable(copper('The buy price at vendors.')),
  sellPriceCopper: nullable(copper('The sell price at vendors.')),
  setId: nullable(count('The item set it belongs to; 0 for none.')),
});

function level(description: string) {
  return nullable(
    strictObject(description, {
      slug: slug('The value for the argument of this name.'),
      name: nullable(plain('Its name, or null if the client has none.', 300)),
    }),
  );
}

/** Item categories, and the items of one category. */
export const item_categories = toolContract({
  name: 'item_categories',
  title: 'Item categories',
  description:
    'The item categories of the game. Without arguments: classes and subclasses with item counts, slots and qualities. With filters: the matching items. With item: its class, subclass, slot and quality. From the game’s files, with names that players agree on.',
  layers: ['observed', 'game-files'],
  arguments: {
    item: optional(id('An item, by its id in the game: asks for its path through the categories.')),
    class: optional(slug('A class, by its slug.')),
    subclass: optional(slug('A subclass, by its slug or number; with a class.')),
    slot: optional(slug('A slot, by its slug.')),
    quality: optional(oneOf('A quality.', QUALITIES)),
    limit: withDefault(limitArgument(LIMIT_MAX), 50),
  },
  output: gameFilesAnswer({
    tree: nullable(tree),
    total: nullable(count('Items that the filters leave, those that are not listed included; null without filters.')),
    items: nullable(many('The first of them, by id; null without filters.', row, LIMIT_MAX)),
    path: nullable(
      strictObject('The position of the requested item, or null if the files do not say or there is no such step.', {
        class: level('Its class.'),
        subclass: level('Its subclass.'),
        slot: level('Its slot; also null if it cannot be worn.'),
        quality: level('Its quality.'),
      }),
    ),
    dataAsOf: optional(
      nullable(plain('Receipt time of the newest upload in the names, a date-time, or null if there is none yet.', 40)),
    ),
    attribution: optional(attribution),
  }),
});

import { buildGameDataNotice } from '../../../domain/game_files/import/notice.ts';
import { ITEM_SLOTS } from '../../../domain/game_files/slugs.ts';
import { type ItemsPage, type ItemsQuery, readItems } from '../../../domain/reads/items.ts';
import { parseRows } from '../../../domain/reads/pieces.ts';
import { formatInstant } from '../../../domain/values/instant.ts';
import { LENGTHS } from '../../../schema/limits.ts';
import { SLUG_PATTERN } from '../../../schema/response_fields.ts';
import type { JsonPart } from '../../../schema/rules.ts';
import { QUALITIES } from '../../../schema/vocabulary.ts';
import type { Context } from '../../context.ts';
import { createListRoute } from '../../pipeline/list_route.ts';
import { choice, ids, text, wholeNumber } from '../../pipeline/query.ts';
import { PRIVATE_REVALIDATED, type Route } from '../../pipeline/route.ts';

const SLUG_RULES: JsonPart = { pattern: SLUG_PATTERN, minLength: LENGTHS.slug.min, maxLength: LENGTHS.slug.max };

const SLOT_SLUGS = ITEM_SLOTS.map(({ slug }) => slug);

const ITEMS_QUERY = {
  item: wholeNumber('One item.', 25),
  ids: ids('items', '25,36'),
  class: text('The slug of a class.', 'weapon', SLUG_RULES),
  subclass: text('The slug or number of a subclass within the class; needs class.', 'sword', SLUG_RULES),
  slot: choice(SLOT_SLUGS, 'The slug of a slot.', 'main-hand'),
  quality: choice(QUALITIES, 'Its quality.', 'common'),
};

/** Serves the build's items (contract, section 4, Item row). */
export function createItemsRoute(context: Context): Route {
  return createListRoute<typeof ITEMS_QUERY, ItemsQuery, ItemsPage>(context, {
    path: '/api/items',
    budget: 'items',
    cacheHeaders: PRIVATE_REVALIDATED,
    query: ITEMS_QUERY,
    read: readItems,
    parts: ({ game, pieces }) => ({
      head: { generatedAt: formatInstant(game.importedAtMs) },
      lists: { items: pieces },
      game,
    }),
    csv: {
      name: 'items',
      about: 'A row for each item.',
      columns: [
        ...['itemId', 'class', 'subclass', 'slot', 'quality', 'itemLevel', 'requiredLevel', 'icon', 'stack'],
        ...['buyPriceCopper', 'sellPriceCopper', 'setId'],
        ...['gameData.label', 'gameData.build', 'gameData.credit'],
      ],
      rows: (page) => {
        const gameData = buildGameDataNotice(page.game);
        return parseRows<object>(page).map((row) => ({ ...row, gameData }));
      },
    },
    docs: {
      operationId: 'listItems',
      tag: 'Game files',
      summary: 'Items of the current build',
      description:
        'Items as the game’s files describe them, unconfirmed. Ids only; names come from uploads. null means that the files have no such table, column or row. /api/items/categories lists the slugs.',
      page: 'A page of items.',
      shape: 'itemsResponse',
      example: { name: 'items', summary: 'A sword' },
      unavailable: 'No build was imported, or the storage cannot be read: the items are unknown, not zero.',
    },
  });
}

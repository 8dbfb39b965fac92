import { id, nullable, oneOf, optional, strictObject } from '../fields.ts';
import { LIST_MAX } from '../limits.ts';
import { count, plain } from '../response_fields.ts';
import { QUALITIES } from '../vocabulary.ts';
import { itemInFiles } from './item_file_parts.ts';
import { figures, firstOf, levels, offer, places, price, recipe, seen } from './page_parts.ts';
import { agreed, agreedText, entity, houseArgument, many, marketValue, pageAnswer, realmArgument } from './parts.ts';
import { toolContract } from './tool.ts';

const MAX = LIST_MAX.itemPage;

/** Everything public about an item. */
export const item_page = toolContract({
  name: 'item_page',
  title: 'Page of an item',
  description:
    'Everything public about one item: its name, sources with drop rates (reports from only one or two players are listed separately), vendors with prices, quests that reward it, recipes that make it, use it or are taught by it, levels of its sources, locations of the best sources and vendors, its market value on the given realm or on all realms that have one, and its data in the game’s files, including uses. Use search_knowledge or get_by_name to find an item’s id, and entity_relations for the relations of the game’s files.',
  layers: ['observed', 'game-files'],
  arguments: {
    itemId: id('The item, by its id in the game.'),
    realm: optional(realmArgument()),
    house: optional(houseArgument()),
  },
  output: pageAnswer(
    strictObject('The public facts about the item.', {
      item: entity('The item.'),
      name: nullable(agreedText('The name that installs agree on, or null if there is none.', plain('The name.', 300))),
      quality: nullable(
        agreed('The quality that installs agree on, or null if there is none.', oneOf('The quality.', QUALITIES)),
      ),
      itemLevel: nullable(
        agreed('The item level that installs agree on, or null if there is none.', count('The level.')),
      ),
      droppedBy: firstOf(
        'NPCs and objects that dropped it for at least three installs, sorted by the lower bound of the rate (highest first), then by number of drops, kind and id.',
        strictObject('A source.', {
          source: entity('The NPC or object that was looted.'),
          levels: levels(),
          ...figures(),
          places: places(MAX.maps),
        }),
        MAX.sources,
      ),
      droppedBySeenByFew: firstOf(
        'NPCs and objects that only one or two installs saw it drop from, in the same order: nobody else confirms it, so do not state it as a fact.',
        strictObject('A source.', { source: entity('The NPC or object that was looted.'), ...figures() }),
        LIST_MAX.seenByFew,
      ),
      soldBy: firstOf(
        `Vendors that sell it, cheapest first, then those without an agreed price, then by id. If there are more than ${MAX.vendorsCompared}, only the ${MAX.vendorsCompared} that became public first are compared.`,
        strictObject('A vendor.', { vendor: entity('The vendor.'), ...offer(), places: places(MAX.maps) }),
        MAX.vendors,
      ),
      vendorPrices: many(
        'Prices for one that three installs saw at vendors where their reports do not say which, the lowest first. In copper.',
        price(),
        LIST_MAX.prices,
      ),
      rewardFrom: firstOf(
        'Quests that give it or let choose it, in the order in which they became public.',
        strictObject('A quest.', {
          quest: entity('The quest.'),
          level: nullable(agreed('The quest’s level.', count('The level.'))),
          ...seen(),
        }),
        MAX.quests,
      ),
      madeBy: firstOf('Recipes that make it, by id.', recipe(), MAX.madeBy),
      reagentFor: firstOf(
        'Recipes that use it, by id; only this item is listed among their reagents.',
        recipe(),
        MAX.reagentFor,
      ),
      teaches: firstOf('Recipes that it teaches, by id.', recipe(), MAX.teaches),
      collections: firstOf(
        'Collections that it belongs to, by name.',
        strictObject('A collection.', {
          collection: plain('Its name.', 100),
          sources: many(
            'Sources of the item, as worded by the addon that records the collection, by text.',
            agreedText('A source.', plain('The source.', 200)),
            MAX.sourcesOfCollection,
          ),
        }),
        MAX.collections,
      ),
      market: nullable(
        marketValue(
          'Its newest public day on the requested realm, or null if no realm was given or no day is public there.',
        ),
      ),
      marketRealms: firstOf(
        'Realms on whose auctions it has a public value, by name in lower case.',
        plain('A realm as this instance spells it.', 120),
        MAX.marketRealms,
      ),
      markets: many(
        `Its newest public day on the first ${MAX.markets} of those realms, in their order, where no realm was asked for; empty where one was.`,
        marketValue('A realm’s newest public day, all its auction houses together.'),
        MAX.markets,
      ),
      files: nullable(itemInFiles()),
    }),
  ),
});

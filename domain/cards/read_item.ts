import { agreedValue, agreedValues } from '../families/counting/agreed.ts';
import { families } from '../families/mod.ts';
import type { RateList } from '../ports/drops.ts';
import { type FoundEdges, findEdges } from '../reads/find_edges.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import type { Card, EntityName } from './card.ts';
import { type CardDrop, few, type Shortlist } from './drop_lines.ts';
import { itemCard, type Seller } from './item.ts';
import { itemRowOf } from './read_item_row.ts';
import { recipesOf } from './read_recipes.ts';
import { type CardSources, namedDrops, nameOf, namesOfRates } from './read_sources.ts';

/** Lines of a list on an item's card. */
const LISTED = 5;

/** Vendors whose prices are compared: the cheapest of them are listed. */
const VENDORS_COMPARED = 40;

/** An item's card; null where nothing public is known of it. */
export async function readItemCard(sources: CardSources, itemId: number): Promise<Card | null> {
  const { reader, view, files } = sources;
  const [fact, prices, rates, mentions, sold, rewards] = await Promise.all([
    reader.fact(view, families.items, String(itemId)),
    reader.fact(view, families.vendor_prices, String(itemId)),
    reader.ratesOfItem(view, itemId),
    reader.mentionsOf(view, 'item', itemId),
    findEdges(sources, ['sold_by:item:npc'], { fromId: itemId }, VENDORS_COMPARED),
    findEdges(sources, ['reward_from:item:quest'], { fromId: itemId }, LISTED),
  ]);
  const lists = [rates.corroborated, rates.seenByFew, sold, rewards].map(({ total }) => total);
  if (fact === null && prices === null && [...lists, mentions.length].every((length) => length === 0)) return null;
  const [drops, dropsSeenByFew, sellers, quests, recipes, row] = await Promise.all([
    dropsOf(sources, rates.corroborated),
    seenByFew(sources, rates.seenByFew),
    sellersOf(sources, sold),
    questsOf(sources, rewards),
    recipesOf(sources, mentions),
    files === null ? Promise.resolve(null) : itemRowOf(sources, files, itemId),
  ]);
  return itemCard({
    itemId,
    name: agreedValue(fact?.name),
    quality: agreedValue(fact?.quality),
    itemLevel: agreedValue(fact?.itemLevel),
    drops,
    dropsSeenByFew,
    sellers,
    vendorPrices: agreedValues(prices?.prices),
    quests,
    ...recipes,
    isImported: files !== null,
    row,
  });
}

async function dropsOf(sources: CardSources, { rates, total }: RateList): Promise<Shortlist<CardDrop>> {
  const drops = await namedDrops(sources, rates.slice(0, LISTED), ({ sourceType, sourceId }) => [sourceType, sourceId]);
  return few(drops, LISTED, total);
}

function seenByFew(sources: CardSources, list: RateList): Promise<Shortlist<EntityName>> {
  return namesOfRates(sources, list, ({ sourceType, sourceId }) => [sourceType, sourceId]);
}

async function sellersOf(sources: CardSources, { rows, total }: FoundEdges): Promise<Shortlist<Seller>> {
  const { reader, view } = sources;
  const sellers = await mapInOrder(rows, async ({ fromId, toId }): Promise<Seller> => {
    const [other, goods] = await Promise.all([
      nameOf(sources, 'npc', toId, true),
      reader.fact(view, families.vendor_goods, `${toId}:${fromId}`),
    ]);
    return { other, prices: agreedValues(goods?.prices), stock: agreedValue(goods?.limitedStock) };
  });
  return few([...sellers].sort(cheapestFirst), LISTED, total);
}

/** Those without an agreed price go last. */
function cheapestFirst(a: Seller, b: Seller): number {
  const [one, other] = [a.prices[0] ?? Number.POSITIVE_INFINITY, b.prices[0] ?? Number.POSITIVE_INFINITY];
  return one === other ? a.other.id - b.other.id : one - other;
}

async function questsOf(sources: CardSources, { rows, total }: FoundEdges): Promise<Shortlist<EntityName>> {
  const quests = await mapInOrder(rows, ({ toId }) => nameOf(sources, 'quest', toId, true));
  return few(quests, LISTED, total);
}

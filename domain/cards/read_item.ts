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
import { type CardSnapshot, namedDrops, nameOf, namesOfRates } from './read_sources.ts';

/** Maximum number of entries that a list on an item's card shows. */
const LISTED = 5;

/** Maximum number of vendors read. The card lists the cheapest of them. */
const VENDORS_COMPARED = 40;

/** Builds an item's card. Returns null if there are no public facts about the item. */
export async function readItemCard(snapshot: CardSnapshot, itemId: number): Promise<Card | null> {
  const { files } = snapshot;
  const [fact, prices, rates, mentions, sold, rewards] = await Promise.all([
    snapshot.fact(families.items, String(itemId)),
    snapshot.fact(families.vendor_prices, String(itemId)),
    snapshot.rates.ofItem(itemId),
    snapshot.mentionsOf('item', itemId),
    findEdges(snapshot, ['sold_by:item:npc'], { fromId: itemId }, VENDORS_COMPARED),
    findEdges(snapshot, ['reward_from:item:quest'], { fromId: itemId }, LISTED),
  ]);
  const lists = [rates.corroborated, rates.seenByFew, sold, rewards].map(({ total }) => total);
  if (fact === null && prices === null && [...lists, mentions.length].every((length) => length === 0)) return null;
  const [drops, dropsSeenByFew, sellers, quests, recipes, row] = await Promise.all([
    dropsOf(snapshot, rates.corroborated),
    seenByFew(snapshot, rates.seenByFew),
    sellersOf(snapshot, sold),
    questsOf(snapshot, rewards),
    recipesOf(snapshot, mentions),
    files === null ? Promise.resolve(null) : itemRowOf(snapshot, files, itemId),
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

async function dropsOf(snapshot: CardSnapshot, { rates, total }: RateList): Promise<Shortlist<CardDrop>> {
  const drops = await namedDrops(snapshot, rates.slice(0, LISTED), ({ sourceType, sourceId }) => [
    sourceType,
    sourceId,
  ]);
  return few(drops, LISTED, total);
}

function seenByFew(snapshot: CardSnapshot, list: RateList): Promise<Shortlist<EntityName>> {
  return namesOfRates(snapshot, list, ({ sourceType, sourceId }) => [sourceType, sourceId]);
}

async function sellersOf(snapshot: CardSnapshot, { rows, total }: FoundEdges): Promise<Shortlist<Seller>> {
  const sellers = await mapInOrder(rows, async ({ fromId, toId }): Promise<Seller> => {
    const [other, goods] = await Promise.all([
      nameOf(snapshot, 'npc', toId, true),
      snapshot.fact(families.vendor_goods, `${toId}:${fromId}`),
    ]);
    return { other, prices: agreedValues(goods?.prices), stock: agreedValue(goods?.limitedStock) };
  });
  return few([...sellers].sort(cheapestFirst), LISTED, total);
}

/** Sorts vendors by their lowest price. Vendors without an agreed price come last. */
function cheapestFirst(a: Seller, b: Seller): number {
  const [one, other] = [a.prices[0] ?? Number.POSITIVE_INFINITY, b.prices[0] ?? Number.POSITIVE_INFINITY];
  return one === other ? a.other.id - b.other.id : one - other;
}

async function questsOf(snapshot: CardSnapshot, { rows, total }: FoundEdges): Promise<Shortlist<EntityName>> {
  const quests = await mapInOrder(rows, ({ toId }) => nameOf(snapshot, 'quest', toId, true));
  return few(quests, LISTED, total);
}

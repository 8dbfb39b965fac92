import type { Card, EntityName } from '../cards/card.ts';
import { type CardDrop, type Few, few } from '../cards/drop_lines.ts';
import { itemCard, type Seller } from '../cards/item.ts';
import type { StoredRate } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { valueIn, valuesIn } from './card_facts.ts';
import { itemRowOf } from './card_item_row.ts';
import {
  byRate,
  type CardSources,
  eachOf,
  type FoundEdges,
  findEdges,
  isPublic,
  namedDrops,
  nameOf,
  together,
} from './card_sources.ts';

/** Lines of a list on an item's card. */
const LISTED = 5;

/** Vendors whose prices are compared: the cheapest of them are listed. */
const VENDORS_COMPARED = 40;

/** An item's card; null where nothing public is known of it. */
export const readItemCard = async (sources: CardSources, itemId: number): Promise<Reached<Card | null>> => {
  const { reader, rates, view, files } = sources;
  const found = await together([
    reader.fact(view, 'items', String(itemId)),
    reader.fact(view, 'vendor_prices', String(itemId)),
    rates.ofItem(view, itemId),
    findEdges(sources, ['dropped_by:item:npc', 'dropped_by:item:object'], { fromId: itemId }, LISTED),
    findEdges(sources, ['sold_by:item:npc'], { fromId: itemId }, VENDORS_COMPARED),
    findEdges(sources, ['reward_from:item:quest'], { fromId: itemId }, LISTED),
  ] as const);
  if (!found.ok) return found;
  const [fact, prices, itemRates, dropEdges, sold, rewards] = found.value;
  const hasFacts =
    fact !== null ||
    prices !== null ||
    (itemRates ?? []).length > 0 ||
    [dropEdges, sold, rewards].some(({ total }) => total > 0);
  const isKnown = await isPublic(sources, 'item', itemId, hasFacts);
  if (!isKnown.ok) return isKnown;
  if (!isKnown.value) return ok(null);
  const named = await together([
    dropsOf(sources, itemRates, dropEdges),
    sellersOf(sources, sold),
    questsOf(sources, rewards),
    files === null ? Promise.resolve(ok(null)) : itemRowOf(sources, files, itemId),
  ] as const);
  if (!named.ok) return named;
  const [drops, sellers, quests, row] = named.value;
  return ok(
    itemCard({
      itemId,
      name: valueIn<string>(fact, 'name'),
      quality: valueIn<string>(fact, 'quality'),
      itemLevel: valueIn<number>(fact, 'itemLevel'),
      drops,
      sellers,
      vendorPrices: valuesIn<number>(prices, 'prices'),
      quests,
      row,
    }),
  );
};

/** By rate where rates are at hand, else as the edges tell. */
const dropsOf = async (
  sources: CardSources,
  rates: readonly StoredRate[] | null,
  edges: FoundEdges,
): Promise<Reached<Few<CardDrop>>> => {
  if (rates !== null) {
    const likeliest = [...rates].sort(byRate).slice(0, LISTED);
    const drops = await namedDrops(sources, likeliest, ({ sourceType, sourceId }) => [sourceType, sourceId]);
    return drops.ok ? ok(few(drops.value, LISTED, rates.length)) : drops;
  }
  const drops = await eachOf(edges.rows, async ({ toKind, toId }) => {
    const other = await nameOf(sources, toKind === 'object' ? 'object' : 'npc', toId, true);
    return other.ok ? ok({ other: other.value, counts: null }) : other;
  });
  return drops.ok ? ok(few(drops.value, LISTED, edges.total)) : drops;
};

const sellersOf = async (sources: CardSources, { rows, total }: FoundEdges): Promise<Reached<Few<Seller>>> => {
  const { reader, view } = sources;
  const sellers = await eachOf(rows, async ({ fromId, toId }): Promise<Reached<Seller>> => {
    const found = await together([
      nameOf(sources, 'npc', toId, true),
      reader.fact(view, 'vendor_goods', `${toId}:${fromId}`),
    ] as const);
    if (!found.ok) return found;
    const [other, goods] = found.value;
    return ok({ other, prices: valuesIn<number>(goods, 'prices'), stock: valueIn<number>(goods, 'limitedStock') });
  });
  return sellers.ok ? ok(few([...sellers.value].sort(cheapestFirst), LISTED, total)) : sellers;
};

/** Those without an agreed price go last. */
const cheapestFirst = (a: Seller, b: Seller): number => {
  const [one, other] = [a.prices[0] ?? Number.POSITIVE_INFINITY, b.prices[0] ?? Number.POSITIVE_INFINITY];
  return one === other ? a.other.id - b.other.id : one - other;
};

const questsOf = async (sources: CardSources, { rows, total }: FoundEdges): Promise<Reached<Few<EntityName>>> => {
  const quests = await eachOf(rows, ({ toId }) => nameOf(sources, 'quest', toId, true));
  return quests.ok ? ok(few(quests.value, LISTED, total)) : quests;
};

import { LIST_MAX } from '../../../schema/limits.ts';
import type { item_page as contract } from '../../../schema/tools/item_pages.ts';
import type { ToolAnswer } from '../../../schema/tools/tool.ts';
import { findEdgeGroup } from '../../families/edges.ts';
import { selectMentions } from '../../families/lookups/mentioned.ts';
import { families } from '../../families/mod.ts';
import type { RateList, SourceType } from '../../ports/drops.ts';
import type { MentionList } from '../../ports/facts.ts';
import { pickRateFields } from '../drops.ts';
import { readRealmSpelling } from '../realms.ts';
import { mapFirstRows } from './first_of.ts';
import { readGatheredSources, readGathering } from './gathering.ts';
import type { ItemLimits } from './limits.ts';
import { readMarketValues } from './market_values.ts';
import { readNpcLevels } from './npc.ts';
import { type LinkedEdgeList, pickSeenDates, readEdges } from './observed_edges.ts';
import { readPlacesById } from './places.ts';
import { readQuestSummary } from './quest.ts';
import { readRecipes } from './recipes.ts';
import { type PublishedSnapshot, readEntity } from './snapshot_data.ts';
import { buildOffer, listPrices, type Offer } from './vendor.ts';

export type ItemPage = NonNullable<ToolAnswer<typeof contract>['page']>;

/** Everything that players reported about an item. */
export interface Item extends Omit<ItemPage, 'market' | 'files'> {
  /** True if anything about the item is public. */
  readonly isObserved: boolean;
}

/** Reads everything that players reported about an item. Each list is read up to its limit. */
export async function readItem(snapshot: PublishedSnapshot, itemId: number, max: ItemLimits): Promise<Item> {
  const [fact, prices, rates, mentions, sold, rewards] = await Promise.all([
    snapshot.fact(families.items, `${itemId}`),
    snapshot.fact(families.vendor_prices, `${itemId}`),
    snapshot.rates.ofItem(itemId, max.ratesCompared),
    snapshot.mentionsOf('item', itemId),
    readEdges(snapshot, 'sold_by:item:npc', { fromId: itemId }, max.vendorsCompared),
    readEdges(snapshot, 'reward_from:item:quest', { fromId: itemId }, max.quests),
  ]);
  const [gatheredFrom, gathering] = await Promise.all([
    readGatheredSources(snapshot, itemId, max.sources),
    readGathering(snapshot, 'item', itemId, max.sources),
  ]);
  const [item, droppedBy, droppedBySeenByFew, soldBy, rewardFrom, recipes, collections, markets] = await Promise.all([
    readEntity(snapshot, 'item', itemId),
    readSources(snapshot, rates.corroborated, max),
    readSourcesSeenByFew(snapshot, rates.seenByFew, max.seenByFew),
    readVendors(snapshot, itemId, sold, max),
    readQuests(snapshot, rewards, max.quests),
    readRecipes(snapshot, itemId, mentions, max),
    readCollections(snapshot, mentions, max),
    readMarkets(snapshot, itemId, mentions, max),
  ]);
  const totals = [rates.corroborated, rates.seenByFew, sold, rewards, gatheredFrom, gathering].map(
    ({ total }) => total,
  );
  return {
    isObserved: fact !== null || prices !== null || mentions.length > 0 || totals.some((total) => total > 0),
    item,
    name: fact?.name ?? null,
    quality: fact?.quality ?? null,
    itemLevel: fact?.itemLevel ?? null,
    droppedBy,
    droppedBySeenByFew,
    gatheredFrom,
    gathering,
    soldBy,
    vendorPrices: listPrices(prices?.prices),
    rewardFrom,
    ...recipes,
    collections,
    ...markets,
  };
}

/** Limits for the locations of each source and vendor. */
const PLACE_LIMITS = { maps: LIST_MAX.itemPage.maps, pins: 3 };

function readSources(
  snapshot: PublishedSnapshot,
  { rates, total }: RateList,
  max: Pick<ItemLimits, 'sources' | 'placed'>,
): Promise<ItemPage['droppedBy']> {
  const placed = rates.slice(0, Math.min(max.sources, max.placed));
  const placesOfType = (type: SourceType) => {
    const ids = placed.filter(({ sourceType }) => sourceType === type).map(({ sourceId }) => sourceId);
    return readPlacesById(snapshot, type, ids, PLACE_LIMITS);
  };
  const places = { npc: placesOfType('npc'), object: placesOfType('object') };
  return mapFirstRows({ total, rows: rates }, max.sources, async (rate) => {
    const [source, levels, located] = await Promise.all([
      readEntity(snapshot, rate.sourceType, rate.sourceId),
      rate.sourceType === 'npc' ? readNpcLevels(snapshot, rate.sourceId) : null,
      places[rate.sourceType],
    ]);
    return { source, levels, ...pickRateFields(rate), places: located.get(rate.sourceId)?.rows ?? null };
  });
}

/** Returns the sources that only one or two players saw drop the item. */
function readSourcesSeenByFew(
  snapshot: PublishedSnapshot,
  { rates, total }: RateList,
  max: number,
): Promise<ItemPage['droppedBySeenByFew']> {
  return mapFirstRows({ total, rows: rates }, max, async (rate) => {
    const source = await readEntity(snapshot, rate.sourceType, rate.sourceId);
    return { source, ...pickRateFields(rate) };
  });
}

/** Returns the vendors, cheapest first, then the ones with a known place. Vendors without an agreed price come last. */
async function readVendors(
  snapshot: PublishedSnapshot,
  itemId: number,
  sold: LinkedEdgeList,
  max: Pick<ItemLimits, 'vendors' | 'vendorsCompared' | 'placed'>,
): Promise<ItemPage['soldBy']> {
  const subjectOf = (npcId: number): string => `${npcId}:${itemId}`;
  const compared = sold.rows.slice(0, max.vendorsCompared);
  const goods = await Promise.all(compared.map(({ toId }) => snapshot.fact(families.vendor_goods, subjectOf(toId))));
  const npcIds = max.placed === 0 ? [] : compared.map(({ toId }) => toId);
  const zones = await snapshot.edges.from(findEdgeGroup('located_in:npc:zone'), npcIds, 1);
  const countZones = (npcId: number): number => zones.get(npcId)?.length ?? 0;
  const cheapest = compared
    .map((edge, at) => ({ npcId: edge.toId, offer: buildOffer(edge, goods[at] ?? null) }))
    .sort((a, b) => countZones(b.npcId) - countZones(a.npcId) || a.npcId - b.npcId)
    .sort((a, b) => findLowestPrice(a.offer) - findLowestPrice(b.offer))
    .slice(0, max.vendors);
  const nearest = cheapest.slice(0, max.placed).map(({ npcId }) => npcId);
  const places = readPlacesById(snapshot, 'npc', nearest, PLACE_LIMITS);
  return mapFirstRows({ total: sold.total, rows: cheapest }, max.vendors, async ({ npcId, offer }) => {
    const [vendor, located] = await Promise.all([readEntity(snapshot, 'npc', npcId), places]);
    return { vendor, ...offer, places: located.get(npcId)?.rows ?? null };
  });
}

function findLowestPrice({ prices }: Offer): number {
  return prices[0]?.value ?? Number.MAX_SAFE_INTEGER;
}

function readQuests(snapshot: PublishedSnapshot, edges: LinkedEdgeList, max: number): Promise<ItemPage['rewardFrom']> {
  return mapFirstRows(edges, max, async (edge) => {
    const { quest, level } = await readQuestSummary(snapshot, edge.toId);
    return { quest, level, ...pickSeenDates(edge) };
  });
}

/** Returns the collections that the item belongs to, ordered by name. */
function readCollections(
  snapshot: PublishedSnapshot,
  mentions: readonly MentionList[],
  max: Pick<ItemLimits, 'collections' | 'sourcesOfCollection'>,
): Promise<ItemPage['collections']> {
  const { subjects, total } = selectMentions(mentions, families.collections, 'subject');
  return mapFirstRows({ total, rows: subjects.toSorted() }, max.collections, async (subject) => {
    const fact = await snapshot.fact(families.collections, subject);
    const sources = (fact?.sources ?? []).slice(0, max.sourcesOfCollection);
    return { collection: subject.slice(0, subject.lastIndexOf(':')), sources };
  });
}

/** Returns the realms where an item has a public market value, and its values on the first of them. */
async function readMarkets(
  snapshot: PublishedSnapshot,
  itemId: number,
  mentions: readonly MentionList[],
  max: Pick<ItemLimits, 'marketRealms' | 'markets'>,
): Promise<Pick<ItemPage, 'marketRealms' | 'markets'>> {
  const { subjects, total } = selectMentions(mentions, families.market, 'itemId');
  const keys = subjects.toSorted();
  const [marketRealms, markets] = await Promise.all([
    mapFirstRows({ total, rows: keys }, max.marketRealms, (key) => readRealmSpelling(snapshot, key)),
    readMarketValues(snapshot, itemId, keys.slice(0, max.markets)),
  ]);
  return { marketRealms, markets };
}

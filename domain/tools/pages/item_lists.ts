import { LIST_MAX } from '../../../schema/limits.ts';
import type { item_page as contract } from '../../../schema/tools/item_page.ts';
import type { AnswerOf } from '../../../schema/tools/tool.ts';
import { mentionsIn } from '../../families/lookups/mentioned.ts';
import { families } from '../../families/mod.ts';
import type { RateList } from '../../ports/drops.ts';
import type { Mentions } from '../../ports/facts.ts';
import { figuresOf } from '../../values/rates.ts';
import { firstOf } from '../shared/first_of.ts';
import { readAhead } from '../shared/read_once.ts';
import { entityOf, type PublishedSnapshot } from '../shared/snapshot_data.ts';
import { type Offer, offerOf } from './goods.ts';
import { levelsOfNpc } from './levels.ts';
import type { ItemListsMax } from './lists_max.ts';
import { type LinkedEdges, seenOf } from './observed_edges.ts';
import { placesOfEach } from './places.ts';
import { questOf } from './quests_of.ts';

/** Builds the lists of an item's page. */
export type ItemPage = NonNullable<AnswerOf<typeof contract>['page']>;

/** Number of sources and vendors whose locations are looked up, and the limits for each of them. */
const PLACED = 5;
const OF_EACH = { maps: LIST_MAX.itemPage.maps, pins: 3 };

/** Returns the sources that drop the item. */
export async function sourcesOf(
  snapshot: PublishedSnapshot,
  { rates, total }: RateList,
  max: number,
): Promise<ItemPage['droppedBy']> {
  const npcs = npcsIn(rates.slice(0, max));
  await readAhead(snapshot, families.npcs, npcs);
  // Objects have no locations.
  const places = await placesOfEach(snapshot, npcs.slice(0, PLACED), OF_EACH);
  return firstOf(
    rates,
    max,
    async (rate) => {
      const source = await entityOf(snapshot, rate.sourceType, rate.sourceId);
      const isNpc = rate.sourceType === 'npc';
      const levels = isNpc ? await levelsOfNpc(snapshot, rate.sourceId) : null;
      const placed = (isNpc && places.get(rate.sourceId)?.rows) || null;
      return { source, levels, ...figuresOf(rate), places: placed };
    },
    total,
  );
}

function npcsIn(rates: RateList['rates']): readonly number[] {
  return rates.filter(({ sourceType }) => sourceType === 'npc').map(({ sourceId }) => sourceId);
}

/** Returns the sources that only one or two players saw drop the item. */
export async function sourcesSeenByFew(
  snapshot: PublishedSnapshot,
  { rates, total }: RateList,
  max: number,
): Promise<ItemPage['droppedBySeenByFew']> {
  await readAhead(snapshot, families.npcs, npcsIn(rates.slice(0, max)));
  return firstOf(
    rates,
    max,
    async (rate) => {
      const source = await entityOf(snapshot, rate.sourceType, rate.sourceId);
      return { source, ...figuresOf(rate) };
    },
    total,
  );
}

/** Returns the vendors, cheapest first. Vendors without an agreed price come last. */
export async function vendorsOf(
  snapshot: PublishedSnapshot,
  itemId: number,
  sold: LinkedEdges,
  max: Pick<ItemListsMax, 'vendors' | 'vendorsCompared'>,
): Promise<ItemPage['soldBy']> {
  const subjectOf = (npcId: number): string => `${npcId}:${itemId}`;
  const compared = sold.rows.slice(0, max.vendorsCompared);
  const goods = await Promise.all(compared.map(({ toId }) => snapshot.fact(families.vendor_goods, subjectOf(toId))));
  const cheapest = compared
    .map((edge, at) => ({ npcId: edge.toId, offer: offerOf(edge, goods[at] ?? null) }))
    .sort((a, b) => lowest(a.offer) - lowest(b.offer) || a.npcId - b.npcId)
    .slice(0, max.vendors);
  await readAhead(
    snapshot,
    families.npcs,
    cheapest.map(({ npcId }) => npcId),
  );
  const nearest = cheapest.slice(0, PLACED).map(({ npcId }) => npcId);
  const places = await placesOfEach(snapshot, nearest, OF_EACH);
  return firstOf(
    cheapest,
    max.vendors,
    async ({ npcId, offer }) => {
      const vendor = await entityOf(snapshot, 'npc', npcId);
      return { vendor, ...offer, places: places.get(npcId)?.rows ?? null };
    },
    sold.total,
  );
}

function lowest({ prices }: Offer): number {
  return prices[0]?.value ?? Number.MAX_SAFE_INTEGER;
}

/** Returns the quests that reward the item. */
export async function questsOf(
  snapshot: PublishedSnapshot,
  { rows, total }: LinkedEdges,
  max: number,
): Promise<ItemPage['rewardFrom']> {
  await readAhead(
    snapshot,
    families.quests,
    rows.slice(0, max).map(({ toId }) => toId),
  );
  return firstOf(
    rows,
    max,
    async (edge) => {
      const { quest, level } = await questOf(snapshot, edge.toId);
      return { quest, level, ...seenOf(edge) };
    },
    total,
  );
}

/** Returns the collections that the item belongs to, by name. */
export function collectionsOf(
  snapshot: PublishedSnapshot,
  mentions: readonly Mentions[],
  max: Pick<ItemListsMax, 'collections' | 'sourcesOfCollection'>,
): Promise<ItemPage['collections']> {
  const { subjects, total } = mentionsIn(mentions, families.collections, 'subject');
  return firstOf(
    subjects.toSorted(),
    max.collections,
    async (subject) => {
      const fact = await snapshot.fact(families.collections, subject);
      const sources = (fact?.sources ?? []).slice(0, max.sourcesOfCollection);
      return { collection: subject.slice(0, subject.lastIndexOf(':')), sources };
    },
    total,
  );
}

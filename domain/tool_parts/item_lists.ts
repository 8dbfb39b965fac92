import type { item_page as contract } from '../../schema/tools/item_page.ts';
import type { AnswerOf } from '../../schema/tools/tool.ts';
import { mentionsIn } from '../mentions.ts';
import type { ItemRates, Mentions } from '../ports/snapshots.ts';
import { figuresOf, likeliestFirst } from '../rates.ts';
import { ok, type Reached } from '../result.ts';
import { agreedsIn } from '../rollups/agreed.ts';
import { firstOf } from './first_of.ts';
import { type Offer, offerOf } from './goods.ts';
import { spellingOf } from './market.ts';
import { type SeenEdges, seenOf } from './observed_edges.ts';
import { type Place, placesOf } from './places.ts';
import { questOf } from './quests_of.ts';
import { entityOf, type Sight } from './sight.ts';

/** The lists of an item's page. */
export type ItemPage = NonNullable<AnswerOf<typeof contract>['page']>;

/** Rows of each list, and vendors whose prices are compared for the cheapest. */
export const LISTED = {
  sources: 60,
  vendors: 40,
  compared: 200,
  quests: 40,
  collections: 50,
  sourcesOfOne: 50,
  realms: 50,
};

/** Sources and vendors whose places are looked up, with so much of each. */
const PLACED = 5;
const OF_EACH = { maps: 3, pins: 3 };

/** What drops it, the likeliest first. */
export const sourcesOf = (sight: Sight, { rates, total }: ItemRates): Promise<Reached<ItemPage['droppedBy']>> => {
  let placed = 0;
  return firstOf(
    [...rates].sort(likeliestFirst),
    LISTED.sources,
    async (rate) => {
      const source = await entityOf(sight, rate.sourceType, rate.sourceId);
      if (!source.ok) return source;
      // Objects have no places.
      const looked = rate.sourceType === 'npc' && placed++ < PLACED;
      const places = looked ? await placesBeside(sight, rate.sourceId) : ok(null);
      return places.ok ? ok({ source: source.value, ...figuresOf(rate), places: places.value }) : places;
    },
    total,
  );
};

const placesBeside = async (sight: Sight, npcId: number): Promise<Reached<readonly Place[]>> => {
  const found = await placesOf(sight, npcId, OF_EACH);
  return found.ok ? ok(found.value.rows) : found;
};

/** Vendors, the cheapest first; those without an agreed price last. */
export const vendorsOf = async (
  sight: Sight,
  itemId: number,
  sold: SeenEdges,
): Promise<Reached<ItemPage['soldBy']>> => {
  const offers = await firstOf(sold.rows, LISTED.compared, async (edge) => {
    const goods = await sight.reader.fact(sight.view, 'vendor_goods', `${edge.toId}:${itemId}`);
    return goods.ok ? ok({ npcId: edge.toId, offer: offerOf(edge, goods.value) }) : goods;
  });
  if (!offers.ok) return offers;
  return firstOf(
    [...offers.value.rows].sort((a, b) => lowest(a.offer) - lowest(b.offer) || a.npcId - b.npcId),
    LISTED.vendors,
    async ({ npcId, offer }, place) => {
      const vendor = await entityOf(sight, 'npc', npcId);
      if (!vendor.ok) return vendor;
      const places = place < PLACED ? await placesBeside(sight, npcId) : ok(null);
      return places.ok ? ok({ vendor: vendor.value, ...offer, places: places.value }) : places;
    },
    sold.total,
  );
};

const lowest = ({ prices }: Offer): number => prices[0]?.value ?? Number.MAX_SAFE_INTEGER;

/** Quests that give it. */
export const questsOf = (sight: Sight, { rows, total }: SeenEdges): Promise<Reached<ItemPage['rewardFrom']>> =>
  firstOf(
    rows,
    LISTED.quests,
    async (edge) => {
      const found = await questOf(sight, edge.toId);
      if (!found.ok) return found;
      const { quest, level } = found.value;
      return ok({ quest, level, ...seenOf(edge) });
    },
    total,
  );

/** Collections that it belongs to, by name. */
export const collectionsOf = (
  sight: Sight,
  mentions: readonly Mentions[],
): Promise<Reached<ItemPage['collections']>> => {
  const { subjects, total } = mentionsIn(mentions, 'collections', 'subject');
  return firstOf(
    subjects.toSorted(),
    LISTED.collections,
    async (subject) => {
      const fact = await sight.reader.fact(sight.view, 'collections', subject);
      if (!fact.ok) return fact;
      const sources = agreedsIn<string>(fact.value, 'sources').slice(0, LISTED.sourcesOfOne);
      return ok({ collection: subject.slice(0, subject.lastIndexOf(':')), sources });
    },
    total,
  );
};

/** Realms on whose auctions it has a public value, as they are spelt here. */
export const realmsOf = (sight: Sight, mentions: readonly Mentions[]): Promise<Reached<ItemPage['marketRealms']>> => {
  const { subjects, total } = mentionsIn(mentions, 'market', 'itemId');
  return firstOf(subjects.toSorted(), LISTED.realms, (key) => spellingOf(sight, key), total);
};

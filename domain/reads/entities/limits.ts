import { LIST_MAX } from '../../../schema/limits.ts';
import { ENTITY_ROWS_MAX } from '../../ports/drops.ts';

/** Maximum length of each list of an item. */
export interface ItemLimits
  extends Readonly<Record<keyof typeof LIST_MAX.itemPage | 'seenByFew' | 'ratesCompared', number>> {
  /** Number of sources and vendors whose locations are looked up. */
  readonly placed: number;
  /** True to read the items, reagents and thresholds of recipes, not only their names and professions. */
  readonly recipeDetails: boolean;
}

/** Maximum length of each list of a vendor. `pins` applies to each map. */
export interface VendorLimits extends Readonly<Record<'maps' | 'pins' | 'goods' | 'goodsCompared', number>> {
  readonly pricedGoodsFirst: boolean;
}

/** Maximum length of each list of loot. Without `ratesCompared`, only the rates that are listed are read. */
export interface LootLimits {
  readonly drops: number;
  readonly seenByFew: number;
  readonly ratesCompared?: number;
}

/** Maximum length of each list of an object. `pins` applies to each map. */
export interface ObjectLimits extends LootLimits {
  readonly maps: number;
  readonly pins: number;
}

/** Maximum length of each list of an NPC. */
export interface NpcLimits
  extends VendorLimits,
    LootLimits,
    Readonly<Record<keyof typeof LIST_MAX.npcPage | 'servicesCompared', number>> {}

/** Maximum length of each list of a quest. `maps` and `pins` apply to the NPCs that give or end the quest. */
export interface QuestLimits extends Readonly<Record<keyof typeof LIST_MAX.questPage, number>> {
  readonly pins: number;
  readonly rewardsCompared: number;
  /** True to leave out older rewards if the most recent reports list any. */
  readonly newestRewards: boolean;
}

interface EntityLimits {
  readonly item: ItemLimits;
  readonly npc: NpcLimits;
  readonly object: ObjectLimits;
  readonly vendor: VendorLimits;
  readonly quest: QuestLimits;
}

/** No vendor or trainer of the game has more goods or lessons, and no record lists more rewards. */
const COMPARISON_LIMITS = { goodsCompared: 500, servicesCompared: 1_000, rewardsCompared: 500 };

/** Limits for answers to programs. */
export const TOOL_LIMITS: EntityLimits = {
  item: {
    ...LIST_MAX.itemPage,
    seenByFew: LIST_MAX.seenByFew,
    ratesCompared: ENTITY_ROWS_MAX,
    placed: 5,
    recipeDetails: true,
  },
  npc: {
    ...LIST_MAX.npcPage,
    ...COMPARISON_LIMITS,
    pins: LIST_MAX.pins,
    drops: LIST_MAX.drops,
    seenByFew: LIST_MAX.seenByFew,
    pricedGoodsFirst: false,
  },
  object: { ...LIST_MAX.objectPage, pins: LIST_MAX.pins, drops: LIST_MAX.drops, seenByFew: LIST_MAX.seenByFew },
  vendor: { ...LIST_MAX.vendorPage, ...COMPARISON_LIMITS, pins: LIST_MAX.pins, pricedGoodsFirst: false },
  quest: { ...LIST_MAX.questPage, ...COMPARISON_LIMITS, pins: 10, newestRewards: false },
};

/**
 * Limits for web pages. A page states the totals and links to the rest, so its cost does not grow with the amount of
 * public data about the entity.
 */
export const WEB_LIMITS: Pick<EntityLimits, 'item' | 'npc'> = {
  item: {
    ...TOOL_LIMITS.item,
    // Rates are stored in display order apart from rounding, so comparing a few more than are shown finds the first
    // ones.
    sources: 10,
    vendors: 15,
    placed: 15,
    quests: 25,
    seenByFew: 10,
    ratesCompared: 120,
    madeBy: 10,
    reagentFor: 12,
    teaches: 10,
    collections: 20,
    sourcesOfCollection: 10,
    marketRealms: 30,
  },
  npc: { ...TOOL_LIMITS.npc, pins: 25, drops: 40, seenByFew: 15, goods: 40, services: 40, quests: 25, maps: 15 },
};

const CARD_LOOT_LIMITS = { drops: 5, seenByFew: 3, ratesCompared: ENTITY_ROWS_MAX };

/** Limits for hover cards, which show the beginning of each list. */
export const CARD_LIMITS: Omit<EntityLimits, 'vendor'> = {
  object: { ...TOOL_LIMITS.object, ...CARD_LOOT_LIMITS, maps: 5 },
  item: {
    ...TOOL_LIMITS.item,
    sources: 5,
    seenByFew: 3,
    vendors: 5,
    vendorsCompared: 40,
    quests: 5,
    madeBy: 5,
    reagentFor: 5,
    teaches: 5,
    collections: 0,
    marketRealms: 0,
    markets: 0,
    placed: 0,
    recipeDetails: false,
  },
  npc: {
    ...TOOL_LIMITS.npc,
    ...CARD_LOOT_LIMITS,
    maps: 5,
    goods: 5,
    // No vendor of the game has this many goods.
    goodsCompared: 200,
    pricedGoodsFirst: true,
    servicesCompared: 0,
    quests: 5,
  },
  // A record lists at most 20 rewards.
  quest: { ...TOOL_LIMITS.quest, rewards: 20, newestRewards: true, chains: 0, maps: 0 },
};

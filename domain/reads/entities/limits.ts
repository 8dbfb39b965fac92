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

/** Maximum length of each list of an NPC. */
export type NpcLimits = Readonly<Record<keyof typeof LIST_MAX.npcPage | 'pins' | 'drops' | 'seenByFew', number>>;

/** Maximum length of each list of loot. Without `ratesCompared`, only as many rates are read as are listed. */
export interface LootLimits {
  readonly drops: number;
  readonly seenByFew: number;
  readonly ratesCompared?: number;
}

/** Limits for answers to programs. */
export const TOOL_LIMITS: { readonly item: ItemLimits; readonly npc: NpcLimits } = {
  item: {
    ...LIST_MAX.itemPage,
    seenByFew: LIST_MAX.seenByFew,
    ratesCompared: ENTITY_ROWS_MAX,
    placed: 5,
    recipeDetails: true,
  },
  npc: { ...LIST_MAX.npcPage, pins: LIST_MAX.pins, drops: LIST_MAX.drops, seenByFew: LIST_MAX.seenByFew },
};

/**
 * Limits for web pages. A page states the totals and links to the rest, so its cost does not grow with the public data
 * on its entity.
 */
export const WEB_LIMITS: typeof TOOL_LIMITS = {
  item: {
    ...TOOL_LIMITS.item,
    // Rates are stored in their order apart from rounding, so comparing a few more than are shown finds the first ones.
    sources: 30,
    vendors: 30,
    quests: 25,
    seenByFew: 15,
    ratesCompared: 120,
    madeBy: 10,
    reagentFor: 20,
    teaches: 10,
    collections: 20,
    sourcesOfCollection: 10,
    marketRealms: 30,
  },
  npc: { ...TOOL_LIMITS.npc, pins: 25, drops: 40, seenByFew: 15, goods: 40, services: 40, quests: 25, maps: 15 },
};

/** Limits for hover cards, which show the beginning of each list. */
export const CARD_LIMITS: Pick<typeof TOOL_LIMITS, 'item'> & { readonly loot: LootLimits } = {
  loot: { drops: 5, seenByFew: 3, ratesCompared: ENTITY_ROWS_MAX },
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
};

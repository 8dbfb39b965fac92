import { LIST_MAX } from '../../../schema/limits.ts';
import { ENTITY_ROWS_MAX } from '../../ports/drops.ts';

/** How much of each of its lists an answer holds. */
export type ItemListsMax = Readonly<Record<keyof typeof LIST_MAX.itemPage | 'seenByFew' | 'ratesCompared', number>>;
export type NpcListsMax = Readonly<Record<keyof typeof LIST_MAX.npcPage | 'pins' | 'drops' | 'seenByFew', number>>;

/** What programs are told. */
export const TOLD: { readonly item: ItemListsMax; readonly npc: NpcListsMax } = {
  item: { ...LIST_MAX.itemPage, seenByFew: LIST_MAX.seenByFew, ratesCompared: ENTITY_ROWS_MAX },
  npc: { ...LIST_MAX.npcPage, pins: LIST_MAX.pins, drops: LIST_MAX.drops, seenByFew: LIST_MAX.seenByFew },
};

/**
 * What pages for people show: they say how many there are, and link to the rest. A page costs what is on it, however much
 * is public of its entity.
 */
export const SHOWN: typeof TOLD = {
  item: {
    ...TOLD.item,
    // Rates come in their order but for its rounding: the first are surely among some more.
    ...{ sources: 30, vendors: 30, quests: 25, seenByFew: 15, ratesCompared: 120 },
    ...{ madeBy: 10, reagentFor: 20, teaches: 10, collections: 20, sourcesOfCollection: 10, marketRealms: 30 },
  },
  npc: { ...TOLD.npc, pins: 25, drops: 40, seenByFew: 15, goods: 40, services: 40, quests: 25, maps: 15 },
};

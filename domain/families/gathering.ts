import type { WindowFamily } from './counting/family.ts';

/**
 * Rates of gathering: fishing, skinning, mining and the like (contract, section 3, Gathering). Sources are the NPCs,
 * objects, items and zones that items were gathered from, for each method, and the rules are the same as for
 * drop rates (drops.ts). The change log calls the method the field that changed.
 */
export const gathering: WindowFamily = {
  name: 'gathering',
  version: 1,
  shape: 'windows',
  kinds: ['loot'],
  subject: { kinds: ['npc', 'object', 'item', 'zone'] },
  witnesses: { npc: ['npc:ID'], object: ['object:ID'], item: ['item:ID'], zone: ['zone:ID'] },
};

import type { DropFacts, GatheredType } from '../../../domain/ports/drops.ts';
import { agreed, fact, source } from './pages_world.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

export function gatheredFrom(type: GatheredType, id: number, items: Parameters<typeof source>[3]): DropFacts {
  return { ...source('npc', id, 40, items, 7), source: { type, id } };
}

/**
 * Trout (item 1) are fished in Elwynn (zone 12), leather (item 2) is skinned and coins (item 7) are stolen from wolves
 * (NPC 60), which also drop an axe (item 5). Herbs (item 3) are gathered from object 80, and dust (item 6) is got out of
 * the axe. Of object 81, only one player gathered something.
 */
export async function gatheringWorld(): Promise<ToolWorld> {
  const world = createToolWorld();
  const items = { 1: 'Trout', 2: 'Leather', 3: 'Herb', 5: 'Axe', 6: 'Dust', 7: 'Coin' };
  await world.write({
    drops: [
      source('npc', 60, 24, [[5, 3]], 4),
      gatheredFrom('disenchanting:item', 5, [[6, 20]]),
      gatheredFrom('fishing:zone', 12, [[1, 30]]),
      gatheredFrom('herbalism:object', 80, [[3, 40]]),
      gatheredFrom('mining:object', 81, [[3, 1, 1]]),
      gatheredFrom('pickpocketing:npc', 60, [[7, 10]]),
      gatheredFrom('skinning:npc', 60, [[2, 30]]),
    ],
    facts: [
      ...Object.entries(items).map(([id, name]) => fact('items', id, { name: agreed(name) })),
      fact('npcs', '60', { name: agreed('Wolf') }),
      fact('objects', '80', { name: agreed('Peacebloom') }),
      fact('maps', '12', { name: agreed('Elwynn') }),
    ],
  });
  return world;
}

import { type Kept, reach } from '../kept.ts';
import type { Facts } from './agreed.ts';
import { sourceOf } from './drops.ts';

/**
 * Counts entities with a side that only one or two installs reported (contract, section 3, Coverage). Each fact says
 * how many installs each such side still needs to reach three, and lists the (at most eight) zones in which most
 * installs saw the entity.
 */
export function countCoverage(kept: readonly Kept[], facts: Facts): void {
  const tellers = new Map<string, Map<string, Set<string>>>();
  const seenIn = new Map<string, Map<number, Set<string>>>();
  for (const { record, install } of kept) {
    const [entity, side] = toldOf(record);
    if (entity === null) continue;
    reach(
      reach(tellers, entity, () => new Map<string, Set<string>>()),
      side,
      () => new Set<string>(),
    ).add(install);
    if (record.kind !== 'npc_sighting' || record.mapId === 0) continue;
    reach(
      reach(seenIn, entity, () => new Map<number, Set<string>>()),
      record.mapId,
      () => new Set<string>(),
    ).add(install);
  }
  for (const [entity, sides] of tellers) {
    const missing = [...sides].flatMap(([side, { size }]) => (size < 3 ? [[side, 3 - size] as const] : []));
    if (missing.length === 0) continue;
    const zones = [...(seenIn.get(entity) ?? [])].sort(([a, one], [b, other]) => other.size - one.size || a - b);
    facts.set(`coverage ${entity}`, {
      missing: Object.fromEntries(missing),
      zones: entity.startsWith('zone:')
        ? [Number(entity.slice(5))]
        : zones
            .slice(0, 8)
            .map(([zone]) => zone)
            .sort((a, b) => a - b),
    });
  }
}

function toldOf(record: Kept['record']): readonly [entity: string, side: string] | readonly [null] {
  switch (record.kind) {
    case 'npc_sighting':
      return [`npc:${record.npcId}`, 'npc'];
    case 'loot': {
      const source = sourceOf(record);
      if (source === null) return [null];
      return [source.replace(' ', ':'), source.startsWith('npc') ? 'npc_loot' : 'object'];
    }
    case 'vendor':
      return [`npc:${record.vendorNpcId}`, 'vendor'];
    case 'trainer_seen':
      return [`npc:${record.trainerNpcId}`, 'trainer'];
    case 'item_seen':
      return [`item:${record.itemId}`, 'item'];
    case 'quest':
      return [`quest:${record.questId}`, 'quest'];
    case 'recipe_seen':
    case 'recipe_observed':
      return [`recipe:${record.recipeId}`, 'recipe'];
    case 'map_bounds':
      return record.mapId === 0 ? [null] : [`zone:${record.mapId}`, 'zone'];
    default:
      return [null];
  }
}

import type { NpcRole } from '../../../schema/vocabulary.ts';
import { unwrapAgreedValues } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import { foldName } from '../../knowledge/words.ts';
import { findLevelRange, type Levels } from '../../reads/entities/npc.ts';
import { readZonesById, type Zone } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { isNearLevel, NPCS_OF_ZONE_MAX } from '../../reads/entities/zone_npcs.ts';
import type { LocalizedText } from '../../values/language.ts';

export interface ListedNpc {
  readonly id: number;
  readonly name: LocalizedText | undefined;
  readonly levels: Levels | null;
  readonly reactions: readonly string[];
  readonly roles: readonly NpcRole[];
  /** The zones where players met the NPC, in the order in which they became public. */
  readonly zones: readonly Zone[];
}

/**
 * Returns the list entries of these NPCs, in the given order. The number of reads does not depend on the number of
 * NPCs.
 */
export async function readListedNpcs(
  snapshot: PublishedSnapshot,
  ids: readonly number[],
): Promise<readonly ListedNpc[]> {
  const [facts, roles, zones] = await Promise.all([
    snapshot.factsAmong(families.npcs, ids.map(String)),
    snapshot.rolesAmong(ids),
    readZonesById(snapshot, 'npc', ids),
  ]);
  return ids.map((id) => {
    const fact = facts.get(`${id}`);
    return {
      id,
      name: fact?.name,
      levels: findLevelRange(fact?.levels ?? []),
      reactions: unwrapAgreedValues(fact?.reactions),
      roles: roles.get(id) ?? [],
      zones: zones.get(id) ?? [],
    };
  });
}

/** One page of the NPCs that players met in a zone. */
export interface ZoneNpcsPage {
  readonly npcs: readonly ListedNpc[];
  readonly total: number;
}

/** Selects NPCs of a zone by role, part of a name, and a player's level. Empty values and null match all. */
interface NpcFilter {
  readonly roles: readonly NpcRole[];
  readonly named: string;
  readonly level: number | null;
  /** Index of the first NPC to return, and how many. */
  readonly first: number;
  readonly max: number;
}

/** Returns the NPCs that players met in a zone and that pass the filter, ordered by level and id. */
export async function readZoneNpcs(
  snapshot: PublishedSnapshot,
  mapId: number,
  { roles, named, level, first, max }: NpcFilter,
): Promise<ZoneNpcsPage> {
  const everyone = await snapshot.levelsMetIn(mapId, NPCS_OF_ZONE_MAX);
  const met = everyone.flatMap((npc) => (isNearLevel(npc, level) ? [npc.id] : []));
  const having = roles.length === 0 ? met : await snapshot.npcsMetIn(mapId, roles, 0, NPCS_OF_ZONE_MAX);
  const facts = named === '' ? null : await snapshot.factsAmong(families.npcs, having.map(String));
  const part = foldName(named);
  const wanted = new Set(
    having.filter((id) => facts === null || foldName(facts.get(`${id}`)?.name?.value ?? '').includes(part)),
  );
  const ids = met.filter((id) => wanted.has(id));
  return { total: ids.length, npcs: await readListedNpcs(snapshot, ids.slice(first, first + max)) };
}

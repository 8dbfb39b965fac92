import type { NpcRole } from '../../../schema/vocabulary.ts';
import { agreedValues } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import { type Levels, levelsOf } from '../../reads/entities/npc.ts';
import { type Zone, zonesOfEach } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
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
export async function listedNpcs(snapshot: PublishedSnapshot, ids: readonly number[]): Promise<readonly ListedNpc[]> {
  const [facts, roles, zones] = await Promise.all([
    snapshot.factsAmong(families.npcs, ids.map(String)),
    snapshot.rolesAmong(ids),
    zonesOfEach(snapshot, 'npc', ids),
  ]);
  return ids.map((id) => {
    const fact = facts.get(`${id}`);
    return {
      id,
      name: fact?.name,
      levels: levelsOf(fact?.levels ?? []),
      reactions: agreedValues(fact?.reactions),
      roles: roles.get(id) ?? [],
      zones: zones.get(id) ?? [],
    };
  });
}

/** One page of the NPCs that players met in a zone. */
export interface NpcsOfZone {
  readonly npcs: readonly ListedNpc[];
  /** The id after which the next page starts, or null on the last page. */
  readonly next: number | null;
}

const NPCS_A_PAGE = 100;

/**
 * Returns the NPCs that players met in a zone, ordered by id, starting after `after`. If `roles` is not empty, returns
 * only NPCs with one of those roles.
 */
export async function npcsOfZone(
  snapshot: PublishedSnapshot,
  mapId: number,
  { roles, after }: { readonly roles: readonly NpcRole[]; readonly after: number },
): Promise<NpcsOfZone> {
  const ids = await snapshot.npcsMetIn(mapId, roles, after, NPCS_A_PAGE + 1);
  const shown = ids.slice(0, NPCS_A_PAGE);
  const npcs = await listedNpcs(snapshot, shown);
  return { npcs, next: ids.length > NPCS_A_PAGE ? shown.at(-1)! : null };
}

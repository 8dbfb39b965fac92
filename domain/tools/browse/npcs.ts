import type { NpcRole } from '../../../schema/vocabulary.ts';
import { agreedValues } from '../../families/counting/agreed.ts';
import { edgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { Worded } from '../../values/language.ts';
import { type Levels, levelsOf } from '../pages/levels.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';
import type { Zone } from '../shared/zone.ts';
import { zonesOf } from './zones.ts';

/** An NPC as lists show it. */
export interface ListedNpc {
  readonly id: number;
  readonly name: Worded | undefined;
  readonly levels: Levels | null;
  readonly reactions: readonly string[];
  readonly roles: readonly NpcRole[];
  /** Where players met it, those known first before others. */
  readonly zones: readonly Zone[];
}

const ZONES_EACH = 3;

/** What lists show of these NPCs, in their order, in a handful of reads however many there are. */
export async function listedNpcs(data: SnapshotData, ids: readonly number[]): Promise<readonly ListedNpc[]> {
  const { reader, view } = data;
  const [facts, roles, places] = await Promise.all([
    reader.factsAmong(view, families.npcs, ids.map(String)),
    reader.rolesAmong(view, ids),
    reader.edgesFrom(view, edgeGroup('located_in:npc:zone'), ids, ZONES_EACH),
  ]);
  const zones = await zonesOf(data, [...new Set([...places.values()].flat())]);
  return ids.map((id) => {
    const fact = facts.get(`${id}`);
    return {
      ...{ id, name: fact?.name, levels: levelsOf(fact?.levels ?? []), reactions: agreedValues(fact?.reactions) },
      roles: roles.get(id) ?? [],
      zones: (places.get(id) ?? []).map((mapId) => zones.get(mapId)!),
    };
  });
}

/** Some of those whom players met in a zone. */
export interface NpcsOfZone {
  readonly npcs: readonly ListedNpc[];
  /** The id behind which the list goes on; null: it ends here. */
  readonly next: number | null;
}

export const NPCS_A_PAGE = 100;

/** Whom players met in a zone, by id behind `after`; with roles those that have one of them. */
export async function npcsOfZone(
  data: SnapshotData,
  mapId: number,
  { roles, after }: { readonly roles: readonly NpcRole[]; readonly after: number },
): Promise<NpcsOfZone> {
  const ids = await data.reader.npcsMetIn(data.view, mapId, roles, after, NPCS_A_PAGE + 1);
  const shown = ids.slice(0, NPCS_A_PAGE);
  const npcs = await listedNpcs(data, shown);
  return { npcs, next: ids.length > NPCS_A_PAGE ? shown.at(-1)! : null };
}

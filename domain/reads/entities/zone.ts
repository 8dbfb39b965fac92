import type { NpcRole } from '../../../schema/vocabulary.ts';
import { type AgreedValue, unwrapAgreedValue } from '../../families/counting/agreed.ts';
import { compareStrings } from '../../families/counting/order.ts';
import type { MapBounds } from '../../families/maps.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { StoredRate } from '../../ports/drops.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import type { FirstRows } from './first_of.ts';
import { type GatheredItems, readGathering } from './gathering.ts';
import type { Levels } from './npc.ts';
import { type LinkedEdge, pickSeenDates, readEdges } from './observed_edges.ts';
import { buildZone, nameZones, type Zone } from './places.ts';
import { type Entity, type PublishedSnapshot, readEntities } from './snapshot_data.ts';
import {
  NAMELESS_SORT_KEY,
  type NamedNpc,
  NPCS_OF_ZONE_MAX,
  pickLevels,
  pickNearLevel,
  readNamedNpcs,
  sampleEvenly,
} from './zone_npcs.ts';

/** Maximum number of NPCs listed with one role, and of creatures listed. */
const NPCS_MAX = 40;

const OBJECTS_MAX = 100;

/** Maximum number of trainers whose profession is named. */
const TRAINERS_MAX = 10;

/** The groups of NPCs that players visit for a purpose, with the roles that put an NPC into each group. */
export const ROLES_BY_ERRAND = {
  'quest-givers': ['gives', 'ends'],
  vendors: ['sells'],
  trainers: ['trains'],
} as const satisfies Readonly<Record<string, readonly NpcRole[]>>;

export type Errand = keyof typeof ROLES_BY_ERRAND;

/** Everything public about a zone map, except its quests. */
export interface ZoneContents {
  readonly zone: Zone;
  readonly nameInstalls: number | null;
  readonly bounds: AgreedValue<MapBounds> | null;
  /** The map that contains the zone. */
  readonly above: Zone | null;
  /** Levels of most creatures of the zone, or null if unknown. */
  readonly levels: Levels | null;
  /** NPCs seen in the zone, ordered by level and name. If there are too many, some of each group are listed. */
  readonly npcs: FirstRows<ZoneNpc>;
  /** The NPCs in `npcs` that players visit for a purpose. An NPC may be in several groups. */
  readonly people: Readonly<Record<Errand, FirstRows<ZoneNpc>>>;
  /** The NPCs in `npcs` that are in no group of `people`. */
  readonly creatures: FirstRows<ZoneNpc>;
  /** Objects looted in the zone, ordered by name. */
  readonly objects: FirstRows<ZoneObject>;
  readonly fishing: GatheredItems;
}

export interface ZoneNpc extends NamedNpc {
  readonly roles: readonly NpcRole[];
  /** A profession that the NPC teaches, or null if none is known. */
  readonly trains: string | null;
  readonly pins: readonly Pin[];
  /** A creature's surest drop, or null if none is public. */
  readonly bestDrop: BestDrop | null;
}

export interface BestDrop extends StoredRate {
  readonly item: Entity<'item'>;
}

export interface ZoneObject extends ObservedEdge {
  readonly object: Entity<'object'>;
  readonly pins: readonly Pin[];
}

/**
 * Reads a zone, or returns null if nothing about it is public. All of its NPCs are counted, and the details of a bounded
 * number of each group are read. With a level, only creatures near it are listed and counted, the nearest first.
 */
export async function readZone(
  snapshot: PublishedSnapshot,
  mapId: number,
  level: number | null,
): Promise<ZoneContents | null> {
  const idsOf = (errand: Errand) => snapshot.npcsMetIn(mapId, ROLES_BY_ERRAND[errand], 0, NPCS_OF_ZONE_MAX);
  const [map, filed, looted, fishing, everyone, givers, vendors, trainers] = await Promise.all([
    snapshot.fact(families.maps, `${mapId}`),
    snapshot.game.fact('zone', `${mapId}`),
    readEdges(snapshot, 'located_in:object:zone', { toId: mapId }, OBJECTS_MAX),
    readGathering(snapshot, 'zone', mapId, OBJECTS_MAX),
    snapshot.levelsMetIn(mapId, NPCS_OF_ZONE_MAX),
    idsOf('quest-givers'),
    idsOf('vendors'),
    idsOf('trainers'),
  ]);
  const zone = buildZone(mapId, map?.name, filed);
  const above = unwrapAgreedValue(map?.parentMapId);
  if (map === null && zone.mapInFiles === null && everyone.length + looted.total + fishing.total === 0) return null;
  const groups = [givers, vendors, trainers];
  const visited = new Set(groups.flat());
  const creatures = pickNearLevel(everyone, level).flatMap(({ id }) => (visited.has(id) ? [] : [id]));
  const sample = level === null ? sampleEvenly(creatures, NPCS_MAX) : creatures.slice(0, NPCS_MAX);
  const listed = [...groups.flatMap((ids) => ids.slice(0, NPCS_MAX)), ...sample];
  const rows = await readZoneNpcs(snapshot, mapId, [...new Set(listed)], level);
  const groupOf = (errand: Errand, { length }: readonly number[]): FirstRows<ZoneNpc> => ({
    total: length,
    rows: rows.filter(({ roles }) => hasErrand(roles, errand)),
  });
  return {
    zone,
    nameInstalls: map?.name?.installs ?? null,
    bounds: map?.bounds ?? null,
    above: above === null ? null : (await nameZones(snapshot, [above])).get(above)!,
    levels: pickLevels(everyone),
    npcs: { total: everyone.length, rows },
    people: {
      'quest-givers': groupOf('quest-givers', givers),
      vendors: groupOf('vendors', vendors),
      trainers: groupOf('trainers', trainers),
    },
    creatures: {
      total: creatures.length,
      rows: rows.filter(({ npc }) => !visited.has(npc.id)),
    },
    fishing,
    objects: { total: looted.total, rows: await readObjects(snapshot, mapId, looted.rows) },
  };
}

async function readObjects(
  snapshot: PublishedSnapshot,
  mapId: number,
  edges: readonly LinkedEdge[],
): Promise<readonly ZoneObject[]> {
  const ids = edges.map(({ fromId }) => fromId);
  const [entities, pins] = await Promise.all([
    readEntities(snapshot, 'object', ids),
    snapshot.factsAmong(
      families.object_pins,
      ids.map((id) => `${mapId}:${id}`),
    ),
  ]);
  const objects = edges.map((edge): ZoneObject => {
    const { fromId: id } = edge;
    return { object: entities.get(id)!, pins: pins.get(`${mapId}:${id}`)?.pins ?? [], ...pickSeenDates(edge) };
  });
  const name = ({ object }: ZoneObject): string => object.name ?? NAMELESS_SORT_KEY;
  return objects.sort((a, b) => compareStrings(name(a), name(b)) || a.object.id - b.object.id);
}

export function hasErrand(roles: readonly NpcRole[], errand: Errand): boolean {
  return ROLES_BY_ERRAND[errand].some((role) => roles.includes(role));
}

/** Reads NPCs of a zone, ordered as by `readNamedNpcs`. */
export async function readZoneNpcs(
  snapshot: PublishedSnapshot,
  mapId: number,
  ids: readonly number[],
  level: number | null,
): Promise<readonly ZoneNpc[]> {
  const [npcs, roles, pins] = await Promise.all([
    readNamedNpcs(snapshot, ids, level),
    snapshot.rolesAmong(ids),
    snapshot.factsAmong(
      families.pins,
      ids.map((id) => `${mapId}:${id}`),
    ),
  ]);
  const trainers = ids.filter((id) => roles.get(id)?.includes('trains')).slice(0, TRAINERS_MAX);
  const creatures = ids.filter((id) => !roles.has(id));
  const [trains, drops] = await Promise.all([readProfessions(snapshot, trainers), readBestDrops(snapshot, creatures)]);
  return npcs.map((npc) => {
    const { id } = npc.npc;
    return {
      ...npc,
      roles: roles.get(id) ?? [],
      trains: trains.get(id) ?? null,
      pins: pins.get(`${mapId}:${id}`)?.pins ?? [],
      bestDrop: drops.get(id) ?? null,
    };
  });
}

/** Returns the drop of each creature whose rate has the highest lower end, keyed by creature. */
async function readBestDrops(
  snapshot: PublishedSnapshot,
  npcIds: readonly number[],
): Promise<ReadonlyMap<number, BestDrop>> {
  const rates = await snapshot.rates.surestOfSources('npc', npcIds);
  const items = await readEntities(snapshot, 'item', [...new Set([...rates.values()].map(({ itemId }) => itemId))]);
  return new Map([...rates].map(([id, rate]) => [id, { ...rate, item: items.get(rate.itemId)! }] as const));
}

/** Returns one profession for each of these trainers, taken from the trainer's first lesson that states one. */
export async function readProfessions(
  snapshot: PublishedSnapshot,
  trainers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const professions = new Map<number, string>();
  for (const id of trainers) {
    const lessons = await snapshot.factsOf(families.trainer_services, `${id}`, 3);
    const profession = lessons.facts.find(({ body }) => body.profession != null)?.body.profession;
    if (profession != null) professions.set(id, profession.value);
  }
  return professions;
}

import type { NpcRole, REACTIONS } from '../../../schema/vocabulary.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import { byText } from '../../families/counting/order.ts';
import type { MapBounds } from '../../families/maps.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import { pageUrl } from '../../values/entity_page.ts';
import type { EstimatedRate } from '../../values/rates.ts';
import type { FirstOf } from './first_of.ts';
import { type Levels, levelsOf } from './npc.ts';
import { edgesOf, type LinkedEdge, seenOf } from './observed_edges.ts';
import { type Zone, zoneOf } from './places.ts';
import { type Entity, entitiesOf, entityOf, namedEntity, type PublishedSnapshot } from './snapshot_data.ts';

/** Maximum number of a zone's NPCs whose roles are looked up, and of NPCs listed. NPCs with a role take precedence. */
const NPCS_MAX = 200;
const LISTED_MAX = 40;

/** Maximum number of a zone's objects that are listed. */
const OBJECTS_MAX = 100;

/** Maximum number of trainers whose profession is named. */
const TRAINERS_MAX = 10;

/** Maximum number of creatures whose surest drop is looked up. */
const DROPS_MAX = 8;

/** The groups of NPCs that players visit for a purpose, with the roles that put an NPC into each group. */
export const ERRANDS = {
  'quest-givers': ['gives', 'ends'],
  vendors: ['sells'],
  trainers: ['trains'],
} as const satisfies Readonly<Record<string, readonly NpcRole[]>>;

export type Errand = keyof typeof ERRANDS;

/** Everything public about a zone map, except its quests. */
export interface ZoneFacts {
  readonly zone: Zone;
  readonly nameInstalls: number | null;
  readonly bounds: AgreedValue<MapBounds> | null;
  /** The map that contains the zone. */
  readonly above: Entity<'zone'> | null;
  /**
   * NPCs seen in the zone, ordered by level and name. If there are too many, NPCs with a role for players are
   * preferred.
   */
  readonly npcs: FirstOf<ZoneNpc>;
  /** The NPCs in `npcs`, by group. Each `total` counts all NPCs of the group whose roles were looked up. */
  readonly people: Readonly<Record<Errand, FirstOf<ZoneNpc>>>;
  /**
   * Number of NPCs whose roles were looked up. If it is less than `npcs.total`, a group may have more NPCs than its
   * `total`.
   */
  readonly lookedAt: number;
  /** Objects looted in the zone, ordered by name. */
  readonly objects: FirstOf<ZoneObject>;
}

export interface ZoneNpc extends ObservedEdge {
  readonly npc: Entity<'npc'>;
  readonly levels: Levels | null;
  readonly reactions: readonly (typeof REACTIONS)[number][];
  readonly roles: readonly NpcRole[];
  /** A profession that the NPC teaches, or null if none is known. */
  readonly trains: string | null;
  readonly pins: readonly Pin[];
  /** The creature's surest drop, or null if none is public or it was not looked up. */
  readonly bestDrop: BestDrop | null;
}

export interface BestDrop extends EstimatedRate {
  readonly item: Entity<'item'>;
}

export interface ZoneObject extends ObservedEdge {
  readonly object: Entity<'object'>;
  readonly pins: readonly Pin[];
}

/**
 * Reads a zone, or returns null if nothing about it is public. It takes a bounded number of reads: first the zone's
 * NPCs, then the details of all of them at once.
 */
export async function readZone(snapshot: PublishedSnapshot, mapId: number): Promise<ZoneFacts | null> {
  const [map, filed, edges, looted] = await Promise.all([
    snapshot.fact(families.maps, `${mapId}`),
    snapshot.game.fact('zone', `${mapId}`),
    edgesOf(snapshot, 'located_in:npc:zone', { toId: mapId }, NPCS_MAX),
    edgesOf(snapshot, 'located_in:object:zone', { toId: mapId }, OBJECTS_MAX),
  ]);
  const zone = zoneOf(mapId, map?.name, filed);
  if (map === null && zone.mapInFiles === null && edges.total + looted.total === 0) return null;
  const roles = await snapshot.rolesAmong(edges.rows.map(({ fromId }) => fromId));
  const rows = await npcsOf(snapshot, mapId, edges.rows, roles);
  const group = (errand: Errand): FirstOf<ZoneNpc> => ({
    total: [...roles.values()].filter((own) => hasErrand(own, errand)).length,
    rows: rows.filter((npc) => hasErrand(npc.roles, errand)),
  });
  return {
    zone,
    nameInstalls: map?.name?.installs ?? null,
    bounds: map?.bounds ?? null,
    above: map?.parentMapId == null ? null : await entityOf(snapshot, 'zone', map.parentMapId.value),
    npcs: { total: edges.total, rows },
    people: { 'quest-givers': group('quest-givers'), vendors: group('vendors'), trainers: group('trainers') },
    lookedAt: edges.rows.length,
    objects: { total: looted.total, rows: await objectsOf(snapshot, mapId, looted.rows) },
  };
}

async function objectsOf(
  snapshot: PublishedSnapshot,
  mapId: number,
  edges: readonly LinkedEdge[],
): Promise<readonly ZoneObject[]> {
  const ids = edges.map(({ fromId }) => fromId);
  const [entities, pins] = await Promise.all([
    entitiesOf(snapshot, 'object', ids),
    snapshot.factsAmong(
      families.object_pins,
      ids.map((id) => `${mapId}:${id}`),
    ),
  ]);
  const objects = edges.map((edge): ZoneObject => {
    const { fromId: id } = edge;
    return { object: entities.get(id)!, pins: pins.get(`${mapId}:${id}`)?.pins ?? [], ...seenOf(edge) };
  });
  const name = ({ object }: ZoneObject): string => object.name ?? NAMELESS;
  return objects.sort((a, b) => byText(name(a), name(b)) || a.object.id - b.object.id);
}

/** Sorts after every name. */
const NAMELESS = '\u{10ffff}';

export function hasErrand(roles: readonly NpcRole[], errand: Errand): boolean {
  return ERRANDS[errand].some((role) => roles.includes(role));
}

/** Reads the listed NPCs, ordered by level and name. NPCs without a level come last. */
async function npcsOf(
  snapshot: PublishedSnapshot,
  mapId: number,
  edges: readonly LinkedEdge[],
  roles: ReadonlyMap<number, readonly NpcRole[]>,
): Promise<readonly ZoneNpc[]> {
  const shown = edges
    .toSorted((a, b) => Number(roles.has(b.fromId)) - Number(roles.has(a.fromId)))
    .slice(0, LISTED_MAX);
  const ids = shown.map(({ fromId }) => fromId);
  const [facts, pins] = await Promise.all([
    snapshot.factsAmong(families.npcs, ids.map(String)),
    snapshot.factsAmong(
      families.pins,
      ids.map((id) => `${mapId}:${id}`),
    ),
  ]);
  const trainers = ids.filter((id) => roles.get(id)?.includes('trains')).slice(0, TRAINERS_MAX);
  const trains = await professionsOf(snapshot, trainers);
  const npcs = shown.map((edge): ZoneNpc => {
    const { fromId: id } = edge;
    const fact = facts.get(`${id}`);
    return {
      npc: { ...namedEntity('npc', id, fact?.name), url: pageUrl(snapshot.publisher, 'npc', id) },
      levels: levelsOf(fact?.levels ?? []),
      reactions: (fact?.reactions ?? []).map(({ value }) => value),
      roles: roles.get(id) ?? [],
      trains: trains.get(id) ?? null,
      pins: pins.get(`${mapId}:${id}`)?.pins ?? [],
      bestDrop: null,
      ...seenOf(edge),
    };
  });
  const level = ({ levels }: ZoneNpc): number => levels?.min ?? Number.MAX_SAFE_INTEGER;
  const name = ({ npc }: ZoneNpc): string => npc.name ?? NAMELESS;
  npcs.sort((a, b) => level(a) - level(b) || byText(name(a), name(b)) || a.npc.id - b.npc.id);
  const creatures = npcs.filter((npc) => npc.roles.length === 0).slice(0, DROPS_MAX);
  const drops = await bestDropsOf(
    snapshot,
    creatures.map(({ npc }) => npc.id),
  );
  return npcs.map((npc) => ({ ...npc, bestDrop: drops.get(npc.npc.id) ?? null }));
}

/** Returns the drop of each creature whose rate has the highest lower end, keyed by creature. */
async function bestDropsOf(
  snapshot: PublishedSnapshot,
  npcIds: readonly number[],
): Promise<ReadonlyMap<number, BestDrop>> {
  const rates = await snapshot.rates.surestOfSources('npc', npcIds);
  const items = await entitiesOf(snapshot, 'item', [...new Set([...rates.values()].map(({ itemId }) => itemId))]);
  return new Map([...rates].map(([id, rate]) => [id, { ...rate, item: items.get(rate.itemId)! }] as const));
}

/** Returns one profession for each of these trainers, taken from the trainer's first lesson that states one. */
async function professionsOf(
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

import type { NpcRole, REACTIONS } from '../../../schema/vocabulary.ts';
import type { AgreedValue } from '../../families/counting/agreed.ts';
import type { MapBounds } from '../../families/maps.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import type { FirstOf } from '../../reads/entities/first_of.ts';
import { type Levels, levelsOf } from '../../reads/entities/npc.ts';
import { edgesOf, type LinkedEdge, seenOf } from '../../reads/entities/observed_edges.ts';
import { type Zone, zoneOf } from '../../reads/entities/places.ts';
import { type Entity, entityOf, namedEntity, type PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { pageUrl } from '../../values/entity_page.ts';
import { type QuestsOfZone, questsOfZone } from '../browse/quests.ts';
import { answerPage, type PageAnswer } from '../shared/page.ts';
import type { ToolRule } from '../tool.ts';

/** Number of a zone's NPCs whose roles are looked up, and number of NPCs listed. NPCs with a role take precedence. */
const NPCS_MAX = 200;
const LISTED_MAX = 40;

/** Number of quests listed, and of trainers whose profession is named. */
const QUESTS_MAX = 30;
const TRAINERS_MAX = 10;

/** The groups of NPCs that players visit for something, with the roles that put an NPC into the group. */
export const ERRANDS = {
  'quest-givers': ['gives', 'ends'],
  vendors: ['sells'],
  trainers: ['trains'],
} as const satisfies Readonly<Record<string, readonly NpcRole[]>>;

export type Errand = keyof typeof ERRANDS;

/** Everything public about a zone map. */
export interface ZonePage {
  readonly zone: Zone;
  readonly nameInstalls: number | null;
  readonly bounds: AgreedValue<MapBounds> | null;
  /** The map that contains it. */
  readonly above: Entity<'zone'> | null;
  /** NPCs seen there, by level and name: those with a role for players, and some of the others. */
  readonly npcs: FirstOf<ZoneNpc>;
  /** The NPCs of `npcs` by group; `total` counts all NPCs whose roles were looked up. */
  readonly people: Readonly<Record<Errand, FirstOf<ZoneNpc>>>;
  /**
   * Number of NPCs whose roles were looked up. If it is less than `npcs.total`, a group may have more NPCs than its
   * `total`.
   */
  readonly lookedAt: number;
  /** Quests whose givers were seen there, by level. */
  readonly quests: QuestsOfZone;
}

export interface ZoneNpc extends ObservedEdge {
  readonly npc: Entity<'npc'>;
  readonly levels: Levels | null;
  readonly reactions: readonly (typeof REACTIONS)[number][];
  readonly roles: readonly NpcRole[];
  /** A profession that it teaches, or null if none is known. */
  readonly trains: string | null;
  readonly pins: readonly Pin[];
}

/**
 * The public data of a zone. It takes a bounded number of reads: first the zone's NPCs, then the details of all of them
 * at once.
 */
export const zone_page: Pick<ToolRule<{ readonly mapId: number }, PageAnswer<ZonePage>>, 'answer'> = {
  answer: (context, { mapId }) =>
    answerPage(
      context,
      async (snapshot) => {
        const [map, filed, edges] = await Promise.all([
          snapshot.fact(families.maps, `${mapId}`),
          snapshot.game.fact('zone', `${mapId}`),
          edgesOf(snapshot, 'located_in:npc:zone', { toId: mapId }, NPCS_MAX),
        ]);
        const zone = zoneOf(mapId, map?.name, filed);
        if (map === null && zone.mapInFiles === null && edges.total === 0) {
          return { none: `No public data for zone ${mapId} yet.` };
        }
        const people = await peopleOf(snapshot, mapId, edges.rows);
        const quests = await questsOfZone(snapshot, mapId, QUESTS_MAX);
        const above = map?.parentMapId == null ? null : await entityOf(snapshot, 'zone', map.parentMapId.value);
        const { rows, counts } = people;
        const page: ZonePage = {
          zone,
          nameInstalls: map?.name?.installs ?? null,
          bounds: map?.bounds ?? null,
          above,
          npcs: { total: edges.total, rows },
          people: eachErrand((errand) => ({ total: counts[errand], rows: rows.filter(hasErrand(errand)) })),
          lookedAt: edges.rows.length,
          quests,
        };
        return { page, fromFiles: zone.mapInFiles !== null };
      },
      { filesAlone: true },
    ),
};

function eachErrand<T>(make: (errand: Errand) => T): Readonly<Record<Errand, T>> {
  return {
    'quest-givers': make('quest-givers'),
    vendors: make('vendors'),
    trainers: make('trainers'),
  };
}

function hasErrand(errand: Errand) {
  return ({ roles }: { readonly roles: readonly NpcRole[] }): boolean =>
    ERRANDS[errand].some((role) => roles.includes(role));
}

interface People {
  /** Ordered by level and name. */
  readonly rows: readonly ZoneNpc[];
  /** Number of NPCs per group, among all whose roles were looked up. */
  readonly counts: Readonly<Record<Errand, number>>;
}

async function peopleOf(snapshot: PublishedSnapshot, mapId: number, edges: readonly LinkedEdge[]): Promise<People> {
  const { publisher } = snapshot;
  const all = edges.map(({ fromId }) => fromId);
  const roles = await snapshot.rolesAmong(all);
  const told = [...edges]
    .sort((a, b) => Number(roles.has(b.fromId)) - Number(roles.has(a.fromId)))
    .slice(0, LISTED_MAX);
  const ids = told.map(({ fromId }) => fromId);
  const [facts, pins] = await Promise.all([
    snapshot.factsAmong(families.npcs, ids.map(String)),
    snapshot.factsAmong(
      families.pins,
      ids.map((id) => `${mapId}:${id}`),
    ),
  ]);
  const trainers = ids.filter((id) => roles.get(id)?.includes('trains')).slice(0, TRAINERS_MAX);
  const trains = await professionsOf(snapshot, trainers);
  const npcs = told.map((edge): ZoneNpc => {
    const { fromId: id } = edge;
    const fact = facts.get(`${id}`);
    return {
      npc: { ...namedEntity('npc', id, fact?.name), url: pageUrl(publisher, 'npc', id) },
      levels: levelsOf(fact?.levels ?? []),
      reactions: (fact?.reactions ?? []).map(({ value }) => value),
      roles: roles.get(id) ?? [],
      trains: trains.get(id) ?? null,
      pins: (pins.get(`${mapId}:${id}`)?.['pins'] ?? []) as readonly Pin[],
      ...seenOf(edge),
    };
  });
  const does = [...roles.values()].map((own) => ({ roles: own }));
  return {
    rows: npcs.sort((a, b) => byLevel(a.levels?.min, b.levels?.min) || byName(a.npc, b.npc)),
    counts: eachErrand((errand) => does.filter(hasErrand(errand)).length),
  };
}

/** One profession for each of these trainers, from its first lesson that states one. */
async function professionsOf(
  snapshot: PublishedSnapshot,
  trainers: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const professions = new Map<number, string>();
  for (const id of trainers) {
    const lessons = await snapshot.factsOf(families.trainer_services, `${id}`, 3);
    const taught = lessons.facts.find(({ body }) => body.profession != null)?.body.profession;
    if (taught != null) professions.set(id, taught.value);
  }
  return professions;
}

/** NPCs without a level come last. */
function byLevel(a: number | null | undefined, b: number | null | undefined): number {
  return a == null || b == null ? Number(a == null) - Number(b == null) : a - b;
}

function byName(a: Entity, b: Entity): number {
  const [one, other] = [a.name ?? '\u{10ffff}', b.name ?? '\u{10ffff}'];
  return one < other ? -1 : one > other ? 1 : a.id - b.id;
}

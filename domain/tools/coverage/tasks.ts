import { findEntityKind } from '../../families/coverage.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { CoverageKind, InstallsMissing, PlacedSubject } from '../../ports/coverage.ts';
import { findLevelRange, type Levels } from '../../reads/entities/npc.ts';
import { nameZones, PIN_FAMILIES, type Zone } from '../../reads/entities/places.ts';
import { type Entity, nameEntity, type PublishedSnapshot, toFileName } from '../../reads/entities/snapshot_data.ts';
import { NAMED_ENTITIES, type NamedEntity, readNames } from '../../reads/names.ts';
import { hasEntityPage, toPageUrl } from '../../values/entity_page.ts';
import { groupBy } from '../../values/group_by.ts';
import { COVERAGE_WORDS } from '../shared/coverage_words.ts';

/**
 * Something that a player can do so that a fact becomes public, such as `Target Hogger`. Nothing in it comes from the
 * reports that do not count yet: all names, levels and locations are public already.
 */
export interface HelpTask {
  readonly kind: CoverageKind;
  /** Number of installs that still have to report it. */
  readonly missing: InstallsMissing;
  /** The entity to target, loot or visit. Its name is null if no name is public. */
  readonly entity: Entity;
  /** The name in the game's files of an entity without a public name, or null if the files have none. */
  readonly nameInFiles: string | null;
  /** Public levels of an NPC, otherwise null. */
  readonly levels: Levels | null;
  /** A zone in which it was seen, or null if none is known. */
  readonly zone: Zone | null;
  /** A public location of the entity in the zone, or null if there is none. */
  readonly pin: Pin | null;
}

/** Returns what a player does to report a subject, as the texts before and after its name: `Loot `, `Hogger`, ``. */
export function describeAction({ kind }: Pick<HelpTask, 'kind'>): readonly [before: string, after: string] {
  const { action } = COVERAGE_WORDS[kind];
  const [before = '', after = ''] = action.split('…');
  return [before, after];
}

/** Whether a task's subject has a public name or one in the game's files. */
export function hasTaskName({ entity, nameInFiles }: Pick<HelpTask, 'entity' | 'nameInFiles'>): boolean {
  return entity.name !== null || nameInFiles !== null;
}

/** Adds names, levels and locations to pending subjects. The number of reads does not depend on the number of subjects. */
export async function describeTasks(
  snapshot: PublishedSnapshot,
  subjects: readonly PlacedSubject[],
): Promise<readonly HelpTask[]> {
  const [describe, zones, pins] = await Promise.all([
    createTaskNamer(snapshot, subjects),
    nameZones(snapshot, [...new Set(subjects.flatMap(({ zone }) => zone ?? []))]),
    readFirstPins(snapshot, subjects),
  ]);
  return subjects.map(({ kind, id, missing, zone }) => ({
    kind,
    missing,
    ...describe(findEntityKind(kind), id),
    zone: zone === null ? null : zones.get(zone)!,
    pin: zone === null ? null : (pins.get(`${findEntityKind(kind)} ${zone}:${id}`) ?? null),
  }));
}

type TaskDescription = Pick<HelpTask, 'entity' | 'nameInFiles' | 'levels'>;

async function createTaskNamer(
  snapshot: PublishedSnapshot,
  subjects: readonly PlacedSubject[],
): Promise<(kind: CoverageKind, id: number) => TaskDescription> {
  const found = new Map<string, TaskDescription>();
  for (const [kind, own] of groupBy(subjects, (one) => findEntityKind(one.kind))) {
    if (!isNamedEntity(kind)) continue;
    const ids = [...new Set(own.map(({ id }) => id))];
    for (const [id, description] of await readEntitiesOfKind(snapshot, kind, ids))
      found.set(`${kind} ${id}`, description);
  }
  return (kind, id) =>
    found.get(`${kind} ${id}`) ?? {
      entity: { ...nameEntity(kind, id, undefined), url: null },
      nameInFiles: null,
      levels: null,
    };
}

async function readEntitiesOfKind(
  snapshot: PublishedSnapshot,
  kind: NamedEntity,
  ids: readonly number[],
): Promise<readonly (readonly [number, TaskDescription])[]> {
  const npcs = kind === 'npc' ? await snapshot.factsAmong(families.npcs, ids.map(String)) : null;
  const names =
    npcs === null
      ? await readNames(snapshot, kind, ids)
      : new Map(ids.map((id) => [id, npcs.get(`${id}`)?.name] as const));
  const nameless = ids.filter((id) => names.get(id) === undefined).map(String);
  const family = GAME_FILE_FAMILIES[kind];
  const filed: ReadonlyMap<string, unknown> =
    family === undefined || nameless.length === 0 || snapshot.view.game === null
      ? new Map()
      : await snapshot.game.factsAmong(family, nameless);
  return ids.map((id) => {
    const name = names.get(id);
    const url = name !== undefined && hasEntityPage(kind) ? toPageUrl(snapshot.publisher, kind, id) : null;
    const levels = findLevelRange(npcs?.get(`${id}`)?.levels ?? []);
    const nameInFiles = toFileName(filed.get(`${id}`));
    return [id, { entity: { ...nameEntity(kind, id, name), url }, nameInFiles, levels }] as const;
  });
}

/** The names that the game's files have. A recipe has the id of its spell. */
const GAME_FILE_FAMILIES: Partial<Readonly<Record<NamedEntity, 'zone' | 'spell'>>> = { zone: 'zone', recipe: 'spell' };

function isNamedEntity(kind: string): kind is NamedEntity {
  return (NAMED_ENTITIES as readonly string[]).includes(kind);
}

/** Reads the first public location of each NPC and object in its zone, keyed by kind and `<map id>:<id>`. */
async function readFirstPins(
  snapshot: PublishedSnapshot,
  subjects: readonly PlacedSubject[],
): Promise<ReadonlyMap<string, Pin>> {
  const pins = new Map<string, Pin>();
  for (const kind of ['npc', 'object'] as const) {
    const placed = subjects.filter((one) => one.zone !== null && findEntityKind(one.kind) === kind);
    const keys = [...new Set(placed.map(({ zone, id }) => `${zone}:${id}`))];
    const facts = keys.length === 0 ? new Map() : await snapshot.factsAmong(PIN_FAMILIES[kind], keys);
    for (const [key, fact] of facts) if (fact.pins[0] !== undefined) pins.set(`${kind} ${key}`, fact.pins[0]);
  }
  return pins;
}

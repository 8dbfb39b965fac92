import { findEdgeGroup } from '../../families/edges.ts';
import { families } from '../../families/mod.ts';
import type { Pin } from '../../families/pins.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import type { PinnedEntity } from '../../ports/facts.ts';
import type { Snapshot } from '../../ports/snapshots.ts';
import { type Locale, type LocalizedText, markLanguage, readLocaleField } from '../../values/language.ts';
import { mapInOrder } from '../../values/map_in_order.ts';
import { formatQuantity } from '../../values/phrases.ts';
import { type FirstRows, renderOneLine } from './first_of.ts';
import { type LinkedEdge, pickSeenDates, readEdgesByFromId } from './observed_edges.ts';
import { prefetchFacts } from './read_once.ts';
import { type PublishedSnapshot, quoteText, toFileName } from './snapshot_data.ts';

/** A map with its names, as shown in answers. */
export interface Zone {
  readonly mapId: number;
  /** The map's agreed name, or null if there is none. */
  readonly map: string | null;
  /** The language of the agreed name, if it differs from the instance's language. */
  readonly mapLocale?: Locale;
  /** The map's name in the game's files, if no name is agreed. */
  readonly mapInFiles: string | null;
}

/** A map on which players saw an NPC or object (schema/tools/page_parts.ts, place). */
export interface EntityPlace extends Zone, ObservedEdge {
  readonly pins: FirstRows<Pin>;
}

interface PlaceLimits {
  readonly maps: number;
  readonly pins: number;
}

type PlacedKind = PinnedEntity['kind'];

/** The families with the locations of each kind of entity. Their subjects are `<map id>:<id>`. */
export const PIN_FAMILIES = { npc: families.pins, object: families.object_pins } as const satisfies Record<
  PlacedKind,
  object
>;

/** Returns the maps where players saw an NPC or object, in the order in which they became public. */
export async function readPlaces(
  snapshot: PublishedSnapshot,
  { kind, id }: PinnedEntity,
  max: PlaceLimits,
): Promise<FirstRows<EntityPlace>> {
  const found = await readPlacesById(snapshot, kind, [id], max);
  return found.get(id)!;
}

/** Returns the maps of many NPCs or objects, in as many reads as for one. */
export async function readPlacesById(
  snapshot: PublishedSnapshot,
  kind: PlacedKind,
  ids: readonly number[],
  max: PlaceLimits,
): Promise<ReadonlyMap<number, FirstRows<EntityPlace>>> {
  if (ids.length === 0) return new Map();
  const edges = await readEdgesByFromId(snapshot, `located_in:${kind}:zone`, ids, max.maps);
  const seen = [...edges.values()].flatMap(({ rows }) => rows);
  await Promise.all([
    prefetchFacts(snapshot, families.maps, [...new Set(seen.map(({ toId }) => toId))]),
    prefetchFacts(
      snapshot,
      PIN_FAMILIES[kind],
      seen.map(({ fromId, toId }) => `${toId}:${fromId}`),
    ),
  ]);
  const places = await mapInOrder(ids, async (id) => {
    const { rows, total } = edges.get(id) ?? { rows: [], total: 0 };
    const placed = await mapInOrder(rows, (edge) => readPlace(snapshot, kind, edge, max.pins));
    return [id, { total, rows: placed }] as const;
  });
  return new Map(places);
}

async function readPlace(
  snapshot: PublishedSnapshot,
  kind: PlacedKind,
  edge: LinkedEdge,
  pinsMax: number,
): Promise<EntityPlace> {
  const { fromId, toId: mapId } = edge;
  const [map, fact] = await Promise.all([
    snapshot.fact(families.maps, `${mapId}`),
    snapshot.fact(PIN_FAMILIES[kind], `${mapId}:${fromId}`),
  ]);
  const name = map?.name;
  const filed = name === undefined && snapshot.view.game !== null ? await snapshot.game.fact('zone', `${mapId}`) : null;
  const pins = fact?.pins ?? [];
  return {
    ...buildZone(mapId, name, filed),
    ...pickSeenDates(edge),
    pins: { total: pins.length, rows: pins.slice(0, pinsMax) },
  };
}

/** Names a map with its agreed name or, if there is none, its name in the game's files. */
export function buildZone(mapId: number, agreed: LocalizedText | undefined, filed: unknown): Zone {
  return {
    mapId,
    map: agreed?.value ?? null,
    ...(agreed?.locale === undefined ? {} : { mapLocale: agreed.locale }),
    mapInFiles: agreed === undefined ? toFileName(filed) : null,
  };
}

/** Returns these zones with their names. The game's files are read only for zones without an agreed name. */
export async function nameZones(snapshot: Snapshot, mapIds: readonly number[]): Promise<ReadonlyMap<number, Zone>> {
  const maps = await snapshot.factsAmong(families.maps, mapIds.map(String));
  const nameless = mapIds.map(String).filter((subject) => maps.get(subject)?.name === undefined);
  const filed: ReadonlyMap<string, unknown> =
    snapshot.view.game === null || nameless.length === 0 ? new Map() : await snapshot.game.factsAmong('zone', nameless);
  return new Map(mapIds.map((id) => [id, buildZone(id, maps.get(`${id}`)?.name, filed.get(`${id}`))] as const));
}

/** Number of zones to list for an NPC or object. */
const ZONES_PER_ENTITY = 3;

/** Returns the first zones of each NPC or object, in the order in which they became public. */
export async function readZonesById(
  snapshot: Snapshot,
  kind: PlacedKind,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly Zone[]>> {
  const places = await snapshot.edges.from(findEdgeGroup(`located_in:${kind}:zone`), ids, ZONES_PER_ENTITY);
  const zones = await nameZones(snapshot, [...new Set([...places.values()].flat())]);
  return new Map([...places].map(([id, mapIds]) => [id, mapIds.map((mapId) => zones.get(mapId)!)] as const));
}

/** Returns a map's agreed name, marked with its language if that differs, or null if no name is agreed. */
export function formatAgreedName({ map, mapLocale }: Zone): string | null {
  return map === null ? null : markLanguage({ value: map, ...readLocaleField({ locale: mapLocale }) });
}

/** Returns whether the name of one of these maps is from the game's files. */
export function isZoneNameFromFiles(places: readonly EntityPlace[] | null): boolean {
  return (places ?? []).some(({ mapInFiles }) => mapInFiles !== null);
}

/** Renders `"Elwynn" at 40.5, 60.25` with the first pin of the map. Names from players and the game are quoted. */
export function formatPlace({ pins, ...place }: EntityPlace): string {
  return `${formatZone(place)}${formatPins(pins.rows, pins.total)}`;
}

/** Renders ` at 40.5, 60.25 and 2 other places`, or an empty string if no location is known. */
export function formatPins([first]: readonly Pin[], total: number): string {
  if (first === undefined) return '';
  const others = total - 1;
  return ` at ${first.x}, ${first.y}${others > 0 ? ` and ${formatQuantity(others, 'other place')}` : ''}`;
}

/** Renders the first known place for use in brackets. The list is empty if no place is known. */
export function listFirstZone(places: readonly EntityPlace[] | null): readonly string[] {
  return (places ?? []).slice(0, 1).map(formatPlace);
}

/** Renders ` in "Elwynn" at 40.5, 60.25` for the first known place, or an empty string. */
export function formatInZone(places: readonly EntityPlace[] | null): string {
  return listFirstZone(places)
    .map((place) => ` in ${place}`)
    .join('');
}

/** Says in one line where an NPC or object is found. */
export function renderPlaces(zones: FirstRows<EntityPlace>): readonly string[] {
  return zones.total === 0 ? ['Where it is found is not known yet.'] : renderOneLine('Found in', zones, formatPlace);
}

/** Renders `"Elwynn Forest"`, or the map's number if it has no name. */
export function formatZone({ mapId, map, mapLocale, mapInFiles }: Zone): string {
  const name = map ?? mapInFiles;
  return name === null ? `map ${mapId}` : quoteText({ value: name, ...readLocaleField({ locale: mapLocale }) });
}

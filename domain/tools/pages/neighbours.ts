import { isReportedByFew, unwrapAgreedValue } from '../../families/counting/agreed.ts';
import type { MapBounds } from '../../families/maps.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import { buildZone, type EntityPlace, formatZone, nameZones, type Zone } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';
import { formatQuantity } from '../../values/phrases.ts';

type MapFact = SubjectFact<Facts['maps']>;

/** Maximum number of maps read. No client has that many. */
const CACHED_MAPS_MAX = 2_000;

/**
 * Returns the zones of the same continent whose maps overlap with the map of a zone, by map id. A map also shows land
 * beyond the zone's border, so these are its neighbours. Maps that contain the whole zone, such as the continent,
 * are left out. Empty if the zone's bounds or continent are unknown.
 */
export async function readNeighbours(snapshot: PublishedSnapshot, mapId: number): Promise<readonly Zone[]> {
  const own = await snapshot.fact(families.maps, `${mapId}`);
  if (own?.bounds == null || own.continentId == null) return [];
  const bounds = own.bounds.value;
  const continent = own.continentId.value;
  const facts = await cachedMaps(
    snapshot,
    '',
    async () => (await snapshot.factsOf(families.maps, '', CACHED_MAPS_MAX)).facts,
  );
  return facts
    .filter(
      ({ subject, body }) =>
        subject !== `${mapId}` &&
        body.continentId?.value === continent &&
        body.bounds != null &&
        overlapsMap(body.bounds.value, bounds) &&
        !containsMap(body.bounds.value, bounds),
    )
    .map(({ subject, body }) => buildZone(Number(subject), body.name, null))
    .sort((a, b) => a.mapId - b.mapId);
}

/** The maps are read once per snapshot, because every zone needs all of them. */
const cachedMaps = createSnapshotCache<readonly MapFact[]>(CACHED_MAPS_MAX, ({ length }) => length);

/** World coordinates grow to the left and upwards. */
function overlapsMap([left, right, top, bottom]: MapBounds, other: MapBounds): boolean {
  return left > other[1] && other[0] > right && top > other[3] && other[2] > bottom;
}

function containsMap([left, right, top, bottom]: MapBounds, other: MapBounds): boolean {
  return left >= other[0] && right <= other[1] && top >= other[2] && bottom <= other[3];
}

/** Sort keys of places on other continents, and of those at an unknown distance. Others are below 300,000 yards. */
const [OTHER_CONTINENT, UNKNOWN] = [1e6, 2e6] as const;

/**
 * Orders things by the straight line from the middle of a zone to the nearest place of each: those in the zone first,
 * then others on its continent, on other continents and at unknown distances. Further zones are others with its name; if
 * there is none, the order stays. Leaves out places that few of the players who report a thing saw it in. `away` is
 * such as `about 800 yards` and `"Kalimdor"`. `isPlaced` is true in other zones whose place in the order means something.
 */
export async function sortByDistance<T extends { readonly places: readonly EntityPlace[] | null }>(
  snapshot: PublishedSnapshot,
  zones: readonly number[],
  things: readonly T[],
) {
  const mapIds = things.flatMap(({ places }) => (places ?? []).map(({ mapId }) => mapId));
  const maps = await snapshot.factsAmong(families.maps, [...new Set([...zones, ...mapIds])].map(String));
  const findContinent = (mapId = 0): number => unwrapAgreedValue(maps.get(`${mapId}`)?.parentMapId) ?? 0;
  const continents = await nameZones(snapshot, [...new Set(mapIds.map(findContinent))]);
  const own = maps.get(`${zones[0]}`);
  const measure = ({ mapId, pins }: EntityPlace): number => {
    const map = maps.get(`${mapId}`);
    if (zones.includes(mapId)) return -1;
    if (own?.continentId == null || map?.continentId == null || own.bounds == null || map.bounds == null)
      return UNKNOWN;
    if (map.continentId.value !== own.continentId.value) return OTHER_CONTINENT;
    const [[x, y], [toX, toY]] = [locatePoint(own.bounds.value), locatePoint(map.bounds.value, pins.rows[0])];
    return Math.hypot(toX - x, toY - y);
  };
  const measured = things.map((thing) => {
    const reporters = Math.max(0, ...(thing.places ?? []).map(({ installs }) => installs));
    const reported = (thing.places ?? []).filter(({ installs }) => isReportedByFew(installs, reporters));
    const places = reported.toSorted((a, b) => measure(a) - measure(b));
    const yards = places[0] === undefined ? UNKNOWN : measure(places[0]);
    const continent = findContinent(places[0]?.mapId);
    const way = yards < 0 || yards >= UNKNOWN ? [] : [`about ${formatQuantity(Math.ceil(yards / 100) * 100, 'yard')}`];
    const away = [
      ...(yards === OTHER_CONTINENT ? ['on another continent'] : way),
      ...(continent === 0 ? [] : [formatZone(continents.get(continent)!)]),
    ];
    return { ...thing, places, away, yards, isPlaced: yards >= 0 && yards < UNKNOWN };
  });
  return measured.sort((a, b) => a.yards - b.yards);
}

/** Returns the world coordinates of a point of a map, by default of its middle. */
function locatePoint([left, right, top, bottom]: MapBounds, { x, y } = { x: 50, y: 50 }): readonly [number, number] {
  return [left + ((right - left) * x) / 100, top + ((bottom - top) * y) / 100];
}

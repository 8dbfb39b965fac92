import type { MapBounds } from '../../families/maps.ts';
import { type Facts, families } from '../../families/mod.ts';
import type { SubjectFact } from '../../ports/facts.ts';
import { buildZone, type Zone } from '../../reads/entities/places.ts';
import type { PublishedSnapshot } from '../../reads/entities/snapshot_data.ts';
import { createSnapshotCache } from '../../reads/snapshot_cache.ts';

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
  const facts = await cachedMaps(snapshot, '', () => readMapFacts(snapshot));
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

async function readMapFacts(snapshot: PublishedSnapshot): Promise<readonly MapFact[]> {
  const { facts } = await snapshot.factsOf(families.maps, '', CACHED_MAPS_MAX);
  return facts.filter(({ body }) => body.bounds != null && body.continentId != null);
}

/** World coordinates grow to the left and upwards. */
function overlapsMap([left, right, top, bottom]: MapBounds, other: MapBounds): boolean {
  return left > other[1] && other[0] > right && top > other[3] && other[2] > bottom;
}

function containsMap([left, right, top, bottom]: MapBounds, other: MapBounds): boolean {
  return left >= other[0] && right <= other[1] && top >= other[2] && bottom <= other[3];
}

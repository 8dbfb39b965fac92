import { oneValue, publicMembers } from './agreed.ts';
import { claimsOn } from './claims_on.ts';
import type { TalliedRollup } from './rollup.ts';

/** The edges of a zone map in yards of the world's coordinates, to 0.1 yard. */
export type MapBounds = readonly [left: number, right: number, top: number, bottom: number];

/** A zone map's agreed bounds, name, continent and the map above it. Subject: the map's id. */
export const maps: TalliedRollup = {
  name: 'maps',
  version: 1,
  shape: 'tallied',
  dated: false,
  kinds: ['map_bounds'],
  claims: (record) => {
    if (record.kind !== 'map_bounds') return [];
    const { mapId, name, parentMapId, continentId, left, right, top, bottom } = record;
    const bounds = [left, right, top, bottom].map(tenth);
    return claimsOn(mapId, { bounds, name, parentMapId, continentId });
  },
  facts: (_subject, tallies) =>
    publicMembers({
      bounds: oneValue<MapBounds>(tallies, 'bounds'),
      name: oneValue<string>(tallies, 'name'),
      parentMapId: oneValue<number>(tallies, 'parentMapId'),
      continentId: oneValue<number>(tallies, 'continentId'),
    }),
};

const tenth = (yards: number): number => Math.round(yards * 10) / 10;

import { oneText, oneValue, publicMembers, unshownText } from './counting/agreed.ts';
import { claimsOn, inLanguage } from './counting/claims_on.ts';
import { tallied } from './counting/family.ts';

/** Bounds of a zone map in world coordinates, in yards, rounded to 0.1 yard. */
export type MapBounds = readonly [left: number, right: number, top: number, bottom: number];

/** A zone map's agreed bounds, name, continent and parent map. The subject is the map's id. */
export const maps = tallied({
  name: 'maps',
  version: 3,
  kinds: ['map_bounds'],
  subject: { kind: 'zone', id: 0 },
  witnesses: { zone: ['ID'] },
  claims: ({ mapId, name, parentMapId, continentId, left, right, top, bottom }, { language }) => [
    ...inLanguage(language, claimsOn(mapId, { name })),
    ...claimsOn(mapId, { bounds: [left, right, top, bottom].map(tenth), parentMapId, continentId }),
  ],
  facts: (_subject, tallies) =>
    publicMembers({
      bounds: oneValue<MapBounds>(tallies, 'bounds'),
      name: oneText<string>(tallies, 'name'),
      otherName: unshownText<string>(tallies, 'name'),
      parentMapId: oneValue<number>(tallies, 'parentMapId'),
      continentId: oneValue<number>(tallies, 'continentId'),
    }),
  label: { kind: 'zone', name: (fact) => fact.name, text: () => 'Zone map.' },
});

function tenth(yards: number): number {
  return Math.round(yards * 10) / 10;
}

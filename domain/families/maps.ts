import { agreeOnText, agreeOnValue, findMinorityText, omitNulls } from './counting/agreed.ts';
import { buildClaims, markLanguage } from './counting/claims_on.ts';
import { defineTalliedFamily } from './counting/family.ts';

/** Bounds of a zone map in world coordinates, in yards, rounded to 0.1 yard. */
export type MapBounds = readonly [left: number, right: number, top: number, bottom: number];

/** A zone map's agreed bounds, name, continent and parent map. The subject is the map's id. */
export const maps = defineTalliedFamily({
  name: 'maps',
  version: 3,
  kinds: ['map_bounds'],
  subject: { kind: 'zone', id: 0 },
  witnesses: { zone: ['ID'] },
  claims: ({ mapId, name, parentMapId, continentId, left, right, top, bottom }, { language }) => [
    ...markLanguage(language, buildClaims(mapId, { name })),
    ...buildClaims(mapId, { bounds: [left, right, top, bottom].map(roundToTenth), parentMapId, continentId }),
  ],
  facts: (_subject, tallies) =>
    omitNulls({
      bounds: agreeOnValue<MapBounds>(tallies, 'bounds'),
      name: agreeOnText<string>(tallies, 'name'),
      otherName: findMinorityText<string>(tallies, 'name'),
      parentMapId: agreeOnValue<number>(tallies, 'parentMapId'),
      continentId: agreeOnValue<number>(tallies, 'continentId'),
    }),
  label: { kind: 'zone', name: (fact) => fact.name, text: () => 'Zone map.' },
});

function roundToTenth(yards: number): number {
  return Math.round(yards * 10) / 10;
}

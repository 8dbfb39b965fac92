import { integer, name, number, optional } from '../fields.ts';
import { recordKind } from '../record_kind.ts';

const YARDS_MAX = 100_000;

/** Rounds to a tenth of a yard, because bounds are agreed on at that precision. */
function tenths(yards: number): number {
  return Math.round(yards * 10);
}

/** The bounds of a zone map on its continent. */
export const map_bounds = recordKind({
  kind: 'map_bounds',
  visibility: 'public',
  sharing: null,
  description: 'Where a zone map lies on its continent, in yards of the world’s coordinates.',
  fields: {
    mapId: integer('The zone map, by the client’s map id.', 0),
    name: optional(name('The zone’s name.', 1, 80)),
    parentMapId: optional(integer('The map above it, by the client’s map id.', 0)),
    continentId: integer('The continent, by the client’s id.', 0),
    left: number('The map’s left edge, in yards.', -YARDS_MAX, YARDS_MAX),
    right: number('The map’s right edge, in yards.', -YARDS_MAX, YARDS_MAX),
    top: number('The map’s top edge, in yards.', -YARDS_MAX, YARDS_MAX),
    bottom: number('The map’s bottom edge, in yards.', -YARDS_MAX, YARDS_MAX),
  },
  // Either edge may be greater than the opposite edge, depending on the client's axes.
  rules: [
    {
      field: 'right',
      holds: ({ left, right }) => tenths(left) !== tenths(right),
      needs: 'another edge than left, by a tenth of a yard at least',
    },
    {
      field: 'bottom',
      holds: ({ top, bottom }) => tenths(top) !== tenths(bottom),
      needs: 'another edge than top, by a tenth of a yard at least',
    },
    {
      field: 'parentMapId',
      holds: ({ mapId, parentMapId }) => parentMapId !== mapId || mapId === 0,
      needs: 'another map than mapId, unless both are 0',
    },
  ],
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseRecord } from '../../schema/parse_record.ts';
import { documentOf } from './documents.ts';
import { sampleRecord } from './samples.ts';

/** Returns the refusal of a sample with these fields, or null if it is accepted. */
function refusal(kind: string, fields: Readonly<Record<string, unknown>>) {
  const sample = Object.fromEntries(
    Object.entries({ ...sampleRecord(kind), ...fields }).filter(([, value]) => value !== undefined),
  );
  const verdict = parseRecord(sample);
  return verdict.ok ? null : ([verdict.code, verdict.pointer, verdict.reason] as const);
}

function criteria(count: number) {
  return Array.from({ length: count }, () => ({ text: 'One', required: 1 }));
}
function edges(left: number, right: number, top: number, bottom: number) {
  return { left, right, top, bottom };
}

const CASES: readonly (readonly [
  what: string,
  kind: string,
  fields: Readonly<Record<string, unknown>>,
  pointer: string | null,
])[] = [
  ['edges of a map from west to east', 'map_bounds', edges(-5, 5, -5, 5), null],
  ['edges the other way round, as the client’s axes have them', 'map_bounds', edges(5, -5, 5, -5), null],
  ['edges of both kinds', 'map_bounds', edges(5, -5, -5, 5), null],
  ['no width', 'map_bounds', edges(3, 3, 1, 2), '/right'],
  ['no height', 'map_bounds', edges(1, 2, -3.5, -3.5), '/bottom'],
  ['no width once rounded to a tenth of a yard', 'map_bounds', edges(3.01, 3.04, 1, 2), '/right'],
  ['a tenth of a yard', 'map_bounds', edges(3, 3.1, 1, 2), null],
  ['0 and -0', 'map_bounds', edges(0, -0, 1, 2), '/right'],
  ['a map above itself', 'map_bounds', { mapId: 5, parentMapId: 5 }, '/parentMapId'],
  ['an unknown map below an unknown one', 'map_bounds', { mapId: 0, parentMapId: 0 }, null],
  ['a map without one above', 'map_bounds', { parentMapId: undefined }, null],
  ['as many at most as at least', 'recipe_observed', { makesMin: 5, makesMax: 5 }, null],
  ['fewer at most than at least', 'recipe_observed', { makesMin: 6, makesMax: 5 }, '/makesMax'],
  ['no most', 'recipe_observed', { makesMin: 6, makesMax: undefined }, null],
  ['no fewest', 'recipe_observed', { makesMin: undefined, makesMax: 6 }, null],
  ['the item that teaches, under both names', 'recipe_seen', { itemId: 5, taughtByItemId: 5 }, null],
  ['two items that teach', 'recipe_seen', { itemId: 5, taughtByItemId: 6 }, '/taughtByItemId'],
  ['the item made, under both names', 'recipe_observed', { itemId: 5, makesItemId: 5 }, null],
  ['two items made', 'recipe_observed', { itemId: 5, makesItemId: 6 }, '/makesItemId'],
  [
    'more criteria than there are',
    'achievement_catalog',
    { criteriaCount: 1, criteria: criteria(2) },
    '/criteriaCount',
  ],
  ['more criteria than are listed', 'achievement_catalog', { criteriaCount: 3, criteria: criteria(2) }, null],
];

test('contradictory fields are refused, and consistent ones accepted', () => {
  for (const [what, kind, fields, pointer] of CASES) {
    const found = refusal(kind, fields);
    assert.deepEqual(found?.slice(0, 2) ?? null, pointer === null ? null : ['contradictory', pointer], what);
  }
});

test('the sentence names the field, the requirement and the given value', () => {
  assert.equal(
    refusal('recipe_observed', { makesMin: 6, makesMax: 5 })?.[2],
    'makesMax must be no less than makesMin; got 5.',
  );
  assert.equal(
    refusal('map_bounds', edges(3, 3, 1, 2))?.[2],
    'right must be another edge than left, by a tenth of a yard at least; got 3.',
  );
});

test('descriptions state the rules that schemas cannot express', () => {
  for (const [kind, said] of [
    ['map_bounds', 'bottom must be another edge than top'],
    ['recipe_observed', 'makesMax must be no less than makesMin.'],
    ['recipe_seen', 'taughtByItemId must be the same item as itemId, if both are given.'],
    ['achievement_catalog', 'criteriaCount must be no less than'],
  ] as const) {
    assert.ok(documentOf(`/records/${kind}.json`).description?.includes(said), kind);
  }
});

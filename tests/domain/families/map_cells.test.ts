import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { mergeClaims } from '../../../domain/families/counting/claims.ts';
import { listTileCells, map_cells } from '../../../domain/families/map_cells.ts';
import { CLAIM_RULES } from '../../../domain/families/mod.ts';
import { claim, gatherClaims } from '../../support/claims.ts';
import { startProcessorClock } from '../../support/processor_time.ts';
import { met, npc, object, opened } from '../../support/world.ts';
import { factsOf, type Report } from './support.ts';

type Spot = readonly [install: number, x: number, y: number];

function sightings(spots: readonly Spot[], fields: object = {}): readonly Report[] {
  return spots.map(([install, x, y]) => ({ install, ...met(npc(721), { mapId: 12, x, y, ...fields }) }));
}

/** Returns the public cells of map 12, as `column,row`. */
function cellsAfter(reports: readonly Report[]): readonly string[] {
  const facts = factsOf(map_cells, reports) as Record<string, { readonly cells: string }>;
  return Object.entries(facts)
    .flatMap(([subject, fact]) => listTileCells(subject, fact))
    .map((cell) => cell.join())
    .sort();
}

const table: readonly [what: string, spots: readonly Spot[], cells: readonly string[]][] = [
  [
    'two installs are too few',
    [
      [1, 10, 10],
      [2, 10, 10],
    ],
    [],
  ],
  [
    'three share a cell of half a percent',
    [
      [1, 10, 10],
      [2, 10.49, 10.2],
      [3, 10.2, 10.49],
    ],
    ['20,20'],
  ],
  [
    'a position at the edge of a cell is in that cell, whatever doubles make of a hundredth of it',
    [1, 2, 3].map((install) => [install, 14.5, 28.5] as const),
    ['29,57'],
  ],
  [
    'one install three times is one',
    [
      [1, 10, 10],
      [1, 10.1, 10],
      [1, 10.2, 10],
      [2, 10, 10],
    ],
    [],
  ],
  [
    'neighbouring cells are not added up',
    [
      [1, 10.4, 10],
      [2, 10.5, 10],
      [3, 10, 10],
    ],
    [],
  ],
  [
    'an install counts in every cell where it was',
    [
      [1, 10, 10],
      [1, 60, 70],
      [2, 60, 70],
      [2, 10, 10],
      [3, 10, 10],
      [3, 60, 70],
    ],
    ['120,140', '20,20'],
  ],
  [
    'the corners of the map',
    [1, 2, 3].flatMap((install): Spot[] => [
      [install, 0, 0],
      [install, 100, 100],
    ]),
    ['0,0', '199,199'],
  ],
];

for (const [what, spots, cells] of table) {
  test(`map_cells: ${what}`, () => assert.deepEqual(cellsAfter(sightings(spots)), cells));
}

const THREE: readonly Spot[] = [
  [1, 10, 10],
  [2, 10, 10],
  [3, 10, 10],
];

test('map_cells: a position counts if the record says whose it is', () => {
  assert.deepEqual(cellsAfter(sightings(THREE, { mapId: 0 })), []);
  assert.deepEqual(cellsAfter(sightings(THREE, { positionKind: undefined })), []);
  assert.deepEqual(cellsAfter(sightings(THREE, { positionKind: 'player' })), ['20,20']);
  const loots = (fields: object): readonly Report[] =>
    THREE.map(([install, x, y]) => ({ install, ...opened(object(31), { mapId: 12, x, y, ...fields }) }));
  assert.deepEqual(cellsAfter(loots({})), ['20,20']);
  assert.deepEqual(cellsAfter(loots({ sourceEvidence: undefined })), []);
  assert.deepEqual(cellsAfter(loots({ y: undefined })), []);
  assert.deepEqual(cellsAfter([...loots({}).slice(0, 2), ...sightings([[3, 10, 10]])]), ['20,20']);
});

/** Positions around the corner of four tiles, and at the edges of the map. */
const percent = fc.constantFrom(0, 0.5, 9.5, 9.99, 10, 10.5, 99.5, 100);
const spots = fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), percent, percent), { maxLength: 60, size: 'max' });

test('map_cells: a cell is public if and only if three installs were in it', () =>
  fc.assert(
    fc.property(spots, (list) => {
      const installs = new Map<string, Set<number>>();
      for (const [install, x, y] of list) {
        const cell = `${Math.min(199, Math.floor(x * 2))},${Math.min(199, Math.floor(y * 2))}`;
        installs.set(cell, (installs.get(cell) ?? new Set()).add(install));
      }
      const expected = [...installs].filter(([, in_]) => in_.size >= 3).map(([cell]) => cell);
      assert.deepEqual(cellsAfter(sightings(list)), expected.sort());
    }),
    { numRuns: 100 },
  ));

const SET = { rollup: 'map_cells', joins: true, atMs: 0, firstMs: 0, tie: '' } as const;

test('the evidence keeps the union of an install’s sets, and writes only new ones', () => {
  const [joined, ...others] = gatherClaims([claim({ ...SET, value: '8' }), claim({ ...SET, value: '100001' })]);
  assert.deepEqual([joined?.value, others], ['100009', []]);
  const merge = (value: string) => mergeClaims([joined!], [claim({ ...SET, value })], CLAIM_RULES);
  assert.deepEqual(merge('9'), { rows: [], dirty: [] });
  const { rows, dirty } = merge('10');
  assert.deepEqual(
    [rows, dirty].map((list) => list.length),
    [1, 1],
  );
  assert.equal(rows[0]?.value, '100019');
});

test('map_cells: a map crowded with players is counted quickly', () => {
  const full = 'f'.repeat(100);
  const witnesses = Array.from({ length: 18_750 }, (_, installN) => ({ installN, field: '', value: full, atMs: 0 }));
  const usedMs = startProcessorClock();
  assert.deepEqual(map_cells.facts('12:0', witnesses), { cells: full });
  assert.ok(usedMs() < 5_000);
});

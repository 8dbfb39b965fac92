import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  countRowsLeft,
  findPageRange,
  findRowPosition,
  listGapRows,
  splitAtLongGaps,
} from '../../../domain/paging/gaps.ts';
import type { Gap } from '../../../domain/ports/places.ts';

/** Returns the places that are not gaps, in order, by counting. */
function standingPlaces(places: number, gapPlaces: readonly number[]): number[] {
  return Array.from({ length: places }, (_, place) => place).filter((place) => !gapPlaces.includes(place));
}

test('an offset becomes the place of that remaining row', () => {
  const table: [offset: number, places: number, gaps: number[], place: number][] = [
    [0, 5, [], 0],
    [4, 5, [], 4],
    [5, 5, [], 5],
    [9, 5, [], 5],
    [0, 5, [0], 1],
    [0, 5, [0, 1, 2], 3],
    [1, 5, [0, 1, 2], 4],
    [2, 5, [0, 1, 2], 5],
    [2, 5, [4], 2],
    [3, 5, [4], 3],
    [0, 3, [0, 1, 2], 3],
    [0, 0, [], 0],
  ];
  for (const [offset, places, gaps, place] of table) {
    assert.equal(findRowPosition(offset, places, gaps), place, `offset ${offset} of ${places} without ${gaps}`);
  }
});

test('a page has the rows that counting finds, whatever the gaps', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 40 }),
      fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { maxLength: 30 }),
      fc.integer({ min: 0, max: 45 }),
      fc.integer({ min: 0, max: 45 }),
      (places, drawn, offset, limit) => {
        const gaps = drawn.filter((place) => place < places).sort((a, b) => a - b);
        const rows = standingPlaces(places, gaps);
        const range = findPageRange(offset, limit, places, gaps);
        const page = rows.filter((place) => place >= range.from && place < range.to);
        assert.deepEqual(page, rows.slice(offset, offset + limit));
        const tight = page[0] === range.from && page.at(-1) === range.to - 1;
        assert.ok(tight || page.length < limit || limit === 0, 'a full page has no gap at its ends');
        assert.equal(countRowsLeft(places, gaps), rows.length);
      },
    ),
  );
});

test('a gap counts from the snapshot that made it', () => {
  const gaps: Gap[] = [
    { place: 2, snapshot: 7 },
    { place: 5, snapshot: 4 },
  ];
  assert.deepEqual(listGapRows(gaps, 3), []);
  assert.deepEqual(listGapRows(gaps, 4), [5]);
  assert.deepEqual(listGapRows(gaps, 7), [2, 5]);
});

test('earlier look-ups in a list of gaps do not change later results', () => {
  const gaps: Gap[] = [{ place: 2, snapshot: 7 }];
  assert.deepEqual(
    [7, 6, 7, 7].map((n) => listGapRows(gaps, n).length),
    [1, 0, 1, 1],
  );
});

function run(from: number, length: number): number[] {
  return Array.from({ length }, (_, i) => from + i);
}

test('long stretches of withdrawn rows split a range, and short ones are read and skipped', () => {
  const table: [name: string, gaps: number[], ranges: [from: number, to: number][]][] = [
    ['none', [], [[10, 500]]],
    ['63 in a row', run(100, 63), [[10, 500]]],
    [
      '64 in a row',
      run(100, 64),
      [
        [10, 100],
        [164, 500],
      ],
    ],
    ['two stretches of 63', [...run(100, 63), ...run(164, 63)], [[10, 500]]],
    ['over the beginning', run(0, 74), [[74, 500]]],
    ['over the beginning, too little of it left', run(0, 73), [[10, 500]]],
    ['over the end', run(400, 200), [[10, 400]]],
    ['everything', run(0, 600), []],
    ['beyond the range', run(500, 200), [[10, 500]]],
  ];
  for (const [name, gaps, ranges] of table) {
    assert.deepEqual(
      splitAtLongGaps({ from: 10, to: 500 }, gaps).map(({ from, to }) => [from, to]),
      ranges,
      name,
    );
  }
});

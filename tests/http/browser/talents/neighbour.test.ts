import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findNeighbour } from '../../../../http/browser/talents/neighbour.ts';

const NODES = [
  { row: 0, column: 0 },
  { row: 0, column: 2 },
  { row: 1, column: 1 },
  { row: 3, column: 3 },
];

test('arrow keys move to the next talent in reading order, or to the nearest of the next row', () => {
  const cases: readonly (readonly [from: number, key: string, to: number | null])[] = [
    [0, 'ArrowRight', 1],
    [1, 'ArrowRight', 2],
    [3, 'ArrowRight', null],
    [2, 'ArrowLeft', 1],
    [0, 'ArrowLeft', null],
    [1, 'ArrowDown', 2],
    [2, 'ArrowDown', 3],
    [3, 'ArrowDown', null],
    [3, 'ArrowUp', 2],
    [2, 'ArrowUp', 0],
    [0, 'ArrowUp', null],
    [2, 'Home', 0],
    [0, 'End', 3],
    [0, 'Enter', null],
  ];
  for (const [from, key, to] of cases) assert.equal(findNeighbour(NODES, from, key), to, `${key} from ${from}`);
});

test('without rows, up and down lead nowhere', () => {
  const nodes = [
    { row: null, column: null },
    { row: null, column: null },
  ];
  assert.deepEqual([findNeighbour(nodes, 0, 'ArrowDown'), findNeighbour(nodes, 0, 'ArrowRight')], [null, 1]);
});

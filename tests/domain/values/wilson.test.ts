import assert from 'node:assert/strict';
import { test } from 'node:test';
import { computeWilsonInterval } from '../../../domain/values/rates.ts';

test('the bounds equal those in published tables', () => {
  const table: [drops: number, kills: number, low: number, high: number][] = [
    [0, 3, 0, 0.561497],
    [0, 50, 0, 0.071348],
    [1, 3, 0.061492, 0.79234],
    [3, 3, 0.438503, 1],
    [5, 100, 0.021544, 0.11175],
    [50, 100, 0.403832, 0.596168],
    [1, 10_000, 0.000018, 0.000566],
  ];
  for (const [drops, kills, low, high] of table) assert.deepEqual(computeWilsonInterval(drops, kills), { low, high });
});

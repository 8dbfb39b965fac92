import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMarkAfterKey, findNearestMark } from '../../../../http/browser/data/crosshair.ts';

test('keys move between the marks of a plot, and stop at its ends', () => {
  const rows: [key: string, at: number, to: number | null][] = [
    ['ArrowLeft', 5, 4],
    ['ArrowRight', 5, 6],
    ['ArrowUp', 5, 6],
    ['ArrowDown', 5, 4],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 9, 9],
    ['Home', 5, 0],
    ['End', 5, 9],
    ['PageUp', 5, 9],
    ['PageDown', 5, 0],
    ['PageDown', 9, 2],
    ['Tab', 5, null],
    ['a', 5, null],
  ];
  for (const [key, at, to] of rows) assert.equal(findMarkAfterKey(key, at, 10), to, `${key} at ${at}`);
});

test('the mark nearest to the pointer is read', () => {
  const places = [0, 0.1, 0.5, 1];
  const rows: [x: number, at: number][] = [
    [-3, 0],
    [0.04, 0],
    [0.06, 1],
    [0.31, 2],
    [0.74, 2],
    [0.76, 3],
    [9, 3],
  ];
  for (const [x, at] of rows) assert.equal(findNearestMark(places, x), at, `${x}`);
});

import { GRID_SIZE, ROW_SIZE } from './likelihood.ts';
import { DIFFERENCES } from './model.ts';

/** Log-densities below this are ignored. Densities are scaled so that the highest at any grid point is 1. */
export const LOG_NEGLIGIBLE = Math.log(1e-7);

/** If a curve has larger fourth differences than this, it has a kink that a cubic would smooth away. */
export const KINK_MIN = 0.5;

/** Returns the largest second difference of a cell's curves, or 0 if all their densities are negligible in the cell. */
export function findLargestBend(curves: Float64Array, cell: number): number {
  let largest = 0;
  for (let i = 0; i < DIFFERENCES.length; i++) {
    const at = i * ROW_SIZE + findFirstOfFour(cell);
    const bend = Math.max(
      Math.abs(curves[at]! - 2 * curves[at + 1]! + curves[at + 2]!),
      Math.abs(curves[at + 1]! - 2 * curves[at + 2]! + curves[at + 3]!),
      Number.MIN_VALUE,
    );
    // A parabola rises above both end points by at most an eighth of its second difference.
    const highest = Math.max(curves[i * ROW_SIZE + cell]!, curves[i * ROW_SIZE + cell + 1]!) + bend / 8;
    if (highest > LOG_NEGLIGIBLE) largest = Math.max(largest, bend);
  }
  return largest;
}

/** Returns the first of the four grid points around a cell. */
export function findFirstOfFour(cell: number): number {
  return Math.min(Math.max(cell - 1, 0), GRID_SIZE - 4);
}

export function hasKink(curves: Float64Array, difference: number, cell: number): boolean {
  const start = difference * ROW_SIZE;
  return fourthDifference(curves, start, cell) > KINK_MIN || fourthDifference(curves, start, cell + 1) > KINK_MIN;
}

function fourthDifference(curves: Float64Array, start: number, point: number): number {
  const middle = start + Math.min(Math.max(point, 2), GRID_SIZE - 3);
  const outer = curves[middle - 2]! + curves[middle + 2]!;
  return Math.abs(outer - 4 * (curves[middle - 1]! + curves[middle + 1]!) + 6 * curves[middle]!);
}

/** Evaluates the cubic through the four grid points around a cell, at `t` from 0 to 1 within the cell. */
export function evaluateCubic(curves: Float64Array, start: number, cell: number, t: number): number {
  const first = findFirstOfFour(cell);
  const [a, b] = [curves[start + first]!, curves[start + first + 1]!];
  const [c, d] = [curves[start + first + 2]!, curves[start + first + 3]!];
  const s = t + cell - first;
  const bend = a - 2 * b + c;
  return a + s * (b - a) + (s * (s - 1) * (bend + ((s - 2) * (d - 3 * c + 3 * b - a)) / 3)) / 2;
}

import { cacheResults, QUORUM } from './counting.ts';
import { computeLikelihood, createGrid, GRID, type Grid, LOGIT_STEP, STATES, type WitnessDraws } from './likelihood.ts';

/** Weights of the model, as the export index has them under `rateWeights`. */
export interface Weights {
  /** Prior weights at the logits from -9 to 7. */
  readonly knots: readonly number[];
  /** Prior weight of a rate of exactly 1. */
  readonly always: number;
  readonly differences: readonly number[];
}

/** Number of points at which the probability density is evaluated, at least. */
const FINE_GRID_POINTS = 400;

/** Points whose log-density is this far below the highest one are left out. */
const NEGLIGIBLE_DIFFERENCE = 18;

/** The logarithms of likelihood times weight of each state, at ascending logits and at a rate of exactly 1. */
export interface Curves {
  readonly logits: Float64Array;
  readonly states: readonly Float64Array[];
  readonly atOne: readonly number[];
}

export type CountedDraws = readonly (readonly [draws: WitnessDraws, times: number])[];

/** Computes the curves of a rate, closely enough spaced to be integrated. */
export function computeCurves(
  counted: CountedDraws,
  weights: Weights,
  likelihoodOf: (draws: WitnessDraws, hasFinders: boolean) => Float64Array,
): Curves {
  const finders = counted.reduce((sum, [[, drops], times]) => sum + (drops > 0 ? times : 0), 0);
  const hasFinders = finders >= QUORUM;
  const coarse = weighStates(counted, weights, GRID, (draws) => likelihoodOf(draws, hasFinders));
  const isSteep = counted.some(([[windows]]) => windows > STEEP_COUNT_MIN);
  const onGrid = (grid: Grid): Curves =>
    weighStates(counted, weights, grid, (draws) => computeLikelihood(draws, grid, hasFinders));
  return isSteep ? zoomCurves(onGrid, coarse) : refineCurves(coarse);
}

/** Adds up the likelihoods of all witnesses. */
function weighStates(
  counted: CountedDraws,
  { differences }: Weights,
  { logits }: Grid,
  likelihoodOf: (draws: WitnessDraws) => Float64Array,
): Curves {
  const row = logits.length + 1;
  const logs = new Float64Array(STATES.length * row);
  for (const [draws, times] of counted) {
    const likelihood = likelihoodOf(draws);
    for (let at = 0; at < logs.length; at++) logs[at]! += times * likelihood[at]!;
  }
  const states = STATES.map((_, state) => {
    const logWeight = Math.log(differences[state]!);
    return logs.subarray(state * row, (state + 1) * row).map((log) => log + logWeight);
  });
  return {
    logits,
    states: states.map((state) => state.subarray(0, -1)),
    atOne: states.map((state) => state.at(-1)!),
  };
}

export function findHighestPoint(states: readonly Float64Array[], atOne: readonly number[]): number {
  return Math.max(...atOne, ...states.map((state) => state.reduce((most, log) => Math.max(most, log))));
}

/** Returns the first and last point between which the likelihood of any state is not negligible, and one more each. */
function findSignificantSpan({ states }: Curves, negligible: number): readonly [first: number, last: number] {
  const least = findHighestPoint(states, []) - negligible;
  const end = states[0]!.length - 1;
  const first = Math.min(...states.map((state) => state.findIndex((log) => log >= least)).filter((at) => at >= 0));
  const last = Math.max(...states.map((state) => state.findLastIndex((log) => log >= least)));
  return [Math.max(0, first - 1), Math.min(end, last + 1)];
}

/** If a witness has more windows, likelihoods bend too much between the points of the grid to be interpolated. */
const STEEP_COUNT_MIN = 400;

const ZOOM_COUNT_MAX = 6;

/** The core of a distribution is where its log-density is at most this far below the highest. */
const CORE_CELLS = 7;

/** Computes likelihoods on a grid, and on finer ones within it around the highest density until they are smooth. */
function zoomCurves(onGrid: (grid: Grid) => Curves, outer: Curves, zooms = 0): Curves {
  const [first, last] = findSignificantSpan(outer, zooms === 0 ? NEGLIGIBLE_DIFFERENCE : CORE_CELLS);
  if (zooms === ZOOM_COUNT_MAX || (zooms > 0 && last - first > FINE_GRID_POINTS / 4)) return outer;
  const grid = createGrid(outer.logits[first]!, outer.logits[last]!, FINE_GRID_POINTS + 1);
  const inner = zoomCurves(onGrid, onGrid(grid), zooms + 1);
  // The densities outside of the first grid are negligible.
  if (zooms === 0) return inner;
  const surround = (around: Float64Array, within: Float64Array): Float64Array =>
    Float64Array.from([...around.subarray(0, first), ...within, ...around.subarray(last + 1)]);
  return {
    logits: surround(outer.logits, inner.logits),
    states: outer.states.map((state, i) => surround(state, inner.states[i]!)),
    atOne: outer.atOne,
  };
}

/** Interpolates log-likelihoods with polynomials through the six nearest points. */
function refineCurves(curves: Curves): Curves {
  const [first, last] = findSignificantSpan(curves, NEGLIGIBLE_DIFFERENCE);
  const perCell = Math.max(2, Math.ceil(FINE_GRID_POINTS / (last - first)));
  const weightsAt = cachedInterpolationWeights(perCell);
  const points = (last - first) * perCell + 1;
  const states = curves.states.map((coarse) => {
    const fine = new Float64Array(points);
    for (let point = first; point < last; point++) {
      const from = Math.min(Math.max(point - 2, 0), coarse.length - 6);
      for (let i = 0; i < perCell; i++) {
        const weights = weightsAt[point - from]![i]!;
        let value = 0;
        for (let k = 0; k < 6; k++) value += weights[k]! * coarse[from + k]!;
        fine[(point - first) * perCell + i] = value;
      }
    }
    fine[points - 1] = coarse[last]!;
    return fine;
  });
  const logits = Float64Array.from({ length: points }, (_, i) => curves.logits[first]! + (i * LOGIT_STEP) / perCell);
  return { logits, states, atOne: curves.atOne };
}

/** Returns the weights for each cell between six points, and each part of it. */
const cachedInterpolationWeights = cacheResults(FINE_GRID_POINTS, (perCell: number) =>
  [0, 1, 2, 3, 4].map((cell) => Array.from({ length: perCell }, (_, i) => computeLagrangeWeights(cell + i / perCell))),
);

/** Returns the weights of the values at 0, 1, … 5 in the interpolated value at `x`. */
function computeLagrangeWeights(x: number): readonly number[] {
  return [0, 1, 2, 3, 4, 5].map((k) =>
    [0, 1, 2, 3, 4, 5].reduce((product, other) => (other === k ? product : (product * (x - other)) / (k - other)), 1),
  );
}

import type { Observation } from '../../../../domain/values/estimates/likelihood.ts';
import { DEFAULT_WEIGHTS, DIFFERENCES, LOGIT_KNOTS } from '../../../../domain/values/estimates/model.ts';

const POINTS = 4_001;

/** Distance between two points, in logits. */
const STEP = 16 / (POINTS - 1);

/**
 * Integrates the posterior of a drop rate on 4,001 points, without any of the shortcuts of the product: no grid of its
 * own, no interpolation, and a gamma function computed in another way (Lanczos).
 */
export function bruteForce(observations: readonly Observation[]): { estimate: number; low: number; high: number } {
  const points = Array.from({ length: POINTS }, (_, i) => LOGIT_KNOTS[0]! + i * STEP);
  const logs = points.map((u) => logPosterior(observations, 1 / (1 + Math.exp(-u)), 1 / (1 + Math.exp(u))));
  const logOfOne = logPosterior(observations, 1, 0);
  const top = logs.reduce((a, b) => Math.max(a, b), logOfOne);
  const masses = logs.map(
    (log, i) => Math.exp(log - top) * priorAt(points[i]!) * (i === 0 || i === POINTS - 1 ? STEP / 2 : STEP),
  );
  const always = DEFAULT_WEIGHTS.always * Math.exp(logOfOne - top);
  const continuous = masses.reduce((a, b) => a + b, 0);
  const quantile = (mass: number): number => {
    let below = 0;
    for (const [i, own] of masses.entries()) {
      if (below + own >= mass) return 1 / (1 + Math.exp(-(points[i]! + STEP * ((mass - below) / own - 0.5))));
      below += own;
    }
    return 1;
  };
  const total = always + continuous;
  return {
    estimate: quantile(0.5 * total),
    low: quantile(0.02 * (always > 0.9 * total ? continuous : total)),
    high: quantile(0.98 * total),
  };
}

function priorAt(u: number): number {
  const k = Math.min(Math.floor(u - LOGIT_KNOTS[0]!), LOGIT_KNOTS.length - 2);
  const t = u - LOGIT_KNOTS[k]!;
  const [first, last] = [k, k + 1].map((at) => DEFAULT_WEIGHTS.knots[at]! * (at === 0 || at === 16 ? 2 : 1));
  return first! + t * (last! - first!);
}

function logPosterior(observations: readonly Observation[], rate: number, miss: number): number {
  const isSeenByThree = observations.filter(([, drops]) => drops > 0).length >= 3;
  return logSum(
    DIFFERENCES.map((difference, i) =>
      observations.reduce(
        (sum, one) =>
          sum + logInstall(one, isSeenByThree ? 0.08 : (0.03 * one[0]) / (one[0] + 50), [rate, miss], difference),
        Math.log(DEFAULT_WEIGHTS.differences[i]!),
      ),
    ),
  );
}

function logInstall(
  [n, x]: Observation,
  odd: number,
  [rate, miss]: readonly [rate: number, miss: number],
  { correlation, excluded }: (typeof DIFFERENCES)[number],
): number {
  const anything = logSum([
    Math.log(0.5 / Math.PI) + logBeta(x + 0.5, n - x + 0.5),
    ...(x === n ? [Math.log(0.25)] : []),
    ...(x === 0 ? [Math.log(0.25)] : []),
  ]);
  return logSum([
    Math.log(1 - odd - excluded) + logDraws(n, x, rate, miss, correlation),
    Math.log(odd) + anything,
    ...(x === 0 && excluded > 0 ? [Math.log(excluded)] : []),
  ]);
}

function logDraws(n: number, x: number, rate: number, miss: number, correlation: number): number {
  if (miss === 0) return x === n ? 0 : -Infinity;
  if (correlation === 0) return x * Math.log(rate) + (n - x) * Math.log(miss);
  const [a, b] = [rate, miss].map((part) => (part * (1 - correlation)) / correlation);
  return logBeta(a! + x, b! + n - x) - logBeta(a!, b!);
}

function logSum(logs: readonly number[]): number {
  const top = Math.max(...logs);
  return top === -Infinity ? top : top + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - top), 0));
}

function logBeta(a: number, b: number): number {
  return lanczos(a) + lanczos(b) - lanczos(a + b);
}

const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

function lanczos(z: number): number {
  if (z < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * z)) - lanczos(1 - z);
  const x = LANCZOS.slice(1).reduce((sum, c, i) => sum + c / (z + i), LANCZOS[0]!);
  const t = z + 6.5;
  return 0.5 * Math.log(2 * Math.PI) + (z - 0.5) * Math.log(t) - t + Math.log(x);
}

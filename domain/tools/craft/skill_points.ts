import { SKILL_MAX } from '../../../schema/limits.ts';

/** A range of skill levels (inclusive). All levels in it are equally likely. */
export interface SkillSpread {
  readonly low: number;
  readonly high: number;
}

/** The skill levels at which a recipe turns yellow and grey. Each is null if unknown. */
export interface Thresholds {
  readonly yellow: SkillSpread | null;
  readonly grey: SkillSpread | null;
}

/**
 * Returns the expected number of crafts to raise a skill by one point (contract, section 6): 1 below yellow, then (grey
 * − yellow) / (grey − skill), averaged over all possible values of yellow and grey. Returns null if the recipe cannot
 * be relied on for this point, because it may be grey or its thresholds are unknown.
 */
export function craftsForPoint({ yellow, grey }: Thresholds, skill: number): number | null {
  if (yellow === null || (grey !== null && skill >= grey.low)) return null;
  if (skill < yellow.low) return 1;
  if (grey === null) return null;
  const last = Math.min(yellow.high, skill);
  // Number of possible values of yellow up to this skill level, and their sum.
  const count = last - yellow.low + 1;
  const sum = (count * (yellow.low + last)) / 2;
  const above = yellow.high - last;
  return (above + meanOverGrey(count, sum, grey, skill)) / (count + above);
}

/** Returns the mean of (count × grey − sum) / (grey − skill) over all possible values of grey. */
function meanOverGrey(count: number, sum: number, { low, high }: SkillSpread, skill: number): number {
  if (low === high) return (count * low - sum) / (low - skill);
  const inverses = INVERSES_UP_TO[high - skill]! - INVERSES_UP_TO[low - 1 - skill]!;
  return count + ((count * skill - sum) * inverses) / (high - low + 1);
}

/** Harmonic numbers 1 + 1/2 + … + 1/n, indexed by n. */
const INVERSES_UP_TO: readonly number[] = Array.from({ length: SKILL_MAX + 2 }).reduce<number[]>(
  (sums) => [...sums, sums.at(-1)! + 1 / sums.length],
  [0],
);

import { SKILL_MAX } from '../../../schema/limits.ts';

/** Skills from one to another, ends included; each is as likely as the others. */
export interface SkillSpread {
  readonly low: number;
  readonly high: number;
}

/** The skills at which a recipe turns yellow and grey; null: unknown. */
export interface Thresholds {
  readonly yellow: SkillSpread | null;
  readonly grey: SkillSpread | null;
}

/**
 * How many crafts are expected to raise a skill by one point (contract, section 6): 1 below yellow, then
 * (grey − yellow) / (grey − skill), on average over all that yellow and grey can be. Null: the recipe cannot be counted on
 * for this point, since it may be grey, or where it turns yellow or grey is not known.
 */
export function craftsForPoint({ yellow, grey }: Thresholds, skill: number): number | null {
  if (yellow === null || (grey !== null && skill >= grey.low)) return null;
  if (skill < yellow.low) return 1;
  if (grey === null) return null;
  const last = Math.min(yellow.high, skill);
  // How many skills yellow can be at or below this one, and their sum.
  const count = last - yellow.low + 1;
  const sum = (count * (yellow.low + last)) / 2;
  const above = yellow.high - last;
  return (above + meanOverGrey(count, sum, grey, skill)) / (count + above);
}

/** The mean of (count × grey − sum) / (grey − skill) over all that grey can be. */
function meanOverGrey(count: number, sum: number, { low, high }: SkillSpread, skill: number): number {
  if (low === high) return (count * low - sum) / (low - skill);
  const inverses = INVERSES_UP_TO[high - skill]! - INVERSES_UP_TO[low - 1 - skill]!;
  return count + ((count * skill - sum) * inverses) / (high - low + 1);
}

/** 1 + 1/2 + … + 1/n, by n. */
const INVERSES_UP_TO: readonly number[] = Array.from({ length: SKILL_MAX + 2 }).reduce<number[]>(
  (sums) => [...sums, sums.at(-1)! + 1 / sums.length],
  [0],
);

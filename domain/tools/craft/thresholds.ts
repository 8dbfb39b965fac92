import { SKILL_MAX } from '../../../schema/limits.ts';
import { unwrapAgreedValue } from '../../families/counting/agreed.ts';
import type { Facts } from '../../families/mod.ts';
import type { GameRecipe } from '../../ports/build.ts';
import type { Colour, ThresholdReports } from '../../reads/entities/recipes.ts';

/** A range of skill levels (inclusive). All levels in it are equally likely. */
interface SkillSpread {
  readonly low: number;
  readonly high: number;
}

/** The skill levels at which a recipe turns yellow and grey. Each is null if unknown. */
interface GreySpan {
  readonly yellow: SkillSpread | null;
  readonly grey: SkillSpread | null;
}

/**
 * Returns the expected number of crafts to raise a skill by one point (contract, section 6): 1 below yellow, then (grey
 * − yellow) / (grey − skill), averaged over all possible values of yellow and grey. Returns null if the recipe cannot
 * be relied on for this point, because it may be grey or its thresholds are unknown.
 */
export function countCraftsForPoint({ yellow, grey }: GreySpan, skill: number): number | null {
  if (yellow === null || (grey !== null && skill >= grey.low)) return null;
  if (skill < yellow.low) return 1;
  if (grey === null) return null;
  const last = Math.min(yellow.high, skill);
  // Number of possible values of yellow up to this skill level, and their sum.
  const count = last - yellow.low + 1;
  const sum = (count * (yellow.low + last)) / 2;
  const above = yellow.high - last;
  return (above + averageCrafts(count, sum, grey, skill)) / (count + above);
}

/** Returns the mean of (count × grey − sum) / (grey − skill) over all possible values of grey. */
function averageCrafts(count: number, sum: number, { low, high }: SkillSpread, skill: number): number {
  if (low === high) return (count * low - sum) / (low - skill);
  const inverses = HARMONIC_SUMS[high - skill]! - HARMONIC_SUMS[low - 1 - skill]!;
  return count + ((count * skill - sum) * inverses) / (high - low + 1);
}

/** Harmonic numbers 1 + 1/2 + … + 1/n, indexed by n. */
const HARMONIC_SUMS: readonly number[] = Array.from({ length: SKILL_MAX + 2 }).reduce<number[]>(
  (sums) => [...sums, sums.at(-1)! + 1 / sums.length],
  [0],
);

/** The thresholds in the game's files, which players have not confirmed. */
type FileThresholds = Readonly<Record<Colour, number>>;

/** A threshold as used in the calculation. */
interface CountedThreshold extends SkillSpread {
  /**
   * Source of the threshold. `reports`: players' reports that bound it on both sides. `bounds`: an estimate from
   * reports that bound it on one side. `game-files`: the game's files.
   */
  readonly source: 'reports' | 'bounds' | 'game-files';
}

/** Everything known about the skills at which a recipe changes colour. */
export interface RecipeThresholds extends ThresholdReports {
  readonly inFiles: FileThresholds | null;
  /** The lowest skill at or below which three installs had the recipe, or null if unknown. */
  readonly seenFrom: number | null;
  /** The thresholds used in the calculation. Each is null if too little is known. */
  readonly counted: { readonly yellow: CountedThreshold | null; readonly grey: CountedThreshold | null };
}

/** Combines players' reports and the game's files into the thresholds of a recipe. */
export function combineThresholds(reported: Facts['recipe_ranges'] | null, filed: GameRecipe | null): RecipeThresholds {
  const known = {
    yellow: reported?.yellow ?? null,
    green: reported?.green ?? null,
    grey: reported?.grey ?? null,
    bounds: reported?.bounds ?? {},
    inFiles: toFileThresholds(filed),
    seenFrom: unwrapAgreedValue(reported?.seenFrom),
  };
  return { ...known, counted: { yellow: pickCounted(known, 'yellow'), grey: pickCounted(known, 'grey') } };
}

function toFileThresholds(filed: GameRecipe | null): FileThresholds | null {
  const { yellow = null, grey = null } = filed ?? {};
  return yellow === null || grey === null ? null : { yellow, green: Math.floor((yellow + grey) / 2), grey };
}

type UncountedThresholds = Omit<RecipeThresholds, 'counted'>;

/**
 * Chooses the threshold for the calculation: reports that bound both sides; otherwise the game's files, unless reports
 * contradict them; otherwise an estimate from one side.
 */
function pickCounted(known: UncountedThresholds, colour: 'yellow' | 'grey'): CountedThreshold | null {
  const range = known[colour];
  if (range !== null) return { low: range.low, high: range.high, source: 'reports' };
  const filed = known.inFiles?.[colour] ?? null;
  const { atLeast, atMost } = readEnds(known, colour);
  if (filed !== null && filed >= (atLeast ?? filed) && filed <= (atMost ?? filed)) {
    return { low: filed, high: filed, source: 'game-files' };
  }
  return colour === 'yellow' ? guessYellowThreshold(known) : guessGreyThreshold(known);
}

function readEnds(
  known: UncountedThresholds,
  colour: Colour,
): { readonly atLeast: number | null; readonly atMost: number | null } {
  const [range, bound] = [known[colour], known.bounds[colour]];
  return { atLeast: range?.low ?? bound?.atLeast ?? null, atMost: range?.high ?? bound?.atMost ?? null };
}

/** The lowest skill level that a player can have. */
const SKILL_MIN = 1;
const SKILL_END = SKILL_MAX + 1;

/**
 * Assumes the lowest possible yellow threshold, the worst case for the number of crafts. Green lies midway between
 * yellow and grey, rounded down.
 */
function guessYellowThreshold(known: UncountedThresholds): CountedThreshold | null {
  const [{ atLeast, atMost }, green, grey] = [
    readEnds(known, 'yellow'),
    readEnds(known, 'green'),
    readEnds(known, 'grey'),
  ];
  if (atMost === null) return atLeast === null ? null : { low: atLeast, high: atLeast, source: 'bounds' };
  const midway = green.atLeast === null || grey.atMost === null ? SKILL_MIN : 2 * green.atLeast - grey.atMost;
  return { low: Math.min(Math.max(midway, SKILL_MIN), atMost), high: atMost, source: 'bounds' };
}

/** Assumes the lowest possible grey threshold. Beyond it, the calculation does not rely on the recipe. */
function guessGreyThreshold(known: UncountedThresholds): CountedThreshold | null {
  const [{ atLeast }, green, yellow] = [readEnds(known, 'grey'), readEnds(known, 'green'), readEnds(known, 'yellow')];
  if (atLeast === null) return null;
  const midway = green.atMost === null || yellow.atLeast === null ? atLeast : 2 * green.atMost + 1 - yellow.atLeast;
  return { low: atLeast, high: Math.min(Math.max(midway, atLeast), SKILL_END), source: 'bounds' };
}

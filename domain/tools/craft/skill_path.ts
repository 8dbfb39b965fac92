import { cheapestChoice } from './cheapest_choice.ts';
import type { KnownRecipe } from './recipes.ts';
import { craftsForPoint } from './skill_points.ts';

/** Points of skill that one recipe gives. */
export interface PathStep {
  readonly recipe: KnownRecipe;
  readonly fromSkill: number;
  readonly toSkill: number;
  /** Expected, unrounded. */
  readonly crafts: number;
}

export interface SkillSpan {
  readonly fromSkill: number;
  readonly toSkill: number;
}

/** A way from one skill to another. */
export interface SkillPath {
  readonly steps: readonly PathStep[];
  /** Skills that no recipe raises. */
  readonly gaps: readonly SkillSpan[];
  /** No other way over the priced points costs less by more than this. */
  readonly couldSave: number;
  /** Recipes that raise the skill somewhere on the way; `priced`: those whose crafts have a cost. */
  readonly usable: readonly KnownRecipe[];
  readonly priced: number;
}

/** A recipe on the way: crafts by point, Infinity where it gives none. */
interface Candidate {
  readonly recipe: KnownRecipe;
  readonly crafts: Float64Array;
}

/** The recipes that can raise a skill somewhere between two skills. */
export const usableBetween = (
  recipes: readonly KnownRecipe[],
  { fromSkill, toSkill }: SkillSpan,
): readonly KnownRecipe[] => candidatesOf(recipes, { fromSkill, toSkill }).map(({ recipe }) => recipe);

/**
 * The way of least total cost, crafts and lessons, over all points that a priced recipe gives. A point that only
 * recipes without a cost give goes to the one with the fewest crafts; of equal ones to that of the point before, else to
 * the first. `costOf`: copper of one craft, null where it is unknown.
 */
export const skillPath = (
  recipes: readonly KnownRecipe[],
  span: SkillSpan,
  costOf: (recipe: KnownRecipe) => number | null,
): SkillPath => {
  const candidates = candidatesOf(recipes, span);
  const priced = candidates.flatMap((candidate) => {
    const cost = costOf(candidate.recipe);
    return cost === null ? [] : [{ ...candidate, cost }];
  });
  const isPriced = new Set(priced.map(({ recipe }) => recipe));
  const unpriced = candidates.filter(({ recipe }) => !isPriced.has(recipe));
  const points = Array.from({ length: span.toSkill - span.fromSkill }, (_, point) => point);
  const chosen: (Candidate | null)[] = points.map(() => null);

  const covered = points.filter((point) => priced.some(({ crafts }) => crafts[point]! < Infinity));
  const costs = priced.map(({ crafts, cost }) =>
    Float64Array.from(covered, (point) => (crafts[point]! < Infinity ? crafts[point]! * cost : Infinity)),
  );
  const choice = cheapestChoice({ costs, fixed: priced.map(({ recipe }) => recipe.lesson?.cost?.value ?? 0) });
  for (const [at, point] of covered.entries()) chosen[point] = priced[choice.recipes[at]!]!;
  for (const point of points) {
    if (chosen[point] === null) chosen[point] = fewestCrafts(unpriced, point, chosen[point - 1] ?? null);
  }
  return {
    ...joined(chosen, span.fromSkill),
    couldSave: choice.total - choice.atLeast,
    usable: candidates.map(({ recipe }) => recipe),
    priced: priced.length,
  };
};

/** Recipes whose skill is known come first, so that they win where others cost the same; then by id. */
const candidatesOf = (recipes: readonly KnownRecipe[], { fromSkill, toSkill }: SkillSpan): readonly Candidate[] =>
  recipes
    .toSorted((a, b) => Number(a.learnableFrom === null) - Number(b.learnableFrom === null) || a.recipeId - b.recipeId)
    .map((recipe): Candidate => ({ recipe, crafts: craftsOf(recipe, fromSkill, toSkill) }))
    .filter(({ crafts }) => crafts.some((count) => count < Infinity));

const craftsOf = (recipe: KnownRecipe, fromSkill: number, toSkill: number): Float64Array => {
  const crafts = new Float64Array(toSkill - fromSkill).fill(Infinity);
  const first = Math.max(fromSkill, recipe.learnableFrom?.skill ?? 0);
  for (let skill = first; skill < toSkill; skill++)
    crafts[skill - fromSkill] = craftsForPoint(recipe.counted, skill) ?? Infinity;
  return crafts;
};

const fewestCrafts = (candidates: readonly Candidate[], point: number, before: Candidate | null): Candidate | null => {
  let best: Candidate | null = null;
  for (const candidate of candidates) {
    const [count, least] = [candidate.crafts[point]!, best?.crafts[point] ?? Infinity];
    if (count < least || (count === least && count < Infinity && candidate === before)) best = candidate;
  }
  return best;
};

/** Neighbouring points of one recipe as one step, those of none as one gap. */
const joined = (chosen: readonly (Candidate | null)[], fromSkill: number): Pick<SkillPath, 'steps' | 'gaps'> => {
  const steps: PathStep[] = [];
  const gaps: SkillSpan[] = [];
  for (let point = 0; point < chosen.length; ) {
    const own = chosen[point] ?? null;
    let end = point;
    let crafts = 0;
    for (; end < chosen.length && (chosen[end] ?? null) === own; end++) crafts += own?.crafts[end] ?? 0;
    const span = { fromSkill: fromSkill + point, toSkill: fromSkill + end };
    if (own === null) gaps.push(span);
    else steps.push({ recipe: own.recipe, ...span, crafts });
    point = end;
  }
  return { steps, gaps };
};

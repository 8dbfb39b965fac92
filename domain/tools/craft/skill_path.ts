import { SKILL_MAX } from '../../../schema/limits.ts';
import { findCheapestChoice, type RecipeChoice } from './cheapest_choice.ts';
import type { RecipeFacts } from './recipes.ts';
import { countCraftsForPoint } from './thresholds.ts';

/** A range of skill points gained with one recipe. */
export interface PathStep {
  readonly recipe: RecipeFacts;
  readonly fromSkill: number;
  readonly toSkill: number;
  /** Expected number of crafts, not rounded. */
  readonly crafts: number;
}

interface SkillSpan {
  readonly fromSkill: number;
  readonly toSkill: number;
}

interface SkillPath {
  readonly steps: readonly PathStep[];
  /** Skill levels at which no recipe gives a point. */
  readonly gaps: readonly SkillSpan[];
  /** Upper bound, in copper, on how much any other route over the priced points could save. */
  readonly couldSave: number;
  /** Lower bound, in copper, on how much recipes that are not known to be learnable would save. */
  readonly untaughtSave: number;
  /** Recipes that give a point somewhere on the route. `priced` counts those whose crafts have a known cost. */
  readonly usable: readonly RecipeFacts[];
  readonly priced: number;
}

/** A recipe that gives a point somewhere on the route. */
interface Candidate {
  readonly recipe: RecipeFacts;
  readonly points: PointCrafts;
}

interface PricedCandidate extends Candidate {
  /** Cost of one craft in copper. */
  readonly cost: number;
}

/** Returns the recipes that give a point somewhere within a span. */
export function listUsableRecipes(
  recipes: readonly RecipeFacts[],
  { fromSkill, toSkill }: SkillSpan,
): readonly RecipeFacts[] {
  return listCandidates(recipes, { fromSkill, toSkill }).map(({ recipe }) => recipe);
}

/**
 * Finds the cheapest route (crafts plus lessons) through all skill points that a recipe with a known cost can give. A
 * point that can only be gained with recipes of unknown cost is assigned to the recipe that needs the fewest crafts. A
 * recipe that is not known to be learnable gives only points that no learnable recipe gives. Ties go to the previous
 * point's recipe, then to the first recipe. `costOf` returns the cost of one craft in copper, or null if unknown.
 */
export function findSkillPath(
  recipes: readonly RecipeFacts[],
  span: SkillSpan,
  costOf: (recipe: RecipeFacts) => number | null,
): SkillPath {
  const candidates = limitToGaps(listCandidates(recipes, span), span);
  const priced = candidates.flatMap((candidate): readonly PricedCandidate[] => {
    const cost = costOf(candidate.recipe);
    return cost === null ? [] : [{ ...candidate, cost }];
  });
  const isPriced = new Set(priced.map(({ recipe }) => recipe));
  const unpriced = candidates.filter(({ recipe }) => !isPriced.has(recipe));
  const covered = listPathSkills(priced, span);
  const choice = chooseRecipes(priced, covered);
  const byPrice = new Map(covered.map((skill, at) => [skill, priced[choice.recipes[at]!]!]));
  const chosen: (Candidate | null)[] = [];
  for (let skill = span.fromSkill; skill < span.toSkill; skill++) {
    chosen.push(byPrice.get(skill) ?? pickCandidate(unpriced, skill, chosen.at(-1) ?? null));
  }
  const rivals = priced
    .filter(({ recipe }, at) => !recipe.isLearnable || choice.recipes.includes(at))
    .map((candidate) => ({ ...candidate, points: computePointCrafts(candidate.recipe) }));
  return {
    ...joinSteps(chosen, span.fromSkill),
    couldSave: choice.total - choice.atLeast,
    untaughtSave: choice.total - chooseRecipes(rivals, covered).total,
    usable: candidates.map(({ recipe }) => recipe),
    priced: priced.length,
  };
}

/**
 * Returns the recipes that give a point within the span, ordered by id. Recipes with a known learning skill come before
 * all others, so that they win ties in cost.
 */
function listCandidates(recipes: readonly RecipeFacts[], span: SkillSpan): readonly Candidate[] {
  return recipes
    .map((recipe): Candidate => ({ recipe, points: computePointCrafts(recipe) }))
    .filter(({ points }) => givesPointInSpan(points, span))
    .sort(
      ({ recipe: a }, { recipe: b }) =>
        Number(a.learnableFrom === null) - Number(b.learnableFrom === null) || a.recipeId - b.recipeId,
    );
}

function givesPointInSpan({ from, crafts }: PointCrafts, { fromSkill, toSkill }: SkillSpan): boolean {
  return crafts.subarray(Math.max(0, fromSkill - from), Math.max(0, toSkill - from)).some((count) => count < Infinity);
}

/** Leaves recipes that are not known to be learnable only the points that no learnable recipe gives. */
function limitToGaps(candidates: readonly Candidate[], span: SkillSpan): readonly Candidate[] {
  const learnable = candidates.filter(({ recipe }) => recipe.isLearnable);
  const given = new Set(listPathSkills(learnable, span));
  return candidates.map(({ recipe, points: { from, crafts } }) => {
    const left = recipe.isLearnable ? crafts : crafts.map((count, at) => (given.has(from + at) ? Infinity : count));
    return { recipe, points: { from, crafts: left } };
  });
}

function chooseRecipes(priced: readonly PricedCandidate[], skills: readonly number[]): RecipeChoice {
  const fixed = priced.map(({ recipe }) => recipe.lesson?.cost?.value ?? 0);
  return findCheapestChoice({ costs: buildCostMatrix(priced, skills), fixed });
}

/** Returns the skill levels of a span at which some recipe gives a point. */
function listPathSkills(candidates: readonly Candidate[], { fromSkill, toSkill }: SkillSpan): readonly number[] {
  const raised = new Uint8Array(toSkill);
  for (const { points } of candidates) {
    const { from, crafts } = points;
    const end = Math.min(toSkill, from + crafts.length);
    for (let skill = Math.max(from, fromSkill); skill < end; skill++) {
      if (crafts[skill - from]! < Infinity) raised[skill] = 1;
    }
  }
  return Array.from({ length: toSkill - fromSkill }, (_, at) => fromSkill + at).filter((skill) => raised[skill] === 1);
}

/**
 * Returns a cost matrix, indexed by recipe and then by index into `skills`. Infinity if the recipe does not give the
 * point. All rows share one buffer.
 */
function buildCostMatrix(priced: readonly PricedCandidate[], skills: readonly number[]): readonly Float64Array[] {
  const { length } = skills;
  const all = new Float64Array(priced.length * length).fill(Infinity);
  return priced.map(({ points, cost }, nth) => {
    const own = all.subarray(nth * length, (nth + 1) * length);
    for (let at = 0; at < length; at++) {
      const crafts = countCrafts(points, skills[at]!);
      if (crafts < Infinity) own[at] = crafts * cost;
    }
    return own;
  });
}

function pickCandidate(candidates: readonly Candidate[], skill: number, before: Candidate | null): Candidate | null {
  let [best, least]: [Candidate | null, number] = [null, Infinity];
  for (const candidate of candidates) {
    const count = countCrafts(candidate.points, skill);
    if (count < least || (count === least && count < Infinity && candidate === before))
      [best, least] = [candidate, count];
  }
  return best;
}

/** Joins adjacent points of the same recipe into a step, and adjacent points without a recipe into a gap. */
function joinSteps(chosen: readonly (Candidate | null)[], fromSkill: number): Pick<SkillPath, 'steps' | 'gaps'> {
  const steps: PathStep[] = [];
  const gaps: SkillSpan[] = [];
  for (let point = 0; point < chosen.length; ) {
    const own = chosen[point] ?? null;
    let end = point;
    let crafts = 0;
    for (; end < chosen.length && (chosen[end] ?? null) === own; end++) {
      if (own !== null) crafts += countCrafts(own.points, fromSkill + end);
    }
    const span = { fromSkill: fromSkill + point, toSkill: fromSkill + end };
    if (own === null) gaps.push(span);
    else steps.push({ recipe: own.recipe, ...span, crafts });
    point = end;
  }
  return { steps, gaps };
}

/** The skill points that a recipe can give: none below `from`, and none beyond the end of `crafts`. */
interface PointCrafts {
  readonly from: number;
  /**
   * Expected number of crafts per point. The first entry is for the skill `from`. Infinity if the recipe does not give
   * the point.
   */
  readonly crafts: Float64Array;
}

/**
 * Returns the expected number of crafts for one point at a skill, or Infinity if the recipe does not give the point.
 */
export function countCrafts({ from, crafts }: PointCrafts, skill: number): number {
  return skill < from ? Infinity : (crafts[skill - from] ?? Infinity);
}

/** Computes the points that a recipe gives. The result is cached for all routes that may use the recipe. */
export function computePointCrafts(recipe: RecipeFacts): PointCrafts {
  const known = cachedPoints.get(recipe);
  if (known !== undefined) return known;
  const worked = computePointsGiven(recipe);
  cachedPoints.set(recipe, worked);
  return worked;
}

/** Weak, so that entries are freed with the recipes of their snapshot. */
const cachedPoints = new WeakMap<RecipeFacts, PointCrafts>();

function computePointsGiven({ counted }: RecipeFacts): PointCrafts {
  const from = counted.from?.skill ?? SKILL_MAX;
  const crafts: number[] = [];
  let end = 0;
  for (let skill = from; skill < SKILL_MAX; skill++) {
    const ofPoint = countCraftsForPoint(counted, skill);
    crafts.push(ofPoint ?? Infinity);
    if (ofPoint !== null) end = crafts.length;
  }
  return { from, crafts: Float64Array.from(crafts.slice(0, end)) };
}

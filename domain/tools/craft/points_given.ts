import { SKILL_MAX } from '../../../schema/limits.ts';
import type { RecipeFacts } from './recipes.ts';
import { craftsForPoint } from './skill_points.ts';

/** The skill points that a recipe can give: none below `from`, and none beyond the end of `crafts`. */
export interface PointsGiven {
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
export function craftsAt({ from, crafts }: PointsGiven, skill: number): number {
  return skill < from ? Infinity : (crafts[skill - from] ?? Infinity);
}

/** Computes the points that a recipe gives. Done once for all routes that may use the recipe. */
export function pointsGiven(recipe: RecipeFacts): PointsGiven {
  const known = given.get(recipe);
  if (known !== undefined) return known;
  const worked = workedOut(recipe);
  given.set(recipe, worked);
  return worked;
}

/** Weak, so that entries are freed with the recipes of their snapshot. */
const given = new WeakMap<RecipeFacts, PointsGiven>();

function workedOut({ counted, learnableFrom }: RecipeFacts): PointsGiven {
  const from = learnableFrom?.skill ?? 0;
  const crafts: number[] = [];
  let end = 0;
  for (let skill = from; skill < SKILL_MAX; skill++) {
    const ofPoint = craftsForPoint(counted, skill);
    crafts.push(ofPoint ?? Infinity);
    if (ofPoint !== null) end = crafts.length;
  }
  return { from, crafts: Float64Array.from(crafts.slice(0, end)) };
}

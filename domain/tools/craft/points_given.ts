import { SKILL_MAX } from '../../../schema/limits.ts';
import type { RecipeFacts } from './recipes.ts';
import { craftsForPoint } from './skill_points.ts';

/** The skill points that a recipe gives. It gives none below `from` or beyond the end of `crafts`. */
export interface PointsGiven {
  readonly from: number;
  /** Expected crafts per point, by skill starting at `from`. Infinity if the recipe does not give the point. */
  readonly crafts: Float64Array;
}

/** The expected crafts for a point at a skill, or Infinity if the recipe does not give it. */
export function craftsAt({ from, crafts }: PointsGiven, skill: number): number {
  return skill < from ? Infinity : (crafts[skill - from] ?? Infinity);
}

/** Computes the points that a recipe gives, once for all routes that may use it. */
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

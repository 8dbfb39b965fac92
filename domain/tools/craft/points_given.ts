import { SKILL_MAX } from '../../../schema/limits.ts';
import type { KnownRecipe } from './recipes.ts';
import { craftsForPoint } from './skill_points.ts';

/** The points of skill that a recipe gives: at no skill below `from`, nor behind the last of `crafts`. */
export interface PointsGiven {
  readonly from: number;
  /** By skill from `from` on: the crafts of a point, Infinity where the recipe gives none. */
  readonly crafts: Float64Array;
}

/** The crafts of a point at one skill; Infinity: the recipe gives none there. */
export function craftsAt({ from, crafts }: PointsGiven, skill: number): number {
  return skill < from ? Infinity : (crafts[skill - from] ?? Infinity);
}

/** What a recipe gives between any two skills, worked out once for all ways that it may be on. */
export function pointsGiven(recipe: KnownRecipe): PointsGiven {
  const known = given.get(recipe);
  if (known !== undefined) return known;
  const worked = workedOut(recipe);
  given.set(recipe, worked);
  return worked;
}

/** It goes with the recipes of its snapshot. */
const given = new WeakMap<KnownRecipe, PointsGiven>();

function workedOut({ counted, learnableFrom }: KnownRecipe): PointsGiven {
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

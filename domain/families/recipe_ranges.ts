import { RECIPE_DIFFICULTIES } from '../../schema/vocabulary.ts';
import type { Witness } from '../ports/facts.ts';
import { groupBy } from '../values/group_by.ts';
import { type AgreedValue, omitNulls } from './counting/agreed.ts';
import { defineWitnessedFamily } from './counting/family.ts';
import { type AgreedBounds, type Bounds, computeAgreedBounds } from './counting/skill_bounds.ts';

/** Colours in the profession window, each with the difficulty at which it begins. */
const DIFFICULTIES = { yellow: 'medium', green: 'easy', grey: 'trivial' } as const;

/** The range of skill levels in which a threshold lies (inclusive). */
export interface SkillRange {
  readonly low: number;
  readonly high: number;
  readonly installs: number;
}

/** Known bounds of a threshold. Either may be absent. */
export interface SkillBound {
  /** Absent if unknown. */
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly installs: number;
}

/**
 * Skill levels at which a recipe turns yellow, green and grey (contract, section 3, Recipe ranges). A threshold is the
 * lowest skill at which the recipe has that difficulty or an easier one. Each install's rows give bounds for the
 * threshold, and every public bound is supported by three installs (counting/skill_bounds.ts).
 *
 * `bounds` also includes thresholds with only one known end, because nobody sees a recipe before it can be learned or
 * at skills that nobody can reach. It keeps thresholds with two known ends as well, so that nothing is withdrawn when
 * the second end becomes known. `seenFrom` is the lowest skill at or below which three installs had the recipe. The
 * subject is the recipe's id, and the field is `<difficulty>:<skill>`.
 */
export const recipe_ranges = defineWitnessedFamily({
  name: 'recipe_ranges',
  version: 4,
  kinds: ['recipe_observed'],
  subject: { kind: 'recipe', id: 0 },
  witnesses: { recipe: ['ID'] },
  claims: ({ recipeId, difficulty, skill }) => [
    { subject: String(recipeId), field: `${difficulty}:${skill}`, value: '' },
  ],
  facts: (_subject, witnesses) => {
    const byInstall = groupBy(witnesses, ({ installN }) => installN);
    const seen = [...byInstall].map(
      ([installN, own]): InstallSightings => ({ installN, sightings: own.map(parseSkillSighting) }),
    );
    const [yellow, green, grey] = [agreeBounds(seen, 'yellow'), agreeBounds(seen, 'green'), agreeBounds(seen, 'grey')];
    return omitNulls({
      yellow: toSkillRange(yellow),
      green: toSkillRange(green),
      grey: toSkillRange(grey),
      bounds: omitNulls({ yellow: toSkillBound(yellow), green: toSkillBound(green), grey: toSkillBound(grey) }),
      seenFrom: findThirdLowestSkill(seen),
    });
  },
});

interface SkillSighting {
  /** Index in RECIPE_DIFFICULTIES. */
  readonly difficulty: number;
  readonly skill: number;
}

interface InstallSightings {
  readonly installN: number;
  readonly sightings: readonly SkillSighting[];
}

function parseSkillSighting({ field }: Witness): SkillSighting {
  const [difficulty, skill] = field.split(':');
  return { difficulty: (RECIPE_DIFFICULTIES as readonly string[]).indexOf(difficulty!), skill: Number(skill) };
}

function agreeBounds(seen: readonly InstallSightings[], threshold: keyof typeof DIFFICULTIES): AgreedBounds | null {
  const begins = RECIPE_DIFFICULTIES.indexOf(DIFFICULTIES[threshold]);
  const reports = seen.map(({ installN, sightings }) => ({ installN, ...findBounds(sightings, begins) }));
  // Ignores installs whose own rows contradict each other.
  return computeAgreedBounds(reports.filter(({ low, high }) => low === null || high === null || low <= high));
}

/**
 * Returns the third lowest of the skills at which each install first saw the recipe, so that two liars cannot set it.
 * Null if fewer saw it.
 */
function findThirdLowestSkill(seen: readonly InstallSightings[]): AgreedValue<number> | null {
  const first = seen.map(({ installN, sightings }) => ({
    installN,
    low: null,
    high: Math.min(...sightings.map(({ skill }) => skill)),
  }));
  const bounds = computeAgreedBounds(first);
  return bounds?.high == null ? null : { value: bounds.high, installs: bounds.installs };
}

function toSkillRange(bounds: AgreedBounds | null): SkillRange | null {
  if (bounds === null) return null;
  const { low, high, installs } = bounds;
  return low === null || high === null ? null : { low, high, installs };
}

function toSkillBound(bounds: AgreedBounds | null): SkillBound | null {
  if (bounds === null) return null;
  const { low, high, installs } = bounds;
  return { ...(low === null ? {} : { atLeast: low }), ...(high === null ? {} : { atMost: high }), installs };
}

/** Returns the bounds that an install's rows give for the skill at which a difficulty begins. At least one is known. */
function findBounds(sightings: readonly SkillSighting[], begins: number): Bounds {
  let low: number | null = null;
  let high: number | null = null;
  for (const { difficulty, skill } of sightings) {
    if (difficulty < begins) low = Math.max(low ?? 0, skill + 1);
    else high = Math.min(high ?? skill, skill);
  }
  return { low, high };
}

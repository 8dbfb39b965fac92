import { RECIPE_DIFFICULTIES } from '../../schema/vocabulary.ts';
import type { Witness } from '../ports/facts.ts';
import { INSTALLS_TO_PUBLISH } from '../values/corroboration.ts';
import { publicMembers } from './counting/agreed.ts';
import { witnessed } from './counting/family.ts';
import { groupBy } from './counting/group_by.ts';

/** A colour of the profession window, and the difficulty with which it begins. */
const THRESHOLDS = { yellow: 'medium', green: 'easy', grey: 'trivial' } as const;

/** Where a threshold lies: at `low` or above, and at `high` or below, in points of skill. */
export interface SkillRange {
  readonly low: number;
  readonly high: number;
  /** Distinct installs that gave a bound for it. */
  readonly installs: number;
}

/**
 * At which skills a recipe turns yellow, green and grey (contract, section 3, Recipe ranges). A threshold is the lowest
 * skill at which the recipe has that difficulty or a lower one. Each install's rows bound it; the public lower bound is
 * the third highest of theirs, the upper the third lowest, so that three installs stand behind each, and two liars move
 * neither beyond what honest ones saw. Subject: the recipe's id; field: `<difficulty>:<skill>`.
 */
export const recipe_ranges = witnessed({
  name: 'recipe_ranges',
  version: 1,
  kinds: ['recipe_observed'],
  subject: { kind: 'recipe', id: 0 },
  logged: true,
  witnesses: { recipe: ['ID'] },
  claims: (record) =>
    record.kind !== 'recipe_observed'
      ? []
      : [{ subject: String(record.recipeId), field: `${record.difficulty}:${record.skill}`, value: '' }],
  facts: (_subject, witnesses) => {
    const byInstall = groupBy(witnesses, ({ installN }) => installN);
    const seen = [...byInstall.values()].map((own) => own.map(sightingOf));
    return publicMembers({
      yellow: rangeOf(seen, 'yellow'),
      green: rangeOf(seen, 'green'),
      grey: rangeOf(seen, 'grey'),
    });
  },
});

interface Sighting {
  /** Its place in RECIPE_DIFFICULTIES. */
  readonly difficulty: number;
  readonly skill: number;
}

const sightingOf = ({ field }: Witness): Sighting => {
  const [difficulty, skill] = field.split(':');
  return { difficulty: (RECIPE_DIFFICULTIES as readonly string[]).indexOf(difficulty!), skill: Number(skill) };
};

const rangeOf = (seen: readonly (readonly Sighting[])[], threshold: keyof typeof THRESHOLDS): SkillRange | null => {
  const lows: number[] = [];
  const highs: number[] = [];
  let installs = 0;
  for (const sightings of seen) {
    const { low, high } = boundsOf(sightings, RECIPE_DIFFICULTIES.indexOf(THRESHOLDS[threshold]));
    // Rows of one install that contradict each other say nothing.
    if (low !== null && high !== null && low > high) continue;
    if (low !== null) lows.push(low);
    if (high !== null) highs.push(high);
    installs++;
  }
  const low = lows.sort((a, b) => b - a)[INSTALLS_TO_PUBLISH - 1];
  const high = highs.sort((a, b) => a - b)[INSTALLS_TO_PUBLISH - 1];
  return low === undefined || high === undefined || low > high ? null : { low, high, installs };
};

/** What one install's rows say of the skill at which a difficulty begins. It has at least one row, so one bound. */
const boundsOf = (sightings: readonly Sighting[], begins: number): { low: number | null; high: number | null } => {
  let low: number | null = null;
  let high: number | null = null;
  for (const { difficulty, skill } of sightings) {
    if (difficulty < begins) low = Math.max(low ?? 0, skill + 1);
    else high = Math.min(high ?? skill, skill);
  }
  return { low, high };
};

import { RECIPE_DIFFICULTIES } from '../../schema/vocabulary.ts';
import type { Witness } from '../ports/facts.ts';
import { publicMembers } from './counting/agreed.ts';
import { witnessed } from './counting/family.ts';
import { groupBy } from './counting/group_by.ts';
import { type AgreedBounds, agreedBounds, type Bounds } from './counting/skill_bounds.ts';

/** A colour of the profession window, and the difficulty with which it begins. */
const THRESHOLDS = { yellow: 'medium', green: 'easy', grey: 'trivial' } as const;

/** Where a threshold lies: at `low` or above, and at `high` or below, in points of skill. */
export interface SkillRange {
  readonly low: number;
  readonly high: number;
  /** Distinct installs that gave a bound for it. */
  readonly installs: number;
}

/** What is known of where a threshold lies, be it one end alone. */
export interface SkillBound {
  /** Absent: unknown. */
  readonly atLeast?: number;
  readonly atMost?: number;
  /** Number of distinct installs that reported the threshold. */
  readonly installs: number;
}

/**
 * At which skills a recipe turns yellow, green and grey (contract, section 3, Recipe ranges). A threshold is the lowest
 * skill at which the recipe has that difficulty or a lower one. Each install's rows bound it, and three installs stand
 * behind each public bound (counting/skill_bounds.ts). `bounds` also tells those of which one end alone is
 * known: nobody sees a recipe before it can be learned, nor at skills that nobody can have. It keeps both ends of the
 * others, so that nothing is withdrawn when an end becomes known. Subject: the recipe's id; field:
 * `<difficulty>:<skill>`.
 */
export const recipe_ranges = witnessed({
  name: 'recipe_ranges',
  version: 3,
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
    const seen = [...byInstall].map(([installN, own]): Seen => ({ installN, sightings: own.map(sightingOf) }));
    const [yellow, green, grey] = [boundsIn(seen, 'yellow'), boundsIn(seen, 'green'), boundsIn(seen, 'grey')];
    return publicMembers({
      yellow: rangeOf(yellow),
      green: rangeOf(green),
      grey: rangeOf(grey),
      bounds: publicMembers({ yellow: boundOf(yellow), green: boundOf(green), grey: boundOf(grey) }),
    });
  },
});

interface Sighting {
  /** Its place in RECIPE_DIFFICULTIES. */
  readonly difficulty: number;
  readonly skill: number;
}

/** The rows of one install. */
interface Seen {
  readonly installN: number;
  readonly sightings: readonly Sighting[];
}

function sightingOf({ field }: Witness): Sighting {
  const [difficulty, skill] = field.split(':');
  return { difficulty: (RECIPE_DIFFICULTIES as readonly string[]).indexOf(difficulty!), skill: Number(skill) };
}

function boundsIn(seen: readonly Seen[], threshold: keyof typeof THRESHOLDS): AgreedBounds | null {
  const begins = RECIPE_DIFFICULTIES.indexOf(THRESHOLDS[threshold]);
  const told = seen.map(({ installN, sightings }) => ({ installN, ...boundsOf(sightings, begins) }));
  // Rows of one install that contradict each other say nothing.
  return agreedBounds(told.filter(({ low, high }) => low === null || high === null || low <= high));
}

function rangeOf(bounds: AgreedBounds | null): SkillRange | null {
  if (bounds === null) return null;
  const { low, high, installs } = bounds;
  return low === null || high === null ? null : { low, high, installs };
}

function boundOf(bounds: AgreedBounds | null): SkillBound | null {
  if (bounds === null) return null;
  const { low, high, installs } = bounds;
  return { ...(low === null ? {} : { atLeast: low }), ...(high === null ? {} : { atMost: high }), installs };
}

/** What one install's rows say of the skill at which a difficulty begins. It has at least one row, so one bound. */
function boundsOf(sightings: readonly Sighting[], begins: number): Bounds {
  let low: number | null = null;
  let high: number | null = null;
  for (const { difficulty, skill } of sightings) {
    if (difficulty < begins) low = Math.max(low ?? 0, skill + 1);
    else high = Math.min(high ?? skill, skill);
  }
  return { low, high };
}

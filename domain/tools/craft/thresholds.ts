import { SKILL_MAX } from '../../../schema/limits.ts';
import type { Facts } from '../../families/mod.ts';
import type { SkillBound, SkillRange } from '../../families/recipe_ranges.ts';
import type { GameRecipe } from '../../ports/build.ts';
import type { SkillSpread } from './skill_points.ts';

export const COLOURS = ['yellow', 'green', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

/** What the game's files say of a recipe's colours, unconfirmed. */
export type FiledColours = Readonly<Record<Colour, number>>;

/** A threshold as crafts are counted with it. */
export interface CountedSpread extends SkillSpread {
  /** Reports bound it on both sides, or on one; else the game's files say it. */
  readonly source: 'reports' | 'bounds' | 'game-files';
}

/** All that is known of where a recipe turns its colours. */
export interface KnownThresholds extends Readonly<Record<Colour, SkillRange | null>> {
  /** Every end that is known, be it one alone. */
  readonly bounds: Readonly<Partial<Record<Colour, SkillBound>>>;
  readonly inFiles: FiledColours | null;
  /** What crafts are counted with; null: nothing can be. */
  readonly counted: { readonly yellow: CountedSpread | null; readonly grey: CountedSpread | null };
}

/** What players' reports and the game's files say of a recipe's colours. */
export function thresholdsOf(reported: Facts['recipe_ranges'] | null, filed: GameRecipe | null): KnownThresholds {
  const known = {
    ...{ yellow: reported?.yellow ?? null, green: reported?.green ?? null, grey: reported?.grey ?? null },
    bounds: reported?.bounds ?? {},
    inFiles: filedColours(filed),
  };
  return { ...known, counted: { yellow: countedOf(known, 'yellow'), grey: countedOf(known, 'grey') } };
}

/** Thresholds of which one end alone is known, as answers tell them (schema/tools/craft_parts.ts, thresholdBounds). */
export function oneEnded(known: Pick<KnownThresholds, Colour | 'bounds'>) {
  const [yellow, green, grey] = COLOURS.map((colour) => {
    const { atLeast = null, atMost = null, installs = 0 } = known.bounds[colour] ?? {};
    return known[colour] !== null || installs === 0 ? null : { atLeast, atMost, installs };
  });
  return { yellow: yellow ?? null, green: green ?? null, grey: grey ?? null };
}

function filedColours(filed: GameRecipe | null): FiledColours | null {
  const { yellow = null, grey = null } = filed ?? {};
  return yellow === null || grey === null ? null : { yellow, green: Math.floor((yellow + grey) / 2), grey };
}

type Told = Omit<KnownThresholds, 'counted'>;

/** Reports on both sides first, then the files where reports do not deny it, then what one side allows. */
function countedOf(told: Told, colour: 'yellow' | 'grey'): CountedSpread | null {
  const range = told[colour];
  if (range !== null) return { low: range.low, high: range.high, source: 'reports' };
  const filed = told.inFiles?.[colour] ?? null;
  const { atLeast, atMost } = endsOf(told, colour);
  if (filed !== null && filed >= (atLeast ?? filed) && filed <= (atMost ?? filed)) {
    return { low: filed, high: filed, source: 'game-files' };
  }
  return colour === 'yellow' ? yellowFrom(told) : greyFrom(told);
}

function endsOf(told: Told, colour: Colour): { readonly atLeast: number | null; readonly atMost: number | null } {
  const [range, bound] = [told[colour], told.bounds[colour]];
  return { atLeast: range?.low ?? bound?.atLeast ?? null, atMost: range?.high ?? bound?.atMost ?? null };
}

/** The lowest skill that anyone has. */
const SKILL_MIN = 1;
const SKILL_END = SKILL_MAX + 1;

/** As low as it can be, since that takes more crafts: green lies midway between yellow and grey, rounded down. */
function yellowFrom(told: Told): CountedSpread | null {
  const [{ atLeast, atMost }, green, grey] = [endsOf(told, 'yellow'), endsOf(told, 'green'), endsOf(told, 'grey')];
  if (atMost === null) return atLeast === null ? null : { low: atLeast, high: atLeast, source: 'bounds' };
  const midway = green.atLeast === null || grey.atMost === null ? SKILL_MIN : 2 * green.atLeast - grey.atMost;
  return { low: Math.min(Math.max(midway, SKILL_MIN), atMost), high: atMost, source: 'bounds' };
}

/** From the lowest skill that it can be, beyond which a recipe is not counted on. */
function greyFrom(told: Told): CountedSpread | null {
  const [{ atLeast }, green, yellow] = [endsOf(told, 'grey'), endsOf(told, 'green'), endsOf(told, 'yellow')];
  if (atLeast === null) return null;
  const midway = green.atMost === null || yellow.atLeast === null ? atLeast : 2 * green.atMost + 1 - yellow.atLeast;
  return { low: atLeast, high: Math.min(Math.max(midway, atLeast), SKILL_END), source: 'bounds' };
}

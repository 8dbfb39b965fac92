import type { SkillBound, SkillRange } from '../../families/recipe_ranges.ts';

export const COLOURS = ['yellow', 'green', 'grey'] as const;
export type Colour = (typeof COLOURS)[number];

/** The thresholds that players reported. */
export interface ReportedThresholds extends Readonly<Record<Colour, SkillRange | null>> {
  /** Every known bound, including one-sided ones. */
  readonly bounds: Readonly<Partial<Record<Colour, SkillBound>>>;
}

/** The thresholds with only one known bound, as answers show them (schema/tools/craft_parts.ts, thresholdBounds). */
export function oneEnded(known: ReportedThresholds) {
  const [yellow, green, grey] = COLOURS.map((colour) => {
    const { atLeast = null, atMost = null, installs = 0 } = known.bounds[colour] ?? {};
    return known[colour] !== null || installs === 0 ? null : { atLeast, atMost, installs };
  });
  return { yellow: yellow ?? null, green: green ?? null, grey: grey ?? null };
}

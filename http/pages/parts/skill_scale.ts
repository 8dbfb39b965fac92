import { html } from '../html.ts';

/** The range of skill levels in which the recipe changes to a colour. */
export interface ColourChange {
  readonly low: number;
  readonly high: number;
}

export interface SkillScale {
  /** The skill level at which the recipe can be learned, or null if unknown. */
  readonly from: number | null;
  readonly yellow: ColourChange | null;
  readonly green: ColourChange | null;
  readonly grey: ColourChange | null;
  /** End of the scale. It is the same for all scales in a table. */
  readonly to: number;
}

/**
 * Draws a recipe's colours by skill level: orange, yellow, green, grey. Unknown colours and the ranges in which a
 * colour begins stay blank. The drawing is hidden from screen readers, because the text beside it says the same.
 */
export function skillScale({ from, yellow, green, grey, to }: SkillScale): unknown {
  const stretches = [
    ['orange', from, yellow?.low],
    ['yellow', yellow?.high, green?.low],
    ['green', green?.high, grey?.low],
    ['grey', grey?.high, to],
  ] as const;
  const known = stretches.flatMap(([colour, begin, end]) =>
    begin == null || end == null || end <= begin
      ? []
      : [html`<rect class="${colour}" x="${begin}" y="0" width="${end - begin}" height="8"/>`],
  );
  return html`<svg class="scale" viewBox="0 0 ${to} 8" preserveAspectRatio="none" aria-hidden="true">${known}</svg>`;
}

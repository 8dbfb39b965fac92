import { html } from '../html.ts';

/** Between which skills a colour begins; null: unknown. */
export interface ColourChange {
  readonly low: number;
  readonly high: number;
}

export interface SkillScale {
  /** The skill from which it can be learned; null: unknown. */
  readonly from: number | null;
  readonly yellow: ColourChange | null;
  readonly green: ColourChange | null;
  readonly grey: ColourChange | null;
  /** Where the scale ends, the same for all that stand below each other. */
  readonly to: number;
}

/**
 * A recipe's colours over skill, drawn: orange, yellow, green, grey. What is unknown, and where a colour is known to begin
 * between two skills only, stays blank. The words beside it say the same, so it is hidden from who cannot see it.
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

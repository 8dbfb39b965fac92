import { rangeText } from '../../../domain/cards/words.ts';

/** The range of skills in which a recipe turns a colour, or null if it is not bounded on both sides. */
type Turn = { readonly low: number; readonly high: number } | null;

/** Bounds of that skill, each null if unknown. */
type Bound = { readonly atLeast: number | null; readonly atMost: number | null } | null | undefined;

/** Formats the range: `20–25`, or `60 or later` or `60 or earlier` if only one end is known. Null if unknown. */
export function turnWords(turn: Turn, bound: Bound): string | null {
  if (turn !== null) return rangeText(turn.low, turn.high);
  const { atLeast = null, atMost = null } = bound ?? {};
  if (atLeast !== null) return atMost === null ? `${atLeast} or later` : rangeText(atLeast, atMost);
  return atMost === null ? null : `${atMost} or earlier`;
}

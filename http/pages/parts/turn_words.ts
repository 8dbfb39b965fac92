import { rangeText } from '../../../domain/cards/words.ts';

/** The range of skill levels in which a recipe changes colour, or null if it is not bounded on both sides. */
type Turn = { readonly low: number; readonly high: number } | null;

/** Bounds of the skill level at which a recipe changes colour. Each is null if unknown. */
type Bound = { readonly atLeast: number | null; readonly atMost: number | null } | null | undefined;

/** Formats the range: `20–25`, `60 or later` or `60 or earlier`. Returns null if both ends are unknown. */
export function turnWords(turn: Turn, bound: Bound): string | null {
  if (turn !== null) return rangeText(turn.low, turn.high);
  const { atLeast = null, atMost = null } = bound ?? {};
  if (atLeast !== null) return atMost === null ? `${atLeast} or later` : rangeText(atLeast, atMost);
  return atMost === null ? null : `${atMost} or earlier`;
}

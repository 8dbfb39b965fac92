import { rangeText } from '../../../domain/cards/words.ts';

/** The skill at which a recipe turns a colour, bounded on both sides; null: it is not. */
type Turn = { readonly low: number; readonly high: number } | null;

/** The same bounded on one side. */
type Bound = { readonly atLeast: number | null; readonly atMost: number | null } | null | undefined;

/** `20–25`; of one end alone `60 or later`, `60 or earlier`; null: unknown. */
export function turnWords(turn: Turn, bound: Bound): string | null {
  if (turn !== null) return rangeText(turn.low, turn.high);
  const { atLeast = null, atMost = null } = bound ?? {};
  if (atLeast !== null) return atMost === null ? `${atLeast} or later` : rangeText(atLeast, atMost);
  return atMost === null ? null : `${atMost} or earlier`;
}

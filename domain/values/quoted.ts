import { LIMITS } from '../../schema/limits.ts';

/** How much of what came a sentence repeats, in characters. */
export const SHOWN_CHARS_MAX = LIMITS.refusedValueLengthMax.value;

/** What came, fit for a sentence: cut, and with what cannot be seen written as escapes. */
export function quoted(text: string): string {
  const chars = Array.from(text);
  const start = chars.slice(0, SHOWN_CHARS_MAX).join('');
  const shown = JSON.stringify(start).replace(UNSEEN, escaped);
  return start === text ? shown : `${shown.slice(0, -1)}…"`;
}

/** What cannot be seen, and line ends that JSON leaves as they are. */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;

function escaped(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

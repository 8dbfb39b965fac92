import { LIMITS } from '../../schema/limits.ts';

/** Maximum number of characters of received text that an error message quotes. */
export const QUOTE_CHARS_MAX = LIMITS.refusedValueLengthMax.value;

/** Quotes received text for use in a sentence, cut to the maximum length and with invisible characters escaped. */
export function quote(text: string): string {
  const chars = Array.from(text);
  const start = chars.slice(0, QUOTE_CHARS_MAX).join('');
  const shown = JSON.stringify(start).replace(INVISIBLE_CHARACTERS, escapeCharacter);
  return start === text ? shown : `${shown.slice(0, -1)}…"`;
}

/** Invisible characters, and line separators that JSON does not escape. */
const INVISIBLE_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/gu;

function escapeCharacter(char: string): string {
  return `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
}

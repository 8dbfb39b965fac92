const SHOWN_CHARS_MAX = 80;

/** What came, fit for a sentence: cut, and with what cannot be seen written as escapes. */
export const quoted = (text: string): string => {
  const chars = Array.from(text);
  const start = chars.slice(0, SHOWN_CHARS_MAX).join('');
  const shown = JSON.stringify(start).replace(UNSEEN, escaped);
  return start === text ? shown : `${shown.slice(0, -1)}…"`;
};

/** Controls, bidi controls and characters of no width, and line ends that JSON leaves as they are. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\u034f/gu;

const escaped = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

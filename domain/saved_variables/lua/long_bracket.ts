/** A text between `[[` and `]]`, or `[=[` and `]=]`, of a comment or a string. */
export interface LongBracket {
  readonly text: string;
  /** Behind its closing bracket; null where the file ends before it. */
  readonly end: number | null;
}

const EQUALS = 61;
const OPEN = 91;

/** What stands behind the `[` at a place; null where that opens no long bracket. A line end right behind it is left out. */
export function readLongBracket(text: string, at: number): LongBracket | null {
  let from = at + 1;
  while (text.charCodeAt(from) === EQUALS) from++;
  if (text.charCodeAt(from) !== OPEN) return null;
  const closing = `]${'='.repeat(from - at - 1)}]`;
  const end = text.indexOf(closing, from + 1);
  if (end === -1) return { text: '', end: null };
  return { text: text.slice(from + 1, end).replace(/^(?:\r\n|\n\r|\n|\r)/, ''), end: end + closing.length };
}

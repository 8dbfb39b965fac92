/** A long bracket: text between `[[` and `]]`, or between `[=[` and `]=]`, in a comment or a string. */
export interface LongBracket {
  readonly text: string;
  /** The offset after the closing bracket, or null if the file ends before a closing bracket. */
  readonly end: number | null;
}

const EQUALS = 61;
const OPEN = 91;

/**
 * Reads the long bracket whose `[` is at `at`. Returns null if there is no long bracket at this offset. As in Lua, a
 * line break directly after the opening bracket is dropped.
 */
export function readLongBracket(text: string, at: number): LongBracket | null {
  let from = at + 1;
  while (text.charCodeAt(from) === EQUALS) from++;
  if (text.charCodeAt(from) !== OPEN) return null;
  const closing = `]${'='.repeat(from - at - 1)}]`;
  const end = text.indexOf(closing, from + 1);
  if (end === -1) return { text: '', end: null };
  return { text: text.slice(from + 1, end).replace(/^(?:\r\n|\n\r|\n|\r)/, ''), end: end + closing.length };
}

import { LENGTHS } from '../../schema/limits.ts';
import { splitWords } from './words.ts';

const SNIPPET_CHARS_MAX = LENGTHS.snippet.max;

/** Number of characters shown before the first matching word. */
const CHARS_BEFORE_MATCH = 60;

function toOneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}

const LETTER_RUN_PATTERN = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/**
 * Returns one line of text from around the first matching word, or from the beginning of the text if no word matches.
 * It begins at a word.
 */
export function cutSnippet(text: string, words: readonly string[]): string {
  const line = [...toOneLine(text)];
  if (line.length <= SNIPPET_CHARS_MAX) return line.join('');
  const at = findFirstMatch(toOneLine(text), words);
  let begin = at <= CHARS_BEFORE_MATCH ? 0 : Math.min(at - CHARS_BEFORE_MATCH, line.length - SNIPPET_CHARS_MAX + 1);
  while (begin > 0 && begin < at && line[begin - 1] !== ' ') begin++;
  const room = SNIPPET_CHARS_MAX - (begin > 0 ? 1 : 0);
  const isCut = begin + room < line.length;
  const piece = line.slice(begin, begin + room - (isCut ? 1 : 0)).join('');
  return `${begin > 0 ? '…' : ''}${piece}${isCut ? '…' : ''}`;
}

/**
 * Matches words that only need to be converted to lower case. Removing diacritics is slower, and most words have none.
 */
const ASCII_PATTERN = /^[0-9A-Za-z]+$/;

/** Returns the character index of the first word that begins with one of `words`, or 0 if there is none. */
function findFirstMatch(line: string, words: readonly string[]): number {
  for (const match of line.matchAll(LETTER_RUN_PATTERN)) {
    const word = ASCII_PATTERN.test(match[0]) ? match[0].toLowerCase() : (splitWords(match[0])[0] ?? '');
    if (words.some((sought) => word.startsWith(sought))) return [...line.slice(0, match.index)].length;
  }
  return 0;
}

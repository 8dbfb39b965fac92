/**
 * Splits names, texts and queries into words in the same way as the full-text index: runs of letters and digits, in
 * lower case and without diacritics. All other characters are dropped, so a query cannot contain operators of the query
 * language.
 */

const ASCII_TEXT = /^[\x20-\x7e]*$/u;

/** Converts to lower case and removes diacritics. */
function foldText(text: string): string {
  if (ASCII_TEXT.test(text)) return text.toLowerCase();
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

const WORD_PATTERN = /[\p{L}\p{N}\p{Co}]+/gu;

export function splitWords(text: string): readonly string[] {
  return foldText(text).match(WORD_PATTERN) ?? [];
}

const APOSTROPHE_PATTERN = /['’‘ʼ`´]/gu;

/**
 * Returns the key for looking up a whole name. Names that differ only in case, diacritics, punctuation, white space or
 * apostrophes have the same key. The key of a name without letters and digits is the name in lower case.
 */
export function foldName(name: string): string {
  const words = splitWords(name.replace(APOSTROPHE_PATTERN, ''));
  return words.length > 0 ? words.join(' ') : name.trim().normalize('NFC').toLowerCase();
}

/**
 * Words of names, texts and questions, as the full-text index knows them: runs of letters and digits, in lower case and
 * without diacritics. Nothing else is left of a question, so no operator of a query language is.
 */

/** Case and diacritics do not part words. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .normalize('NFC')
    .toLowerCase();
}

const WORD = /[\p{L}\p{N}\p{Co}]+/gu;

export function wordsOf(text: string): readonly string[] {
  return folded(text).match(WORD) ?? [];
}

const APOSTROPHES = /['’‘ʼ`´]/gu;

/**
 * A name as whole names are looked up by: case, diacritics, punctuation and white space do not part names, and an
 * apostrophe may be left out. Of a name without letters and digits, the name in lower case.
 */
export function nameKey(name: string): string {
  const words = wordsOf(name.replace(APOSTROPHES, ''));
  return words.length > 0 ? words.join(' ') : name.trim().normalize('NFC').toLowerCase();
}

/** Shorter words are not corrected, and longer ones are nobody's. */
const VOCABULARY_CHARS = { min: 3, max: 40 };

/** Words of a name that misspelt words are held against, each once. */
export function vocabularyOf(name: string): readonly string[] {
  return [...new Set(wordsOf(name))].filter((word) => {
    const chars = [...word].length;
    return chars >= VOCABULARY_CHARS.min && chars <= VOCABULARY_CHARS.max;
  });
}

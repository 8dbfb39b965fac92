import { UNASSIGNED_CODES } from './unassigned.ts';

/**
 * The contract's rules for text (contract, section 2, Text). The patterns need the `u` flag, which JSON Schema also
 * uses. With this flag, a class that contains surrogates matches only unpaired ones.
 */

/** Control characters (C0, DEL, C1) and unpaired surrogates, which are rejected in every string. */
export const CONTROL_RANGES = '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff';

/**
 * Invisible characters up to U+FFFF: format characters (including bidi controls), default-ignorable characters
 * (variation selectors, fillers, zero-width characters), line and paragraph separators, private use, noncharacters,
 * and blank symbols. They make different texts look alike, or carry words that programs read and people do not see.
 * The ranges are written out so that every runtime and schema validator agrees, whichever Unicode version it has.
 */
export const HIDDEN_RANGES =
  '\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ue000-\\uf8ff\\ufdd0-\\ufdef\\ufe00-\\ufe0f\\ufeff' +
  '\\uffa0\\ufff0-\\ufffc\\ufffe\\uffff';

/** The last two code points of every plane are noncharacters. */
const NONCHARACTER_RANGES = Array.from({ length: 16 }, (_, n) => (n + 1).toString(16))
  .map((plane) => `\\u{${plane}fffe}\\u{${plane}ffff}`)
  .join('');

/** Tag characters, and the variation selectors and unassigned ignorable characters around them. */
const TAG_RANGE = '\\u{e0000}-\\u{e0fff}';

/**
 * Invisible characters above U+FFFF. Published patterns leave them out, because many regex engines cannot express
 * them. The descriptions state the rule instead.
 */
const HIGH_HIDDEN_RANGES = `\\u{110bd}\\u{110cd}\\u{13430}-\\u{1343f}\\u{16fe4}\\u{1bca0}-\\u{1bca3}\\u{1d159}\\u{1d173}-\\u{1d17a}${TAG_RANGE}\\u{f0000}-\\u{10ffff}${NONCHARACTER_RANGES}`;

/**
 * Invisible characters that are rejected even in running text: bidi controls, tag characters and other marks without a
 * legitimate use. Joiners, soft hyphens and variation selectors are allowed in running text, because they shape words
 * and emoji.
 */
export const PROSE_HIDDEN_RANGES =
  '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2061-\\u206f\\ufdd0-\\ufdef\\ufff0-\\ufffb\\ufffe\\uffff';

const PROSE_HIGH_RANGES = `\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}${TAG_RANGE}${NONCHARACTER_RANGES}`;

/** A player's GUID as the game client writes it, in upper or lower case. */
export const PLAYER_GUID = '[Pp][Ll][Aa][Yy][Ee][Rr]-[0-9]+-[0-9A-Fa-f]{8}';

const uncleanPattern = new RegExp(`[${CONTROL_RANGES}]`, 'u');
const hiddenPattern = new RegExp(`[${HIDDEN_RANGES}${HIGH_HIDDEN_RANGES}]`, 'u');
const proseHiddenPattern = new RegExp(`[${PROSE_HIDDEN_RANGES}${PROSE_HIGH_RANGES}]`, 'u');
const unassignedRanges = UNASSIGNED_CODES.trim()
  .replace(/[0-9a-f]+/g, '\\u{$&}')
  .replace(/\s+/g, '');
const unassignedPattern = new RegExp(`[${unassignedRanges}]`, 'u');
/**
 * Matches characters outside the ranges that the game's languages use most. Every character in these ranges is
 * assigned, so most strings need no further search.
 */
const rarePattern = /[^\0-\u0377\u0400-\u052f\u2010-\u2027\u4e00-\u9fff\uac00-\ud7a3]/;
const playerGuidPattern = new RegExp(PLAYER_GUID);
const nonAsciiPattern = /[^\0-\x7f]/;
const dashPattern = /[\p{Pd}\u2212]/gu;

export function isAscii(text: string): boolean {
  return !nonAsciiPattern.test(text);
}

export function isClean(text: string): boolean {
  return !uncleanPattern.test(text);
}

/** Returns whether a string has no invisible characters. Whitespace counts as visible. */
export function isVisible(text: string): boolean {
  return isAscii(text) || !hiddenPattern.test(text);
}

/**
 * Returns whether Unicode 15.1 has assigned every character of a string. Unassigned characters all look like boxes, and
 * a later Unicode version may give them any meaning.
 */
export function isAssigned(text: string): boolean {
  return !rarePattern.test(text) || !unassignedPattern.test(text);
}

/** Returns whether a multi-line text imported by an operator contains no forbidden invisible characters. */
export function isVisibleProse(text: string): boolean {
  return isAscii(text) || !proseHiddenPattern.test(text);
}

const proseHiddenPatternAll = new RegExp(proseHiddenPattern, 'gu');

/**
 * Removes the invisible characters that are forbidden in running text. Used for unchecked text, such as the game's
 * tables.
 */
export function toVisibleProse(text: string): string {
  return isAscii(text) ? text : text.replace(proseHiddenPatternAll, '');
}

/** Converts wide and ornate letters to plain ones, and all dashes to hyphens, as search engines do. */
export function toPlainText(text: string): string {
  return isAscii(text) ? text : text.normalize('NFKC').replace(dashPattern, '-');
}

export function holdsPlayerGuid(text: string): boolean {
  return playerGuidPattern.test(toPlainText(text));
}

const SURROGATE_PATTERN = /[\ud800-\udfff]/;

/** Returns the length in code points, which is how JSON Schema counts. */
export function countCodePoints(text: string): number {
  if (!SURROGATE_PATTERN.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** Matches any run of spaces other than a single plain space. */
const oddSpacesPattern = / {2}|(?! )\p{Zs}/u;
const spaceRunsPattern = /\p{Zs}+/gu;

/** Replaces each run of spaces of any kind with one plain space. */
export function tidySpaces(text: string): string {
  return oddSpacesPattern.test(text) ? text.replace(spaceRunsPattern, ' ') : text;
}

/**
 * Returns a name in its stored form: trimmed, NFC-normalised, and with runs of spaces collapsed to single plain
 * spaces.
 */
export function normaliseName(text: string): string {
  return tidySpaces(text).trim().normalize('NFC');
}

/** Returns the first `max` code points of a string. */
export function takeCodePoints(text: string, max: number): string {
  let end = 0;
  for (let n = 0; n < max && end < text.length; n++) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
}

const unprintablePattern = new RegExp(
  `[${CONTROL_RANGES}${HIDDEN_RANGES}${HIGH_HIDDEN_RANGES}${unassignedRanges}]`,
  'gu',
);

/** Makes a string safe to quote in a sentence by escaping invisible characters as `\u{…}`. */
export function toPrintable(text: string): string {
  return text.replace(unprintablePattern, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);
}

/**
 * What the contract asks of text (contract, section 2, Text). The patterns are written for the `u` flag, with which
 * JSON Schema reads them too; there a class that holds surrogates matches only unpaired ones.
 */

/** Control characters (C0, DEL, C1) and unpaired surrogates: refused in every text. */
export const UNCLEAN = '\\u0000-\\u001f\\u007f-\\u009f\\ud800-\\udfff';

/** Bidi controls and characters of no width: refused in names, where they would make two alike that are not. */
export const INVISIBLE =
  '\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff';

/** A player's GUID, as the game client writes it. */
export const PLAYER_GUID = 'Player-[0-9]+-[0-9A-Fa-f]{8}';

const unclean = new RegExp(`[${UNCLEAN}]`, 'u');
const invisible = new RegExp(`[${INVISIBLE}]`, 'u');
const playerGuid = new RegExp(PLAYER_GUID, 'u');

export const isClean = (text: string): boolean => !unclean.test(text);

export const isVisible = (text: string): boolean => !invisible.test(text);

export const holdsPlayerGuid = (text: string): boolean => text.includes('Player-') && playerGuid.test(text);

const SURROGATE = /[\ud800-\udfff]/;

/** Length in code points, as JSON Schema counts. */
export const codePoints = (text: string): number => {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** A name as it is kept: without white space at its ends, composed (NFC). */
export const normaliseName = (text: string): string => text.trim().normalize('NFC');

/** The first `max` code points. */
export const firstCodePoints = (text: string, max: number): string => {
  let end = 0;
  for (let n = 0; n < max && end < text.length; n++) end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return text.slice(0, end);
};

const unprintable = new RegExp(`[${UNCLEAN}${INVISIBLE}\\u2028\\u2029]`, 'gu');

/** Text fit to be repeated in a sentence: what cannot be seen is written as `\u{…}`. */
export const printable = (text: string): string =>
  text.replace(unprintable, (char) => `\\u{${char.codePointAt(0)!.toString(16)}}`);

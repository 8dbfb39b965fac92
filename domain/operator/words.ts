import { LENGTHS } from '../../schema/limits.ts';
import { err, ok, type Result } from '../values/result.ts';
import { plainSpaces } from '../values/spaces.ts';

/** What an operator writes: labels, reasons, scopes. Kept as names in records are. */
export interface WordsBounds {
  /** What it is called in a sentence. */
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** Control characters, unpaired surrogates and what cannot be seen (contract, section 2, Text). */
const UNFIT =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;

/** With single plain spaces, trimmed, NFC, within bounds in code points; else a sentence, which tells of the text its length only. */
export function readWords(text: string, { name, min, max }: WordsBounds): Result<string, string> {
  const words = plainSpaces(text).trim().normalize('NFC');
  if (UNFIT.test(words)) {
    return err(`${name} must be text without control and invisible characters; it holds some.`);
  }
  const length = [...words].length;
  if (length < min || length > max) return err(`${name} must be ${min} to ${max} characters; it has ${length}.`);
  return ok(words);
}

/**
 * An install id as addons send it: neither trimmed nor composed. The sentence tells its length only. NUL ends a text for
 * SQLite, and no addon's id was ever taken in with one.
 */
export function readInstallId(text: string): Result<string, string> {
  if (text.includes('\0')) return err('install must hold no NUL character; it holds one.');
  const { min, max } = LENGTHS.installId;
  const length = [...text].length;
  return length >= min && length <= max
    ? ok(text)
    : err(`install must be an install id of ${min} to ${max} characters; it has ${length}.`);
}

/**
 * The ids that pasted text may mean, the likeliest first: as it came, for an addon's id may have blanks at its ends, then
 * without these, which pasting brings along. The sentence is about the text without them.
 */
export function installIdsMeant(text: string): Result<readonly string[], string> {
  const [asCame, trimmed] = [readInstallId(text), readInstallId(text.trim())];
  if (!asCame.ok) return trimmed.ok ? ok([trimmed.value]) : trimmed;
  return ok(trimmed.ok && trimmed.value !== asCame.value ? [asCame.value, trimmed.value] : [asCame.value]);
}

import { LENGTHS } from '../../schema/limits.ts';
import { err, ok, type Result } from '../values/result.ts';
import { tidySpaces } from '../values/spaces.ts';

/** Length limits of a text written by an operator: a label, a reason or a name in a scope. */
export interface TextLimits {
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

/** Control characters, unpaired surrogates and invisible characters (contract, section 2, Text). */
const FORBIDDEN_CHARACTERS =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800\ufffc]/u;

/** Normalises text in the same way as names in records. Lengths are in code points. Errors mention only the length. */
export function normaliseText(text: string, { name, min, max }: TextLimits): Result<string, string> {
  const words = tidySpaces(text).trim().normalize('NFC');
  if (FORBIDDEN_CHARACTERS.test(words)) {
    return err(`${name} must be text without control and invisible characters; it contains some.`);
  }
  const length = [...words].length;
  if (length < min || length > max) return err(`${name} must be ${min} to ${max} characters; it has ${length}.`);
  return ok(words);
}

/**
 * Checks an install id as addons send it, without trimming or normalising. The error mentions only the length. NUL is
 * rejected because SQLite ends text at a NUL, and because intake has never accepted an id containing one.
 */
export function validateInstallId(text: string): Result<string, string> {
  if (text.includes('\0')) return err('install must not contain a NUL character; it contains one.');
  const { min, max } = LENGTHS.installId;
  const length = [...text].length;
  return length >= min && length <= max
    ? ok(text)
    : err(`install must be an install id of ${min} to ${max} characters; it has ${length}.`);
}

/** Returns the ids that pasted text may stand for: first the exact text, then the trimmed text. */
export function parseInstallIds(text: string): Result<readonly string[], string> {
  const [exact, trimmed] = [validateInstallId(text), validateInstallId(text.trim())];
  if (!exact.ok) return trimmed.ok ? ok([trimmed.value]) : trimmed;
  return ok(trimmed.ok && trimmed.value !== exact.value ? [exact.value, trimmed.value] : [exact.value]);
}

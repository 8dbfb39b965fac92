import type { TextLanguage } from '../../values/language.ts';
import type { Claim } from './family.ts';

/**
 * Builds claims on several fields of one subject, each value as JSON text. An undefined field makes no claim, so the
 * install's earlier claim on it stays valid.
 */
export function claimsOn(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ subject: String(subject), field, value: JSON.stringify(value) }],
  );
}

/**
 * Builds claims that add to the install's earlier ones instead of replacing them, for values that differ between
 * individuals or observers. The value is part of the field, so each value has its own vote. Read back by
 * `everyReport`. Use only for fields with few values: each is stored for each install.
 */
export function reportsOn(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return claimsOn(subject, fields).map((claim) => ({ ...claim, field: `${claim.field}:${claim.value}` }));
}

/** Separates the language of a text from the name of its field. Fields in the instance's language have neither. */
export const IN_LANGUAGE = '@';

/**
 * Marks claims on texts with their language. Each language has its own votes, read back by `oneText` and `everyText`.
 */
export function inLanguage(language: TextLanguage, claims: readonly Claim[]): readonly Claim[] {
  if (language === 'own') return claims;
  if (language === 'unknown') return [];
  return claims.map((claim) => ({ ...claim, field: `${language}${IN_LANGUAGE}${claim.field}` }));
}

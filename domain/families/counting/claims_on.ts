import type { TextLanguage } from '../../values/language.ts';
import type { Claim } from './family.ts';

/**
 * Builds claims on several fields of one subject. Each value becomes JSON text. An undefined field makes no claim, so
 * the install's earlier claim on that field stays valid.
 */
export function claimsOn(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ subject: String(subject), field, value: JSON.stringify(value) }],
  );
}

/**
 * Builds claims that add to the install's earlier claims instead of replacing them. Meant for values that differ
 * between individuals or observers. The value is part of the field, so votes for one value do not replace votes for
 * another. `everyReport` reads the claims back. Use only for fields with few values, because every value is stored for
 * every install.
 */
export function reportsOn(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return claimsOn(subject, fields).map((claim) => ({ ...claim, field: `${claim.field}:${claim.value}` }));
}

/**
 * Separates the name of a field from the language of its text. Fields in the instance's language have neither a
 * separator nor a language.
 */
export const IN_LANGUAGE = '@';

/**
 * Marks claims on texts with their language. Votes are counted per language. `oneText` and `everyText` read the claims
 * back.
 */
export function inLanguage(language: TextLanguage, claims: readonly Claim[]): readonly Claim[] {
  if (language === 'own') return claims;
  if (language === 'unknown') return [];
  return claims.map((claim) => ({ ...claim, field: `${language}${IN_LANGUAGE}${claim.field}` }));
}

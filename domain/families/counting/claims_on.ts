import type { TextLanguage } from '../../values/language.ts';
import type { Claim } from './family.ts';

/** Builds claims with values as JSON. If a field is undefined, the install's earlier claim on it stays valid. */
export function buildClaims(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ subject: String(subject), field, value: JSON.stringify(value) }],
  );
}

/**
 * Builds claims that do not replace the install's earlier claims, for fields whose value differs between individuals or
 * observers. The value becomes part of the field, and `listValues` reads the claims. Use only for fields with few
 * values, because every value is stored for every install.
 */
export function buildReports(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return buildClaims(subject, fields).map((claim) => ({ ...claim, field: `${claim.field}:${claim.value}` }));
}

/** Precedes the name of a field in claims that only say that an install reported the field. */
export const REPORTERS_FIELD = '#';

/** Adds to the claims of `buildReports` one for each field, which counts the installs that report any value of it. */
export function buildCountedReports(subject: number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  const reported = Object.entries(fields).filter(([, value]) => value !== undefined);
  const counted = Object.fromEntries(reported.map(([field]) => [`${REPORTERS_FIELD}${field}`, true]));
  return [...buildReports(subject, fields), ...buildClaims(subject, counted)];
}

/** Separates a text's language from the name of its field. Fields in the instance's own language have no separator. */
export const LANGUAGE_MARK = '@';

/** Marks claims on texts with their language, so that votes are counted per language (`oneText`, `listAgreedTexts`). */
export function markLanguage(language: TextLanguage, claims: readonly Claim[]): readonly Claim[] {
  if (language === 'own') return claims;
  if (language === 'unknown') return [];
  return claims.map((claim) => ({ ...claim, field: `${language}${LANGUAGE_MARK}${claim.field}` }));
}

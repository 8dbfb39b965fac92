import type { TextLanguage } from '../../values/language.ts';
import type { Claim } from './family.ts';

/**
 * Claims on several fields of one subject, each value as JSON text. A field that is absent says nothing: what the
 * install said of it before stands.
 */
export function claimsOn(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ subject: String(subject), field, value: JSON.stringify(value) }],
  );
}

/**
 * Claims that stand beside what the install said before, for what differs from one individual or onlooker to the next: the
 * value is part of the field, so that each value has a vote of its own. Read back by `everyReport`. Only for fields that
 * have few values: each is kept for each install.
 */
export function reportsOn(subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] {
  return claimsOn(subject, fields).map((claim) => ({ ...claim, field: `${claim.field}:${claim.value}` }));
}

/** Between the name of a field and the language of its text; those of the instance's language have neither. */
export const IN_LANGUAGE = '@';

/** The same claims on texts in a language: each language has votes of its own, read back by `oneText` and `everyText`. */
export function inLanguage(language: TextLanguage, claims: readonly Claim[]): readonly Claim[] {
  if (language === 'own') return claims;
  if (language === 'unknown') return [];
  return claims.map((claim) => ({ ...claim, field: `${language}${IN_LANGUAGE}${claim.field}` }));
}

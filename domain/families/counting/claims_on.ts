import type { Claim } from './family.ts';

/**
 * Claims on several fields of one subject, each value as JSON text. A field that is absent says nothing: what the
 * install said of it before stands.
 */
export const claimsOn = (subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ subject: String(subject), field, value: JSON.stringify(value) }],
  );

import type { Claim } from './family.ts';

/**
 * Claims on several fields of one subject, each value as JSON text. A field that is absent says nothing: what the
 * install said of it before stands.
 */
export const claimsOn = (subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] =>
  Object.entries(fields).flatMap(([field, value]) =>
    value === undefined ? [] : [{ subject: String(subject), field, value: JSON.stringify(value) }],
  );

/**
 * Claims that stand beside what the install said before, for what differs from one individual or onlooker to the next: the
 * value is part of the field, so that each value has a vote of its own. Read back by `everyReport`. Only for fields that
 * have few values: each is kept for each install.
 */
export const reportsOn = (subject: string | number, fields: Readonly<Record<string, unknown>>): readonly Claim[] =>
  claimsOn(
    subject,
    Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${field}:${value as string}`, value])),
  );

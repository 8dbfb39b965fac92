import * as v from 'valibot';
import { DAY_PATTERN, INSTANT_LENGTH_MAX, INSTANT_PATTERN, isDay, isInstant, toUtcInstant } from './instants.ts';
import { defineConversion, rule } from './rules.ts';

export function instant(description: string) {
  const needs = 'a date-time that exists, with Z or an offset, such as 2026-01-31T18:30:00Z';
  return v.pipe(
    v.string(needs),
    rule('bad-date', isInstant, needs, {
      format: 'date-time',
      pattern: INSTANT_PATTERN,
      maxLength: INSTANT_LENGTH_MAX,
    }),
    v.description(description),
  );
}

/** A date-time in a record. It is stored in UTC, so that each instant has only one spelling. */
export function recordInstantField(description: string) {
  return v.pipe(instant(description), defineConversion('to_utc', toUtcInstant));
}

export function day(description: string) {
  const needs = 'a day that exists, such as 2026-01-31';
  return v.pipe(
    v.string(needs),
    rule('bad-date', isDay, needs, { format: 'date', pattern: DAY_PATTERN, maxLength: 10 }),
    v.description(description),
  );
}

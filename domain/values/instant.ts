export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

export function formatInstant(ms: number): string {
  return new Date(ms).toISOString();
}

export function toInstantOrNull(ms: number | null): string | null {
  return ms === null ? null : formatInstant(ms);
}

/** Formats the UTC day of a time, for example `2026-01-31`. */
export function formatUtcDay(ms: number): string {
  return formatInstant(ms).slice(0, 10);
}

/** Formats a day given as YYYY-MM-DD for people, for example `31 January 2026`. */
export function formatDayInWords(day: string): string {
  return new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
}

/** Returns the UTC day of a time, in days since 1970. */
export function toUtcDay(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Formats a UTC day, in days since 1970, as YYYY-MM-DD. */
export function formatDayNumber(day: number): string {
  return formatUtcDay(day * DAY_MS);
}

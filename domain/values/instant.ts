export const DAY_MS = 86_400_000;

/** An instant as answers write it: a date-time in UTC. */
export const instant = (ms: number): string => new Date(ms).toISOString();

export const instantOrNull = (ms: number | null): string | null => (ms === null ? null : instant(ms));

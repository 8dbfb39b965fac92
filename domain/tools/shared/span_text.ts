/** Two days or what else begins and ends: `2026-01-01 to 2026-01-05`, or one where both are the same. */
export const spanText = (first: string, last: string): string => (first === last ? first : `${first} to ${last}`);

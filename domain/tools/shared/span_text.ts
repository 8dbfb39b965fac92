/** Two days or what else begins and ends: `2026-01-01 to 2026-01-05`, or one where both are the same. */
export function spanText(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

/** Renders a range, such as `2026-01-01 to 2026-01-05`, or a single value if both ends are the same. */
export function formatSpan(first: string, last: string): string {
  return first === last ? first : `${first} to ${last}`;
}

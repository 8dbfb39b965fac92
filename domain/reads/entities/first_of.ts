/** The first rows of a list and its total length (schema/tools/page_parts.ts, mapFirstRows). */
export interface FirstRows<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

export const NO_FIRST_ROWS: FirstRows<never> = { total: 0, rows: [] };

/**
 * Reads the first `max` entries of a list with `ask`, all at once, so that their facts are read in one batch
 * (read_once.ts). Entries for which `ask` returns null have been withdrawn since the list was read, and are omitted.
 */
export async function mapFirstRows<A, T>(
  { total, rows }: FirstRows<A>,
  max: number,
  ask: (one: A) => Promise<T | null>,
): Promise<FirstRows<T>> {
  const found = await Promise.all(rows.slice(0, max).map((one) => ask(one)));
  return { total, rows: found.filter((row) => row !== null) };
}

const ROWS_PER_LINE = 4;

/**
 * Renders a list as one line, with its first few entries and the number of entries not shown. An empty list has no
 * line.
 */
export function renderOneLine<T>(
  label: string,
  { total, rows }: FirstRows<T>,
  tell: (row: T) => string,
): readonly string[] {
  if (total === 0) return [];
  const told = rows.slice(0, ROWS_PER_LINE).map(tell).join('; ');
  const more = total - Math.min(ROWS_PER_LINE, rows.length);
  return [`${label} ${told}${more > 0 ? `; and ${more} more` : ''}.`];
}

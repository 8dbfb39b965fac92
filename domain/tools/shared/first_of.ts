import { mapInOrder } from '../../values/map_in_order.ts';

/** The first rows of a list and how many it has (schema/tools/page_parts.ts, firstOf). */
export interface FirstOf<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

export const NO_ROWS: FirstOf<never> = { total: 0, rows: [] };

/**
 * Tells more of the first `max` of a list, of `total` where more are known of than are listed. What `ask` answers null for
 * was withdrawn since the list was read, and is left out.
 */
export async function firstOf<A, T>(
  list: readonly A[],
  max: number,
  ask: (one: A, place: number) => Promise<T | null>,
  total = list.length,
): Promise<FirstOf<T>> {
  let place = 0;
  const rows = await mapInOrder(list.slice(0, max), (one) => ask(one, place++));
  return { total, rows: rows.filter((row) => row !== null) };
}

const TOLD = 4;

/** A list as one line of a text: its first few entries and how many more there are; no line where it is empty. */
export function lineOf<T>(label: string, { total, rows }: FirstOf<T>, tell: (row: T) => string): readonly string[] {
  if (total === 0) return [];
  const told = rows.slice(0, TOLD).map(tell).join('; ');
  const more = total - Math.min(TOLD, rows.length);
  return [`${label} ${told}${more > 0 ? `; and ${more} more` : ''}.`];
}

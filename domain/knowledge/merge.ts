import type { SearchHit } from '../ports/knowledge.ts';

/** Concatenates two lists of hits, omitting duplicates. */
export function merge(first: readonly SearchHit[], more: readonly SearchHit[]): readonly SearchHit[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...more.filter(({ id }) => !known.has(id))];
}

/**
 * Interleaves two lists, omitting duplicates: `turn` entries of the first list, then one entry of the other, and so on.
 */
export function inTurns(first: readonly SearchHit[], others: readonly SearchHit[], turn: number): readonly SearchHit[] {
  const rows: SearchHit[] = [];
  let at = 0;
  for (let from = 0; from < first.length || at < others.length; from += turn) {
    rows.push(...first.slice(from, from + turn));
    if (at < others.length) rows.push(others[at++]!);
  }
  return [...new Map(rows.map((row) => [row.id, row] as const)).values()];
}

import type { KnownName } from '../ports/knowledge.ts';

/** What was found first, then what else was found; each entry once. */
export function merge(first: readonly KnownName[], more: readonly KnownName[]): readonly KnownName[] {
  const known = new Set(first.map(({ id }) => id));
  return [...first, ...more.filter(({ id }) => !known.has(id))];
}

/** `turn` of the first, then one of the others, and so on; each entry once. */
export function inTurns(first: readonly KnownName[], others: readonly KnownName[], turn: number): readonly KnownName[] {
  const rows: KnownName[] = [];
  let at = 0;
  for (let from = 0; from < first.length || at < others.length; from += turn) {
    rows.push(...first.slice(from, from + turn));
    if (at < others.length) rows.push(others[at++]!);
  }
  return [...new Map(rows.map((row) => [row.id, row] as const)).values()];
}

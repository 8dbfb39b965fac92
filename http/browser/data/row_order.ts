/** Sorting and filtering of table rows, independent of the DOM. */

/** The sort key of a cell, or null if unknown. */
export type SortKey = number | string | null;

export type Direction = 'ascending' | 'descending';

/** A cell as rendered by http/pages/parts/table.ts. */
export interface SortCell {
  /** The cell's `data-value`: a number, or empty if unknown. Null if the cell has no such attribute. */
  readonly value: string | null;
  readonly text: string;
  readonly isUnknown: boolean;
}

export function toSortKey({ value, text, isUnknown }: SortCell): SortKey {
  if (value === null) return isUnknown ? null : text;
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? null : number;
}

/** Sorts names naturally: ignores case and accents, and compares numbers in names by value. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compareValues(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return typeof a === 'number' ? -1 : 1;
}

/** Returns row indexes in sorted order. Unknown values come last in both directions; equal rows keep their order. */
export function sortRows(keys: readonly SortKey[], direction: Direction): readonly number[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return keys
    .map((key, at) => ({ key, at }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
      return sign * compareValues(a.key, b.key) || a.at - b.at;
    })
    .map(({ at }) => at);
}

/** Returns the direction after the next press, or null for the original order. Numeric columns start descending. */
export function toggleDirection(now: Direction | null, isNumeric: boolean): Direction | null {
  const [first, second]: readonly [Direction, Direction] = isNumeric
    ? ['descending', 'ascending']
    : ['ascending', 'descending'];
  return now === null ? first : now === first ? second : null;
}

/** Lower-cases a string and removes its accents. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a row, already normalised by `foldText`, contains every word of the search text. */
export function containsText(row: string, sought: string): boolean {
  return foldText(sought)
    .split(/\s+/)
    .every((word) => row.includes(word));
}

/** How rows of a table sort and filter. Nothing here knows of a document. */

/** What a row sorts by in a column; null: unknown. */
export type Key = number | string | null;

export type Direction = 'ascending' | 'descending';

/** A cell as the page wrote it (http/pages/parts/table.ts). */
export interface Written {
  /** The number that it says it sorts by; an empty text: unknown; null: it says none. */
  readonly value: string | null;
  readonly text: string;
  /** Whether it reads as unknown. */
  readonly isUnknown: boolean;
}

export function keyOf({ value, text, isUnknown }: Written): Key {
  if (value === null) return isUnknown ? null : text.trim().replace(/\s+/g, ' ');
  const number = Number(value);
  return value.trim() === '' || Number.isNaN(number) ? null : number;
}

/** Names sort as people read them: case and accents last, numbers in them by their size. */
const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return collator.compare(a, b);
  return typeof a === 'number' ? -1 : 1;
}

/** The places of the rows in their new order. What is unknown stays last either way; rows alike keep their order. */
export function ordered(keys: readonly Key[], direction: Direction): readonly number[] {
  const sign = direction === 'ascending' ? 1 : -1;
  return keys
    .map((key, at) => ({ key, at }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.at - b.at;
      return sign * compare(a.key, b.key) || a.at - b.at;
    })
    .map(({ at }) => at);
}

/** What the next press of a heading sorts by: numbers the greatest first, names from A on; null: as the page came. */
export function nextDirection(now: Direction | null, isNumeric: boolean): Direction | null {
  const [first, second]: readonly [Direction, Direction] = isNumeric
    ? ['descending', 'ascending']
    : ['ascending', 'descending'];
  return now === null ? first : now === first ? second : null;
}

/** A text as it is looked for: without case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a row, in plain text, holds every word that is looked for. */
export function holds(row: string, sought: string): boolean {
  return plain(sought)
    .split(/\s+/)
    .every((word) => row.includes(word));
}

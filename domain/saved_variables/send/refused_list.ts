import type { SavedFile } from '../read_file.ts';
import { createLineIndex } from '../split/line_index.ts';

/** Stands beside a saved-variables file: the records that were not taken, a JSON object a line. */
export const REFUSED_ENDING = '.third-witness-refused.ndjson';

/** A record that was not taken, and why. */
export interface RefusedLine {
  /** Where it begins in the file. */
  readonly at: number;
  readonly kind: string | null;
  readonly code: string;
  readonly pointer: string;
  readonly reason: string;
}

/** So many lines are told; a last one says how many there were. */
const LINES_MAX = 10_000;

/** Gathers what was refused; the first of them are told. */
export interface RefusedList {
  add(line: RefusedLine): void;
  count(): number;
  /** What is written; null where nothing was refused. */
  text(): string | null;
}

export function createRefusedList(file: SavedFile): RefusedList {
  const lineOf = createLineIndex(file.text);
  const lines: RefusedLine[] = [];
  let count = 0;
  return {
    add: (line) => {
      count++;
      if (lines.length < LINES_MAX) lines.push(line);
    },
    count: () => count,
    text: () => {
      if (count === 0) return null;
      const told = lines
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, ...why }) => JSON.stringify({ line: lineOf(at), ...why }));
      const more = count > lines.length ? [JSON.stringify({ more: count - lines.length })] : [];
      return [...told, ...more].map((line) => `${line}\n`).join('');
    },
  };
}

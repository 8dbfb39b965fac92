import type { SavedFile } from '../read_file.ts';
import { createLineIndex } from '../split/line_index.ts';

/**
 * File ending of the list of refused records, which is stored next to a saved-variables file. Each line is one JSON
 * object.
 */
export const REFUSED_ENDING = '.third-witness-refused.ndjson';

/** A refused record and the reason for its refusal. */
export interface RefusedLine {
  /** Offset of the record in the file. */
  readonly at: number;
  readonly kind: string | null;
  readonly code: string;
  readonly pointer: string;
  readonly reason: string;
}

/** Maximum number of listed records. If there are more, an additional last line states how many. */
const LINES_MAX = 10_000;

/** Collects the refused records of a file. */
export interface RefusedList {
  add(line: RefusedLine): void;
  count(): number;
  /** Returns the text of the list, or null if nothing was refused. */
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
      const listed = lines
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, ...why }) => JSON.stringify({ line: lineOf(at), ...why }));
      const more = count > lines.length ? [JSON.stringify({ more: count - lines.length })] : [];
      return [...listed, ...more].map((line) => `${line}\n`).join('');
    },
  };
}

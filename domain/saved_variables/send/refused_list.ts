import { createLineIndex } from '../lua/byte_text.ts';
import type { SavedFile } from '../read_file.ts';

/** File ending of the list of rejected records next to the saved-variables file, with one JSON object per line. */
export const REFUSED_SUFFIX = '.third-witness-refused.ndjson';

export interface RefusedLine {
  readonly at: number;
  readonly kind: string | null;
  readonly code: string;
  readonly pointer: string;
  readonly reason: string;
}

/** Maximum number of records to list. If there are more, an additional last line says how many. */
const REFUSED_LINES_MAX = 10_000;

export type RefusedList = ReturnType<typeof createRefusedList>;

/** Collects the rejected records of a file. `text` returns the list, or null if nothing was rejected. */
export function createRefusedList(file: SavedFile) {
  const lineOf = createLineIndex(file.text);
  const lines: RefusedLine[] = [];
  let count = 0;
  return {
    add: (line: RefusedLine): void => {
      count++;
      if (lines.length < REFUSED_LINES_MAX) lines.push(line);
    },
    count: (): number => count,
    text: (): string | null => {
      if (count === 0) return null;
      const listed = lines
        .toSorted((a, b) => a.at - b.at)
        .map(({ at, ...why }) => JSON.stringify({ line: lineOf(at), ...why }));
      const more = count > lines.length ? [JSON.stringify({ more: count - lines.length })] : [];
      return [...listed, ...more].map((line) => `${line}\n`).join('');
    },
  };
}

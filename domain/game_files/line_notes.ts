import { createIdSet } from './id_set.ts';
import type { LineNote, LineNotes } from './tables.ts';

/** How many notes of a table are kept in words. */
export const NOTES_MAX = 1000;

/** Notes on lines of a table. A line counts once, with its first note, however often the table is read. */
export interface NoteTaker extends LineNotes {
  add(line: number, reason: string): void;
}

export function createLineNotes(): NoteTaker {
  const lines = createIdSet();
  const first: LineNote[] = [];
  let count = 0;
  return {
    get count() {
      return count;
    },
    first,
    add: (line, reason) => {
      if (!lines.add(line)) return;
      count++;
      if (first.length < NOTES_MAX) first.push({ line, reason });
    },
  };
}

import { createIdSet } from './id_set.ts';
import type { LineNote, LineNotes } from './tables.ts';

/** Maximum number of notes per table whose text is stored. */
export const NOTES_MAX = 1000;

/** Collects notes on a table's lines. A line counts once, with its first note, even if the table is read repeatedly. */
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

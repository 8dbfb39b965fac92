import { createIdSet } from './id_set.ts';
import type { LineNote, LineNotes } from './tables.ts';

/** Maximum number of notes per table that are stored with their text. */
export const NOTES_MAX = 1000;

/** Collects notes about a table's lines. A line keeps its first note, even if the table is read several times. */
export function createLineNotes(): LineNotes & { add(line: number, reason: string): void } {
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

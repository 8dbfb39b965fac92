import type { LineNote, LineNoteList } from './tables.ts';

/** Maximum number of notes to keep per table. Further notes are only counted. */
export const LINE_NOTES_MAX = 1000;

/**
 * Collects notes about a table's lines. Only the first note about a line counts, since tables may be read repeatedly.
 */
export function createLineNotes(): LineNoteList & { add(line: number, reason: string): void } {
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
      if (first.length < LINE_NOTES_MAX) first.push({ line, reason });
    },
  };
}

/** Number of ids in one block: 32 words of 32 bits. */
const NOTES_PER_BLOCK = 1024;

/**
 * Creates a set of non-negative integers that takes about one bit per integer if they are dense. `add` returns false if
 * the integer was already in the set.
 */
export function createIdSet(): { add(id: number): boolean } {
  const blocks = new Map<number, Uint32Array>();
  return {
    add: (id) => {
      const key = Math.floor(id / NOTES_PER_BLOCK);
      let block = blocks.get(key);
      if (block === undefined) {
        block = new Uint32Array(NOTES_PER_BLOCK / 32);
        blocks.set(key, block);
      }
      const place = id % NOTES_PER_BLOCK;
      const bit = 1 << (place & 31);
      const word = block[place >> 5]!;
      if ((word & bit) !== 0) return false;
      block[place >> 5] = word | bit;
      return true;
    },
  };
}

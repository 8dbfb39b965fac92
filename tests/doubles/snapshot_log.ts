import {
  CHANGE_LOG_MS,
  carriedLines,
  type LogChange,
  withoutFallen,
} from '../../domain/families/lookups/change_log.ts';
import type { Change, ChangeLine, ChangeQuery } from '../../domain/ports/change_log.ts';

/** The change log in memory, for tests. */
export interface MemoryLog {
  note(change: LogChange, atMs: number): void;
  lines(): readonly ChangeLine[];
  /** Newest first. */
  by(query: ChangeQuery): readonly ChangeLine[];
  carry(lines: readonly ChangeLine[], stands: (change: Change) => boolean, forgetsFallen: boolean): Promise<void>;
}

export const createMemoryLog = (): MemoryLog => {
  let log: readonly ChangeLine[] = [];
  return {
    note: ({ lines, forgotten, forgetsFallen }, atMs) => {
      const isForgotten = (line: ChangeLine): boolean =>
        forgotten.some(({ family, subject }) => line.family === family && line.subject === subject);
      const before = forgetsFallen ? withoutFallen(log) : log;
      const kept = before.filter((line) => line.atMs >= atMs - CHANGE_LOG_MS && !isForgotten(line));
      log = [...kept, ...lines.map((line) => ({ atMs, ...line }))];
    },
    lines: () => log,
    by: ({ sinceMs, families, subjectPrefix, limit }) =>
      log
        .filter((line) => line.atMs >= sinceMs && (families === null || families.includes(line.family)))
        .filter(({ subject }) => subject.startsWith(subjectPrefix))
        .toReversed()
        .slice(0, limit),
    carry: async (lines, stands, forgetsFallen) => {
      const carried = await carriedLines(lines, async (changes) => changes.map(stands), forgetsFallen);
      log = [...carried, ...log];
    },
  };
};

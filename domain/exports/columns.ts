import type { ExportColumns, ExportRows } from '../ports/exports.ts';

/** Looks at the rows of a file as they go by. */
export interface ColumnWatch {
  take(rows: ExportRows): void;
  /** What the first and the last rows seen so far have. */
  columns(): ExportColumns;
}

/** Rows looked at from either end. */
export const SAMPLED_ROWS = 1_000;

/** `ends`: how many rows are looked at from either end; a row in both is looked at once. */
export function createColumnWatch(ends: number = SAMPLED_ROWS): ColumnWatch {
  const decoder = new TextDecoder();
  const counts = new Map<string, number>();
  /** The newest rows behind the first ones; slot i holds row i of them, modulo `ends`. */
  const last: (string | Uint8Array)[] = [];
  let seen = 0;

  const fieldsOf = (row: string | Uint8Array): readonly string[] =>
    Object.keys(JSON.parse(typeof row === 'string' ? row : decoder.decode(row)) as object);

  const count = (into: Map<string, number>, row: string | Uint8Array): void => {
    for (const field of fieldsOf(row)) into.set(field, (into.get(field) ?? 0) + 1);
  };

  return {
    take: (rows) => {
      for (const row of rows) {
        if (seen < ends) count(counts, row);
        else last[(seen - ends) % ends] = row;
        seen++;
      }
    },
    columns: () => {
      const all = new Map(counts);
      for (const row of last) count(all, row);
      const looked = Math.min(seen, ends) + last.length;
      const any = [...all.keys()].sort();
      return { every: any.filter((field) => all.get(field) === looked), any };
    },
  };
}

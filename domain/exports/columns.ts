import type { ExportColumns, ExportRows } from '../ports/exports.ts';

/** Samples the fields of a file's first and last rows while the rows are being written. */
export interface ColumnSampler {
  take(rows: ExportRows): void;
  /** Returns the fields of the first and last rows sampled so far. */
  columns(): ExportColumns;
}

/** Number of rows to sample at each end of a file. */
export const SAMPLED_ROWS = 1_000;

/** Samples `ends` rows at each end of a file. Counts no row twice if the file is short. */
export function createColumnSampler(ends: number = SAMPLED_ROWS): ColumnSampler {
  const decoder = new TextDecoder();
  const counts = new Map<string, number>();
  /** Ring buffer of the newest rows that follow the first `ends` rows. */
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
      const sampled = Math.min(seen, ends) + last.length;
      const any = [...all.keys()].sort();
      return { every: any.filter((field) => all.get(field) === sampled), any };
    },
  };
}

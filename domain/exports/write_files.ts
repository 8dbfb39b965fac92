import type {
  ExportColumns,
  ExportDraft,
  ExportRows,
  ExportSource,
  FileNotes,
  TableWriter,
  WrittenFile,
} from '../ports/exports.ts';
import { type ExportFile, type ExportPart, listExportFiles } from './files.ts';

export interface ExportedFile extends WrittenFile {
  readonly file: ExportFile;
  readonly notes: readonly FileNotes[];
  /** The same rows as Parquet, or null if they are no table. */
  readonly table: NamedFile | null;
}

export interface NamedFile extends Pick<WrittenFile, 'bytes' | 'sha256'> {
  readonly name: string;
}

/** Writes every file to the draft and reports progress periodically. Returns null if `goOn` returned false. */
export async function writeFiles(
  source: ExportSource,
  draft: ExportDraft,
  goOn: (rows: number, ofRows: number) => Promise<boolean>,
): Promise<readonly ExportedFile[] | null> {
  const files = listExportFiles(source);
  const ofRows = files.flatMap(({ parts }) => parts).reduce((sum, { expected }) => sum + expected, 0);
  const progress = createProgress((rows) => goOn(rows, ofRows));
  const exported: ExportedFile[] = [];
  for (const file of files) {
    const parts = file.parts.map((part) => countPart(file.name, part));
    const table = await draft.table(file);
    const name = file.name.replace(/ndjson$/, 'parquet');
    const names = table === null ? [file.name] : [file.name, name];
    const [written, packed] = await draft.writeEach(names, rowsUntilStopped(parts, table, progress));
    if (progress.stopped) return null;
    const notes = parts.map((part) => part.notes());
    exported.push({ ...written!, file, notes, table: packed === undefined ? null : { ...packed, name } });
  }
  return exported;
}

/** Counts and samples the rows of one layer while they are read. `notes` describes the rows read so far. */
function countPart(name: string, { layer, withdrawn, rows }: ExportPart) {
  const columns = createColumnSampler();
  let count = 0;
  return {
    rows: async function* (): AsyncIterable<ExportRows> {
      for await (const batch of rows()) {
        columns.take(batch);
        count += batch.length;
        yield batch;
      }
    },
    notes: (): FileNotes => ({ name, layer, rows: count, withdrawn, columns: columns.columns() }),
  };
}

/** Number of rows between progress reports. Each report pauses the export. */
const REPORT_EVERY_ROWS = 5_000;

function createProgress(report: (rows: number) => Promise<boolean>) {
  let rows = 0;
  let reported = 0;
  let stopped = false;
  return {
    get stopped(): boolean {
      return stopped;
    },
    /** Adds to the count of written rows. Returns false if the export should stop. */
    add: async (more: number): Promise<boolean> => {
      rows += more;
      if (rows < reported + REPORT_EVERY_ROWS) return true;
      reported = rows;
      stopped = !(await report(rows));
      return !stopped;
    },
  };
}

async function* rowsUntilStopped(
  parts: readonly ReturnType<typeof countPart>[],
  table: TableWriter | null,
  progress: ReturnType<typeof createProgress>,
): AsyncIterable<readonly ExportRows[]> {
  for (const part of parts) {
    for await (const batch of part.rows()) {
      yield table === null ? [batch] : [batch, table.add(batch.map(parseRow))];
      if (!(await progress.add(batch.length))) return;
    }
  }
  if (table !== null) yield [[], table.end()];
}

const decoder = new TextDecoder();

function parseRow(row: string | Uint8Array): object {
  return JSON.parse(typeof row === 'string' ? row : decoder.decode(row));
}

/** Number of rows to sample at each end of a file. */
export const SAMPLED_ROWS = 1_000;

/** Samples `ends` rows at each end of a file. In a short file, no row is counted twice. */
export function createColumnSampler(ends: number = SAMPLED_ROWS) {
  const counts = new Map<string, number>();
  /** Ring buffer of the last `ends` rows, excluding the first `ends` rows. */
  const last: (string | Uint8Array)[] = [];
  let seen = 0;

  const count = (into: Map<string, number>, row: string | Uint8Array): void => {
    for (const field of Object.keys(parseRow(row))) into.set(field, (into.get(field) ?? 0) + 1);
  };

  return {
    take: (rows: ExportRows): void => {
      for (const row of rows) {
        if (seen < ends) count(counts, row);
        else last[(seen - ends) % ends] = row;
        seen++;
      }
    },
    columns: (): ExportColumns => {
      const all = new Map(counts);
      for (const row of last) count(all, row);
      const sampled = Math.min(seen, ends) + last.length;
      const any = [...all.keys()].sort();
      return { every: any.filter((field) => all.get(field) === sampled), any };
    },
  };
}

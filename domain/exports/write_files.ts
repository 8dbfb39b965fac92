import type { ExportDraft, ExportRows, ExportSource, FileNotes, WrittenFile } from '../ports/exports.ts';
import { createColumnSampler } from './columns.ts';
import { type ExportFile, type ExportPart, listExportFiles } from './files.ts';

/** A written file and the notes stored about it. */
export interface ExportedFile extends WrittenFile {
  readonly file: ExportFile;
  readonly notes: readonly FileNotes[];
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
    const written = await draft.write(file.name, rowsUntilStopped(parts, progress));
    if (progress.stopped) return null;
    exported.push({ ...written, file, notes: parts.map(({ notes }) => notes()) });
  }
  return exported;
}

/** The rows of one layer in a file. `notes` describes the rows read so far. */
interface CountedPart {
  rows(): AsyncIterable<ExportRows>;
  notes(): FileNotes;
}

function countPart(name: string, { layer, withdrawn, rows }: ExportPart): CountedPart {
  const columns = createColumnSampler();
  let count = 0;
  return {
    rows: async function* () {
      for await (const batch of rows()) {
        columns.take(batch);
        count += batch.length;
        yield batch;
      }
    },
    notes: () => ({ name, layer, rows: count, withdrawn, columns: columns.columns() }),
  };
}

/** Number of rows between progress reports. Each report pauses the export. */
const REPORT_EVERY_ROWS = 5_000;

interface Progress {
  readonly stopped: boolean;
  /** Adds to the count of written rows. Returns false if the export should stop. */
  add(rows: number): Promise<boolean>;
}

function createProgress(report: (rows: number) => Promise<boolean>): Progress {
  let rows = 0;
  let reported = 0;
  let stopped = false;
  return {
    get stopped() {
      return stopped;
    },
    add: async (more) => {
      rows += more;
      if (rows < reported + REPORT_EVERY_ROWS) return true;
      reported = rows;
      stopped = !(await report(rows));
      return !stopped;
    },
  };
}

async function* rowsUntilStopped(parts: readonly CountedPart[], progress: Progress): AsyncIterable<ExportRows> {
  for (const part of parts) {
    for await (const batch of part.rows()) {
      yield batch;
      if (!(await progress.add(batch.length))) return;
    }
  }
}

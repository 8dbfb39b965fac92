import type { ExportDraft, ExportRows, ExportSource, FileNotes, WrittenFile } from '../ports/exports.ts';
import { createColumnWatch } from './columns.ts';
import { type ExportFile, type ExportPart, filesOf } from './files.ts';

/** A written file and the notes that are kept about it. */
export interface ExportedFile extends WrittenFile {
  readonly file: ExportFile;
  readonly notes: readonly FileNotes[];
}

/** Writes every file into the draft and tells now and then how far it is; null: asked to stop. */
export async function writeFiles(
  source: ExportSource,
  draft: ExportDraft,
  goOn: (rows: number, ofRows: number) => Promise<boolean>,
): Promise<readonly ExportedFile[] | null> {
  const files = filesOf(source);
  const ofRows = files.flatMap(({ parts }) => parts).reduce((sum, { expected }) => sum + expected, 0);
  const teller = createTeller((rows) => goOn(rows, ofRows));
  const made: ExportedFile[] = [];
  for (const file of files) {
    const watched = file.parts.map((part) => watch(file.name, part));
    const written = await draft.write(file.name, toldRows(watched, teller));
    if (teller.stopped) return null;
    made.push({ ...written, file, notes: watched.map(({ notes }) => notes()) });
  }
  return made;
}

/** The rows of a layer in a file, and what they came to when they have gone by. */
interface WatchedPart {
  rows(): AsyncIterable<ExportRows>;
  notes(): FileNotes;
}

function watch(name: string, { layer, withdrawn, rows }: ExportPart): WatchedPart {
  const columns = createColumnWatch();
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

/** Telling takes a pause, so it is done this seldom. */
const TELL_ROWS = 5_000;

interface Teller {
  readonly stopped: boolean;
  /** Counts rows that were written; false: stop. */
  wrote(rows: number): Promise<boolean>;
}

function createTeller(tell: (rows: number) => Promise<boolean>): Teller {
  let rows = 0;
  let told = 0;
  let stopped = false;
  return {
    get stopped() {
      return stopped;
    },
    wrote: async (more) => {
      rows += more;
      if (rows < told + TELL_ROWS) return true;
      told = rows;
      stopped = !(await tell(rows));
      return !stopped;
    },
  };
}

/** The rows of all parts, until asked to stop. */
async function* toldRows(parts: readonly WatchedPart[], teller: Teller): AsyncIterable<ExportRows> {
  for (const part of parts) {
    for await (const batch of part.rows()) {
      yield batch;
      if (!(await teller.wrote(batch.length))) return;
    }
  }
}

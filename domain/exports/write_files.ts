import type { BulkIndex } from '../../schema/responses/bulkIndex.ts';
import type { TableWriter } from '../ports/export_folder.ts';
import type { ExportRows, FileEntry, FileNotes, RowColumns } from '../ports/exports.ts';
import { type ExportFile, type ExportPart, listExportFiles } from './files.ts';
import { type ExportRun, writeListedFiles } from './listed_files.ts';

/** Number of rows between progress reports. Each report pauses the export. */
const ROWS_PER_REPORT = 5_000;

/** The files of a dataset in the index, and notes about its layers. */
export interface DatasetFiles {
  readonly entry: BulkIndex['files'][number];
  /** The same rows as Parquet, or none if they are no table. */
  readonly tables: readonly FileEntry[];
  readonly notes: readonly FileNotes[];
}

/** Writes the files of every dataset. Calls `report` with the number of rows written so far, out of `ofRows`. */
export async function writeFiles(
  run: Omit<ExportRun, 'afterBatch'>,
  report: (rows: number, ofRows: number) => Promise<void>,
): Promise<readonly DatasetFiles[]> {
  const files = listExportFiles(run.source);
  const ofRows = files.flatMap(({ parts }) => parts).reduce((sum, { expected }) => sum + expected, 0);
  let [rows, reported] = [0, 0];
  const afterBatch = async (): Promise<void> => {
    if (rows < reported + ROWS_PER_REPORT) return;
    reported = rows;
    await report(rows, ofRows);
  };
  const datasets: DatasetFiles[] = [];
  for (const file of files) {
    const { parts: layers, ...described } = file;
    const parts = layers.map((part) => createCountedPart(file.name, part, (more) => (rows += more)));
    const table = await run.draft.table(file);
    const head = { ...described, format: 'ndjson', data: listLayers(file) };
    const name = file.name.replace(/ndjson$/, 'parquet');
    const heads = table === null ? [head] : [head, { ...head, name, format: 'parquet' }];
    const [entry, ...tables] = await writeListedFiles({ ...run, afterBatch }, heads, readBatches(parts, table));
    datasets.push({
      // The head has a dataset and the format of such a file.
      entry: entry as BulkIndex['files'][number],
      tables,
      notes: parts.map((part) => part.notes()),
    });
  }
  return datasets;
}

function listLayers({ parts }: ExportFile): FileEntry['data'] {
  const layers = new Set(parts.map(({ layer }) => layer));
  return layers.size > 1 ? 'mixed' : layers.has('observed') ? 'observed' : 'game-files';
}

/** Counts and samples the rows of one layer while they are read. `notes` describes the rows read so far. */
function createCountedPart(name: string, { layer, withdrawn, rows }: ExportPart, onRows: (rows: number) => void) {
  const columns = createColumnSampler();
  let count = 0;
  return {
    rows: async function* (): AsyncIterable<ExportRows> {
      for await (const batch of rows()) {
        columns.take(batch);
        count += batch.length;
        onRows(batch.length);
        yield batch;
      }
    },
    notes: (): FileNotes => ({ name, layer, rows: count, withdrawn, columns: columns.columns() }),
  };
}

/** Yields the rows as lines and, if they are a table, as parts of the Parquet file. */
async function* readBatches(
  parts: readonly ReturnType<typeof createCountedPart>[],
  table: TableWriter | null,
): AsyncIterable<readonly ExportRows[]> {
  for (const part of parts) {
    for await (const batch of part.rows()) yield table === null ? [batch] : [batch, table.add(batch.map(parseRow))];
  }
  if (table !== null) yield [[], table.end()];
}

const textDecoder = new TextDecoder();

function parseRow(row: string | Uint8Array): object {
  return JSON.parse(typeof row === 'string' ? row : textDecoder.decode(row));
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
    columns: (): RowColumns => {
      const all = new Map(counts);
      for (const row of last) count(all, row);
      const sampled = Math.min(seen, ends) + last.length;
      const any = [...all.keys()].sort();
      return { every: any.filter((field) => all.get(field) === sampled), any };
    },
  };
}

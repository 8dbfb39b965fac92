import type { ExportRows, FileEntry } from '../ports/exports.ts';
import { createDatasetLists, type DatasetList } from '../reads/datasets/lists.ts';
import { createCellReader, formatCsvHead, formatCsvLine } from '../values/csv.ts';
import { type ExportRun, writeListedFiles } from './listed_files.ts';

/** Writes each list as NDJSON, as CSV and as Parquet, in one pass over its rows. `day` is the day of the snapshot. */
export async function writeLists(run: ExportRun, day: string): Promise<readonly FileEntry[]> {
  const entries: FileEntry[] = [];
  for (const list of createDatasetLists(run.source)) entries.push(...(await writeList(run, list, day)));
  return entries;
}

async function writeList(run: ExportRun, list: DatasetList, day: string): Promise<readonly FileEntry[]> {
  const shape = { rowsOf: 'exportLists', field: list.name };
  const table = (await run.draft.table(shape))!;
  const cellsOf = createCellReader(table.columns);
  async function* lines(): AsyncIterable<readonly ExportRows[]> {
    // The writer adds the line feed.
    yield [[], [`${formatCsvHead(table.columns, list.isNumbers ?? false)}\r`], []];
    for await (const batch of list.rows()) {
      yield [
        batch.map((row) => JSON.stringify(row)),
        batch.map((row) => `${formatCsvLine(cellsOf(row))}\r`),
        table.add(batch),
      ];
    }
    yield [[], [], table.end()];
  }
  const heads = ['ndjson', 'csv', 'parquet'].map((format) => {
    return { ...shape, name: `lists/${list.name}.${format}`, dataset: list.name, format, day };
  });
  return writeListedFiles(run, heads, lines());
}

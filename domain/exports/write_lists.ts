import type { ExportDraft, ExportRows, ExportSource } from '../ports/exports.ts';
import { type DatasetList, datasetLists } from '../reads/datasets/lists.ts';
import { cellReader, csvHead, csvLine } from '../values/csv.ts';
import type { MoreFile } from './more_files.ts';

/**
 * Writes each list as NDJSON, as CSV and as Parquet, in one pass over its rows. `goOn` is called after each batch. Returns null once
 * it returned false.
 */
export async function writeLists(
  source: ExportSource,
  draft: ExportDraft,
  day: string,
  goOn: () => Promise<boolean>,
): Promise<readonly MoreFile[] | null> {
  const files: MoreFile[] = [];
  for (const list of datasetLists(source)) {
    const written = await writeList(list, draft, day, goOn);
    if (written === null) return null;
    files.push(...written);
  }
  return files;
}

async function writeList(
  list: DatasetList,
  draft: ExportDraft,
  day: string,
  goOn: () => Promise<boolean>,
): Promise<readonly MoreFile[] | null> {
  const rowsOf = { rowsOf: 'exportLists', field: list.name };
  const table = (await draft.table(rowsOf))!;
  const cellsOf = cellReader(table.columns);
  let rows = 0;
  let isStopped = false;
  async function* lines(): AsyncIterable<readonly ExportRows[]> {
    // The writer adds the line feed.
    yield [[], [`${csvHead(table.columns, list.isNumbers ?? false)}\r`], []];
    for await (const batch of list.rows()) {
      rows += batch.length;
      yield [
        batch.map((row) => JSON.stringify(row)),
        batch.map((row) => `${csvLine(cellsOf(row))}\r`),
        table.add(batch),
      ];
      isStopped = !(await goOn());
      if (isStopped) return;
    }
    yield [[], [], table.end()];
  }
  const formats = ['ndjson', 'csv', 'parquet'] as const;
  const names = formats.map((format) => `lists/${list.name}.${format}`);
  const written = await draft.writeEach(names, lines());
  if (isStopped) return null;
  return written.map((file, i) => ({
    ...file,
    name: names[i]!,
    dataset: list.name,
    format: formats[i]!,
    ...rowsOf,
    rows,
    day,
  }));
}

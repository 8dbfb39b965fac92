import { DATA_ADDON, DROP_TABLE } from '../ports/data_addon.ts';
import type { ExportRows, FileEntry } from '../ports/exports.ts';
import { type AddonTable, buildAddonTables, createTableText, readTableRows, type TableOrder } from './addon_tables.ts';
import { buildDataAddon } from './data_addon.ts';
import { type ExportRun, writeListedFiles } from './listed_files.ts';
import { writeHeader, writeLoaderComment } from './lua_text.ts';

/** The rows of all files for addons. */
const RATE_ROWS = { rowsOf: 'dropsResponse', field: 'rates' } as const;

/** Writes the files for other addons (contract, section 4, Files for other addons). */
export async function writeAddonFiles(run: ExportRun): Promise<readonly FileEntry[]> {
  const tables = await writeAddonTables(run);
  const addon = await buildDataAddon(run.source, run.origin, run.afterBatch);
  const heads = [
    {
      ...RATE_ROWS,
      name: `addons/${DROP_TABLE}.lua`,
      dataset: 'drop-table',
      format: 'lua',
      ...describeRows(addon.dropTable),
    },
    { ...RATE_ROWS, name: `addons/${DATA_ADDON}.zip`, dataset: 'data-addon', format: 'zip', ...describeRows(addon) },
  ];
  const zip = await run.draft.packZip(addon.files);
  return [...tables, ...(await writeListedFiles(run, heads, [[addon.dropTable.text, [zip]]]))];
}

function describeRows({ rows, leftOut }: { readonly rows: number; readonly leftOut: number }) {
  return leftOut === 0 ? { rows } : { rows, leftOut };
}

/** Writes all tables. The rates are first counted, because the header of a file says how many entries follow. */
async function writeAddonTables(run: ExportRun): Promise<readonly FileEntry[]> {
  const { source, origin, afterBatch } = run;
  const tables = buildAddonTables(source);
  const counts = new Map(tables.map((table) => [table, 0]));
  for await (const batch of readTableRows(source, 'by-item')) {
    for (const [table, rows] of counts) counts.set(table, rows + batch.filter(table.has).length);
    await afterBatch();
  }
  async function* linesOf(some: readonly AddonTable[], order: TableOrder): AsyncIterable<readonly ExportRows[]> {
    yield some.map((table) => [
      ...writeHeader(table.title, origin, counts.get(table)!, table.notes),
      ...writeLoaderComment(table.addon, table.loader),
      table.opening,
    ]);
    const texts = some.map(createTableText);
    for await (const batch of readTableRows(source, order)) {
      yield some.map(({ has, entryOf }, i) => texts[i]!.lines(batch.filter(has).map(entryOf)));
    }
    yield texts.map((text) => text.end());
  }
  const entries = new Map<string, FileEntry>();
  for (const order of ['by-item', 'by-source'] as const) {
    const some = tables.filter((table) => table.order === order);
    const heads = some.map((table) => {
      return { ...RATE_ROWS, name: table.name, dataset: table.dataset, format: 'lua', rows: counts.get(table)! };
    });
    for (const entry of await writeListedFiles(run, heads, linesOf(some, order))) entries.set(entry.name, entry);
  }
  return tables.map(({ name }) => entries.get(name)!);
}

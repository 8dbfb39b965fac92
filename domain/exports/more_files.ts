import { DATA_ADDON, DROP_TABLE } from '../ports/data_addon.ts';
import type { ExportDraft, ExportRows, ExportSource, MoreEntry, WrittenFile } from '../ports/exports.ts';
import { type AddonTable, addonTables, createTableText, type TableOrder, tableRows } from './addon_tables.ts';
import { buildDataAddon } from './data_addon.ts';
import { type FileOrigin, headerLines, loaderLines } from './lua_text.ts';

/** A written file that the index lists under `more`. */
export interface MoreFile extends WrittenFile {
  readonly name: string;
  readonly dataset: string;
  readonly format: 'lua' | 'zip' | 'ndjson' | 'csv' | 'parquet';
  readonly rowsOf: string;
  readonly field: string;
  /** The UTC day of a list, YYYY-MM-DD. */
  readonly day?: string;
  /** Number of rates without room, if there are any. */
  readonly leftOut?: number;
}

/** The rows of all files for addons. */
const RATES = { rowsOf: 'dropsResponse', field: 'rates' } as const;

/**
 * Writes the files for other addons (contract, section 4, Files for other addons). `goOn` is called regularly. Returns
 * null once it returned false.
 */
export async function writeAddonFiles(
  source: ExportSource,
  draft: ExportDraft,
  origin: FileOrigin,
  goOn: () => Promise<boolean>,
): Promise<readonly MoreFile[] | null> {
  const tables = await writeTables(source, draft, origin, goOn);
  if (tables === null) return null;
  const addon = await buildDataAddon(source, origin, goOn);
  if (addon === null) return null;
  const name = `addons/${DATA_ADDON}.zip`;
  const zip = await draft.writeZip(name, addon.files);
  const table = await draft.write(DROP_TABLE_FILE, inOneBatch(addon.dropTable.text));
  return [
    ...tables,
    { ...table, ...RATES, name: DROP_TABLE_FILE, dataset: 'drop-table', format: 'lua', ...roomOf(addon.dropTable) },
    { ...zip, ...RATES, name, dataset: 'data-addon', format: 'zip', ...roomOf(addon) },
  ];
}

const DROP_TABLE_FILE = `addons/${DROP_TABLE}.lua`;

function roomOf({ rows, leftOut }: { readonly rows: number; readonly leftOut: number }) {
  return leftOut === 0 ? { rows } : { rows, leftOut };
}

async function* inOneBatch(rows: ExportRows): AsyncIterable<ExportRows> {
  yield rows;
}

/** Writes all tables. The rates are first counted, because the header of a file says how many entries follow. */
async function writeTables(
  source: ExportSource,
  draft: ExportDraft,
  origin: FileOrigin,
  goOn: () => Promise<boolean>,
): Promise<readonly MoreFile[] | null> {
  const tables = addonTables(source);
  const counts = new Map(tables.map((table) => [table, 0]));
  for await (const batch of tableRows(source, 'by-item')) {
    for (const [table, rows] of counts) counts.set(table, rows + batch.filter(table.has).length);
    if (!(await goOn())) return null;
  }
  let isStopped = false;
  async function* linesOf(some: readonly AddonTable[], order: TableOrder): AsyncIterable<readonly ExportRows[]> {
    yield some.map((table) => [
      ...headerLines(table.title, origin, counts.get(table)!, table.notes),
      ...loaderLines(table.addon, table.loader),
      table.opening,
    ]);
    const texts = some.map(createTableText);
    for await (const batch of tableRows(source, order)) {
      yield some.map(({ has, entryOf }, i) => texts[i]!.lines(batch.filter(has).map(entryOf)));
      isStopped = !(await goOn());
      if (isStopped) return;
    }
    yield texts.map((text) => text.end());
  }
  const files = new Map<AddonTable, MoreFile>();
  for (const order of ['by-item', 'by-source'] as const) {
    const some = tables.filter((table) => table.order === order);
    const names = some.map(({ name }) => name);
    const written = await draft.writeEach(names, linesOf(some, order));
    if (isStopped) return null;
    for (const [i, table] of some.entries()) {
      const { name, dataset } = table;
      files.set(table, { ...written[i]!, ...RATES, name, dataset, format: 'lua', rows: counts.get(table)! });
    }
  }
  return tables.map((table) => files.get(table)!);
}

/** Returns the entries of the index. All of these files hold observed data. */
export function moreEntries(files: readonly MoreFile[], { attribution }: FileOrigin): readonly MoreEntry[] {
  return files.map(({ name, dataset, format, rowsOf, field, rows, bytes, sha256, ...rest }) => ({
    name,
    dataset,
    format,
    rowsOf,
    field,
    rows,
    bytes,
    sha256,
    data: 'observed',
    attribution,
    gameData: null,
    ...rest,
  }));
}

import { DATA_ADDON } from '../ports/data_addon.ts';
import type { ExportDraft, ExportRows, ExportSource, MoreEntry, WrittenFile } from '../ports/exports.ts';
import { type AddonTable, addonTables, tableLines } from './addon_tables.ts';
import { buildDataAddon } from './data_addon.ts';
import { type FileOrigin, headerLines, loaderLines } from './lua_text.ts';

/** A written file that the index lists under `more`. */
export interface MoreFile extends WrittenFile {
  readonly name: string;
  readonly dataset: string;
  readonly format: 'lua' | 'zip' | 'ndjson' | 'csv';
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
  const files: MoreFile[] = [];
  for (const table of addonTables(source)) {
    const file = await writeTable(table, draft, origin, goOn);
    if (file === null) return null;
    files.push(file);
  }
  const addon = await buildDataAddon(source, origin, goOn);
  if (addon === null) return null;
  const name = `addons/${DATA_ADDON}.zip`;
  const written = await draft.writeZip(name, addon.files);
  const leftOut = addon.leftOut === 0 ? {} : { leftOut: addon.leftOut };
  files.push({ ...written, ...RATES, name, dataset: 'data-addon', format: 'zip', rows: addon.rows, ...leftOut });
  return files;
}

/** Writes one table. Its entries are read twice, because the header says how many there are. */
async function writeTable(
  { name, dataset, title, notes, addon, loader, opening, entries }: AddonTable,
  draft: ExportDraft,
  origin: FileOrigin,
  goOn: () => Promise<boolean>,
): Promise<MoreFile | null> {
  let rows = 0;
  for await (const batch of entries()) {
    rows += batch.length;
    if (!(await goOn())) return null;
  }
  let isStopped = false;
  async function* lines(): AsyncIterable<ExportRows> {
    yield [...headerLines(title, origin, rows, notes), ...loaderLines(addon, loader)];
    for await (const batch of tableLines(opening, entries())) {
      yield batch;
      isStopped = !(await goOn());
      if (isStopped) return;
    }
  }
  const written = await draft.write(name, lines());
  return isStopped ? null : { ...written, ...RATES, name, dataset, format: 'lua', rows };
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

import { createIdReader } from './keys.ts';
import type { GameTables } from './tables.ts';

/**
 * Reads the file names of these icons, in lower case, without folder and extension. The table also lists all other
 * images of the interface.
 */
export async function readIcons(tables: GameTables, wanted: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  const table = tables.table('ManifestInterfaceData');
  const readId = createIdReader(table);
  await table?.visit((row) => {
    const id = readId(row);
    if (id === null || !wanted.has(id)) return;
    const name = iconName(row.text('FileName') ?? '');
    if (name !== '') names.set(id, name);
  });
  return names;
}

function iconName(file: string): string {
  return (file.trim().toLowerCase().split(/[\\/]/).at(-1) ?? '').replace(/\.[a-z0-9]+$/, '');
}

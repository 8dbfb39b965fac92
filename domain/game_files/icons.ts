import { visitRowsWithId } from './keys.ts';
import type { GameTables } from './tables.ts';

/** Returns the file names of these icons, in lower case and without folder and ending, keyed by icon id. */
export async function readIcons(tables: GameTables, wanted: ReadonlySet<number>): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  await visitRowsWithId(tables, 'ManifestInterfaceData', (id, row) => {
    const name = wanted.has(id) ? parseIconName(row.text('FileName') ?? '') : '';
    if (name !== '') names.set(id, name);
  });
  return names;
}

function parseIconName(file: string): string {
  return (file.trim().toLowerCase().split(/[\\/]/).at(-1) ?? '').replace(/\.[a-z0-9]+$/, '');
}

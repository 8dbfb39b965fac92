import type { GameTables } from './tables.ts';

/** File names of these icons, lower case, without folder and ending. The table lists every picture of the interface. */
export const readIcons = async (
  tables: GameTables,
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, string>> => {
  const names = new Map<number, string>();
  await tables.table('ManifestInterfaceData')?.visit((row) => {
    const id = row.integer('ID');
    if (id === null || id <= 0 || !wanted.has(id)) return;
    const name = iconName(row.text('FileName') ?? '');
    if (name !== '') names.set(id, name);
  });
  return names;
};

const iconName = (file: string): string =>
  (file.trim().toLowerCase().split(/[\\/]/).at(-1) ?? '').replace(/\.[a-z0-9]+$/, '');

import { CLASS_ID_MAX } from '../../../schema/limits.ts';
import { visitRowsWithId } from '../keys.ts';
import type { GameTables } from '../tables.ts';

/** The player classes. A class mask has bit `1 << (class id - 1)` for each class (contract, section 4, Slugs). */
export interface PlayerClasses {
  /** Returns the slugs of the known classes in a mask, by ascending bit. A mask of 0 or less has none. */
  inMask(mask: number): readonly string[];
  readonly slugs: readonly string[];
}

/** The classes of every classic client, for builds without ChrClasses. */
const KNOWN_CLASSES: ReadonlyMap<number, string> = new Map([
  [1, 'warrior'],
  [2, 'paladin'],
  [3, 'hunter'],
  [4, 'rogue'],
  [5, 'priest'],
  [7, 'shaman'],
  [8, 'mage'],
  [9, 'warlock'],
  [11, 'druid'],
]);

/**
 * Reads the classes in ChrClasses, on top of the known ones. The slug is the client's token in lower case, as in the
 * `class` field of records.
 */
export async function readPlayerClasses(tables: GameTables): Promise<PlayerClasses> {
  const classes = new Map(KNOWN_CLASSES);
  await visitRowsWithId(tables, 'ChrClasses', (id, row, table) => {
    const slug = formatClassSlug(row.text('Filename') || row.text('Name_lang') || '');
    if (slug === '') table.doubt(row.line, 'has neither a Filename nor a Name_lang, so the class has no talents');
    else if (id > CLASS_ID_MAX) {
      table.doubt(row.line, `has the ID ${id}, but class masks end at ${CLASS_ID_MAX}, so the class has no talents`);
    } else classes.set(id, slug);
  });
  const ascending = [...classes].sort(([a], [b]) => a - b);
  return {
    slugs: ascending.map(([, slug]) => slug),
    inMask: (mask) =>
      mask <= 0 ? [] : ascending.filter(([id]) => (mask & (1 << (id - 1))) !== 0).map(([, slug]) => slug),
  };
}

/** Returns the name of a class as it appears in addresses, for example `death-knight`. */
export function formatClassSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '');
}

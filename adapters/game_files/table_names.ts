/** The client's tables that the layer is made of (contract, section 3). Files of other tables are left unread. */
export const GAME_TABLES: readonly string[] = [
  'Item',
  'ItemSparse',
  'ItemClass',
  'ItemSubClass',
  'ItemSet',
  'SpellReagents',
  'SpellEffect',
  'SpellName',
  'SkillLine',
  'SkillLineAbility',
  'SkillLineXTraitTree',
  'SkillRaceClassInfo',
  'Talent',
  'TalentTab',
  'TraitTree',
  'TraitNode',
  'TraitNodeEntry',
  'TraitNodeXTraitNodeEntry',
  'TraitDefinition',
  'TraitEdge',
  'TraitCond',
  'TraitNodeGroupXTraitCond',
  'TraitNodeGroupXTraitNode',
  'TraitCurrencySource',
  'TraitTreeXTraitCurrency',
  'UiMap',
  'ManifestInterfaceData',
  'ChrClasses',
];

/** What the name of a CSV file says. */
export interface FileName {
  readonly file: string;
  /** Letters and digits of the table's name in lower case, to find it by; null where the name holds none. */
  readonly key: string | null;
  /** The build in the name, such as `1.15.8.67156`, or its last number alone; null where it names none. */
  readonly build: string | null;
}

/** The key that a table is found by, whatever its file's letters: `ItemSparse` and `item-sparse` are one table. */
export function tableKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const CSV = /\.csv$/i;
/** A browser numbers the second download of a file. */
const DOWNLOADED_AGAIN = /\s*\(\d+\)$/;
const LOCALE = /[._-](?:de|en|es|fr|it|ko|pt|ru|zh)[A-Z]{2}$/;
/** Four numbers, or the last of them alone, which has five digits or six. */
const BUILD = /(?:^|[._-])(\d+[._]\d+[._]\d+[._]\d+|\d{5,6})$/;
/** A program that did not know the table names the file so. */
const NO_NAME = new Set(['', 'unknowntable', 'unknown', 'table', 'export', 'download', 'csv']);

/** Reads a file's name: `itemsparse.1.15.8.67156.csv`, `ItemSparse_1.15.8.67156.csv`, `ItemSparse.csv`; null: no CSV. */
export function readFileName(file: string): FileName | null {
  if (file.startsWith('.') && file.toLowerCase() !== '.csv') return null;
  if (!CSV.test(file)) return null;
  const bare = file.replace(CSV, '').replace(DOWNLOADED_AGAIN, '').replace(LOCALE, '');
  const build = BUILD.exec(bare);
  const name = (build === null ? bare : bare.slice(0, build.index)).replace(LOCALE, '');
  const key = tableKey(name);
  const named = /[a-z]/.test(key) && !NO_NAME.has(key);
  return { file, key: named ? key : null, build: build?.[1]?.replaceAll('_', '.') ?? null };
}

/** Whether a build in a file's name is the build that is imported; a last number alone stands for the whole. */
export function isBuild(inName: string, build: string): boolean {
  return inName === build || build.endsWith(`.${inName}`);
}

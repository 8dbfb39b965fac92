/** The client tables that are imported (contract, section 3). Files of other tables are ignored. */
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

/** The components of a CSV file's name. */
export interface FileName {
  readonly file: string;
  /** The table's key, which is the letters and digits of its name in lower case. Null if the name has none. */
  readonly key: string | null;
  /** The build in the name, such as `1.15.8.67156`, or only its last number, or null if the name has no build. */
  readonly build: string | null;
}

/** Returns the key of a table name, so that `ItemSparse` and `item-sparse` are the same table. */
export function tableKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const CSV = /\.csv$/i;
/** The number that browsers append to the name of a repeated download. */
const DOWNLOADED_AGAIN = /\s*\(\d+\)$/;
const LOCALE = /[._-](?:de|en|es|fr|it|ko|pt|ru|zh)[A-Z]{2}$/;
/** A build, either with all four numbers or only the last one, which has five or six digits. */
const BUILD = /(?:^|[._-])(\d+[._]\d+[._]\d+[._]\d+|\d{5,6})$/;
/** Names that exporters give to unidentified tables. */
const NO_NAME = new Set(['', 'unknowntable', 'unknown', 'table', 'export', 'download', 'csv']);

/** Parses a file's name, such as `itemsparse.1.15.8.67156.csv` or `ItemSparse.csv`. Returns null if it is not CSV. */
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

/** Whether the build in a file's name, or only the build's last number, matches the imported build. */
export function isBuild(inName: string, build: string): boolean {
  return inName === build || build.endsWith(`.${inName}`);
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameTable, GameTables } from '../../domain/game_files/tables.ts';
import { QUOTE_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { openTable, readErrorCode } from './table.ts';

/**
 * Opens a folder with the tables of one build. The tables are CSV files named after the table, in any letter case, with
 * or without the build in the name. The error is a sentence for the operator that names the file, the requirement and
 * the actual content.
 */
export async function openGameTables(dir: string, build: string): Promise<Result<GameTables, string>> {
  const names = await listTableFiles(dir);
  if (!names.ok) return names;
  const fault = findFolderFault(names.value, build);
  if (fault !== null) return err(fault);
  const tables = new Map<string, GameTable>();
  for (const name of GAME_TABLES) {
    const file = names.value.find(({ key }) => key === normalizeTableName(name))?.file;
    if (file === undefined) continue;
    const table = await openTable(name, file, join(dir, file));
    if (!table.ok) return table;
    tables.set(normalizeTableName(name), table.value);
  }
  if (tables.size === 0) return err('--dir contains no table of the game: it needs CSV files such as ItemSparse.csv.');
  return ok({ table: (name) => tables.get(normalizeTableName(name)) ?? null, all: [...tables.values()] });
}

async function listTableFiles(dir: string): Promise<Result<readonly TableFile[], string>> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    return ok(
      files
        .toSorted()
        .map(readFileName)
        .filter((name) => name !== null),
    );
  } catch (error) {
    return err(`--dir must name a folder that can be read: ${readErrorCode(error)}.`);
  }
}

/** Checks that no table is in the folder twice, and that no file is from a different build than the imported one. */
function findFolderFault(files: readonly TableFile[], build: string): string | null {
  // Ignore the files of tables that are not read.
  const names = files.filter(({ key }) => key === null || USED_TABLE_NAMES.has(key));
  const nameless = names.find(({ key }) => key === null);
  if (nameless !== undefined) {
    return `${nameless.file} names no table: a file must be named after its table, such as ItemSparse.csv.`;
  }
  const other = names.find((name) => name.build !== null && !isSameBuild(name.build, build));
  if (other !== undefined) {
    return `${other.file} is of build ${other.build}, but --build is ${build.slice(0, QUOTE_CHARS_MAX)}: a folder must hold tables of one build.`;
  }
  for (const [at, { key, file }] of names.entries()) {
    const twin = names.slice(at + 1).find((name) => name.key === key);
    if (twin !== undefined) return `${file} and ${twin.file} are the same table: a folder must hold each table once.`;
  }
  return null;
}

/** The client tables that are imported (contract, section 3). Files of other tables are ignored. */
const GAME_TABLES = `
  Item ItemSparse ItemClass ItemSubClass ItemSet SpellReagents SpellEffect SpellName SkillLine
  SkillLineAbility SkillLineXTraitTree SkillRaceClassInfo Talent TalentTab TraitTree TraitNode TraitNodeEntry
  TraitNodeXTraitNodeEntry TraitDefinition TraitEdge TraitCond TraitNodeGroupXTraitCond
  TraitNodeGroupXTraitNode TraitCurrencySource TraitTreeXTraitCurrency UiMap ManifestInterfaceData ChrClasses
  SpellMisc`
  .trim()
  .split(/\s+/);

const USED_TABLE_NAMES: ReadonlySet<string> = new Set(GAME_TABLES.map(normalizeTableName));

interface TableFile {
  readonly file: string;
  /** The table's key: the letters and digits of its name in lower case, or null if there are none. */
  readonly key: string | null;
  /** The build in the name, such as `1.15.8.67156`, or only its last number, or null if the name has no build. */
  readonly build: string | null;
}

/** Returns the key of a table name, so that `ItemSparse` and `item-sparse` are the same table. */
function normalizeTableName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

const CSV_ENDING = /\.csv$/i;
/** The number that browsers append to the name of a repeated download. */
const DOWNLOAD_COUNTER = /\s*\(\d+\)$/;
const LOCALE_ENDING = /[._-](?:de|en|es|fr|it|ko|pt|ru|zh)[A-Z]{2}$/;
/** A build, with either all four numbers or only the last one, which has five or six digits. */
const BUILD_ENDING = /(?:^|[._-])(\d+[._]\d+[._]\d+[._]\d+|\d{5,6})$/;
/** Names that exporters give to unidentified tables. */
const PLACEHOLDER_NAMES = new Set(['', 'unknowntable', 'unknown', 'table', 'export', 'download', 'csv']);

/** Parses a file's name, such as `itemsparse.1.15.8.67156.csv` or `ItemSparse.csv`. Returns null if it is not CSV. */
function readFileName(file: string): TableFile | null {
  if (file.startsWith('.') && file.toLowerCase() !== '.csv') return null;
  if (!CSV_ENDING.test(file)) return null;
  const bare = file.replace(CSV_ENDING, '').replace(DOWNLOAD_COUNTER, '').replace(LOCALE_ENDING, '');
  const build = BUILD_ENDING.exec(bare);
  const name = (build === null ? bare : bare.slice(0, build.index)).replace(LOCALE_ENDING, '');
  const key = normalizeTableName(name);
  const named = /[a-z]/.test(key) && !PLACEHOLDER_NAMES.has(key);
  return { file, key: named ? key : null, build: build?.[1]?.replaceAll('_', '.') ?? null };
}

/** Whether the build in a file's name, or only the build's last number, matches the imported build. */
function isSameBuild(inName: string, build: string): boolean {
  return inName === build || build.endsWith(`.${inName}`);
}

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { GameTable, GameTables } from '../../domain/game_files/tables.ts';
import { SHOWN_CHARS_MAX } from '../../domain/values/quoted.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { codeOf, openTable } from './table.ts';
import { type FileName, GAME_TABLES, isBuild, readFileName, tableKey } from './table_names.ts';

/**
 * Opens a folder with the tables of one build. The tables are CSV files named after the table, in any letter case, with
 * or without the build in the name. The error is a sentence for the operator that names the file, the requirement and
 * the actual content.
 */
export async function openGameTables(dir: string, build: string): Promise<Result<GameTables, string>> {
  const names = await namesIn(dir);
  if (!names.ok) return names;
  const fault = faultOf(names.value, build);
  if (fault !== null) return err(fault);
  const tables = new Map<string, GameTable>();
  for (const name of GAME_TABLES) {
    const file = names.value.find(({ key }) => key === tableKey(name))?.file;
    if (file === undefined) continue;
    const table = await openTable(name, file, join(dir, file));
    if (!table.ok) return table;
    tables.set(tableKey(name), table.value);
  }
  if (tables.size === 0) return err('--dir contains no table of the game: it needs CSV files such as ItemSparse.csv.');
  return ok({ table: (name) => tables.get(tableKey(name)) ?? null, all: [...tables.values()] });
}

/** Lists the CSV files in a folder. */
async function namesIn(dir: string): Promise<Result<readonly FileName[], string>> {
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
    return err(`--dir must name a folder that can be read: ${codeOf(error)}.`);
  }
}

const READ: ReadonlySet<string> = new Set(GAME_TABLES.map(tableKey));

/** Checks that the folder contains each table that is read only once, and only from the imported build. */
function faultOf(files: readonly FileName[], build: string): string | null {
  // Ignore the files of tables that are not read.
  const names = files.filter(({ key }) => key === null || READ.has(key));
  const nameless = names.find(({ key }) => key === null);
  if (nameless !== undefined) {
    return `${nameless.file} names no table: a file must be named after its table, such as ItemSparse.csv.`;
  }
  const other = names.find((name) => name.build !== null && !isBuild(name.build, build));
  if (other !== undefined) {
    return `${other.file} is of build ${other.build}, but --build is ${build.slice(0, SHOWN_CHARS_MAX)}: a folder must hold tables of one build.`;
  }
  for (const [at, { key, file }] of names.entries()) {
    const twin = names.slice(at + 1).find((name) => name.key === key);
    if (twin !== undefined) return `${file} and ${twin.file} are the same table: a folder must hold each table once.`;
  }
  return null;
}

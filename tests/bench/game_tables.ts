import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import Papa from 'papaparse';
import { rollTables } from './game_roll.ts';

/** The build of the tables. */
export const BUILD = '1.15.8.67156';

/** A table of the game's client as text. */
export interface ClientTable {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface ClientTables {
  /** Where the tables come from, for readers of the figures. */
  readonly origin: string;
  readonly tables: readonly ClientTable[];
}

/** Returns the real tables if they are available (`TW_TEST_DATA`), or invented ones. `origin` says which. */
export function loadClientTables(): ClientTables {
  const data = process.env['TW_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
  const folder = join(data, `client-${BUILD}`);
  if (!existsSync(folder)) return { origin: 'tables invented by the bench', tables: rollTables() };
  const files = readdirSync(folder).filter((file) => file.endsWith('.csv'));
  return { origin: `the tables of ${BUILD}`, tables: files.map((file) => readTable(folder, file)) };
}

function readTable(folder: string, file: string): ClientTable {
  const text = readFileSync(join(folder, file), 'utf8');
  const { data } = Papa.parse<string[]>(text, { delimiter: ',', skipEmptyLines: true });
  const [columns = [], ...rows] = data;
  return { name: file.replace('.csv', ''), columns, rows };
}

/** Greater than any id in the tables, so that each repetition has its own ids. */
const ID_STEP = 100_000;

/**
 * Columns with ids of items, spells and sets, which differ between repetitions. Tables that are not listed are written
 * once.
 */
const MOVED: Readonly<Record<string, RegExp>> = {
  Item: /^ID$/,
  ItemSparse: /^(ID|ItemSet)$/,
  ItemSet: /^(ID|ItemID_\d+)$/,
  SkillLineAbility: /^(ID|Spell)$/,
  SpellEffect: /^(ID|SpellID|EffectItemType)$/,
  SpellName: /^ID$/,
  SpellReagents: /^(ID|SpellID|Reagent_\d+)$/,
};

/** The counts of what was written. */
export interface Written {
  readonly items: number;
  readonly rows: number;
  readonly mebibytes: number;
}

/** Writes the tables as CSV files, repeated with new ids until Item and ItemSparse have `items` rows. */
export function writeRepeated(dir: string, tables: readonly ClientTable[], items: number): Written {
  mkdirSync(dir, { recursive: true });
  const perRound = tables.find(({ name }) => name === 'Item')!.rows.length;
  const rounds = Math.ceil(items / perRound);
  let rows = 0;
  let bytes = 0;
  for (const table of tables) {
    const ofItems = table.name === 'Item' || table.name === 'ItemSparse';
    const text = textOf(table, rounds, ofItems ? items : Number.POSITIVE_INFINITY);
    writeFileSync(join(dir, `${table.name}.csv`), text.csv);
    rows += text.rows;
    bytes += text.csv.length;
  }
  return { items, rows, mebibytes: bytes / 1024 / 1024 };
}

function textOf({ name, columns, rows }: ClientTable, rounds: number, most: number): { csv: string; rows: number } {
  const moved = columns.map((column) => MOVED[name]?.test(column) ?? false);
  const lines = [columns.join(',')];
  for (let round = 0; round < (name in MOVED ? rounds : 1); round++) {
    for (const row of rows) {
      if (lines.length > most) break;
      lines.push(row.map((cell, at) => quoted(moved[at] ? movedId(cell, round) : cell)).join(','));
    }
  }
  return { csv: `${lines.join('\n')}\n`, rows: lines.length - 1 };
}

/** Returns the id of a repetition. 0 is not an id and a negative reagent is not an item, so both stay unchanged. */
function movedId(cell: string, round: number): string {
  return Number(cell) > 0 ? String(Number(cell) + round * ID_STEP) : cell;
}

function quoted(cell: string): string {
  return /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

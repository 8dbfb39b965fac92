import type { GameName } from '../ports/build.ts';
import { createIdReader } from './keys.ts';
import type { GameTables, TableRow } from './tables.ts';

/** Reads the names to which other rows refer. Most spells are never referred to and are left out. */
export async function* readGameNames(tables: GameTables, spellIds: ReadonlySet<number>): AsyncGenerator<GameName> {
  const spells = new Set(spellIds);
  for (const [table, spellsOf] of TALENT_SPELL_COLUMNS) {
    for await (const row of tables.table(table)?.rows() ?? []) {
      for (const id of spellsOf(row)) if (id !== null && id > 0) spells.add(id);
    }
  }
  yield* readNameColumn(tables, 'spell', 'SpellName', 'Name_lang', (id) => spells.has(id));
  yield* readNameColumn(tables, 'skill', 'SkillLine', 'DisplayName_lang');
  yield* readNameColumn(tables, 'zone', 'UiMap', 'Name_lang');
  yield* readNameColumn(tables, 'player_class', 'ChrClasses', 'Name_lang');
}

/** Columns in which talent tables refer to spells: an array in classic tables, separate columns in Trait tables. */
const TALENT_SPELL_COLUMNS: readonly (readonly [string, (row: TableRow) => readonly (number | null)[]])[] = [
  ['Talent', (row) => row.integers('SpellRank')],
  ['TraitDefinition', (row) => ['SpellID', 'VisibleSpellID', 'OverridesSpellID'].map((column) => row.integer(column))],
];

async function* readNameColumn(
  tables: GameTables,
  kind: GameName['kind'],
  tableName: string,
  column: string,
  wanted: (id: number) => boolean = () => true,
): AsyncGenerator<GameName> {
  const table = tables.table(tableName);
  const readId = createIdReader(table);
  for await (const row of table?.rows() ?? []) {
    const [id, name] = [readId(row), row.text(column)?.trim() ?? ''];
    if (id !== null && name !== '' && wanted(id)) yield { kind, id, name };
  }
}

import { SPARSE_COLUMNS } from './item_tables.ts';
import type { GameTables } from './tables.ts';

/** A table that an import reads. Talent tables are listed in talents/needs.ts. */
export interface TableRequirement {
  readonly table: string;
  /** The data that the table provides, written as the start of a sentence, such as "Items". */
  readonly gives: string;
  /** Whether a build without the table is rejected. */
  readonly required: boolean;
  /** Columns without which the table cannot be read. */
  readonly columns: readonly string[];
  /** Columns that may be absent. If one is absent, only the fields read from it are unknown. */
  readonly optional: readonly string[];
}

function defineTableNeed(
  table: string,
  gives: string,
  columns: readonly string[],
  optional: readonly string[] = [],
  required = false,
): TableRequirement {
  return { table, gives, required, columns, optional };
}

/**
 * Only `Item` with its id, class and subclass columns is required. Any other table may be absent. If one is present but
 * lacks its key and value columns, it is not the table that its name suggests.
 */
export const TABLE_NEEDS: readonly TableRequirement[] = [
  defineTableNeed('Item', 'Items', ['ID', 'ClassID', 'SubclassID'], ['InventoryType', 'IconFileDataID'], true),
  defineTableNeed(
    'ItemSparse',
    'Qualities, levels, prices and cards of items',
    ['ID'],
    [...SPARSE_COLUMNS.integers, ...SPARSE_COLUMNS.lists],
  ),
  defineTableNeed('ItemClass', 'Names of item classes', ['ClassID', 'ClassName_lang']),
  defineTableNeed(
    'ItemSubClass',
    'Names of item subclasses',
    ['ClassID', 'SubClassID', 'DisplayName_lang'],
    ['VerboseName_lang'],
  ),
  defineTableNeed('ItemSet', 'Item sets', ['ID', 'Name_lang', 'ItemID']),
  defineTableNeed('ManifestInterfaceData', 'File names of icons', ['ID', 'FileName']),
  defineTableNeed('SpellEffect', 'created_by relations', ['Effect', 'EffectItemType', 'SpellID'], ['DifficultyID']),
  defineTableNeed('SpellReagents', 'reagent_for relations', ['SpellID', 'Reagent', 'ReagentCount']),
  defineTableNeed(
    'SkillLineAbility',
    'in_skill_line relations',
    ['SkillLine', 'Spell'],
    ['MinSkillLineRank', 'TrivialSkillLineRankLow', 'TrivialSkillLineRankHigh'],
  ),
  defineTableNeed('SkillLine', 'Names and parents of skill lines', ['ID', 'DisplayName_lang'], ['ParentSkillLineID']),
  defineTableNeed('SpellName', 'Names of spells', ['ID', 'Name_lang']),
  defineTableNeed('SpellMisc', 'Icons of talents', ['SpellID', 'SpellIconFileDataID']),
  defineTableNeed('UiMap', 'Names of zones', ['ID', 'Name_lang']),
  defineTableNeed('ChrClasses', 'Names of player classes', ['ID', 'Name_lang']),
];

/** Returns a sentence for each table or set of columns that an import requires but that is missing. */
export function describeMissingTables(tables: GameTables): readonly string[] {
  return TABLE_NEEDS.flatMap((need) => {
    const table = tables.table(need.table);
    if (table === null) return need.required ? [`${need.gives} need the table ${need.table}, which is missing.`] : [];
    const absent = listMissingColumns(table.columns, need.columns);
    return absent.length === 0
      ? []
      : [`${need.gives}: ${need.table} needs ${formatColumns(absent)}, which ${table.file} does not have.`];
  });
}

/** Returns a sentence for each optional table or set of columns that is missing, saying which data will be unknown. */
export function listUnknownTables(tables: GameTables): readonly string[] {
  return TABLE_NEEDS.flatMap((need) => {
    const table = tables.table(need.table);
    if (table === null) return need.required ? [] : [`${need.gives} are unknown: the table ${need.table} is missing.`];
    const absent = listMissingColumns(table.columns, need.optional);
    return absent.length === 0
      ? []
      : [
          `${table.file} does not have ${formatColumns(absent)}, so ${absent.length === 1 ? 'its' : 'their'} values are unknown.`,
        ];
  });
}

function listMissingColumns(columns: ReadonlySet<string>, wanted: readonly string[]) {
  return wanted.filter((column) => !columns.has(column));
}

function formatColumns(columns: readonly string[]): string {
  return columns.length === 1 ? `the column ${columns[0]}` : `the columns ${columns.join(', ')}`;
}

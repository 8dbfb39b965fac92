import type { GameTables } from './tables.ts';

/** A table that an output is read from. Talents say their own needs. */
export interface TableNeed {
  readonly table: string;
  /** What it gives, as a sentence begins: "Items". */
  readonly gives: string;
  /** Whether a build without it is refused. */
  readonly required: boolean;
  /** Columns without which the table cannot be read. */
  readonly columns: readonly string[];
  /** Columns without which fields are unknown, not rows. */
  readonly optional: readonly string[];
}

function need(
  table: string,
  gives: string,
  columns: readonly string[],
  optional: readonly string[] = [],
  required = false,
): TableNeed {
  return { table, gives, required, columns, optional };
}

/**
 * The least that makes a layer is `Item` with id, class and subclass: every other table may be absent, and what it would
 * give is then unknown. A table that is there must have its key and its values, else it is not what its name says.
 */
export const NEEDS: readonly TableNeed[] = [
  need('Item', 'Items', ['ID', 'ClassID', 'SubclassID'], ['InventoryType', 'IconFileDataID'], true),
  need(
    'ItemSparse',
    'Qualities, levels, prices and cards of items',
    ['ID'],
    [
      'OverallQualityID',
      'ItemLevel',
      'RequiredLevel',
      'Stackable',
      'BuyPrice',
      'SellPrice',
      'ItemSet',
      'Bonding',
      'MaxCount',
      'MaxDurability',
      'ItemDelay',
      'ContainerSlots',
      'StartQuestID',
      'RequiredSkill',
      'RequiredSkillRank',
      'AllowableClass',
      'Resistances',
      'MinDamage',
      'MaxDamage',
      'DamageType',
      'StatModifier_bonusStat',
      'StatModifier_bonusAmount',
    ],
  ),
  need('ItemClass', 'Names of item classes', ['ClassID', 'ClassName_lang']),
  need('ItemSubClass', 'Names of item subclasses', ['ClassID', 'SubClassID', 'DisplayName_lang'], ['VerboseName_lang']),
  need('ItemSet', 'Item sets', ['ID', 'Name_lang', 'ItemID']),
  need('ManifestInterfaceData', 'File names of icons', ['ID', 'FileName']),
  need('SpellEffect', 'created_by relations', ['Effect', 'EffectItemType', 'SpellID'], ['DifficultyID']),
  need('SpellReagents', 'reagent_for relations', ['SpellID', 'Reagent', 'ReagentCount']),
  need(
    'SkillLineAbility',
    'in_skill_line relations',
    ['SkillLine', 'Spell'],
    ['MinSkillLineRank', 'TrivialSkillLineRankLow', 'TrivialSkillLineRankHigh'],
  ),
  need('SkillLine', 'Names and parents of skill lines', ['ID', 'DisplayName_lang'], ['ParentSkillLineID']),
  need('SpellName', 'Names of spells', ['ID', 'Name_lang']),
  need('UiMap', 'Names of zones', ['ID', 'Name_lang']),
  need('ChrClasses', 'Names of player classes', ['ID', 'Name_lang']),
];

/** Why a build cannot be read: a sentence for each table or set of columns that must be there and is not. */
export function missingFor(tables: GameTables): readonly string[] {
  return NEEDS.flatMap((need) => {
    const table = tables.table(need.table);
    if (table === null) return need.required ? [`${need.gives} need the table ${need.table}, which is missing.`] : [];
    const absent = without(table.columns, need.columns);
    return absent.length === 0
      ? []
      : [`${need.gives}: ${need.table} needs ${columnsNamed(absent)}, which ${table.file} does not have.`];
  });
}

/** What will be unknown in a build that can be read: a sentence for each optional table or set of columns that is not there. */
export function unknownWithout(tables: GameTables): readonly string[] {
  return NEEDS.flatMap((need) => {
    const table = tables.table(need.table);
    if (table === null) return need.required ? [] : [`${need.gives} are unknown: the table ${need.table} is missing.`];
    const absent = without(table.columns, need.optional);
    return absent.length === 0
      ? []
      : [
          `${table.file} does not have ${columnsNamed(absent)}: what ${absent.length === 1 ? 'it says' : 'they say'} is unknown.`,
        ];
  });
}

function without(columns: ReadonlySet<string>, wanted: readonly string[]) {
  return wanted.filter((column) => !columns.has(column));
}

function columnsNamed(columns: readonly string[]): string {
  return columns.length === 1 ? `the column ${columns[0]}` : `the columns ${columns.join(', ')}`;
}

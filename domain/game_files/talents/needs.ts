import type { GameTables } from '../tables.ts';

/** Columns without which talents would be wrong, keyed by table. Other columns may be absent. */
type TalentColumns = Readonly<Record<string, readonly string[]>>;

/** Talent tables of a classic client. A row of `Talent` is a node, and a row of `TalentTab` is a tree. */
export const CLASSIC_COLUMNS: TalentColumns = {
  Talent: ['ID', 'TabID', 'TierID', 'ColumnIndex', 'SpellRank', 'PrereqTalent', 'PrereqRank'],
  TalentTab: ['ID', 'OrderIndex', 'ClassMask'],
};

export const TRAIT_LINK_COLUMNS: TalentColumns = {
  SkillLineXTraitTree: ['SkillLineID', 'TraitTreeID'],
  SkillRaceClassInfo: ['SkillID', 'ClassMask'],
};

/** Talent tables of newer clients: one tree per class or specialisation, made of positioned nodes and edges. */
export const TRAIT_COLUMNS: TalentColumns = {
  ...TRAIT_LINK_COLUMNS,
  TraitTree: ['ID'],
  TraitNode: ['ID', 'TraitTreeID', 'PosX', 'PosY', 'Type'],
  TraitNodeEntry: ['ID', 'TraitDefinitionID', 'MaxRanks'],
  TraitNodeXTraitNodeEntry: ['TraitNodeID', 'TraitNodeEntryID'],
  TraitDefinition: ['ID', 'SpellID'],
  TraitEdge: ['LeftTraitNodeID', 'RightTraitNodeID', 'Type'],
  TraitCond: ['ID', 'CondType', 'TraitTreeID', 'TraitNodeID', 'SpentAmountRequired'],
};

/** Returns a sentence for each table that is missing or lacks columns. */
export function findMissingTables(tables: GameTables, needs: TalentColumns): readonly string[] {
  return Object.entries(needs).flatMap(([name, columns]) => {
    const table = tables.table(name);
    if (table === null) return [`Talents need the table ${name}, which is missing.`];
    const absent = columns.filter((column) => !table.columns.has(column));
    if (absent.length === 0) return [];
    const what = absent.length === 1 ? 'the column' : 'the columns';
    return [`Talents need ${what} ${absent.join(', ')} of ${name}, which ${table.file} does not have.`];
  });
}

/** Whether the table exists and has all of these columns. Used to check for optional data. */
export function hasColumns(tables: GameTables, name: string, columns: readonly string[]): boolean {
  const table = tables.table(name);
  return table !== null && columns.every((column) => table.columns.has(column));
}

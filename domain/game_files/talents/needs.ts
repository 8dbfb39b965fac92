import type { GameTables } from '../tables.ts';

/** The columns without which talents would be wrong. Others (names, levels of points) may be absent. */
type Needs = Readonly<Record<string, readonly string[]>>;

/** Talents of a classic client: a row of `Talent` is a node, a row of `TalentTab` a tree. */
export const CLASSIC_NEEDS: Needs = {
  Talent: ['ID', 'TabID', 'TierID', 'ColumnIndex', 'SpellRank', 'PrereqTalent', 'PrereqRank'],
  TalentTab: ['ID', 'OrderIndex', 'ClassMask'],
};

/** What tells which Trait trees belong to a player class. */
export const TRAIT_LINK_NEEDS: Needs = {
  SkillLineXTraitTree: ['SkillLineID', 'TraitTreeID'],
  SkillRaceClassInfo: ['SkillID', 'ClassMask'],
};

/** Talents of a newer client: a tree per class or per specialisation, nodes at positions, edges between them. */
export const TRAIT_NEEDS: Needs = {
  ...TRAIT_LINK_NEEDS,
  TraitTree: ['ID'],
  TraitNode: ['ID', 'TraitTreeID', 'PosX', 'PosY', 'Type'],
  TraitNodeEntry: ['ID', 'TraitDefinitionID', 'MaxRanks'],
  TraitNodeXTraitNodeEntry: ['TraitNodeID', 'TraitNodeEntryID'],
  TraitDefinition: ['ID', 'SpellID'],
  TraitEdge: ['LeftTraitNodeID', 'RightTraitNodeID', 'Type'],
  TraitCond: ['ID', 'CondType', 'TraitTreeID', 'TraitNodeID', 'SpentAmountRequired'],
};

/** A sentence for each table or column that is not there. */
export function missingOf(tables: GameTables, needs: Needs): readonly string[] {
  return Object.entries(needs).flatMap(([name, columns]) => {
    const table = tables.table(name);
    if (table === null) return [`Talents need the table ${name}, which is missing.`];
    const absent = columns.filter((column) => !table.columns.has(column));
    if (absent.length === 0) return [];
    const what = absent.length === 1 ? 'the column' : 'the columns';
    return [`Talents need ${what} ${absent.join(', ')} of ${name}, which ${table.file} does not have.`];
  });
}

/** Whether every one of these columns is there: for what the files may leave out. */
export function hasColumns(tables: GameTables, name: string, columns: readonly string[]): boolean {
  const table = tables.table(name);
  return table !== null && columns.every((column) => table.columns.has(column));
}

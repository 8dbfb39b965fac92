import type { GameTable, GameTables, TableRow } from '../../../domain/game_files/tables.ts';
import { memoryFindings } from './memory_tables.ts';

export type CellValue = number | string | readonly number[];

/** Tables in memory: lists of rows, keyed by table. The columns of a table are those of its first row. */
export type Rows = Readonly<Record<string, readonly Readonly<Record<string, CellValue>>[]>>;

export function tablesOf(rows: Rows): GameTables {
  const tables = new Map(Object.entries(rows).map(([name, list]) => [name, tableOf(name, list)]));
  return { table: (name) => tables.get(name) ?? null, all: [...tables.values()] };
}

function tableOf(name: string, rows: readonly Readonly<Record<string, CellValue>>[]): GameTable {
  return {
    ...memoryFindings(rows.length),
    name,
    file: `${name}.csv`,
    columns: new Set(Object.keys(rows[0] ?? {})),
    rows: async function* () {
      for (const [at, row] of rows.entries()) yield rowOf(row, at + 2);
    },
    visit: async (take) => {
      for (const [at, row] of rows.entries()) take(rowOf(row, at + 2));
    },
  };
}

function rowOf(row: Readonly<Record<string, CellValue>>, line: number): TableRow {
  const number = (column: string): number | null => {
    const value = row[column];
    return value === undefined || typeof value === 'object' || value === '' || Number.isNaN(Number(value))
      ? null
      : Number(value);
  };
  return {
    line,
    number,
    integer: (column) => {
      const value = number(column);
      return value !== null && Number.isInteger(value) ? value : null;
    },
    text: (column) => {
      const value = row[column];
      return value === undefined ? null : String(value);
    },
    integers: (column) => {
      const value = row[column];
      return typeof value === 'object' ? value : [];
    },
  };
}

/** A talent as tests write it, for both families of tables. */
export interface Written {
  readonly id: number;
  readonly tab: number;
  readonly row: number;
  readonly column: number;
  /** The spell of each rank. Newer clients have only the first. */
  readonly spells: readonly number[];
  /** Ids of talents that must be at full rank first. */
  readonly after?: readonly number[];
}

export interface WrittenTab {
  readonly id: number;
  readonly name: string;
  readonly order: number;
  readonly classMask: number;
}

/** Returns the talents in the tables of a classic client. */
export function asClassic(tabs: readonly WrittenTab[], talents: readonly Written[]): Rows {
  return {
    TalentTab: tabsRows(tabs),
    Talent: talents.map(({ id, tab, row, column, spells, after = [] }) => ({
      ID: id,
      TabID: tab,
      TierID: row,
      ColumnIndex: column,
      SpellRank: padded(spells, 9),
      PrereqTalent: padded(after, 3),
      PrereqRank: padded(
        after.map((source) => (talents.find((talent) => talent.id === source)?.spells.length ?? 0) - 1),
        3,
      ),
    })),
  };
}

export function tabsRows(tabs: readonly WrittenTab[]) {
  return tabs.map(({ id, name, order, classMask }) => ({
    ID: id,
    Name_lang: name,
    OrderIndex: order,
    ClassMask: classMask,
  }));
}

function padded(numbers: readonly number[], length: number): readonly number[] {
  return Array.from({ length }, (_, at) => numbers[at] ?? 0);
}

/** How a newer client arranges trees: all trees of a class side by side in one Trait tree, or each in its own. */
export type Layout = 'side-by-side' | 'tree-each';

/** Ids of the skill lines that name the Trait trees start here. The value does not matter. */
const SKILL_BASE = 4000;
const CLASS_TREE = 900;
const CURRENCY = 3820;

/**
 * Returns the talents in the tables of a newer client: nodes at positions, edges, conditions on spent points, and
 * points from level 10 to 60.
 */
export function asTrait(tabs: readonly WrittenTab[], talents: readonly Written[], layout: Layout): Rows {
  const treeOf = (tab: WrittenTab): number => (layout === 'tree-each' ? tab.id : CLASS_TREE + tab.classMask);
  const tabOf = (id: number): WrittenTab => tabs.find((tab) => tab.id === id)!;
  const trees = [...new Map(tabs.map((tab) => [treeOf(tab), tab])).entries()];
  const rowsOfTree = (tree: number): number =>
    Math.max(...talents.filter(({ tab }) => treeOf(tabOf(tab)) === tree).map(({ row }) => row));
  const left = (tab: WrittenTab): number => 1020 + (layout === 'tree-each' ? 0 : 4030 * tab.order);
  return {
    ...(layout === 'tree-each' ? {} : { TalentTab: tabsRows(tabs) }),
    SkillLine: trees.map(([tree, tab]) => ({ ID: SKILL_BASE + tree, DisplayName_lang: tab.name })),
    SkillLineXTraitTree: trees.map(([tree, tab]) => ({
      ID: tree,
      SkillLineID: SKILL_BASE + tree,
      TraitTreeID: tree,
      Variant: tab.order,
    })),
    SkillRaceClassInfo: trees.map(([tree, tab]) => ({
      ID: tree,
      SkillID: SKILL_BASE + tree,
      ClassMask: tab.classMask,
    })),
    TraitTree: trees.map(([tree]) => ({ ID: tree, TraitSystemID: 1, Flags: 0 })),
    TraitNode: talents.map(({ id, tab, row, column }) => ({
      ID: id,
      TraitTreeID: treeOf(tabOf(tab)),
      PosX: left(tabOf(tab)) + 600 * column,
      PosY: 2130 + 600 * row,
      Type: 0,
      Flags: 0,
    })),
    TraitNodeEntry: talents.map(({ id, spells }) => ({
      ID: id,
      TraitDefinitionID: id + 100_000,
      MaxRanks: spells.length,
      NodeEntryType: 1,
    })),
    TraitNodeXTraitNodeEntry: talents.map(({ id }) => ({ ID: id, TraitNodeID: id, TraitNodeEntryID: id, Index: 0 })),
    TraitDefinition: talents.map(({ id, spells }) => ({
      ID: id + 100_000,
      OverrideName_lang: '',
      SpellID: spells[0]!,
      VisibleSpellID: 0,
    })),
    TraitEdge: [
      { ID: 1, LeftTraitNodeID: 0, RightTraitNodeID: 0, Type: 0, VisualStyle: 1 },
      ...talents.flatMap(({ id, after = [] }) =>
        after.map((source) => ({
          ID: id * 10,
          LeftTraitNodeID: source,
          RightTraitNodeID: id,
          Type: after.length === 1 ? 2 : 3,
          VisualStyle: 1,
        })),
      ),
    ],
    TraitCond: tabs.flatMap((tab) =>
      Array.from({ length: rowsOfTree(treeOf(tab)) }, (_, at) => ({
        ID: tab.id * 100 + at,
        CondType: 0,
        TraitTreeID: treeOf(tab),
        TraitNodeGroupID: tab.id * 100 + at,
        TraitNodeID: 0,
        SpentAmountRequired: 5 * (at + 1),
        RequiredLevel: 0,
      })),
    ),
    TraitTreeXTraitCurrency: trees.map(([tree]) => ({
      ID: tree,
      Index: 0,
      TraitTreeID: tree,
      TraitCurrencyID: CURRENCY,
    })),
    TraitCurrencySource: Array.from({ length: 51 }, (_, at) => ({
      Requirement_lang: '',
      ID: at + 1,
      TraitCurrencyID: CURRENCY,
      Amount: 1,
      QuestID: 0,
      AchievementID: 0,
      PlayerLevel: 60 - at,
      TraitNodeEntryID: 0,
      OrderIndex: at,
    })),
  };
}

/** A small class with three trees that has everything the tables can express. */
export const TABS: readonly WrittenTab[] = [
  { id: 163, name: 'Protection', order: 2, classMask: 1 },
  { id: 161, name: 'Arms', order: 0, classMask: 1 },
  { id: 164, name: 'Fury', order: 1, classMask: 1 },
];

export const TALENTS: readonly Written[] = [
  { id: 30, tab: 161, row: 2, column: 1, spells: [730], after: [21] },
  { id: 11, tab: 161, row: 0, column: 0, spells: [711, 811, 911, 1011, 1111] },
  { id: 12, tab: 161, row: 0, column: 3, spells: [712, 812, 912] },
  { id: 21, tab: 161, row: 1, column: 1, spells: [721, 821, 921, 1021, 1121] },
  { id: 22, tab: 161, row: 1, column: 2, spells: [722, 822], after: [12] },
  { id: 41, tab: 164, row: 0, column: 0, spells: [741, 841, 941, 1041, 1141] },
  { id: 42, tab: 164, row: 1, column: 0, spells: [742], after: [41] },
  { id: 43, tab: 164, row: 2, column: 2, spells: [743, 843], after: [41, 42] },
  { id: 51, tab: 163, row: 0, column: 0, spells: [751, 851] },
  { id: 52, tab: 163, row: 1, column: 1, spells: [752, 852, 952] },
  { id: 53, tab: 163, row: 2, column: 3, spells: [753] },
];

import type { ClassTalents, TalentNode, TalentTree } from '../../ports/build.ts';
import { visitRowsWithId } from '../keys.ts';
import type { GameTables, TableRow } from '../tables.ts';
import type { PlayerClasses } from './classes.ts';
import { compareCells, compareNodeIds, createOmissionCounts } from './order.ts';

/** Points required in a tree for each row above a node. This rule, `five-a-row`, is not in any table. */
const POINTS_PER_ROW = 5;

/** First and last level with a point under the rule `one-a-level-from-10`, 51 in total. They are not in any table. */
const FIRST_POINT_LEVEL = 10;
const LAST_POINT_LEVEL = 60;

export interface TalentsResult {
  readonly classes: readonly ClassTalents[];
  readonly leftOut: readonly string[];
}

/** Reads talents from `Talent` and `TalentTab`. The tables in `CLASSIC_COLUMNS` must exist. */
export async function readClassicTalents(tables: GameTables, classes: PlayerClasses): Promise<TalentsResult> {
  const leftOut = createOmissionCounts();
  const nodes = new Map<number, NodeInTab>();
  await visitRowsWithId(tables, 'Talent', (nodeId, row, table) => {
    const node = readClassicNode(nodeId, row);
    if (typeof node === 'string') table.leaveOut(row.line, node);
    else nodes.set(nodeId, node);
  });
  const tabs = await readTalentTabs(tables);
  const nodesOfTab = new Map<number, TalentNode[]>();
  for (const { tabId, ...node } of nodes.values()) {
    if (!tabs.some((tab) => tab.treeId === tabId)) {
      leftOut.add('talents', 'TalentTab has no row for their TabID');
      continue;
    }
    const prerequisites = node.prerequisites.filter(({ nodeId }) => nodes.has(nodeId));
    if (prerequisites.length < node.prerequisites.length) leftOut.add('prerequisites', 'Talent has no row for them');
    const list = nodesOfTab.get(tabId) ?? [];
    list.push({ ...node, prerequisites });
    nodesOfTab.set(tabId, list);
  }
  const treesOf = (playerClass: string): TalentTree[] =>
    tabs
      .filter((tab) => classes.inMask(tab.classMask).includes(playerClass) && nodesOfTab.has(tab.treeId))
      .map(({ treeId, name }, order) => ({ treeId, name, order, nodes: nodesOfTab.get(treeId)!.sort(compareCells) }));
  return {
    classes: classes.slugs
      .map((playerClass) => createClassTalents(playerClass, treesOf(playerClass)))
      .filter(({ trees }) => trees.length > 0),
    leftOut: leftOut.sentences(),
  };
}

/** A row of TalentTab. It is a tree of the classes in `classMask`. */
export interface TalentTab {
  readonly treeId: number;
  readonly name: string | null;
  readonly classMask: number;
  readonly orderIndex: number;
}

export async function readTalentTabs(tables: GameTables): Promise<readonly TalentTab[]> {
  const tabs: TalentTab[] = [];
  await visitRowsWithId(tables, 'TalentTab', (treeId, row, table) => {
    const [classMask, orderIndex] = [row.integer('ClassMask'), row.integer('OrderIndex')];
    if (classMask === null || orderIndex === null) {
      table.leaveOut(row.line, 'needs whole numbers as its ClassMask and OrderIndex');
    } else tabs.push({ treeId, name: row.text('Name_lang') || null, classMask, orderIndex });
  });
  return tabs.sort((a, b) => a.orderIndex - b.orderIndex || a.treeId - b.treeId);
}

type NodeInTab = TalentNode & { readonly tabId: number };

/** Returns a node, or a string saying why the row is left out. */
function readClassicNode(nodeId: number, row: TableRow): NodeInTab | string {
  const tabId = row.integer('TabID');
  const tier = row.integer('TierID');
  const column = row.integer('ColumnIndex');
  if (tabId === null || tier === null || column === null)
    return 'needs whole numbers as its TabID, TierID and ColumnIndex';
  if (tier < 0 || column < 0) return `needs a TierID and a ColumnIndex from 0, but has ${tier} and ${column}`;
  const spellIds = row.integers('SpellRank').filter((spellId) => spellId > 0);
  if (spellIds.length === 0) return 'has no rank: every SpellRank is 0';
  const ranks = row.integers('PrereqRank');
  const prerequisites = row
    .integers('PrereqTalent')
    // Ranks count from 0 in the file, so 4 means the fifth rank.
    .map((talentId, at) => ({ nodeId: talentId, rank: (ranks[at] ?? 0) + 1 }))
    .filter((prerequisite) => prerequisite.nodeId > 0)
    .sort(compareNodeIds);
  return {
    nodeId,
    tabId,
    row: tier,
    column,
    maxRank: spellIds.length,
    talents: [{ talentId: nodeId, name: null, spellIds, maxRank: spellIds.length }],
    prerequisites,
    prerequisitesAnyOf: [],
    pointsRequired: tier * POINTS_PER_ROW,
  };
}

function createClassTalents(playerClass: string, trees: readonly TalentTree[]): ClassTalents {
  return {
    playerClass,
    trees,
    pointLevels: {
      levels: Array.from({ length: LAST_POINT_LEVEL - FIRST_POINT_LEVEL + 1 }, (_, at) => FIRST_POINT_LEVEL + at),
      rule: 'one-a-level-from-10',
    },
    gateRule: 'five-a-row',
    prerequisiteRule: 'files',
  };
}

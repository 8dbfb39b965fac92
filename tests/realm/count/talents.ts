import { numberIn, numbersIn, readTable } from '../tables.ts';

export interface Needs {
  readonly nodeId: number;
  readonly rank: number;
}

export interface Node {
  readonly nodeId: number;
  readonly name: string | null;
  readonly row: number;
  readonly column: number;
  readonly maxRank: number;
  readonly spellIds: readonly number[];
  readonly prerequisites: readonly Needs[];
  /** Points that must be spent in the tree first: five for each row above. */
  readonly gate: number;
}

export interface Tree {
  readonly treeId: number;
  readonly number: number;
  readonly name: string;
  readonly nodes: readonly Node[];
}

/** Player classes with their bits in ClassMask (contract, section 4, Slugs). */
const CLASSES: readonly (readonly [slug: string, bit: number])[] = [
  ['warrior', 1],
  ['paladin', 2],
  ['hunter', 4],
  ['rogue', 8],
  ['priest', 16],
  ['shaman', 64],
  ['mage', 128],
  ['warlock', 256],
  ['druid', 1024],
];

/** Reads the talent trees of every class straight from the Talent and TalentTab tables. */
export function treesByClass(tables: string): ReadonlyMap<string, readonly Tree[]> {
  const spells = new Map(readTable(tables, 'SpellName').map((row) => [row['ID'], row['Name_lang']]));
  const nodes = readTable(tables, 'Talent').map((row) => {
    const spellIds = numbersIn(row, 'SpellRank').filter((spellId) => spellId > 0);
    const ranks = numbersIn(row, 'PrereqRank');
    return {
      tab: numberIn(row, 'TabID')!,
      nodeId: numberIn(row, 'ID')!,
      name: spells.get(`${spellIds[0]}`) || null,
      row: numberIn(row, 'TierID')!,
      column: numberIn(row, 'ColumnIndex')!,
      maxRank: spellIds.length,
      spellIds,
      // The file counts ranks from 0.
      prerequisites: numbersIn(row, 'PrereqTalent')
        .map((nodeId, at) => ({ nodeId, rank: ranks[at]! + 1 }))
        .filter(({ nodeId }) => nodeId > 0)
        .sort((a, b) => a.nodeId - b.nodeId),
      gate: 5 * numberIn(row, 'TierID')!,
    };
  });
  const tabs = readTable(tables, 'TalentTab')
    .map((row) => ({
      id: Number(row['ID']),
      name: row['Name_lang']!,
      mask: Number(row['ClassMask']),
      nth: Number(row['OrderIndex']),
    }))
    .sort((a, b) => a.nth - b.nth || a.id - b.id);
  return new Map(
    CLASSES.map(([slug, bit]) => {
      const own = tabs.filter(({ mask }) => Math.floor(mask / bit) % 2 === 1);
      const trees = own.map(({ id, name }, at) => ({
        treeId: id,
        number: at + 1,
        name,
        nodes: nodes
          .filter(({ tab }) => tab === id)
          .sort((a, b) => a.row - b.row || a.column - b.column)
          .map(({ tab: _tab, ...node }) => node),
      }));
      return [slug, trees];
    }),
  );
}

/** Maximum number of talent points of a character. The first is earned at level 10. */
export const POINTS_MAX = 51;

export type Plan = readonly (readonly [nodeId: number, rank: number])[];

/** Whether another point can be spent on a node after `spent`. */
export function takes(trees: readonly Tree[], spent: ReadonlyMap<number, number>, nodeId: number): boolean {
  const tree = trees.find(({ nodes }) => nodes.some((node) => node.nodeId === nodeId));
  const node = tree?.nodes.find((one) => one.nodeId === nodeId);
  if (tree === undefined || node === undefined || (spent.get(nodeId) ?? 0) >= node.maxRank) return false;
  const inTree = tree.nodes.reduce((sum, one) => sum + (spent.get(one.nodeId) ?? 0), 0);
  return inTree >= node.gate && node.prerequisites.every((needs) => (spent.get(needs.nodeId) ?? 0) >= needs.rank);
}

/** Returns the points of a plan that can be spent one by one. The plan is legal if these are all of its points. */
export function spendable(trees: readonly Tree[], plan: Plan): ReadonlyMap<number, number> {
  const spent = new Map<number, number>();
  for (let more = true; more; ) {
    more = false;
    for (const [nodeId, rank] of plan) {
      if ((spent.get(nodeId) ?? 0) >= rank || !takes(trees, spent, nodeId)) continue;
      spent.set(nodeId, (spent.get(nodeId) ?? 0) + 1);
      more = true;
    }
  }
  return spent;
}

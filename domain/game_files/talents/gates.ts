import type { GameTables } from '../tables.ts';
import { hasColumns } from './needs.ts';
import { rowsOf } from './trait_rows.ts';

/** What must be spent before a node of the Trait tables opens. */
export interface Gates {
  /** Points asked for by a node in this row of its Trait tree; null where the files do not say. */
  pointsFor(node: {
    readonly nodeId: number;
    readonly traitTreeId: number;
    readonly row: number | null;
  }): number | null;
}

/** CondType of TraitCond: the node is available once the condition is met. */
const AVAILABLE = 0;

/**
 * Each node's gate where the tables that tie conditions to groups of nodes are there (TraitNodeGroupXTraitCond and
 * TraitNodeGroupXTraitNode). Without them TraitCond still holds the amounts of a tree: they are the ladder of its rows, where
 * there is one amount for each row below the first; else nothing is known.
 */
export async function readGates(tables: GameTables, rowCounts: ReadonlyMap<number, number>): Promise<Gates> {
  const conditions = await readConditions(tables);
  const ofNode = await readNodeGates(tables, conditions);
  const ladders = laddersOf(conditions, rowCounts);
  return {
    pointsFor: ({ nodeId, traitTreeId, row }) => {
      if (ofNode !== null) return ofNode.get(nodeId) ?? 0;
      return row === null ? null : (ladders.get(traitTreeId)?.[row] ?? null);
    },
  };
}

interface Condition {
  readonly id: number;
  readonly traitTreeId: number;
  readonly points: number;
}

/** Conditions on points spent. One that counts the points of a single node is another rule and is not a gate. */
async function readConditions(tables: GameTables): Promise<readonly Condition[]> {
  const conditions: Condition[] = [];
  for await (const row of rowsOf(tables, 'TraitCond')) {
    const id = row.integer('ID');
    const traitTreeId = row.integer('TraitTreeID');
    const points = row.integer('SpentAmountRequired') ?? 0;
    if (id === null || traitTreeId === null || points <= 0) continue;
    if (row.integer('CondType') !== AVAILABLE || (row.integer('TraitNodeID') ?? 0) !== 0) continue;
    conditions.push({ id, traitTreeId, points });
  }
  return conditions;
}

/** The most that any condition on a group of the node asks for; null where the tables are not there. */
async function readNodeGates(
  tables: GameTables,
  conditions: readonly Condition[],
): Promise<ReadonlyMap<number, number> | null> {
  if (!hasColumns(tables, 'TraitNodeGroupXTraitCond', ['TraitNodeGroupID', 'TraitCondID'])) return null;
  if (!hasColumns(tables, 'TraitNodeGroupXTraitNode', ['TraitNodeGroupID', 'TraitNodeID'])) return null;
  const points = new Map(conditions.map((condition) => [condition.id, condition.points]));
  const ofGroup = new Map<number, number>();
  for await (const row of rowsOf(tables, 'TraitNodeGroupXTraitCond')) {
    const groupId = row.integer('TraitNodeGroupID');
    const asked = points.get(row.integer('TraitCondID') ?? 0);
    if (groupId !== null && asked !== undefined) ofGroup.set(groupId, Math.max(asked, ofGroup.get(groupId) ?? 0));
  }
  const ofNode = new Map<number, number>();
  for await (const row of rowsOf(tables, 'TraitNodeGroupXTraitNode')) {
    const nodeId = row.integer('TraitNodeID');
    const asked = ofGroup.get(row.integer('TraitNodeGroupID') ?? 0);
    if (nodeId !== null && asked !== undefined) ofNode.set(nodeId, Math.max(asked, ofNode.get(nodeId) ?? 0));
  }
  return ofNode;
}

/** Per Trait tree what each row asks for, the first nothing; a tree whose amounts do not fit its rows is absent. */
function laddersOf(
  conditions: readonly Condition[],
  rowCounts: ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly number[]> {
  const ladders = new Map<number, readonly number[]>();
  for (const [traitTreeId, rows] of rowCounts) {
    const amounts = new Set(
      conditions.filter((condition) => condition.traitTreeId === traitTreeId).map(({ points }) => points),
    );
    if (amounts.size === rows - 1) ladders.set(traitTreeId, [0, ...[...amounts].sort((a, b) => a - b)]);
  }
  return ladders;
}

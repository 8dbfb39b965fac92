import type { GameTables } from '../tables.ts';
import { hasColumns } from './needs.ts';
import { readRows } from './trait_rows.ts';

/** Looks up the points that must be spent before a node of the Trait tables can be learned. */
export interface PointGates {
  /** Returns the points required by a node in this row of its Trait tree, or null if the files do not say. */
  pointsFor(node: {
    readonly nodeId: number;
    readonly traitTreeId: number;
    readonly row: number | null;
  }): number | null;
}

/** Value of CondType in TraitCond for conditions that must be met for a node to become available. */
const AVAILABLE_CONDITION = 0;

/**
 * Reads each node's gate from the tables linking conditions to groups of nodes. If these tables are missing, TraitCond
 * still lists the amounts required in a tree. If there is exactly one amount for each row below the first, the amounts
 * in ascending order are the gates of these rows. Otherwise the gates are unknown.
 */
export async function readPointGates(tables: GameTables, rowCounts: ReadonlyMap<number, number>): Promise<PointGates> {
  const conditions = await readGateConditions(tables);
  const nodeGates = await readNodeGates(tables, conditions);
  const rowGates = findRowGates(conditions, rowCounts);
  return {
    pointsFor: ({ nodeId, traitTreeId, row }) => {
      if (nodeGates !== null) return nodeGates.get(nodeId) ?? 0;
      return row === null ? null : (rowGates.get(traitTreeId)?.[row] ?? null);
    },
  };
}

interface GateCondition {
  readonly id: number;
  readonly traitTreeId: number;
  readonly points: number;
}

/** Reads the conditions on points spent in a tree. Conditions on a single node are not gates. */
async function readGateConditions(tables: GameTables): Promise<readonly GateCondition[]> {
  const conditions: GateCondition[] = [];
  for await (const row of readRows(tables, 'TraitCond')) {
    const id = row.integer('ID');
    const traitTreeId = row.integer('TraitTreeID');
    const points = row.integer('SpentAmountRequired') ?? 0;
    if (id === null || traitTreeId === null || points <= 0) continue;
    if (row.integer('CondType') !== AVAILABLE_CONDITION || (row.integer('TraitNodeID') ?? 0) !== 0) continue;
    conditions.push({ id, traitTreeId, points });
  }
  return conditions;
}

/** Returns the highest amount required by a condition on each node's groups, by node, or null if tables are missing. */
async function readNodeGates(
  tables: GameTables,
  conditions: readonly GateCondition[],
): Promise<ReadonlyMap<number, number> | null> {
  if (!hasColumns(tables, 'TraitNodeGroupXTraitCond', ['TraitNodeGroupID', 'TraitCondID'])) return null;
  if (!hasColumns(tables, 'TraitNodeGroupXTraitNode', ['TraitNodeGroupID', 'TraitNodeID'])) return null;
  const points = new Map(conditions.map((condition) => [condition.id, condition.points]));
  const groupGates = await readMaxima(tables, 'TraitNodeGroupXTraitCond', 'TraitNodeGroupID', 'TraitCondID', points);
  return readMaxima(tables, 'TraitNodeGroupXTraitNode', 'TraitNodeID', 'TraitNodeGroupID', groupGates);
}

/** Returns the highest amount for each id in the column `of`. A row's amount is that of the id in the column `by`. */
async function readMaxima(
  tables: GameTables,
  name: string,
  of: string,
  by: string,
  amounts: ReadonlyMap<number, number>,
): Promise<ReadonlyMap<number, number>> {
  const highest = new Map<number, number>();
  for await (const row of readRows(tables, name)) {
    const id = row.integer(of);
    const amount = amounts.get(row.integer(by) ?? 0);
    if (id !== null && amount !== undefined) highest.set(id, Math.max(amount, highest.get(id) ?? 0));
  }
  return highest;
}

/** Returns the points required by each row, keyed by Trait tree. Trees whose gates are unclear are omitted. */
function findRowGates(
  conditions: readonly GateCondition[],
  rowCounts: ReadonlyMap<number, number>,
): ReadonlyMap<number, readonly number[]> {
  const rowGates = new Map<number, readonly number[]>();
  for (const [traitTreeId, rows] of rowCounts) {
    const amounts = new Set(
      conditions.filter((condition) => condition.traitTreeId === traitTreeId).map(({ points }) => points),
    );
    if (amounts.size === rows - 1) rowGates.set(traitTreeId, [0, ...[...amounts].sort((a, b) => a - b)]);
  }
  return rowGates;
}

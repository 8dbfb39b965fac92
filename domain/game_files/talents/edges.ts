import type { TalentPrerequisite } from '../../ports/build.ts';
import type { GridCell } from './grid.ts';
import { compareNodeIds } from './order.ts';
import type { TraitEdgeRow } from './trait_rows.ts';

/** Types of TraitEdge: one source is enough, or every source is required. Edges of other types are only drawn. */
const SUFFICIENT_EDGE = 2;
const REQUIRED_EDGE = 3;

export interface NodePrerequisites {
  /** Returns the nodes that must all be at full rank. */
  everyOf(nodeId: number): readonly TalentPrerequisite[];
  /** Returns nodes of which at least one must be at full rank. Empty if there is no such condition. */
  anyOf(nodeId: number): readonly TalentPrerequisite[];
}

/** Finds the prerequisites of nodes. The files name only the required nodes, which must be at full rank. */
export function findPrerequisites(
  edges: readonly TraitEdgeRow[],
  cells: ReadonlyMap<number, GridCell>,
  fullRankOf: (nodeId: number) => number,
): NodePrerequisites {
  const used = edges.filter(({ type }) => type === SUFFICIENT_EDGE || type === REQUIRED_EDGE);
  const pairs = new Set(used.map(({ left, right }) => `${left} ${right}`));
  const rowOf = (nodeId: number): number => cells.get(nodeId)?.row ?? 0;
  const sourcesOf = (nodeId: number, type: number): readonly TalentPrerequisite[] => {
    const sources = used
      .filter((edge) => edge.right === nodeId && edge.type === type)
      // If there are edges in both directions, only the downward edge counts.
      .filter(({ left, right }) => !(pairs.has(`${right} ${left}`) && rowOf(left) > rowOf(right)))
      .map(({ left }) => left);
    return [...new Set(sources)].map((left) => ({ nodeId: left, rank: fullRankOf(left) })).sort(compareNodeIds);
  };
  return {
    everyOf: (nodeId: number): readonly TalentPrerequisite[] => {
      const any = sourcesOf(nodeId, SUFFICIENT_EDGE);
      return any.length === 1 ? uniteMaxima(sourcesOf(nodeId, REQUIRED_EDGE), any) : sourcesOf(nodeId, REQUIRED_EDGE);
    },
    anyOf: (nodeId: number): readonly TalentPrerequisite[] => {
      const any = sourcesOf(nodeId, SUFFICIENT_EDGE);
      return any.length > 1 ? any : [];
    },
  };
}

function uniteMaxima(
  a: readonly TalentPrerequisite[],
  b: readonly TalentPrerequisite[],
): readonly TalentPrerequisite[] {
  return [...new Map([...a, ...b].map((prerequisite) => [prerequisite.nodeId, prerequisite])).values()].sort(
    compareNodeIds,
  );
}

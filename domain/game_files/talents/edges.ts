import type { TalentPrerequisite } from '../../ports/build.ts';
import type { Cell } from './grid.ts';
import { byNode } from './order.ts';
import type { TraitEdgeRow } from './trait_rows.ts';

/** Types of TraitEdge: one source is enough, or every source is needed. Others are drawn, or no longer in use. */
const SUFFICIENT = 2;
const REQUIRED = 3;

export interface Prerequisites {
  /** All of them must be full. */
  everyOf(nodeId: number): readonly TalentPrerequisite[];
  /** One of them must be full. */
  anyOf(nodeId: number): readonly TalentPrerequisite[];
}

/** What nodes ask of others: the files name the others only, and they must be full. */
export function prerequisitesOf(
  edges: readonly TraitEdgeRow[],
  cells: ReadonlyMap<number, Cell>,
  fullRankOf: (nodeId: number) => number,
): Prerequisites {
  const used = edges.filter(({ type }) => type === SUFFICIENT || type === REQUIRED);
  const pairs = new Set(used.map(({ left, right }) => `${left} ${right}`));
  const rowOf = (nodeId: number): number => cells.get(nodeId)?.row ?? 0;
  const of = (nodeId: number, type: number): readonly TalentPrerequisite[] => {
    const sources = used
      .filter((edge) => edge.right === nodeId && edge.type === type)
      // Where two nodes are tied both ways, only the tie that leads down is meant.
      .filter(({ left, right }) => !(pairs.has(`${right} ${left}`) && rowOf(left) > rowOf(right)))
      .map(({ left }) => left);
    return [...new Set(sources)].map((left) => ({ nodeId: left, rank: fullRankOf(left) })).sort(byNode);
  };
  return {
    everyOf: (nodeId: number): readonly TalentPrerequisite[] => {
      const any = of(nodeId, SUFFICIENT);
      return any.length === 1 ? union(of(nodeId, REQUIRED), any) : of(nodeId, REQUIRED);
    },
    anyOf: (nodeId: number): readonly TalentPrerequisite[] => {
      const any = of(nodeId, SUFFICIENT);
      return any.length > 1 ? any : [];
    },
  };
}

function union(a: readonly TalentPrerequisite[], b: readonly TalentPrerequisite[]): readonly TalentPrerequisite[] {
  return [...new Map([...a, ...b].map((prerequisite) => [prerequisite.nodeId, prerequisite])).values()].sort(byNode);
}

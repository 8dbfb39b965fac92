import { EDGE_GROUPS } from '../families/edges.ts';
import type { EdgeGroup, EdgesAt } from '../ports/edges.ts';
import type { Snapshot } from '../ports/snapshots.ts';

/** The first matching edges, ordered by group and place, and the total number of matching edges. */
export type FoundEdges = EdgesAt;

/** The entity at one end of the edges. */
export type EdgeEnd = { readonly fromId: number } | { readonly toId: number };

/** Returns the observed edges of one group, such as `sold_by:item:npc`, that have the given entity at one end. */
export async function findEdges(
  snapshot: Snapshot,
  names: readonly (typeof EDGE_GROUPS)[number]['name'][],
  end: EdgeEnd,
  max: number,
): Promise<FoundEdges> {
  const groups = EDGE_GROUPS.filter(({ name }) => names.includes(name)) as readonly EdgeGroup[];
  return 'fromId' in end
    ? snapshot.edges.at(groups, 'from', end.fromId, max)
    : snapshot.edges.at(groups, 'to', end.toId, max);
}

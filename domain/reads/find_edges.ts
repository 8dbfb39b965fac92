import { EDGE_GROUPS } from '../families/edges.ts';
import type { EdgeGroup, EdgeReader, EdgesAt } from '../ports/edges.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';

/** The first matching edges, by group and place, and their total number. */
export type FoundEdges = EdgesAt;

/** One end of edges. */
export type EdgeEnd = { readonly fromId: number } | { readonly toId: number };

/** Returns the observed edges of one relation and kinds of ends, such as `sold_by:item:npc`, that have this end. */
export async function findEdges(
  { reader, view }: { readonly reader: EdgeReader; readonly view: SnapshotView },
  names: readonly (typeof EDGE_GROUPS)[number]['name'][],
  end: EdgeEnd,
  max: number,
): Promise<FoundEdges> {
  const groups = EDGE_GROUPS.filter(({ name }) => names.includes(name)) as readonly EdgeGroup[];
  return 'fromId' in end
    ? reader.edgesAt(view, groups, 'from', end.fromId, max)
    : reader.edgesAt(view, groups, 'to', end.toId, max);
}

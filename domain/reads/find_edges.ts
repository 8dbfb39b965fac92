import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import { EDGE_GROUPS } from '../families/edges.ts';
import { placesAt } from '../paging/ledger.ts';
import type { EdgeGroup, EdgeReader } from '../ports/edges.ts';
import type { SnapshotView } from '../ports/snapshot_view.ts';
import { ok, type StorageResult } from '../values/result.ts';
import { rowsIn } from './pieces.ts';

type EdgeRow = EdgesResponse['edges'][number];

export interface FoundEdges {
  /** The first of them, by group and place. */
  readonly rows: readonly EdgeRow[];
  /** How many there are. */
  readonly total: number;
}

/** One end of edges. */
export type EdgeEnd = { readonly fromId: number } | { readonly toId: number };

/** The observed edges of one relation and kind of ends, such as `sold_by:item:npc`, that have this end. */
export const findEdges = async (
  { reader, view }: { readonly reader: EdgeReader; readonly view: SnapshotView },
  names: readonly (typeof EDGE_GROUPS)[number]['name'][],
  end: EdgeEnd,
  max: number,
): Promise<StorageResult<FoundEdges>> => {
  const groups = EDGE_GROUPS.filter(({ name }) => names.includes(name)) as readonly EdgeGroup[];
  const [side, id] = 'fromId' in end ? (['from', end.fromId] as const) : (['to', end.toId] as const);
  const found = await reader.edgesAt(view, groups, side, id, max);
  if (!found.ok) return found;
  const { places, total } = found.value;
  const slices = places
    // The database may be a moment ahead of the view.
    .filter(({ group, place }) => place < placesAt(view.edges, group, view.row.n))
    .map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  const pieces = await reader.edgeRows(view, slices);
  return pieces.ok ? ok({ rows: rowsIn<EdgeRow>(pieces.value), total }) : pieces;
};

import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import { placesAt } from '../paging/ledger.ts';
import type { EdgeEnds, SnapshotReader, SnapshotView } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { EDGE_GROUPS, type EdgeGroup } from '../rollups/edges.ts';
import { rowsIn } from './pieces.ts';

type EdgeRow = EdgesResponse['edges'][number];

export interface FoundEdges {
  /** The first of them, by group and place. */
  readonly rows: readonly EdgeRow[];
  /** How many there are. */
  readonly total: number;
}

/** The observed edges of one relation and kind of ends, such as `sold_by:item:npc`, that have this end. */
export const findEdges = async (
  { reader, view }: { readonly reader: SnapshotReader; readonly view: SnapshotView },
  names: readonly (typeof EDGE_GROUPS)[number]['name'][],
  ends: Partial<EdgeEnds>,
  max: number,
): Promise<Reached<FoundEdges>> => {
  const groups = EDGE_GROUPS.filter(({ name }) => names.includes(name)) as readonly EdgeGroup[];
  const places = await reader.edgePlaces(view, groups, { fromId: null, toId: null, ...ends });
  if (!places.ok) return places;
  const standing = places.value.filter(
    ({ group, place, withdrawn }) => withdrawn === null && place < placesAt(view.edges, group, view.row.n),
  );
  const slices = standing.slice(0, max).map(({ group, place }) => ({ kind: group, from: place, to: place + 1 }));
  const pieces = await reader.edgeRows(view, slices);
  if (!pieces.ok) return pieces;
  return ok({ rows: rowsIn<EdgeRow>(pieces.value), total: standing.length });
};

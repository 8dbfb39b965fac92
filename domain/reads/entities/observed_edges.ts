import { type EDGE_GROUPS, edgeGroup } from '../../families/edges.ts';
import type { ObservedEdge } from '../../ports/edges.ts';
import { type EdgeEnd, findEdges } from '../find_edges.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

/** An observed relation with its ends. */
export interface LinkedEdge extends ObservedEdge {
  readonly fromId: number;
  readonly toId: number;
}

export interface LinkedEdges {
  /** The first relations, in the order in which they became public. */
  readonly rows: readonly LinkedEdge[];
  readonly total: number;
}

/** Returns at most `max` relations of one group that have this end. */
export async function edgesOf(
  snapshot: PublishedSnapshot,
  group: (typeof EDGE_GROUPS)[number]['name'],
  end: EdgeEnd,
  max: number,
): Promise<LinkedEdges> {
  const found = await findEdges(snapshot, [group], end, max);
  // Observed rows are written from observed edges (domain/reads/edge_row.ts), so none of these fields is null.
  return { total: found.total, rows: found.rows as readonly LinkedEdge[] };
}

/** Returns the relations at each of many ends, in one map. Ends without relations are absent. */
export async function edgesOfEach(
  snapshot: PublishedSnapshot,
  group: (typeof EDGE_GROUPS)[number]['name'],
  ends: { readonly from: readonly number[] },
  each: number,
): Promise<ReadonlyMap<number, LinkedEdges>> {
  const found = await snapshot.edges.atEach(edgeGroup(group), 'from', ends.from, each);
  return found as ReadonlyMap<number, LinkedEdges>;
}

/** The number of reports of a relation and their first and last day (schema/tools/page_parts.ts, seen). */
export function seenOf({ installs, firstSeen, lastSeen }: ObservedEdge): ObservedEdge {
  return {
    installs,
    firstSeen,
    lastSeen,
  };
}

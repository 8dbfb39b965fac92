import { EDGE_GROUPS, findEdgeGroup } from '../../families/edges.ts';
import type { EdgeGroup, EdgePage, ObservedEdge } from '../../ports/edges.ts';
import type { Snapshot } from '../../ports/snapshots.ts';

/** An observed relation with the ids of its two ends. */
export interface LinkedEdge extends ObservedEdge {
  readonly fromId: number;
  readonly toId: number;
}

export interface LinkedEdgeList {
  /** The first relations, in the order in which they became public. */
  readonly rows: readonly LinkedEdge[];
  readonly total: number;
}

type EdgeGroupName = (typeof EDGE_GROUPS)[number]['name'];

type EdgeEndId = { readonly fromId: number } | { readonly toId: number };

/** Returns at most `max` relations of one group, such as `sold_by:item:npc`, that have this end. */
export async function readEdges(
  snapshot: Snapshot,
  group: EdgeGroupName,
  end: EdgeEndId,
  max: number,
): Promise<LinkedEdgeList> {
  const found = await findEdgesInGroups(snapshot, [group], end, max);
  // Observed rows are written from observed edges (domain/reads/edges.ts), so none of these fields is null.
  return { total: found.total, rows: found.rows as readonly LinkedEdge[] };
}

/** Returns the relations of several groups as rows of the edge list, ordered by group and place. */
export async function findEdgesInGroups(
  snapshot: Snapshot,
  names: readonly EdgeGroupName[],
  end: EdgeEndId,
  max: number,
): Promise<EdgePage> {
  const groups = EDGE_GROUPS.filter(({ name }) => names.includes(name)) as readonly EdgeGroup[];
  return 'fromId' in end
    ? snapshot.edges.at(groups, 'from', end.fromId, max)
    : snapshot.edges.at(groups, 'to', end.toId, max);
}

/** The last day on which three installs saw a drop, keyed by kind and id of its other end, such as `npc 6`. */
export type DropDays = ReadonlyMap<string, string>;

const DROP_DAYS_MAX = 1_000;

/** Returns the days of the drops of an item, or of what a creature or an object drops. */
export async function readDropDays(snapshot: Snapshot, kind: 'item' | 'npc' | 'object', id: number): Promise<DropDays> {
  const { rows } = await (kind === 'item'
    ? findEdgesInGroups(snapshot, ['dropped_by:item:npc', 'dropped_by:item:object'], { fromId: id }, DROP_DAYS_MAX)
    : findEdgesInGroups(snapshot, [`dropped_by:item:${kind}`], { toId: id }, DROP_DAYS_MAX));
  return new Map(
    rows.map((edge) => [kind === 'item' ? `${edge.toKind} ${edge.toId}` : `item ${edge.fromId}`, edge.lastSeen!]),
  );
}

/** Returns at most `each` relations that start at each of these ids. Ids without relations are absent. */
export async function readEdgesByFromId(
  snapshot: Snapshot,
  group: EdgeGroupName,
  fromIds: readonly number[],
  each: number,
): Promise<ReadonlyMap<number, LinkedEdgeList>> {
  const found = await snapshot.edges.atEach(findEdgeGroup(group), 'from', fromIds, each);
  return found as ReadonlyMap<number, LinkedEdgeList>;
}

/** Returns how many installs reported a relation, and the first and last day (schema/tools/page_parts.ts, seen). */
export function pickSeenDates({ installs, firstSeen, lastSeen }: ObservedEdge): ObservedEdge {
  return { installs, firstSeen, lastSeen };
}

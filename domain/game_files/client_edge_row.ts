import { CLIENT_GROUPS, type ClientEdge, type ClientGroup } from '../ports/build.ts';

const GROUP_BY_RELATION: ReadonlyMap<string, ClientGroup> = new Map(CLIENT_GROUPS.map((group) => [group.rel, group]));

/** Returns the group of an edge. A relation always connects the same two kinds, so it has exactly one group. */
export function findClientGroup({ rel }: Pick<ClientEdge, 'rel'>): ClientGroup {
  return GROUP_BY_RELATION.get(rel)!;
}

/** Formats an edge as JSON for the edge list. Built by hand for speed, because an import has very many edges. */
export function formatClientEdgeRow(edge: ClientEdge, build: string): string {
  const [head, middle] = EDGE_ROW_TEXTS.get(edge.rel)!;
  return `${head}${edge.fromId}${middle}${edge.toId},"evidence":"client","build":${JSON.stringify(build)},"installs":null,"firstSeen":null,"lastSeen":null}`;
}

/** The JSON before the id of each end of an edge, keyed by relation. Fields are in published order. */
const EDGE_ROW_TEXTS: ReadonlyMap<string, readonly [head: string, middle: string]> = new Map(
  CLIENT_GROUPS.map(({ rel, fromKind, toKind }) => [
    rel,
    [`{"fromKind":"${fromKind}","fromId":`, `,"rel":"${rel}","toKind":"${toKind}","toId":`] as const,
  ]),
);

import { CLIENT_GROUPS, type ClientEdge, type ClientGroup } from '../ports/build.ts';

const GROUP_OF: ReadonlyMap<string, ClientGroup> = new Map(CLIENT_GROUPS.map((group) => [group.rel, group]));

/** The group of a relation: each is between two kinds only. */
export function clientGroupOf({ rel }: Pick<ClientEdge, 'rel'>): ClientGroup {
  return GROUP_OF.get(rel)!;
}

/** A relation of the game's files as the list of edges shows it, as finished JSON. An import has a great many of them. */
export function clientEdgeText(edge: ClientEdge, build: string): string {
  const [head, middle] = TEXTS.get(edge.rel)!;
  return `${head}${edge.fromId}${middle}${edge.toId},"evidence":"client","build":${JSON.stringify(build)},"installs":null,"firstSeen":null,"lastSeen":null}`;
}

/** What stands before each end of an edge of a relation, in the order of the published row. */
const TEXTS: ReadonlyMap<string, readonly [head: string, middle: string]> = new Map(
  CLIENT_GROUPS.map(({ rel, fromKind, toKind }) => [
    rel,
    [`{"fromKind":"${fromKind}","fromId":`, `,"rel":"${rel}","toKind":"${toKind}","toId":`] as const,
  ]),
);

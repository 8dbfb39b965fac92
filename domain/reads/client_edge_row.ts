import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import { CLIENT_GROUPS, type ClientEdge } from '../game_files/build.ts';

export type ClientGroup = (typeof CLIENT_GROUPS)[number];

type EdgeRow = EdgesResponse['edges'][number];

const GROUP_OF: ReadonlyMap<string, ClientGroup> = new Map(CLIENT_GROUPS.map((group) => [group.rel, group]));

/** The group of a relation: each is between two kinds only. */
export const clientGroupOf = ({ rel }: Pick<ClientEdge, 'rel'>): ClientGroup => GROUP_OF.get(rel)!;

/** A relation of the game's files as the list of edges shows it, as finished JSON. */
export const clientEdgeText = (edge: ClientEdge, build: string): string => {
  const { fromKind, rel, toKind } = clientGroupOf(edge);
  const row: EdgeRow = {
    ...{ fromKind, fromId: edge.fromId, rel, toKind, toId: edge.toId },
    evidence: 'client',
    build,
    ...{ installs: null, firstSeen: null, lastSeen: null },
  };
  return JSON.stringify(row);
};

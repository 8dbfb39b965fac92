import type { EdgesResponse } from '../../schema/responses/edgesResponse.ts';
import { edgeGroup } from '../families/edges.ts';
import type { EdgeName, ObservedEdge } from '../ports/edges.ts';

type EdgeRow = EdgesResponse['edges'][number];

/** Formats an observed relation as a row of the edge list (final JSON). */
export function observedEdgeText({ group, fromId, toId }: EdgeName, edge: ObservedEdge): string {
  const { fromKind, rel, toKind } = edgeGroup(group);
  const { installs, firstSeen, lastSeen } = edge;
  const row: EdgeRow = {
    fromKind,
    fromId,
    rel,
    toKind,
    toId,
    evidence: 'observed',
    build: null,
    installs,
    firstSeen,
    lastSeen,
  };
  return JSON.stringify(row);
}

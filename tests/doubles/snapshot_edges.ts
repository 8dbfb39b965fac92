import { edgeChange } from '../../domain/families/lookups/change_log.ts';
import type { Change } from '../../domain/ports/change_log.ts';
import type { EdgeEnds, EdgeGroup, EdgeName, EdgePlace, StatedEdge } from '../../domain/ports/edges.ts';
import { observedEdgeText } from '../../domain/reads/edge_row.ts';
import { createGroupedList, type GroupedList, groupOf, keepStep } from './grouped_list.ts';

interface Edge {
  readonly name: EdgeName;
  text: string;
}

/** Public edges in memory, for tests. */
export interface MemoryEdges {
  readonly list: GroupedList<{ readonly text: string }>;
  stands(group: string, fromId: number): boolean;
  state(edges: readonly StatedEdge[], n: number): readonly Change[];
  places(groups: readonly EdgeGroup[], ends: EdgeEnds): readonly EdgePlace[];
  /** Where standing edges of a group lead to, by what they start from. */
  from(group: EdgeGroup, fromIds: readonly number[], each: number): ReadonlyMap<number, readonly number[]>;
}

export const createMemoryEdges = (): MemoryEdges => {
  const list = createGroupedList<Edge>();
  // Where each edge took its places, withdrawn ones included.
  const given: { readonly name: EdgeName; readonly place: number; withdrawn: number | null }[] = [];

  const state = ({ name, edge }: StatedEdge, n: number): readonly Change[] => {
    const group = groupOf(list, name.group);
    const known = given.find((one) => one.withdrawn === null && sameEdge(one.name, name));
    if (known === undefined) {
      if (edge === null) return [];
      given.push({ name, place: group.places.length, withdrawn: null });
      group.places.push({ name, text: observedEdgeText(name, edge) });
      return [edgeChange('became-public', name)];
    }
    if (edge !== null) {
      group.places[known.place]!.text = observedEdgeText(name, edge);
      return [];
    }
    known.withdrawn = n;
    group.places[known.place] = null;
    group.gaps.push({ place: known.place, snapshot: n });
    group.gaps.sort((a, b) => a.place - b.place);
    return [edgeChange('withdrawn', name)];
  };

  return {
    list,
    stands: (group, fromId) =>
      given.some(({ name, withdrawn }) => withdrawn === null && name.group === group && name.fromId === fromId),
    state: (edges, n) => {
      const before = given.length;
      const changes = [...edges].sort(byName).flatMap((edge) => state(edge, n));
      if (given.length > before) keepStep(list, n);
      return changes;
    },
    from: (group, fromIds, each) =>
      new Map(
        fromIds.map((fromId) => {
          const standing = given.filter(
            ({ name, withdrawn }) => withdrawn === null && name.group === group.name && name.fromId === fromId,
          );
          return [fromId, standing.slice(0, each).map(({ name }) => name.toId)] as const;
        }),
      ),
    places: (groups, { fromId, toId }) =>
      groups.flatMap((group) =>
        given
          .filter(({ name }) => name.group === group.name)
          .filter(({ name }) => (fromId ?? name.fromId) === name.fromId && (toId ?? name.toId) === name.toId)
          .map(({ place, withdrawn }) => ({ group: group.name, place, withdrawn })),
      ),
  };
};

const sameEdge = (a: EdgeName, b: EdgeName): boolean =>
  a.group === b.group && a.fromId === b.fromId && a.toId === b.toId;

const byName = ({ name: a }: StatedEdge, { name: b }: StatedEdge): number =>
  a.group === b.group ? a.fromId - b.fromId || a.toId - b.toId : a.group < b.group ? -1 : 1;

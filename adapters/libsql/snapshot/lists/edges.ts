import { EDGE_GROUPS, findEdgeGroup } from '../../../../domain/families/edges.ts';
import type { EdgeKey } from '../../../../domain/ports/edges.ts';
import { createEdgeChange } from '../../../../domain/reads/changes/changed_rows.ts';
import { formatObservedEdge } from '../../../../domain/reads/edges.ts';
import type { PublicList, RowKey } from './list.ts';

/** Observed relations, from `a` to `b`. Each group is a list. */
export const edgeList: PublicList = {
  names: EDGE_GROUPS.map(({ name }) => name),
  rowsOf: (part) => ({
    rows: part.edges.map(({ name, edge }) => {
      const body = edge === null ? null : formatObservedEdge(name, edge);
      return { list: name.group, key: '', a: name.fromId, b: name.toId, body };
    }),
  }),
  countedBy: ['a', 'b'],
  exportedAs: 'edges',
  changed: (row, before, after) => createEdgeChange(parseEdgeName(row), before, after),
  entitiesOf: ({ list, a, b }) => {
    const { fromKind, toKind } = findEdgeGroup(list);
    return [`${fromKind}:${a}`, `${toKind}:${b}`];
  },
};

function parseEdgeName({ list, a, b }: RowKey): EdgeKey {
  return { group: list, fromId: a, toId: b };
}

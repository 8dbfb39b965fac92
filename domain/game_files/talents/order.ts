import type { TalentNode, TalentPrerequisite } from '../../ports/build.ts';

/** Orders the nodes of a tree by row, then column, then id. Nodes without a row come last. */
export function compareCells(
  a: Pick<TalentNode, 'row' | 'column' | 'nodeId'>,
  b: Pick<TalentNode, 'row' | 'column' | 'nodeId'>,
): number {
  return compareNullsLast(a.row, b.row) || compareNullsLast(a.column, b.column) || a.nodeId - b.nodeId;
}

function compareNullsLast(a: number | null, b: number | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a - b;
}

export function compareNodeIds(a: TalentPrerequisite, b: TalentPrerequisite): number {
  return a.nodeId - b.nodeId;
}

export type OmissionCounts = ReturnType<typeof createOmissionCounts>;

/** Counts omitted data and returns sentences such as `talents left out (2): TalentTab has no row for their TabID.` */
export function createOmissionCounts() {
  const counts = new Map<string, { readonly what: string; readonly why: string; count: number }>();
  return {
    add: (what: string, why: string): void => {
      const key = `${what}\n${why}`;
      const entry = counts.get(key) ?? { what, why, count: 0 };
      entry.count += 1;
      counts.set(key, entry);
    },
    sentences: (): readonly string[] =>
      [...counts.values()].map(({ what, why, count }) => `${what} left out (${count}): ${why}.`),
  };
}

import type { TalentNode } from '../../../domain/ports/build.ts';

type NodePosition = Pick<TalentNode, 'row' | 'column'>;

/**
 * Returns the index of the talent that an arrow key, Home or End moves to, or null if there is none or the key is
 * another. Left and right follow the reading order; up and down go to the nearest column of the next row with talents.
 */
export function findNeighbour(nodes: readonly NodePosition[], at: number, key: string): number | null {
  switch (key) {
    case 'ArrowLeft':
      return at > 0 ? at - 1 : null;
    case 'ArrowRight':
      return at + 1 < nodes.length ? at + 1 : null;
    case 'Home':
      return 0;
    case 'End':
      return nodes.length - 1;
    case 'ArrowUp':
      return findNearest(nodes, at, (rows) => rows < 0);
    case 'ArrowDown':
      return findNearest(nodes, at, (rows) => rows > 0);
    default:
      return null;
  }
}

function findNearest(nodes: readonly NodePosition[], at: number, isAhead: (rows: number) => boolean): number | null {
  const { row, column } = nodes[at]!;
  if (row === null || column === null) return null;
  const candidates = nodes.flatMap((node, index) => {
    if (node.row === null || node.column === null || !isAhead(node.row - row)) return [];
    return [{ index, rows: Math.abs(node.row - row), columns: Math.abs(node.column - column) }];
  });
  candidates.sort((a, b) => a.rows - b.rows || a.columns - b.columns || a.index - b.index);
  return candidates[0]?.index ?? null;
}

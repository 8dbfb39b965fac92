import { type BuildPiece, CLIENT_GROUPS } from '../../ports/build.ts';
import type { CountsByName } from '../../ports/imports.ts';

/** Counts an import's pieces by label, such as `items` or `reagent_for relations`. Talents are counted by node. */
export function createPieceCounter() {
  const counts = new Map<string, number>();
  return {
    take: (piece: BuildPiece): void => {
      const label = formatPieceLabel(piece);
      counts.set(label, (counts.get(label) ?? 0) + countPiece(piece));
    },
    counts: (): CountsByName => Object.fromEntries(counts),
  };
}

function formatPieceLabel(piece: BuildPiece): string {
  switch (piece.piece) {
    case 'item':
      return 'items';
    case 'edge':
      return RELATION_LABELS.get(piece.edge.rel)!;
    case 'class':
      return 'item classes';
    case 'set':
      return 'item sets';
    case 'recipe':
      return 'thresholds of recipes';
    case 'name':
      return `names of the kind ${piece.name.kind}`;
    case 'talents':
      return 'talents';
  }
}

const RELATION_LABELS = new Map<string, string>(CLIENT_GROUPS.map(({ rel }) => [rel, `${rel} relations`]));

function countPiece(piece: BuildPiece): number {
  return piece.piece === 'talents' ? piece.talents.trees.reduce((sum, { nodes }) => sum + nodes.length, 0) : 1;
}

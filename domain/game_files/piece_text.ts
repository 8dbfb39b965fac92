import type { BuildPiece, ItemPiece } from '../ports/build.ts';

/** Adds the item's JSON to its piece, so that each item is serialised only once. */
export function addItemText(piece: ItemPiece): ItemPiece {
  return { piece: 'item', item: piece.item, text: piece.text ?? JSON.stringify(piece.item) };
}

/** Returns a piece in its stored form, JSON on one line. Frequent kinds of pieces are formatted by hand for speed. */
export function formatBuildPiece(piece: BuildPiece): string {
  switch (piece.piece) {
    case 'item':
      return `{"piece":"item","item":${piece.text ?? JSON.stringify(piece.item)}}`;
    case 'edge': {
      const { rel, fromId, toId } = piece.edge;
      return `{"piece":"edge","edge":{"rel":"${rel}","fromId":${fromId},"toId":${toId}}}`;
    }
    default:
      return JSON.stringify(piece);
  }
}

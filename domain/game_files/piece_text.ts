import type { BuildPiece, ItemPiece } from '../ports/build.ts';

/** An item's piece together with its text, for whoever needs it twice. */
export function withText(piece: ItemPiece): ItemPiece {
  return {
    piece: 'item',
    item: piece.item,
    text: piece.text ?? JSON.stringify(piece.item),
  };
}

/** A piece as it is kept: one line of JSON, without its end. Items and edges, of which there are a great many, by hand. */
export function pieceText(piece: BuildPiece): string {
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

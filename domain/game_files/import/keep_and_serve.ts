import type { BuildPiece } from '../../ports/build.ts';
import type { Counts } from '../../ports/imports.ts';
import { withText } from '../piece_text.ts';
import type { BuildTaking } from './import_build.ts';
import { createPieceCounter } from './piece_counts.ts';

/** Pieces on their way to two places at once: whoever goes through them keeps them, and `taking` has had each before. */
export interface PieceTee extends AsyncIterable<BuildPiece> {
  /** How many so far, by what they are. */
  counts(): Counts;
  /** Whether the pieces ended early because the import was asked to stop. */
  isStopped(): boolean;
}

/**
 * Pieces are taken one by one and kept by the way, so that nothing has to be read back. Iterated by hand: a generator for
 * every place that a piece comes through costs as much as the piece.
 */
export function teePieces(parts: AsyncIterable<Iterable<BuildPiece>>, taking: BuildTaking): PieceTee {
  const counter = createPieceCounter();
  let stopped = false;
  return {
    counts: counter.counts,
    isStopped: () => stopped,
    [Symbol.asyncIterator]: () => {
      const outer = parts[Symbol.asyncIterator]();
      let inner: Iterator<BuildPiece> = [][Symbol.iterator]();

      const end = async (): Promise<IteratorResult<BuildPiece>> => {
        await outer.return?.();
        return { done: true, value: undefined };
      };
      const nextPart = async (): Promise<IteratorResult<BuildPiece>> => {
        for (;;) {
          const part = await outer.next();
          if (part.done === true) return part;
          inner = part.value[Symbol.iterator]();
          const first = inner.next();
          if (first.done !== true) return hand(first.value);
        }
      };
      const hand = (piece: BuildPiece): Promise<IteratorResult<BuildPiece>> => {
        const handed = piece.piece === 'item' ? withText(piece) : piece;
        counter.take(handed);
        const result = { done: false, value: handed } as const;
        return taking.take(handed) ? written(result) : Promise.resolve(result);
      };
      const written = async (result: IteratorResult<BuildPiece>): Promise<IteratorResult<BuildPiece>> => {
        if (await taking.write()) return result;
        stopped = true;
        return end();
      };
      return {
        next: () => {
          const next = inner.next();
          return next.done === true ? nextPart() : hand(next.value);
        },
        return: end,
      };
    },
  };
}

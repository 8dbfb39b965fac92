import type { BuildPiece } from '../../ports/build.ts';
import type { Counts } from '../../ports/imports.ts';
import type { Unreachable } from '../../values/result.ts';
import { withText } from '../piece_text.ts';
import type { BuildTaking } from './import_build.ts';
import { createPieceCounter } from './piece_counts.ts';

/** Pieces on their way to two places at once: whoever goes through them keeps them, and `taking` has had each before. */
export interface TeedPieces extends AsyncIterable<BuildPiece> {
  /** How many so far, by what they are. */
  counts(): Counts;
  /** Why the pieces ended before their time; null: they did not. */
  fault(): Unreachable | 'stopped' | null;
}

/**
 * Pieces are taken one by one and kept by the way, so that nothing has to be read back. Iterated by hand: a generator for
 * every place that a piece comes through costs as much as the piece.
 */
export const teePieces = (parts: AsyncIterable<Iterable<BuildPiece>>, taking: BuildTaking): TeedPieces => {
  const counter = createPieceCounter();
  let fault: Unreachable | 'stopped' | null = null;
  return {
    counts: counter.counts,
    fault: () => fault,
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
        const done = await taking.write();
        if (done.ok && done.value) return result;
        fault = done.ok ? 'stopped' : done.error;
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
};

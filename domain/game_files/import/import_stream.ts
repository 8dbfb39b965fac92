import type { BuildPiece } from '../../ports/build.ts';
import type { CountsByName } from '../../ports/imports.ts';
import { addItemText } from '../piece_text.ts';
import type { BuildImport } from './import_build.ts';
import { createPieceCounter } from './piece_counts.ts';

/** A stream of pieces with two consumers: each piece is added to an import first and then yielded to the caller. */
export interface PieceTee extends AsyncIterable<BuildPiece> {
  counts(): CountsByName;
  /** Whether the pieces ended early because the import was asked to stop. */
  isStopped(): boolean;
}

/**
 * Adds each piece to the public database while the caller iterates and stores it. The iterator is written by hand,
 * because a generator would be slow.
 */
export function createImportStream(parts: AsyncIterable<Iterable<BuildPiece>>, taking: BuildImport): PieceTee {
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
          if (first.done !== true) return emit(first.value);
        }
      };
      const emit = (piece: BuildPiece): Promise<IteratorResult<BuildPiece>> => {
        const emitted = piece.piece === 'item' ? addItemText(piece) : piece;
        counter.take(emitted);
        const result = { done: false, value: emitted } as const;
        return taking.take(emitted) ? writeThen(result) : Promise.resolve(result);
      };
      const writeThen = async (result: IteratorResult<BuildPiece>): Promise<IteratorResult<BuildPiece>> => {
        if (await taking.write()) return result;
        stopped = true;
        return end();
      };
      return {
        next: () => {
          const next = inner.next();
          return next.done === true ? nextPart() : emit(next.value);
        },
        return: end,
      };
    },
  };
}

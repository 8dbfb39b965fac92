import type { FileLook } from '../../ports/uploader.ts';

/** Detects when another program has finished writing a file. */
export interface RestWatch {
  /** Call with each look at the file, or null if it is missing. Returns whether it is at rest and not settled yet. */
  rests(look: FileLook | null): boolean;
  /** Marks the present state as handled, so that `rests` returns false until the file changes. */
  settle(): void;
}

/** A file is at rest when two successive looks find the same size and time. */
export function restWatch(): RestWatch {
  let last: FileLook | null = null;
  let settled = false;
  return {
    rests: (look) => {
      const isSame = look !== null && last !== null && look.bytes === last.bytes && look.changedMs === last.changedMs;
      if (!isSame) settled = false;
      last = look;
      return isSame && !settled;
    },
    settle: () => {
      settled = true;
    },
  };
}

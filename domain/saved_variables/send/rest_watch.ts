import type { FileLook } from '../../ports/uploader.ts';

/** Detects when a file is no longer being written by another program. */
export interface RestWatch {
  /** Call with each look at the file, or null if it is missing. Returns true if the file is at rest and not settled. */
  rests(look: FileLook | null): boolean;
  /** Marks the file's present state as handled, so that `rests` returns false until the file changes. */
  settle(): void;
}

/** A file is at rest when two consecutive looks find the same size and modification time. */
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

import type { FileStamp } from '../../ports/uploader.ts';

/**
 * Detects when another program has stopped writing to a file, which is at rest when two consecutive looks find the same
 * size and modification time.
 */
export function createIdleFileWatch() {
  let last: FileStamp | null = null;
  let settled = false;
  return {
    /**
     * Call this after each look at the file, with null if the file is missing. Returns true if the file is at rest and
     * `settle` was not called for its present state.
     */
    rests: (look: FileStamp | null): boolean => {
      const isSame = look !== null && last !== null && look.bytes === last.bytes && look.changedMs === last.changedMs;
      if (!isSame) settled = false;
      last = look;
      return isSame && !settled;
    },
    /** Marks the present state as handled, so that `rests` returns false until the file changes. */
    settle: (): void => {
      settled = true;
    },
  };
}

import type { FileLook } from '../../ports/uploader.ts';

/** Tells when a file that something writes has come to rest. */
export interface RestWatch {
  /** Given each look at it (null: it is not there), whether it rests and was not settled since it last changed. */
  rests(look: FileLook | null): boolean;
  /** Nothing more is to be done until it changes. */
  settle(): void;
}

/** A file rests when two looks one behind the other find the same size and time. */
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

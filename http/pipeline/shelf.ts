import { createBoundedCache } from '../../domain/bounded_cache.ts';
import type { SnapshotReader, SnapshotView } from '../../domain/ports/snapshots.ts';
import { formatPin } from '../../domain/reads/pin.ts';
import { byteLengthOf, isWhole, wholeOf } from './body.ts';
import type { Finished } from './finish.ts';
import type { Keeping } from './route.ts';

/** Finished answers kept for the next request. What is asked for twice at once is made once. */
export interface Shelf {
  /** The answer kept under `key`; undefined where there is none, or where the newest snapshot must be looked up first. */
  find(keeping: Keeping, key: string): Finished | undefined;
  /** The answer kept under `key`, else a new one from `make`, kept where `lasts`. */
  take(keeping: Keeping, key: string, make: () => Promise<Made>): Promise<Finished>;
}

export interface Made {
  readonly finished: Finished;
  readonly lasts: boolean;
}

const SNAPSHOT_BYTES_MAX = 16 * 1024 * 1024;
const PROCESS_BYTES_MAX = 4 * 1024 * 1024;

/** Answers made from a snapshot are dropped all at once when there is a newer one. */
export const createShelf = (reader: SnapshotReader): Shelf => {
  const kept = {
    snapshot: createBoundedCache<Finished>(SNAPSHOT_BYTES_MAX),
    process: createBoundedCache<Finished>(PROCESS_BYTES_MAX),
  };
  const making = new Map<string, Promise<Finished>>();
  let epoch = '';
  let n = 0;
  let snapshot = '';

  /** Empties the shelf where the view is newer than what stands on it. */
  const turnTo = (view: SnapshotView): string => {
    if (view.row.n !== n || view.epoch !== epoch) {
      epoch = view.epoch;
      n = view.row.n;
      snapshot = formatPin({ epoch, n });
      kept.snapshot.clear();
    }
    return snapshot;
  };

  const find: Shelf['find'] = (keeping, key) => {
    if (keeping.while === 'process') return kept.process.get(key);
    const view = reader.current();
    if (view === null) return undefined;
    turnTo(view);
    const found = kept.snapshot.get(key);
    return found === undefined ? undefined : whole(key, found);
  };

  /** An answer asked for again is worth having in one piece. */
  const whole = (key: string, found: Finished): Finished => {
    if (isWhole(found.body)) return found;
    const joined = { ...found, body: wholeOf(found.body) };
    kept.snapshot.set(key, joined, joined.body.byteLength);
    return joined;
  };

  /** The snapshot that is newest now; null where none can be read, and then nothing may be kept. */
  const lookUp = async (): Promise<string | null> => {
    const view = await reader.view();
    return view.ok && view.value !== null ? turnTo(view.value) : null;
  };

  return {
    find,
    take: async (keeping, key, make) => {
      const generation = keeping.while === 'process' ? '' : await lookUp();
      const found = generation === null ? undefined : kept[keeping.while].get(key);
      if (found !== undefined) return found;
      const job = `${generation} ${key}`;
      const underway = making.get(job);
      if (underway !== undefined) return underway;
      const made = make()
        .then(({ finished, lasts }) => {
          const stillNewest = keeping.while === 'process' || generation === snapshot;
          if (lasts && generation !== null && stillNewest) {
            kept[keeping.while].set(key, finished, byteLengthOf(finished.body));
          }
          return finished;
        })
        .finally(() => making.delete(job));
      making.set(job, made);
      return made;
    },
  };
};

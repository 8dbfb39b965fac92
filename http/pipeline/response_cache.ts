import type { Meter } from '../../domain/ports/meter.ts';
import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import type { SnapshotStore } from '../../domain/ports/snapshots.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import { createBoundedCache } from '../../domain/values/bounded_cache.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { byteLengthOf, isWhole, joinBody, LONG_BYTES_MIN } from './body.ts';
import type { FinishedResponse } from './finish.ts';
import type { MadeResponse } from './make_answer.ts';
import type { CachePolicy } from './route.ts';

/** Caches finished answers. Concurrent requests for the same answer share one computation. */
export interface ResponseCache {
  /**
   * Returns the cached answer. Returns undefined if there is none, or if the newest snapshot must be looked up first.
   */
  find(keeping: CachePolicy, key: string): FinishedResponse | undefined;
  /** Returns the cached answer. If there is none, calls `make` and caches its answer if `lasts` is true. */
  take(keeping: CachePolicy, key: string, make: () => Promise<MadeResponse>): Promise<FinishedResponse>;
}

const KEPT_BYTES_MAX = { snapshot: 8 * 1024 * 1024, process: 4 * 1024 * 1024 } as const;
/** Memory for the keys of about 2,000 answers that were requested once. */
const ASKED_BYTES_MAX = 1024 * 1024;

const SENT_MAX = 512;

/**
 * Remembers long answers while they are being sent. Their bytes are in memory anyway, so further requests for such an
 * answer get the same bytes. Any number of slow readers then need no more memory than one.
 */
function createSentAnswers() {
  const answers = new Map<
    string,
    { readonly finished: Omit<FinishedResponse, 'body'>; readonly body: WeakRef<object> }
  >();
  return {
    find: (job: string): FinishedResponse | undefined => {
      const answer = answers.get(job);
      const body = answer?.body.deref() as FinishedResponse['body'] | undefined;
      return answer === undefined || body === undefined ? undefined : { ...answer.finished, body };
    },
    note: (job: string, { body, ...finished }: FinishedResponse): void => {
      if (byteLengthOf(body) < LONG_BYTES_MIN) return;
      answers.delete(job);
      answers.set(job, { finished, body: new WeakRef(body) });
      for (const [name, answer] of answers) {
        if (answers.size > SENT_MAX || answer.body.deref() === undefined) answers.delete(name);
      }
    },
  };
}

/** Creates the cache. It drops all answers made from a snapshot when a newer snapshot is read. */
export function createResponseCache(snapshots: SnapshotStore, meter: Pick<Meter, 'kept'> | null = null): ResponseCache {
  const kept = {
    snapshot: createBoundedCache<FinishedResponse>(KEPT_BYTES_MAX.snapshot),
    process: createBoundedCache<FinishedResponse>(KEPT_BYTES_MAX.process),
  };
  const asked = createBoundedCache<true>(ASKED_BYTES_MAX);
  const sent = createSentAnswers();
  const making = new Map<string, Promise<FinishedResponse>>();
  let epoch = '';
  let n = 0;
  let snapshot = '';

  /** Drops the cached answers of the old snapshot if `view` is newer. Returns the pin of `view`. */
  const switchTo = (view: SnapshotView): string => {
    if (view.row.n !== n || view.epoch !== epoch) {
      epoch = view.epoch;
      n = view.row.n;
      snapshot = formatSnapshotPin({ epoch, n });
      kept.snapshot.clear();
    }
    return snapshot;
  };

  const find: ResponseCache['find'] = (keeping, key) => {
    const found = keeping.while === 'process' ? kept.process.get(key) : findOfSnapshot(key);
    if (found !== undefined) meter?.kept(true);
    return found;
  };

  const findOfSnapshot = (key: string): FinishedResponse | undefined => {
    const newest = snapshots.current();
    if (newest === null) return undefined;
    switchTo(newest.view);
    return kept.snapshot.get(key);
  };

  /**
   * Caches an answer as one array. Answers in pieces are cheap to make, so they are cached only on the second request.
   */
  const keep = (keeping: CachePolicy, key: string, finished: FinishedResponse): void => {
    if (!isWhole(finished.body) && asked.get(key) === undefined) {
      asked.set(key, true, 0);
      return;
    }
    if (byteLengthOf(finished.body) > KEPT_BYTES_MAX[keeping.while] / 8) return;
    const body = joinBody(finished.body);
    kept[keeping.while].set(key, { ...finished, body }, body.byteLength);
  };

  /**
   * Returns the pin of the newest snapshot. Returns null if no snapshot can be read, in which case nothing may be
   * cached.
   */
  const lookUp = async (): Promise<string | null> => {
    const newest = await orStorageFault(snapshots.newest());
    return newest === null || newest instanceof StorageFault ? null : switchTo(newest.view);
  };

  return {
    find,
    take: async (keeping, key, make) => {
      const generation = keeping.while === 'process' ? '' : await lookUp();
      const job = `${generation} ${key}`;
      const found = generation === null ? undefined : (kept[keeping.while].get(key) ?? sent.find(job));
      const underway = found === undefined ? making.get(job) : undefined;
      meter?.kept(found !== undefined || underway !== undefined);
      if (found !== undefined) return found;
      if (underway !== undefined) return underway;
      const made = make()
        .then(({ finished, lasts, snapshot: madeFrom = generation }) => {
          const stillNewest = keeping.while === 'process' || (generation === snapshot && madeFrom === snapshot);
          if (lasts && generation !== null && stillNewest) {
            keep(keeping, key, finished);
            sent.note(job, finished);
          }
          return finished;
        })
        .finally(() => making.delete(job));
      making.set(job, made);
      return made;
    },
  };
}

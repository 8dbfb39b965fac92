import type { SnapshotView } from '../../domain/ports/snapshot_view.ts';
import { isBytes } from '../../domain/reads/pieces.ts';
import { formatSnapshotPin } from '../../domain/reads/pinned_snapshot.ts';
import { createBoundedCache } from '../../domain/values/bounded_cache.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { Context } from '../context.ts';
import { countBodyBytes, countBytes, isWhole, JOINED_BYTES_MIN, joinBody, requireBody } from '../pipeline/body.ts';
import type { CachePolicy } from '../pipeline/route.ts';
import type { FinishedResponse, Middleware, RoutedCall } from './middleware.ts';

/**
 * Serves responses from memory, synchronously if possible, and caches them according to the route's policy. Concurrent
 * requests for the same response share one computation.
 */
export function serveFromCache({ snapshots, meter }: Pick<Context, 'snapshots' | 'meter'>): Middleware {
  const cache = createResponseCache(snapshots, meter ?? null);
  return (call, next) => {
    const { cachePolicy = null } = call.route;
    if (cachePolicy === null) return next(call);
    const key = formatCacheKey(call, cachePolicy);
    return cache.find(cachePolicy, key) ?? cache.take(cachePolicy, key, async () => next(call));
  };
}

function formatCacheKey({ path, query, choice, pageSize }: RoutedCall, { by }: CachePolicy): string {
  const coding = `${choice.coding}${choice.gzipAsWell ? '+' : ''}${choice.plainAllowed ? '' : '!'}`;
  return `${coding} ${pageSize} ${path}?${by === 'query' ? query : ''}`;
}

const CACHED_BYTES_MAX = { snapshot: 8 * 1024 * 1024, process: 4 * 1024 * 1024 } as const;
/** Maximum memory for the uncompressed text of cached responses whose rows are kept packed. */
const UNPACKED_BYTES_MAX = 2 * 1024 * 1024;
/** Maximum memory for the keys of responses that were requested only once. It is enough for about 2,000 keys. */
const REQUESTED_BYTES_MAX = 1024 * 1024;

/** Creates the cache. When a newer snapshot is read, the cache drops all responses made from the previous one. */
function createResponseCache(snapshots: Context['snapshots'], meter: Context['meter'] | null) {
  const cached = {
    snapshot: createBoundedCache<FinishedResponse>(CACHED_BYTES_MAX.snapshot),
    process: createBoundedCache<FinishedResponse>(CACHED_BYTES_MAX.process),
  };
  const unpacked = createBoundedCache<FinishedResponse>(UNPACKED_BYTES_MAX);
  const requestedOnce = createBoundedCache<true>(REQUESTED_BYTES_MAX);
  const sent = createSentAnswers();
  const pending = new Map<string, Promise<FinishedResponse>>();
  let epoch = '';
  let n = 0;
  let newestPin = '';

  /** Drops the cached responses of the old snapshot if `view` is newer. Returns the pin of `view`. */
  const switchTo = (view: SnapshotView): string => {
    if (view.row.n !== n || view.epoch !== epoch) {
      epoch = view.epoch;
      n = view.row.n;
      newestPin = formatSnapshotPin({ epoch, n });
      cached.snapshot.clear();
      unpacked.clear();
    }
    return newestPin;
  };

  /** Returns the pin of the newest snapshot, or null if no snapshot can be read, in which case nothing may be cached. */
  const lookUp = async (): Promise<string | null> => {
    const newest = await catchFault(snapshots.newest());
    return newest === null || newest instanceof StorageFault ? null : switchTo(newest.view);
  };

  const findOfSnapshot = (key: string): FinishedResponse | undefined => {
    const newest = snapshots.current();
    if (newest === null) return undefined;
    switchTo(newest.view);
    return findCached('snapshot', key);
  };

  /** Returns a cached response. Unpacks it, unless it is long: those are unpacked part by part while they are sent. */
  const findCached = (lasts: CachePolicy['while'], key: string): FinishedResponse | undefined => {
    const found = cached[lasts].get(key);
    if (found === undefined || isWhole(found.body) || countBodyBytes(requireBody(found.body)) >= JOINED_BYTES_MIN)
      return found;
    const known = unpacked.get(key);
    if (known !== undefined) return known;
    const body = joinBody(found.body);
    const answer = { ...found, body };
    unpacked.set(key, answer, body.byteLength);
    return answer;
  };

  /**
   * Caches a response. Packed rows stay packed, so that a list that many clients read from its start fits into the cache
   * whole. A response in pieces is cheap to make, so it is cached only on the second request.
   */
  const store = (policy: CachePolicy, key: string, answer: FinishedResponse): void => {
    if (!isWhole(answer.body) && requestedOnce.get(key) === undefined) {
      requestedOnce.set(key, true, 0);
      return;
    }
    const body = requireBody(answer.body);
    const held = countBytes(body);
    if (held > CACHED_BYTES_MAX[policy.while] / 8) return;
    const kept = isWhole(body) || !body.every(isBytes) ? body : joinBody(body);
    cached[policy.while].set(key, { ...answer, body: kept }, held);
  };

  return {
    /** Returns the cached response, or undefined if there is none or if the newest snapshot must be looked up first. */
    find: (policy: CachePolicy, key: string): FinishedResponse | undefined => {
      const found = policy.while === 'process' ? findCached('process', key) : findOfSnapshot(key);
      if (found !== undefined) meter?.kept(true);
      return found;
    },
    /** Returns the cached response. If there is none, calls `make` and caches the result if it is cacheable. */
    take: async (
      policy: CachePolicy,
      key: string,
      make: () => Promise<FinishedResponse>,
    ): Promise<FinishedResponse> => {
      const pin = policy.while === 'process' ? '' : await lookUp();
      const job = `${pin} ${key}`;
      const found = pin === null ? undefined : (findCached(policy.while, key) ?? sent.find(job));
      const shared = found === undefined ? pending.get(job) : undefined;
      meter?.kept(found !== undefined || shared !== undefined);
      if (found !== undefined) return found;
      if (shared !== undefined) return shared;
      const answering = make()
        .then((answer) => {
          const { cacheable = false, snapshot = pin } = answer;
          const isNewest = policy.while === 'process' || (pin === newestPin && snapshot === newestPin);
          if (cacheable && pin !== null && isNewest) {
            store(policy, key, answer);
            sent.add(job, answer);
          }
          return answer;
        })
        .finally(() => pending.delete(job));
      pending.set(job, answering);
      return answering;
    },
  };
}

const SENT_ANSWERS_MAX = 512;

/**
 * Remembers long responses while they are being sent. Their bytes are in memory anyway, so further requests for such a
 * response get the same bytes, and any number of slow readers need no more memory than one.
 */
function createSentAnswers() {
  type Body = FinishedResponse['body'];
  const answers = new Map<string, Omit<FinishedResponse, 'body'> & { readonly body: WeakRef<Body> }>();
  return {
    find: (job: string): FinishedResponse | undefined => {
      const answer = answers.get(job);
      const body = answer?.body.deref();
      return answer === undefined || body === undefined ? undefined : { ...answer, body };
    },
    add: (job: string, answer: FinishedResponse): void => {
      if (countBodyBytes(requireBody(answer.body)) < JOINED_BYTES_MIN) return;
      answers.delete(job);
      answers.set(job, { ...answer, body: new WeakRef(answer.body) });
      for (const [name, { body }] of answers) {
        if (answers.size > SENT_ANSWERS_MAX || body.deref() === undefined) answers.delete(name);
      }
    },
  };
}

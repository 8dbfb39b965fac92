import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { Snapshot } from '../ports/snapshots.ts';

/** Returns a function that stores one value per snapshot. `empty` creates the initial value. */
function createPerSnapshot<T>(empty: () => T): (snapshot: Pick<Snapshot, 'view'>) => T {
  const values = new WeakMap<SnapshotView, { readonly own: T }>();
  return ({ view }) => {
    const known = values.get(view) ?? { own: empty() };
    values.set(view, known);
    return known.own;
  };
}

interface CacheEntry<T> {
  readonly value: Promise<T>;
  weight: number;
}

/** Returns the value that is cached for a key of the snapshot, or calls `make` and caches the result. */
type SnapshotCache<T> = (snapshot: Pick<Snapshot, 'view'>, key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Creates a cache for results that many answers of one snapshot share and that are slow to compute, such as the recipes
 * of a profession. Concurrent requests for the same key share one computation. The first request for a new snapshot
 * clears the cache. Within a snapshot, the oldest entries are evicted when the total weight exceeds `most`. Failures
 * are not cached.
 */
export function createSnapshotCache<T>(most: number, weigh: (value: T) => number): SnapshotCache<T> {
  // In insertion order, newest last.
  const entriesOf = createPerSnapshot(() => new Map<string, CacheEntry<T>>());
  return async (snapshot, key, make) => {
    const entries = entriesOf(snapshot);
    const entry = entries.get(key);
    if (entry !== undefined) return entry.value;
    const making = { value: make(), weight: 0 };
    entries.set(key, making);
    try {
      const made = await making.value;
      making.weight = weigh(made);
      removeOldEntries(entries, most);
      return made;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}

/**
 * Returns the values that are cached for several keys of the snapshot. Missing values are computed in one batch and
 * cached.
 */
export type SnapshotBatchCache<K, T> = (
  snapshot: Pick<Snapshot, 'view'>,
  keys: readonly K[],
  make: (keys: readonly K[]) => Promise<ReadonlyMap<K, T>>,
) => Promise<ReadonlyMap<K, T>>;

/**
 * Creates a cache of at most `most` individual results of one snapshot, such as item prices, for answers that ask for
 * overlapping sets. The cache is cleared with the next snapshot. Within a snapshot, the oldest entries are evicted.
 * Failures are not cached.
 */
export function createSnapshotBatchCache<K, T>(most: number): SnapshotBatchCache<K, T> {
  const entriesOf = createPerSnapshot(() => new Map<K, T>());
  return async (snapshot, keys, make) => {
    const entries = entriesOf(snapshot);
    const answer = new Map<K, T>();
    const missing: K[] = [];
    for (const key of keys) {
      const value = entries.get(key);
      if (value === undefined) missing.push(key);
      else answer.set(key, value);
    }
    if (missing.length === 0) return answer;
    const made = await make(missing);
    for (const [key, value] of made) {
      answer.set(key, value);
      entries.set(key, value);
    }
    for (const key of entries.keys()) {
      if (entries.size <= most) break;
      entries.delete(key);
    }
    return answer;
  };
}

function removeOldEntries(entries: Map<string, { readonly weight: number }>, most: number): void {
  let weight = 0;
  for (const entry of entries.values()) weight += entry.weight;
  for (const [key, entry] of entries) {
    if (weight <= most) return;
    entries.delete(key);
    weight -= entry.weight;
  }
}

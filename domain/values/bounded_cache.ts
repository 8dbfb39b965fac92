/** An LRU cache limited by size in bytes. */
export interface BoundedCache<V> {
  get(key: string): V | undefined;
  /** Stores a value whose size is `bytes`. A value that would fill more than an eighth of the cache is not stored. */
  set(key: string, value: V, bytes: number): void;
  clear(): void;
  /** Current size in bytes, including keys. */
  bytes(): number;
}

/** Estimated memory used by an entry on top of its key and value, in bytes. */
const ENTRY_OVERHEAD_BYTES = 256;

/** Creates a cache of at most `bytesMax` bytes. The least recently used entries are evicted first. */
export function createBoundedCache<V>(bytesMax: number): BoundedCache<V> {
  // Ordered by last use: a Map keeps insertion order, and every use inserts the entry again.
  const entries = new Map<string, { readonly value: V; readonly bytes: number }>();
  let total = 0;
  let newest = '';

  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };

  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (key !== newest) {
        entries.delete(key);
        entries.set(key, entry);
        newest = key;
      }
      return entry.value;
    },
    set(key, value, valueBytes) {
      const bytes = valueBytes + 2 * key.length + ENTRY_OVERHEAD_BYTES;
      remove(key);
      if (bytes > bytesMax / 8) return;
      for (const oldest of entries.keys()) {
        if (total + bytes <= bytesMax) break;
        remove(oldest);
      }
      entries.set(key, { value, bytes });
      newest = key;
      total += bytes;
    },
    clear() {
      entries.clear();
      total = 0;
    },
    bytes: () => total,
  };
}

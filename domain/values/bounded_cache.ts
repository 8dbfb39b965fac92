/** Values by key, as many as fit into a number of bytes. */
export interface BoundedCache<V> {
  get(key: string): V | undefined;
  /** Keeps a value that takes up `bytes`; one that would fill more than an eighth of the cache is not kept. */
  set(key: string, value: V, bytes: number): void;
  clear(): void;
  /** Bytes taken up now, keys included. */
  bytes(): number;
}

/** What an entry costs beside its key and value. */
const ENTRY_BYTES = 256;

/** Makes a cache of at most `bytesMax`; whatever was asked for longest ago goes first. */
export function createBoundedCache<V>(bytesMax: number): BoundedCache<V> {
  // In the order of last use: a Map keeps the order of insertion.
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
      const bytes = valueBytes + 2 * key.length + ENTRY_BYTES;
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

import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { SnapshotData } from './snapshot_data.ts';

type Snapshot = Pick<SnapshotData, 'reader' | 'view'>;

/** What is kept of the newest snapshot of each database that was asked for; an empty one for another snapshot. */
function createOfSnapshot<T>(empty: () => T): (snapshot: Snapshot) => T {
  const generations = new WeakMap<object, { readonly view: SnapshotView; readonly own: T }>();
  return ({ reader, view }) => {
    const known = generations.get(reader);
    if (known?.view === view) return known.own;
    const own = empty();
    generations.set(reader, { view, own });
    return own;
  };
}

interface Entry<T> {
  readonly value: Promise<T>;
  weight: number;
}

/** Answers what stands under a key for the snapshot, else makes it and keeps it. */
export type Kept<T> = (data: Snapshot, key: string, make: () => Promise<T>) => Promise<T>;

/**
 * Keeps what many answers of one snapshot share and what takes long to work out, such as the recipes of a profession. What
 * is asked for twice at once is made once; all of it goes with the first answer of the next snapshot, the oldest before,
 * where all together would weigh more than `most`. What could not be read is not kept.
 */
export function createKept<T>(most: number, weigh: (value: T) => number): Kept<T> {
  // The newest last.
  const entriesOf = createOfSnapshot(() => new Map<string, Entry<T>>());
  return async (data, key, make) => {
    const entries = entriesOf(data);
    const entry = entries.get(key);
    if (entry !== undefined) return entry.value;
    const making = { value: make(), weight: 0 };
    entries.set(key, making);
    try {
      const made = await making.value;
      making.weight = weigh(made);
      lighten(entries, most);
      return made;
    } catch (error) {
      entries.delete(key);
      throw error;
    }
  };
}

/** Answers what stands under some keys for the snapshot; what is not kept is made, together, and kept. */
export type KeptEach<K, T> = (
  data: Snapshot,
  keys: readonly K[],
  make: (keys: readonly K[]) => Promise<ReadonlyMap<K, T>>,
) => Promise<ReadonlyMap<K, T>>;

/**
 * Keeps at most so many single results of one snapshot, such as the prices of items, which other answers ask for among
 * others. All of them go with the first answer of the next snapshot, the oldest before. What could not be read is not kept.
 */
export function createKeptEach<K, T>(most: number): KeptEach<K, T> {
  const entriesOf = createOfSnapshot(() => new Map<K, T>());
  return async (data, keys, make) => {
    const entries = entriesOf(data);
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

function lighten(entries: Map<string, { readonly weight: number }>, most: number): void {
  let weight = 0;
  for (const entry of entries.values()) weight += entry.weight;
  for (const [key, entry] of entries) {
    if (weight <= most) return;
    entries.delete(key);
    weight -= entry.weight;
  }
}

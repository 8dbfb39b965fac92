import type { SnapshotView } from '../../ports/snapshot_view.ts';
import type { StorageResult } from '../../values/result.ts';
import type { SnapshotData } from './snapshot_data.ts';

/** What is worked out of one snapshot, by key, the newest last. */
interface Generation<T> {
  readonly view: SnapshotView;
  readonly entries: Map<string, { readonly value: Promise<StorageResult<T>>; weight: number }>;
}

/** Answers what stands under a key for the snapshot, else makes it and keeps it. */
export type Kept<T> = (
  data: Pick<SnapshotData, 'reader' | 'view'>,
  key: string,
  make: () => Promise<StorageResult<T>>,
) => Promise<StorageResult<T>>;

/**
 * Keeps what many answers of one snapshot share and what takes long to work out, such as the recipes of a profession. What
 * is asked for twice at once is made once; all of it goes with the first answer of the next snapshot, the oldest before,
 * where all together would weigh more than `most`. What could not be read is not kept.
 */
export const createKept = <T>(most: number, weigh: (value: T) => number): Kept<T> => {
  const generations = new WeakMap<object, Generation<T>>();
  return async ({ reader, view }, key, make) => {
    const known = generations.get(reader);
    const generation = known?.view === view ? known : { view, entries: new Map() };
    generations.set(reader, generation);
    const { entries } = generation;
    const entry = entries.get(key);
    if (entry !== undefined) return entry.value;
    const making = { value: make(), weight: 0 };
    entries.set(key, making);
    try {
      const made = await making.value;
      if (!made.ok) entries.delete(key);
      else {
        making.weight = weigh(made.value);
        lighten(entries, most);
      }
      return made;
    } catch (bug) {
      entries.delete(key);
      throw bug;
    }
  };
};

const lighten = (entries: Map<string, { readonly weight: number }>, most: number): void => {
  let weight = 0;
  for (const entry of entries.values()) weight += entry.weight;
  for (const [key, entry] of entries) {
    if (weight <= most) return;
    entries.delete(key);
    weight -= entry.weight;
  }
};

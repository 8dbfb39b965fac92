import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { StorageResult } from '../../../domain/values/result.ts';

/** Reads a list of a whole snapshot, such as its professions, for the first who asks; what could not be read is read again. */
export type OnceOfView = <T>(
  view: SnapshotView,
  name: string,
  read: () => Promise<StorageResult<T>>,
) => Promise<StorageResult<T>>;

/** Lists that are few and short, and that pages of all kinds need: they go with their view. */
export const createOnceOfView = (): OnceOfView => {
  const lists = new WeakMap<SnapshotView, Map<string, Promise<StorageResult<unknown>>>>();
  return async <T>(view: SnapshotView, name: string, read: () => Promise<StorageResult<T>>) => {
    const ofView = lists.get(view) ?? new Map<string, Promise<StorageResult<unknown>>>();
    lists.set(view, ofView);
    const reading = (ofView.get(name) as Promise<StorageResult<T>> | undefined) ?? read();
    ofView.set(name, reading);
    try {
      const list = await reading;
      if (!list.ok) ofView.delete(name);
      return list;
    } catch (bug) {
      ofView.delete(name);
      throw bug;
    }
  };
};

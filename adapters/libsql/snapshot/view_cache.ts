import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';

/**
 * Reads a list once per view, such as the professions of a snapshot, and shares the result. A failed read is not
 * cached.
 */
export type ViewCache = <T>(view: SnapshotView, name: string, read: () => Promise<T>) => Promise<T>;

/**
 * Creates the cache. It is for short lists that pages of all kinds need. They are released together with their view.
 */
export function createOnceOfView(): ViewCache {
  const lists = new WeakMap<SnapshotView, Map<string, Promise<unknown>>>();
  return async <T>(view: SnapshotView, name: string, read: () => Promise<T>) => {
    const ofView = lists.get(view) ?? new Map<string, Promise<unknown>>();
    lists.set(view, ofView);
    const reading = (ofView.get(name) as Promise<T> | undefined) ?? read();
    ofView.set(name, reading);
    try {
      return await reading;
    } catch (error) {
      ofView.delete(name);
      throw error;
    }
  };
}

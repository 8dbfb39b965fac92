import type { SnapshotView } from '../../../domain/ports/snapshot_view.ts';

/** Reads a list of a whole snapshot, such as its professions, for the first who asks; what could not be read is read again. */
export type OnceOfView = <T>(view: SnapshotView, name: string, read: () => Promise<T>) => Promise<T>;

/** Lists that are few and short, and that pages of all kinds need: they go with their view. */
export function createOnceOfView(): OnceOfView {
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

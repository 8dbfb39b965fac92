import type { Snapshot, SnapshotStore } from '../../domain/ports/snapshots.ts';
import { storageFails } from './storage_fails.ts';

/** Returns a store whose snapshots have some reads replaced: `change` gets each snapshot and returns what differs. */
export function replaceReads(store: SnapshotStore, change: (snapshot: Snapshot) => Partial<Snapshot>): SnapshotStore {
  const changed = (snapshot: Snapshot | null) => (snapshot === null ? null : { ...snapshot, ...change(snapshot) });
  return { ...store, newest: async () => changed(await store.newest()), current: () => changed(store.current()) };
}

/** Returns a change of a store that counts the reads of corpus rows, and the count so far. */
export function countCorpusReads() {
  let reads = 0;
  return {
    store: (store: SnapshotStore): SnapshotStore =>
      replaceReads(store, ({ corpus }) => ({
        corpus: {
          rows: (...args) => {
            reads++;
            return corpus.rows(...args);
          },
        },
      })),
    count: (): number => reads,
  };
}

/** Returns the reads, changed so that each ends in a storage fault while `isBroken` returns true for its name. */
export function breakable<Reads extends object>(
  reads: Reads,
  isBroken: (name: string) => boolean,
  cause = 'SQLITE_IOERR',
): Reads {
  const entries = Object.entries(reads).map(([name, read]) => [
    name,
    typeof read !== 'function'
      ? read
      : async (...args: unknown[]) => (isBroken(name) ? storageFails('snapshot', cause) : read(...args)),
  ]);
  return Object.fromEntries(entries) as Reads;
}

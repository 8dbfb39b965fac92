import { clearTimeout, setTimeout } from 'node:timers';
import { IMPORT_REPLACED } from '../../../domain/ports/builds.ts';
import type { Clock, Stopwatch } from '../../../domain/ports/clock.ts';
import type { EpochDamage, SnapshotView } from '../../../domain/ports/snapshot_view.ts';
import type { Snapshot, SnapshotStore } from '../../../domain/ports/snapshots.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { systemStopwatch } from '../../clock.ts';
import { collectGarbage } from '../../collect_garbage.ts';
import { type DataDir, readCurrentEpoch } from '../../data_folder/data_dir.ts';
import { type Connection, readValue } from '../database.ts';
import { createFaultWrapper, isDamageCode, StorageError } from '../storage_error.ts';
import { createSnapshotBinder } from './bind_snapshot.ts';
import { createDamageNotice } from './damage_notice.ts';
import { loadView } from './load_view.ts';
import { createSeenSnapshots, isReplaced, type OpenEpoch, openEpoch, requireUncutFile } from './open_epoch.ts';
import type { RollupVersions } from './origin.ts';

const wrapFaults = createFaultWrapper('snapshot');

/** Milliseconds for which a view is served before the reader checks whether another process wrote a newer one. */
const RECHECK_MS = 1000;

/** Milliseconds for which a replaced database stays open after its last read, so that its requests can finish. */
const RETIRE_DELAY_MS = 10_000;

export interface SnapshotStoreOptions {
  readonly dir: DataDir;
  readonly clock: Clock;
  readonly stopwatch?: Stopwatch;
  /** If given, a database whose facts follow other roll-up versions is rejected. If absent, any database is read. */
  readonly rollups?: RollupVersions;
  /**
   * True if the folder is copied from another instance, as on an edge. In that case a missing database is a fault
   * rather than an empty service, and a snapshot that is new here may have been written long ago. Default: false.
   */
  readonly copied?: boolean;
  /** Called once when a read finds damage in the current epoch. Its database must then be replaced. */
  readonly onDamage?: (damage: EpochDamage) => void;
  /** Milliseconds that a replaced database stays open after its last read. */
  readonly retiredMs?: number;
}

/**
 * Creates a reader of the snapshot named by the pointer file, over one query-only connection. The data needed by every
 * request (newest row, ledger, gaps) is kept in memory and extended with each snapshot. After a fault the connection is
 * dropped and reopened, at most once a second. Nothing is opened before the first `refresh`, which does not wait for
 * the builder; it reads any existing snapshot.
 */
export function createSnapshotStore({
  dir,
  clock,
  stopwatch = systemStopwatch,
  rollups,
  copied = false,
  retiredMs = RETIRE_DELAY_MS,
  onDamage = () => {},
}: SnapshotStoreOptions): SnapshotStore {
  const bind = createSnapshotBinder();
  let open: OpenEpoch | null = null;
  // A request that began on the previous epoch, before a rebuild, may still finish on it.
  let previous: OpenEpoch | null = null;
  let previousWasRead = false;
  let closing: ReturnType<typeof setTimeout> | undefined;
  let state: Snapshot | null | StorageFault = new StorageFault('snapshot', 'NOT_OPENED');
  let lookedAtMs = Number.POSITIVE_INFINITY;
  const seenSnapshots = createSeenSnapshots(clock, stopwatch);
  /** The epoch named by the pointer file at the last check. */
  let lookedAtEpoch: string | null = null;
  let looking: Promise<void> = Promise.resolve();
  const damage = createDamageNotice(dir, onDamage);

  const drop = (): void => {
    open?.client.close();
    open = null;
    closePrevious();
  };

  const closePrevious = (): void => {
    clearTimeout(closing);
    if (previous === null) return;
    previous.client.close();
    previous = null;
    collectGarbage();
  };

  const closeUnlessRead = (): void => {
    if (previousWasRead) closing = setTimeout(closeUnlessRead, retiredMs).unref();
    else closePrevious();
    previousWasRead = false;
  };

  const retire = (): void => {
    closePrevious();
    previous = open;
    open = null;
    // The request that notices the replacement is about to read its database, so the database counts as read.
    previousWasRead = previous !== null;
    closeUnlessRead();
  };

  /**
   * Opens the files that have replaced the open ones. The writer continues in the new write-ahead log, so the current
   * connection would read the wrong log. If the new files cannot be opened yet, the old ones stay in use. The old
   * connection is closed last, because it would checkpoint its log if it were the only one.
   */
  const reopen = async (epoch: string): Promise<void> => {
    const fresh = await catchFault(wrapFaults(() => openEpoch(dir, epoch, rollups)));
    if (fresh instanceof StorageFault) return;
    open?.client.close();
    collectGarbage();
    open = fresh;
  };

  const look = async (): Promise<Snapshot | null> => {
    const epoch = readCurrentEpoch(dir);
    lookedAtEpoch = epoch;
    if (open !== null && open.epoch !== epoch) retire();
    if (epoch === null) {
      if (copied) throw new StorageError('NOTHING_COPIED_YET');
      return null;
    }
    if (open !== null && isReplaced(open, dir)) await reopen(epoch);
    open ??= await openEpoch(dir, epoch, rollups);
    await requireUncutFile(open, dir);
    const dataVersion = Number(await readValue(open.client, 'pragma data_version'));
    if (dataVersion !== open.dataVersion) {
      const view = await loadView(open.client, epoch, open.snapshot?.view ?? null, seenSnapshots);
      open.snapshot = view === null ? null : bind(view, (work) => query(view, work));
      open.dataVersion = dataVersion;
    }
    return open.snapshot;
  };

  const lookOnce = async (): Promise<void> => {
    state = await catchFault(wrapFaults(look));
    lookedAtMs = stopwatch.elapsedMs();
    if (state instanceof StorageFault) {
      drop();
      damage.notice(lookedAtEpoch, state.cause);
    } else if (!copied) seenSnapshots.looked();
  };

  /**
   * Checks for a newer snapshot. A check in progress may have begun before the snapshot that the caller knows of was
   * written, so this always starts another check after it.
   */
  const refresh = async (): Promise<void> => {
    const own = looking.then(lookOnce);
    looking = own;
    await own;
    newest();
  };

  const newest = (): Snapshot | null => {
    if (state instanceof StorageFault) throw state;
    return state;
  };

  /** Runs a query on a view's epoch. After a fault the connection is dropped, and the next check reopens it. */
  const query = async <T>(view: SnapshotView, work: (client: Connection) => Promise<T>): Promise<T> => {
    const answering = wrapFaults(() => {
      const generation = [open, previous].find((one) => one?.epoch === view.epoch);
      if (generation == null) throw new StorageError('EPOCH_REPLACED');
      if (generation === previous) previousWasRead = true;
      return work(generation.client);
    });
    const answer = await catchFault(answering);
    if (!(answer instanceof StorageFault)) return answer;
    if (answer.cause !== 'EPOCH_REPLACED' && answer.cause !== IMPORT_REPLACED) {
      if (!isDamageCode(answer.cause)) {
        drop();
        state = answer;
      } else if (open?.epoch === view.epoch && damage.notice(view.epoch, answer.cause)) {
        // Reopen it once, in case the file is intact after all. If it is damaged, keep serving the parts that can be
        // read.
        drop();
        lookedAtMs = Number.NEGATIVE_INFINITY;
      }
    }
    throw answer;
  };

  return {
    newest: async () => {
      if (stopwatch.elapsedMs() - lookedAtMs >= RECHECK_MS) {
        // Concurrent requests share one check.
        lookedAtMs = stopwatch.elapsedMs();
        await refresh();
      }
      return newest();
    },
    damage: () => damage.current(),
    noteDamage: ({ epoch, cause }) => void damage.notice(epoch, cause),
    current: () => (state instanceof StorageFault || stopwatch.elapsedMs() - lookedAtMs >= RECHECK_MS ? null : state),
    refresh,
    close: async () => {
      await looking;
      drop();
      state = new StorageFault('snapshot', 'CLOSED');
      lookedAtMs = Number.POSITIVE_INFINITY;
    },
  };
}

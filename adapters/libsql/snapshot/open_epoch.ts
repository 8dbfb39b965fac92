import { statSync } from 'node:fs';
import type { Clock, Stopwatch } from '../../../domain/ports/clock.ts';
import type { SnapshotRow, ViewAge } from '../../../domain/ports/snapshot_view.ts';
import type { Snapshot } from '../../../domain/ports/snapshots.ts';
import type { DataDir } from '../../data_folder/data_dir.ts';
import { readFileId } from '../../data_folder/file_number.ts';
import { type Connection, openReader, prepareClient, readValue } from '../database.ts';
import { requireWholeFile } from '../whole_file.ts';
import { type RollupVersions, requireSameRelease } from './origin.ts';

/** A small cache is enough, because blocks of rows are seldom read twice and facts are small. */
const CACHE_KIB = 8_192;

/** An open database: its connection and everything read from it into memory. */
export interface OpenEpoch {
  readonly epoch: string;
  readonly client: Connection;
  /** File numbers of the database and of its write-ahead log at the time they were opened. */
  readonly files: readonly (string | null)[];
  dataVersion: number;
  snapshot: Snapshot | null;
  /** Size of the database at the last check. A file that has become shorter may have been truncated. */
  bytes: number;
}

export async function openEpoch(dir: DataDir, epoch: string, rollups: RollupVersions | undefined): Promise<OpenEpoch> {
  const client = await openReader(dir.snapshotDb(epoch), { cacheKiB: CACHE_KIB });
  return prepareClient(client, async () => {
    await requireWholeFile(client, dir.snapshotDb(epoch));
    if (rollups !== undefined) await requireSameRelease(client, rollups);
    // SQLite creates the write-ahead log on the first read.
    await readValue(client, 'pragma data_version');
    return { epoch, client, files: listEpochFiles(dir, epoch), dataVersion: -1, snapshot: null, bytes: 0 };
  });
}

function listEpochFiles(dir: DataDir, epoch: string): readonly (string | null)[] {
  return ['', '-wal'].map((ending) => readFileId(`${dir.snapshotDb(epoch)}${ending}`));
}

/** Returns whether other files have replaced the open ones. A file that was merely deleted can still be read. */
export function isReplaced({ epoch, files }: OpenEpoch, dir: DataDir): boolean {
  return listEpochFiles(dir, epoch).some((file, i) => file !== null && file !== files[i]);
}

/** Verifies the file if it has become shorter: unless its writer vacuumed it, pages have been lost. */
export async function requireUncutFile(open: OpenEpoch, dir: DataDir): Promise<void> {
  const path = dir.snapshotDb(open.epoch);
  const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? open.bytes;
  if (bytes < open.bytes) await requireWholeFile(open.client, path);
  open.bytes = bytes;
}

/**
 * Remembers when this process first saw the newest snapshot. From then on the snapshot's age is measured with the
 * stopwatch, so changes to the system clock do not matter.
 */
export interface SeenSnapshots {
  of(epoch: string, row: SnapshotRow): ViewAge;
  /** Notes that the database has just been checked. */
  looked(): void;
}

export function createSeenSnapshots(clock: Clock, stopwatch: Stopwatch): SeenSnapshots {
  let newest: { readonly epoch: string; readonly n: number; readonly seen: ViewAge } | null = null;
  let lookedMs: number | null = null;
  return {
    of: (epoch, { n, writtenAtMs }) => {
      if (newest?.epoch === epoch && newest.n === n) return newest.seen;
      const elapsedMs = stopwatch.elapsedMs();
      // A snapshot that the last check did not find was written after that check.
      const atMostMs = newest === null || lookedMs === null ? Number.POSITIVE_INFINITY : elapsedMs - lookedMs;
      const ageMs = Math.min(Math.max(0, clock.nowMs() - writtenAtMs), atMostMs);
      newest = { epoch, n, seen: { elapsedMs, ageMs } };
      return newest.seen;
    },
    looked: () => {
      lookedMs = stopwatch.elapsedMs();
    },
  };
}

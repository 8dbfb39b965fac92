import { readFileSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDir } from '../data_folder/data_dir.ts';
import { writeSynced } from '../data_folder/synced_files.ts';
import { type ReplicaSource, syncReplica } from '../libsql/database.ts';
import { StorageError } from '../libsql/storage_error.ts';

/** The files of a replica. They belong together: delete either all of them or none. */
export interface ReplicaFiles {
  /** Path of the database that the driver syncs. */
  readonly database: string;
  /** Path of a copy that is not being served yet. */
  readonly copy: string;
  /**
   * Creates the folder and records that a run has started. If the previous runs were killed or crashed (`UNENDED_MAX`
   * in a row), the files are no longer trusted, so they are removed first.
   */
  begin(): Promise<void>;
  /** Updates the replica from the server. Throws a storage fault if the driver fails. */
  sync(source: ReplicaSource): Promise<void>;
  /** Records that the run has ended, successfully or not. */
  end(): void;
  /** Deletes all files. If some were left, the driver would treat the replica as complete and show it as empty. */
  remove(): Promise<void>;
}

/** Number of consecutive runs that may be killed or crash before the files are distrusted. */
const UNENDED_MAX = 2;

export function replicaFiles({ replica: folder, requireSame }: Pick<DataDir, 'replica' | 'requireSame'>): ReplicaFiles {
  const runNote = join(folder, 'begun');
  const database = join(folder, 'replica.db');
  const remove = async (): Promise<void> => {
    requireSame();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    database,
    copy: join(folder, 'copy.db'),
    begin: async () => {
      const unended = readCount(runNote);
      if (unended >= UNENDED_MAX) await remove();
      requireSame();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeSynced(runNote, `${(unended % UNENDED_MAX) + 1}\n`);
    },
    sync: async (source) => {
      try {
        await syncReplica(database, source);
      } catch {
        // The driver's error has no code, and its message may quote the address or the token.
        throw new StorageError('SYNC_FAILED');
      }
    },
    end: () => rmSync(runNote, { force: true }),
    remove,
  };
}

function readCount(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

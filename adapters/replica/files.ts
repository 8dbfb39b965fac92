import { readFileSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDir } from '../data_folder/data_dir.ts';
import { writeSynced } from '../data_folder/synced_files.ts';
import { type ReplicaSource, syncReplica } from '../libsql/database.ts';
import { StorageError } from '../libsql/storage_error.ts';

/** The files of a replica: several, that belong together. Whoever deletes one of them deletes all. */
export interface ReplicaFiles {
  /** The database that the driver keeps. */
  readonly database: string;
  /** Where a copy is made before it is served. */
  readonly copy: string;
  /**
   * Makes the folder and notes that work on it begins. Where that came to no end several times in a row, killed or crashed,
   * the files are not trusted any more and go first.
   */
  begin(): Promise<void>;
  /** Brings it to what the server has; a storage fault where the driver fails at it. */
  sync(source: ReplicaSource): Promise<void>;
  /** The work that was begun came to an end, good or bad. */
  end(): void;
  /** Deletes all of it: without one of its files the driver takes a replica for whole and shows it empty. */
  remove(): Promise<void>;
}

/** How often in a row work on a replica may come to no end. */
const UNENDED_MAX = 2;

export function replicaFiles({ replica: folder, requireSame }: Pick<DataDir, 'replica' | 'requireSame'>): ReplicaFiles {
  const begun = join(folder, 'begun');
  const database = join(folder, 'replica.db');
  const remove = async (): Promise<void> => {
    requireSame();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    database,
    copy: join(folder, 'copy.db'),
    begin: async () => {
      const unended = countIn(begun);
      if (unended >= UNENDED_MAX) await remove();
      requireSame();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeSynced(begun, `${(unended % UNENDED_MAX) + 1}\n`);
    },
    sync: async (source) => {
      try {
        await syncReplica(database, source);
      } catch {
        // What the driver says may quote the address or the token, and has no code.
        throw new StorageError('SYNC_FAILED');
      }
    },
    end: () => rmSync(begun, { force: true }),
    remove,
  };
}

function countIn(path: string): number {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

import { readFileSync, rmSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataDir } from '../data_folder/data_dir.ts';
import { writeSynced } from '../data_folder/synced_files.ts';
import { type ReplicaSource, syncReplica } from '../libsql/database.ts';
import { StorageFault } from '../libsql/storage_error.ts';

/** The files of a replica: several, that belong together. Whoever deletes one of them deletes all. */
export interface ReplicaFiles {
  /** The database that the driver keeps. */
  readonly database: string;
  /** Where a copy is made before it is served. */
  readonly copy: string;
  /** Makes the folder; files of syncs that never came to an end go first. */
  prepare(): Promise<void>;
  /** Brings it to what the server has; a storage fault where the driver fails at it. */
  sync(source: ReplicaSource): Promise<void>;
  /** Deletes all of it: without one of its files the driver takes a replica for whole and shows it empty. */
  remove(): Promise<void>;
}

/** After so many syncs in a row that never came to an end, killed or crashed, the files are not trusted any more. */
const UNFINISHED_MAX = 2;

export const replicaFiles = ({
  replica: folder,
  requireSame,
}: Pick<DataDir, 'replica' | 'requireSame'>): ReplicaFiles => {
  const begun = join(folder, 'begun');
  const database = join(folder, 'replica.db');
  const remove = async (): Promise<void> => {
    requireSame();
    await rm(folder, { recursive: true, force: true });
  };
  return {
    database,
    copy: join(folder, 'copy.db'),
    prepare: async () => {
      if (countIn(begun) >= UNFINISHED_MAX) await remove();
      requireSame();
      await mkdir(folder, { recursive: true, mode: 0o700 });
    },
    sync: async (source) => {
      await writeSynced(begun, `${countIn(begun) + 1}\n`);
      try {
        await syncReplica(database, source);
      } catch {
        // What the driver says may quote the address or the token, and has no code.
        throw new StorageFault('SYNC_FAILED');
      } finally {
        rmSync(begun, { force: true });
      }
    },
    remove,
  };
};

const countIn = (path: string): number => {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
};

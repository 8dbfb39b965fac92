import { Buffer } from 'node:buffer';
import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import type { Random } from '../../domain/ports/random.ts';
import { readStorageCode, StorageError } from '../libsql/storage_error.ts';
import { MISSING_CODES, readIfExistsSync } from '../read_if_exists.ts';
import { replaceSyncedFile } from './synced_files.ts';

/** The paths of an instance's files (ARCHITECTURE.md, The data folder). */
export type DataDir = Readonly<ReturnType<typeof toDataDir>>;

/** The operating system limits a Unix socket's path to 108 bytes, including the terminating zero. */
const SOCKET_PATH_BYTES_MAX = 107;

export class WrongDataDir extends Error {}

/** Name of the settings file in a data folder and in a backup. */
export const SETTINGS_FILE = 'settings.json';

/** Returns the paths of a data folder without creating or opening anything. `id` is the folder's expected id. */
export function toDataDir(path: string, id: string | null = null) {
  const root = resolve(path);
  const identity = join(root, 'identity');
  return {
    root,
    /** One line: the id of this folder (see `FOLDER_ID_BYTES`). */
    identity,
    /** The folder's id when this process started, or null to skip the check, as in tests of single stores. */
    id,
    /** Throws a storage fault if the folder now at this path does not have that id. */
    requireSame: (): void => {
      if (id !== null) requireIdentity(identity, id);
    },
    uploadsDb: join(root, 'uploads.db'),
    evidenceDb: (epoch: string): string => join(root, `evidence.${epoch}.db`),
    snapshotDb: (epoch: string): string => join(root, `snapshot.${epoch}.db`),
    /** One line: the epoch whose evidence and snapshot are served. Replaced by rename, never written in place. */
    pointer: join(root, 'current'),
    /** The settings of the instance, for commands, and the release that last started (adapters/config/folder_settings.ts). */
    settings: join(root, SETTINGS_FILE),
    /** One line: the newest link of the chain (notes.ts), by which a loss of uploads is noticed. Replaced by rename. */
    linkFile: join(root, 'link'),
    /** One line: how much of the snapshot has been copied to the libSQL server (adapters/data_folder/notes.ts). */
    published: join(root, 'published'),
    /** Bulk exports for dataset makers (adapters/exports). */
    exports: join(root, 'exports'),
    /** Change files of the served epoch (adapters/changes). */
    changes: join(root, 'changes'),
    /** Imported builds of the game, kept so that a rebuild does not need the game's tables (adapters/imports). */
    imports: join(root, 'imports'),
    /** Imported documents of the knowledge base (adapters/imports/folder.ts). */
    documents: join(root, 'imports', 'knowledge'),
    /** The base and diffs that edges fetch (adapters/publication). */
    publication: join(root, 'publication'),
    /** Held by the publisher while it writes the publication. */
    publisherLock: join(root, 'publisher.lock'),
    /** Files that an edge fetched; only its sync process uses them (adapters/replica). */
    replica: join(root, 'replica'),
    /** The running instance listens here for commands. */
    socket: chooseSocketPath(join(root, 'instance.sock')),
    /** Held by the process that writes uploads.db: the running instance, or a command if no instance is running. */
    uploadsLock: join(root, 'uploads.lock'),
    /** Held while derived databases are written, so that builders (or an edge's replicators) take turns. */
    builderLock: join(root, 'builder.lock'),
  };
}

/** Creates the folder if it is missing, readable only by its owner. Only a starting instance may do this. */
export function createDataDir(path: string): DataDir {
  const dir = toDataDir(path);
  if (!existsSync(dir.root)) {
    mkdirSync(dir.root, { recursive: true });
    chmodSync(dir.root, 0o700);
  }
  return dir;
}

/**
 * Returns the served epoch, or null before the first build. Every access to the derived databases starts here, so this
 * function also checks that the data folder was not replaced by another one.
 */
export function readCurrentEpoch(dir: DataDir): string | null {
  const epoch = (readIfExistsSync(dir.pointer) ?? '').trim();
  dir.requireSame();
  return /^[0-9a-z]{4,32}$/.test(epoch) ? epoch : null;
}

/**
 * Returns the shorter of the absolute and the relative path, because systems limit a socket's path to about 100 bytes.
 * Throws `WrongDataDir` if both are too long.
 */
function chooseSocketPath(absolute: string): string {
  const short = relative(process.cwd(), absolute);
  const path = short.length < absolute.length ? short : absolute;
  if (new TextEncoder().encode(path).length > SOCKET_PATH_BYTES_MAX) {
    throw new WrongDataDir(
      `TW_DATA_DIR must have a path short enough for a socket (at most ${SOCKET_PATH_BYTES_MAX} bytes with /instance.sock); it is too long.`,
    );
  }
  return path;
}

/**
 * A data folder is identified by a random number that its first start writes to the file `identity`. Each process
 * remembers the id that it found. If the folder is then moved, emptied, unmounted or replaced, the process does not
 * create it again or use another one; storage is unavailable until the folder is back.
 */
const FOLDER_ID_BYTES = 16;

/**
 * Returns the id in an identity file, or null if there is none. Throws a storage fault if the file contains anything
 * else.
 */
export function readIdentity(path: string): string | null {
  const text = readIfExistsSync(path, MISSING_CODES)?.trim();
  if (text === undefined) return null;
  if (!/^[0-9a-f]{32}$/.test(text)) throw new StorageError('DATA_FOLDER_IDENTITY_DAMAGED');
  return text;
}

/**
 * Returns the folder's id, creating one if there is none. The caller must hold the uploads lock, so that only one id is
 * created.
 */
export async function claimIdentity(path: string, random: Random): Promise<string> {
  const existing = readIdentity(path);
  if (existing !== null) return existing;
  const id = Buffer.from(random.bytes(FOLDER_ID_BYTES)).toString('hex');
  await replaceSyncedFile(path, `${id}\n`);
  return id;
}

/** Returns the code of a storage fault if the folder now at this path does not have this id, or null if it does. */
export function findIdentityFault(path: string, id: string): string | null {
  try {
    const currentId = readIdentity(path);
    if (currentId === null) return 'DATA_FOLDER_MISSING';
    return currentId === id ? null : 'DATA_FOLDER_REPLACED';
  } catch (error) {
    return readStorageCode(error) ?? 'DATA_FOLDER_MISSING';
  }
}

/** Throws a storage fault if `findIdentityFault` returns a code. */
export function requireIdentity(path: string, id: string): void {
  const fault = findIdentityFault(path, id);
  if (fault !== null) throw new StorageError(fault);
}

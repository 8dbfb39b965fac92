import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { readIfExistsSync } from '../read_if_exists.ts';
import { requireIdentity } from './folder_identity.ts';

/** The paths of an instance's files (ARCHITECTURE.md, The data folder). */
export interface DataDir {
  readonly root: string;
  /** One line: the id of this folder (adapters/data_folder/folder_identity.ts). */
  readonly identity: string;
  /** The folder's id when this process started, or null to skip the check, as tests of single stores do. */
  readonly id: string | null;
  /** Throws a storage fault if the folder now at this path does not have that id. */
  readonly requireSame: () => void;
  readonly uploadsDb: string;
  readonly evidenceDb: (epoch: string) => string;
  readonly snapshotDb: (epoch: string) => string;
  /** One line: the epoch whose evidence and snapshot are served. Replaced by rename, never written in place. */
  readonly pointer: string;
  /** One line: the newest link of the chain over all uploads (link_file.ts). Replaced by rename. */
  readonly linkFile: string;
  /** One line: how far the snapshot was copied to the libSQL server (adapters/data_folder/published_note.ts). */
  readonly published: string;
  /** Bulk exports for dataset makers (adapters/exports). */
  readonly exports: string;
  /** Imported builds of the game, kept so that a rebuild does not need the game's tables (adapters/imports). */
  readonly imports: string;
  /** Imported documents of the knowledge base (adapters/imports/knowledge_folder.ts). */
  readonly documents: string;
  /** An edge's replica of the libSQL server; only its sync process uses it (adapters/replica). */
  readonly replica: string;
  /** The running instance listens here for commands. */
  readonly socket: string;
  /** Held by the process that writes uploads.db: the running instance, or a command if no instance runs. */
  readonly uploadsLock: string;
  /** Held while derived databases are written, so that builders (or an edge's replicators) take turns. */
  readonly builderLock: string;
}

/** The operating system limits a Unix socket's path to 108 bytes, including the terminating zero. */
const SOCKET_PATH_BYTES_MAX = 107;

export class WrongDataDir extends Error {}

/** Returns the paths of a data folder without creating or opening anything. `id` is the folder's expected id. */
export function dataDir(path: string, id: string | null = null): DataDir {
  const root = resolve(path);
  const identity = join(root, 'identity');
  return {
    root,
    identity,
    id,
    requireSame: () => id !== null && requireIdentity(identity, id),
    uploadsDb: join(root, 'uploads.db'),
    evidenceDb: (epoch) => join(root, `evidence.${epoch}.db`),
    snapshotDb: (epoch) => join(root, `snapshot.${epoch}.db`),
    pointer: join(root, 'current'),
    linkFile: join(root, 'link'),
    published: join(root, 'published'),
    exports: join(root, 'exports'),
    imports: join(root, 'imports'),
    documents: join(root, 'imports', 'knowledge'),
    replica: join(root, 'replica'),
    socket: socketPath(join(root, 'instance.sock')),
    uploadsLock: join(root, 'uploads.lock'),
    builderLock: join(root, 'builder.lock'),
  };
}

/** Creates the folder if it is missing, readable only by its owner. Only a starting instance may do this. */
export function createDataDir(path: string): DataDir {
  const dir = dataDir(path);
  if (!existsSync(dir.root)) {
    mkdirSync(dir.root, { recursive: true });
    chmodSync(dir.root, 0o700);
  }
  return dir;
}

/**
 * Returns the served epoch, or null before the first build. Every access to the derived databases starts here, so this
 * also checks that the data folder was not replaced by another one.
 */
export function currentEpoch(dir: DataDir): string | null {
  const epoch = (readIfExistsSync(dir.pointer) ?? '').trim();
  dir.requireSame();
  return /^[0-9a-z]{4,32}$/.test(epoch) ? epoch : null;
}

/** Returns the shorter of the absolute and the relative path. Throws `WrongDataDir` if even that is too long. */
function socketPath(absolute: string): string {
  const short = relative(process.cwd(), absolute);
  const path = short.length < absolute.length ? short : absolute;
  if (new TextEncoder().encode(path).length > SOCKET_PATH_BYTES_MAX) {
    throw new WrongDataDir(
      `TW_DATA_DIR must have a path short enough for a socket (at most ${SOCKET_PATH_BYTES_MAX} bytes with /instance.sock); it is too long.`,
    );
  }
  return path;
}

import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { readIfExistsSync } from '../read_if_exists.ts';
import { requireIdentity } from './folder_identity.ts';

/** The paths of an instance's files (ARCHITECTURE.md, The data folder). */
export type DataDir = Readonly<ReturnType<typeof dataDir>>;

/** The operating system limits a Unix socket's path to 108 bytes, including the terminating zero. */
const SOCKET_PATH_BYTES_MAX = 107;

export class WrongDataDir extends Error {}

/** Returns the paths of a data folder without creating or opening anything. `id` is the folder's expected id. */
export function dataDir(path: string, id: string | null = null) {
  const root = resolve(path);
  const identity = join(root, 'identity');
  return {
    root,
    /** One line: the id of this folder (adapters/data_folder/folder_identity.ts). */
    identity,
    /** The folder's id when this process started, or null to skip the check, as tests of single stores do. */
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
    /** One line: the newest link of the chain over all uploads (link_file.ts). Replaced by rename. */
    linkFile: join(root, 'link'),
    /** One line: how far the snapshot was copied to the libSQL server (adapters/data_folder/published_note.ts). */
    published: join(root, 'published'),
    /** Bulk exports for dataset makers (adapters/exports). */
    exports: join(root, 'exports'),
    /** Imported builds of the game, kept so that a rebuild does not need the game's tables (adapters/imports). */
    imports: join(root, 'imports'),
    /** Imported documents of the knowledge base (adapters/imports/knowledge_folder.ts). */
    documents: join(root, 'imports', 'knowledge'),
    /** An edge's replica of the libSQL server; only its sync process uses it (adapters/replica). */
    replica: join(root, 'replica'),
    /** The running instance listens here for commands. */
    socket: socketPath(join(root, 'instance.sock')),
    /** Held by the process that writes uploads.db: the running instance, or a command if no instance runs. */
    uploadsLock: join(root, 'uploads.lock'),
    /** Held while derived databases are written, so that builders (or an edge's replicators) take turns. */
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

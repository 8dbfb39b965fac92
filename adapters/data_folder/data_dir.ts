import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import process from 'node:process';
import { requireIdentity } from './folder_identity.ts';

/** Where everything of an instance lies (ARCHITECTURE.md, The data folder). */
export interface DataDir {
  readonly root: string;
  /** One line: the number this folder is known by (adapters/data_folder/folder_identity.ts). */
  readonly identity: string;
  /** The number that was found when this process began; null where nobody asked, as in tests of single stores. */
  readonly id: string | null;
  /** Throws a storage fault where the folder that stands there is not the one with that number. */
  readonly requireSame: () => void;
  readonly uploadsDb: string;
  readonly evidenceDb: (epoch: string) => string;
  readonly snapshotDb: (epoch: string) => string;
  /** One line: the epoch whose evidence and snapshot are served. Replaced by rename, never written in place. */
  readonly pointer: string;
  /** One line: the newest link of the chain over all uploads (adapters/data_folder/link_file.ts). Replaced by rename. */
  readonly linkFile: string;
  /** One line: what the libSQL server has that is published to (adapters/data_folder/published_note.ts). */
  readonly published: string;
  /** What is published for dataset makers (adapters/exports). */
  readonly exports: string;
  /** Builds of the game as they were imported, so that a rebuild needs no tables (adapters/imports). */
  readonly imports: string;
  /** Documents of the knowledge base as they were imported (adapters/imports/knowledge_folder.ts). */
  readonly documents: string;
  /** An edge's replica of the libSQL server, touched by its sync process alone (adapters/replica). */
  readonly replica: string;
  /** The running instance listens here for commands. */
  readonly socket: string;
  /** Held by whoever writes uploads.db: the running instance, or a command where none runs. */
  readonly uploadsLock: string;
  /** Held by whoever writes evidence and snapshot databases; builders take turns, and so do sync processes of an edge. */
  readonly builderLock: string;
}

/** A Unix socket's path is limited to 108 bytes by the operating system, the last of them zero. */
const SOCKET_PATH_BYTES_MAX = 107;

export class WrongDataDir extends Error {}

/** The layout of a data folder; nothing is made or opened. `id`: what it is known by. */
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

/** Makes the folder where it is missing, readable by its owner only. Nobody but an instance that starts may. */
export function createDataDir(path: string): DataDir {
  const dir = dataDir(path);
  if (!existsSync(dir.root)) {
    mkdirSync(dir.root, { recursive: true });
    chmodSync(dir.root, 0o700);
  }
  return dir;
}

/**
 * The epoch that is served, null where none was ever built. Every way into the derived databases begins here, so another
 * folder that has come to stand in the place of this one is noticed here.
 */
export function currentEpoch(dir: DataDir): string | null {
  const text = pointerText(dir);
  dir.requireSame();
  const epoch = text.trim();
  return /^[0-9a-z]{4,32}$/.test(epoch) ? epoch : null;
}

function pointerText(dir: DataDir): string {
  try {
    return readFileSync(dir.pointer, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
}

function socketPath(absolute: string): string {
  const short = relative(process.cwd(), absolute);
  const path = short.length < absolute.length ? short : absolute;
  if (new TextEncoder().encode(path).length > SOCKET_PATH_BYTES_MAX) {
    throw new WrongDataDir(
      `TW_DATA_DIR must lead to a folder whose path leaves room for a socket (${SOCKET_PATH_BYTES_MAX} bytes with /instance.sock); it is too long.`,
    );
  }
  return path;
}

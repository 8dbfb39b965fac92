import { open, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** One fsync, as it was answered. */
export interface Sync {
  /** The path at that time, relative to the watched folder. `.` is the folder itself. */
  readonly path: string;
  readonly node: bigint;
  /** What the disk has of it from then on: the bytes of a file, or the names and targets in a folder. */
  readonly has: string;
}

interface Handle {
  sync(): Promise<void>;
  stat(options: { bigint: true }): Promise<{ ino: bigint }>;
}

/**
 * Records every sync of a file or folder below `root` while `work` runs, in order. All handles share one `sync`,
 * whoever opened them. SQLite syncs its own files, so they are not recorded.
 */
export async function syncsIn(root: string, work: () => Promise<unknown>): Promise<readonly Sync[]> {
  const handle = await open(root, 'r');
  const shared = Object.getPrototypeOf(handle) as Handle;
  await handle.close();
  const syncs: Sync[] = [];
  const { sync } = shared;
  shared.sync = async function (this: Handle): Promise<void> {
    const { ino } = await this.stat({ bigint: true });
    const found = (await treeOf(root)).find(({ node }) => node === ino);
    await sync.call(this);
    if (found !== undefined) syncs.push(found);
  };
  try {
    await work();
  } finally {
    shared.sync = sync;
  }
  return syncs;
}

/**
 * Returns the paths below `root` that a power cut could now remove or change, because they were not synced since their
 * last change.
 */
export async function lostByPowerCut(root: string, syncs: readonly Sync[]): Promise<readonly string[]> {
  const tree = await treeOf(root);
  return tree
    .filter(({ node, has }) => {
      const kept = syncs.findLast((sync) => sync.node === node)?.has.split('\n') ?? [];
      // A name that was removed since then may come back, and is removed again.
      return !has.split('\n').every((part) => kept.includes(part));
    })
    .map(({ path }) => path);
}

/** Returns everything below a folder, starting with the folder itself. */
async function treeOf(root: string, path = '.'): Promise<readonly Sync[]> {
  const here = join(root, path);
  const { ino } = await stat(here, { bigint: true });
  const entries = await readdir(here, { withFileTypes: true });
  const below: Sync[] = [];
  const names: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const inner = path === '.' ? entry.name : `${path}/${entry.name}`;
    const found = await stat(join(root, inner), { bigint: true }).catch(gone);
    // SQLite deletes a log when its last connection is closed, which may happen in the meantime.
    if (found === null) continue;
    const { ino: node } = found;
    names.push(`${entry.name} ${node}`);
    if (entry.isDirectory()) below.push(...(await treeOf(root, inner)));
    else below.push({ path: inner, node, has: (await readFile(join(root, inner), 'latin1').catch(gone)) ?? '' });
  }
  return [{ path, node: ino, has: names.join('\n') }, ...below];
}

function gone(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

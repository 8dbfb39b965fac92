import { Buffer } from 'node:buffer';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Change, Recorded } from './recording.ts';

/**
 * A simulated disk in the state that a recording left it in, which can show the possible results of a power cut.
 * Everything synced survives. Each write to a file since its last sync may be lost, complete or torn, independently of
 * the others. Each name in a folder that was created, renamed or removed since the folder's last sync may be in its old
 * or its new state, independently of the others.
 */
export interface Disk {
  /** Applies all records before this position of the log. */
  goTo(position: number): void;
  /** Writes the files that a power cut now would leave into a new folder. */
  cutInto(folder: string, choice: Choice): void;
}

/** Decides what happens to changes that were not synced. */
export interface Choice {
  /** Whether a pending file write or name change survives. */
  readonly stays: () => boolean;
  /** Whether a surviving write is torn. If so, `sectorStays` decides for each of its sectors. */
  readonly tears: () => boolean;
  readonly sectorStays: () => boolean;
}

const SECTOR_BYTES = 512;

interface Content {
  bytes: Buffer;
  size: number;
}

interface FileNode {
  readonly kind: 'file';
  readonly synced: Content;
  pending: { readonly position: number; readonly change: Change }[];
}

interface FolderNode {
  readonly kind: 'folder';
  /** The names as running programs see them. */
  readonly names: Map<string, DiskNode>;
  readonly synced: Map<string, DiskNode>;
  /**
   * The name changes of each call, which survive together or not at all. A node of null means that the name was
   * removed.
   */
  pending: { readonly position: number; readonly names: readonly (readonly [string, DiskNode | null])[] }[];
}

type DiskNode = FileNode | FolderNode;

function newFile(): FileNode {
  return { kind: 'file', synced: { bytes: Buffer.alloc(0), size: 0 }, pending: [] };
}
function newFolder(): FolderNode {
  return { kind: 'folder', names: new Map(), synced: new Map(), pending: [] };
}

/** `root` is the path of the folder, which was empty when the recording began. `node` is its inode number. */
export function createDisk(recording: readonly Recorded[], root: string, node: number): Disk {
  const top = newFolder();
  const nodes = new Map<number, DiskNode>([[node, top]]);
  let next = 0;

  const folderAt = (path: string): FolderNode => {
    let folder: DiskNode = top;
    for (const name of relative(root, path).split('/').filter(Boolean)) {
      const inner: DiskNode | undefined = folder.names.get(name);
      if (inner?.kind !== 'folder') throw new Error(`${path} is no folder of the recording`);
      folder = inner;
    }
    return folder;
  };
  const name = (position: number, path: string, becomes: DiskNode | null): void => {
    const folder = folderAt(dirname(path));
    setName(folder.names, [basename(path), becomes]);
    folder.pending.push({ position, names: [[basename(path), becomes]] });
  };
  const rename = (position: number, path: string, to: string): void => {
    const [from, into] = [folderAt(dirname(path)), folderAt(dirname(to))];
    const moved = from.names.get(basename(path));
    // Files that the recording does not track, such as sockets.
    if (moved === undefined) return;
    if (from !== into) {
      name(position, to, moved);
      name(position, path, null);
      return;
    }
    const names = [[basename(to), moved] as const, [basename(path), null] as const];
    for (const one of names) setName(from.names, one);
    from.pending.push({ position, names });
  };
  const apply = ({ position, change }: Recorded): void => {
    switch (change.kind) {
      case 'made':
      case 'folder': {
        const made = change.kind === 'made' ? newFile() : newFolder();
        nodes.set(change.node, made);
        name(position, change.path, made);
        break;
      }
      case 'renamed':
        rename(position, change.path, change.to);
        break;
      case 'removed':
        name(position, change.path, null);
        break;
      case 'synced':
        sync(nodeOf(change.node), change.covers);
        break;
      default: {
        const file = nodeOf(change.node);
        if (file.kind === 'file') file.pending.push({ position, change });
      }
    }
  };
  const nodeOf = (number: number): DiskNode => {
    const found = nodes.get(number);
    if (found === undefined) throw new Error(`no file or folder with the number ${number} was made`);
    return found;
  };

  return {
    goTo: (position) => {
      for (; next < recording.length && recording[next]!.position < position; next++) apply(recording[next]!);
    },
    cutInto: (folder, choice) => {
      mkdirSync(folder, { recursive: true });
      writeFolder(top, folder, choice);
    },
  };
}

function setName(names: Map<string, DiskNode>, [name, becomes]: readonly [string, DiskNode | null]): void {
  if (becomes === null) names.delete(name);
  else names.set(name, becomes);
}

/** Marks changes from before the sync call began as synced. */
function sync(node: DiskNode, covers: number): void {
  if (node.kind === 'folder') {
    for (const { position, names } of node.pending)
      if (position < covers) for (const one of names) setName(node.synced, one);
    node.pending = node.pending.filter(({ position }) => position >= covers);
    return;
  }
  for (const { position, change } of node.pending) if (position < covers) changeContent(node.synced, change);
  node.pending = node.pending.filter(({ position }) => position >= covers);
}

function changeContent(content: Content, change: Change): void {
  if (change.kind === 'cut') resize(content, change.size);
  if (change.kind === 'written') write(content, change.at, change.bytes);
}

function resize(content: Content, size: number): void {
  if (size > content.bytes.length) {
    const grown = Buffer.alloc(Math.max(size, 2 * content.bytes.length));
    content.bytes.copy(grown, 0, 0, content.size);
    content.bytes = grown;
  }
  if (size < content.size) content.bytes.fill(0, size, content.size);
  content.size = size;
}

function write(content: Content, at: number, bytes: Buffer): void {
  if (at + bytes.length > content.size) resize(content, at + bytes.length);
  bytes.copy(content.bytes, at);
}

function writeFolder(node: FolderNode, path: string, choice: Choice): void {
  const names = new Map(node.synced);
  for (const change of node.pending) if (choice.stays()) for (const one of change.names) setName(names, one);
  for (const [name, inner] of names) {
    const at = join(path, name);
    if (inner.kind === 'file') {
      writeFileSync(at, left(inner, choice), { mode: 0o600 });
      continue;
    }
    mkdirSync(at, { mode: 0o700 });
    writeFolder(inner, at, choice);
  }
}

/** Returns the content of a file after the cut. */
function left({ synced, pending }: FileNode, { stays, tears, sectorStays }: Choice): Buffer {
  const content: Content = { bytes: Buffer.from(synced.bytes), size: synced.size };
  for (const { change } of pending) {
    if (!stays()) continue;
    if (change.kind !== 'written' || !tears()) {
      changeContent(content, change);
      continue;
    }
    for (let from = 0; from < change.bytes.length; from += SECTOR_BYTES) {
      if (sectorStays()) write(content, change.at + from, change.bytes.subarray(from, from + SECTOR_BYTES));
    }
  }
  return content.bytes.subarray(0, content.size);
}

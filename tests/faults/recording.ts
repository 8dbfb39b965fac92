import type { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';

/** A change that a program made to the files below one folder, in order (tests/faults/preloaded/recorder.c). */
export type Change =
  | { readonly kind: 'written'; readonly node: number; readonly at: number; readonly bytes: Buffer }
  | { readonly kind: 'cut'; readonly node: number; readonly size: number }
  /** Everything done to a file, or to the names in a folder, before the log was `covers` bytes long is on disk. */
  | { readonly kind: 'synced'; readonly node: number; readonly covers: number; readonly path: string }
  | { readonly kind: 'made' | 'folder'; readonly node: number; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly to: string }
  | { readonly kind: 'removed'; readonly path: string };

export interface Recorded {
  /** Length of the log when the change was recorded. */
  readonly position: number;
  readonly change: Change;
}

const MAGIC = 0x54575243;
const HEAD_BYTES = 32;

/** Reads a log. Drops the last record if it is incomplete, because the process that wrote it was killed. */
export function readRecording(log: string): readonly Recorded[] {
  const bytes = readFileSync(log);
  const read: Recorded[] = [];
  for (let position = 0; position + HEAD_BYTES <= bytes.length; ) {
    if (bytes.readUInt32LE(position) !== MAGIC) throw new Error(`no record begins at byte ${position} of the log`);
    const [first, second] = [bytes.readUInt32LE(position + 24), bytes.readUInt32LE(position + 28)];
    const from = position + HEAD_BYTES;
    if (from + first + second > bytes.length) break;
    const parts = [bytes.subarray(from, from + first), bytes.subarray(from + first, from + first + second)] as const;
    const change = changeOf(bytes.readUInt32LE(position + 4), bytes, position, parts);
    read.push({ position, change });
    position = from + first + second;
  }
  return read;
}

function changeOf(kind: number, bytes: Buffer, position: number, [first, second]: readonly [Buffer, Buffer]): Change {
  const node = Number(bytes.readBigUInt64LE(position + 8));
  const number = Number(bytes.readBigUInt64LE(position + 16));
  const path = first.toString();
  switch (kind) {
    case 1:
      return { kind: 'written', node, at: number, bytes: first };
    case 2:
      return { kind: 'cut', node, size: number };
    case 3:
      return { kind: 'synced', node, covers: number, path };
    case 4:
      return { kind: 'made', node, path };
    case 5:
      return { kind: 'folder', node, path };
    case 6:
      return { kind: 'renamed', path, to: second.toString() };
    case 7:
      return { kind: 'removed', path };
    default:
      throw new Error(`The recorder does not follow ${path} (${second.toString()}).`);
  }
}

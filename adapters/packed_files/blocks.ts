import { GZIP_HEADER, GZIP_TAIL_BYTES } from '../../domain/values/gzip_member.ts';
import { readJsonIfExists } from '../read_if_exists.ts';

/**
 * The start of a block of a compressed file: the index of its first byte before and after compression, and the CRC-32 of
 * its compressed bytes. The last entry of a list is the end of the file, which has no text.
 */
export type BlockStart = readonly [at: number, packedAt: number, crc32: number];

/** A block of a compressed file. */
export interface Block {
  readonly at: number;
  readonly packedAt: number;
  readonly packedEnd: number;
  readonly crc32: number;
}

/** Returns the path of the list of blocks of a compressed file. */
export function blocksPath(packed: string): string {
  return `${packed}.blocks`;
}

export function formatBlocks(blocks: readonly BlockStart[]): string {
  return `${JSON.stringify(blocks)}\n`;
}

/**
 * Reads the list of blocks of a file with this size before and after compression. Returns null if there is none that
 * fits: files of one block have no list, and lists of release 0.5.0 and earlier have no CRC-32.
 */
export async function readBlocks(packed: string, bytes: number, packedBytes: number): Promise<readonly Block[] | null> {
  const starts = await readJsonIfExists(blocksPath(packed));
  if (!Array.isArray(starts) || !starts.every(isStart)) return null;
  const blocks = starts.map(
    ([at, packedAt, crc32], i): Block => ({ at, packedAt, crc32, packedEnd: starts[i + 1]?.[1] ?? packedBytes }),
  );
  const [first, end] = [blocks[0], blocks.at(-1)];
  const fits = first?.at === 0 && first.packedAt === GZIP_HEADER.byteLength && end?.at === bytes;
  return fits && end.packedAt === packedBytes - GZIP_TAIL_BYTES && blocks.every((one) => one.packedAt < one.packedEnd)
    ? blocks
    : null;
}

function isStart(start: unknown): start is BlockStart {
  return Array.isArray(start) && start.length === 3 && start.every(Number.isSafeInteger);
}

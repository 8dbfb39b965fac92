import { GZIP_HEADER } from '../../domain/values/gzip_member.ts';
import { parseJson, readIfExists } from '../read_if_exists.ts';

/** The start of a block of a compressed file: the index of its first byte before and after compression. */
export type BlockStart = readonly [at: number, packedAt: number];

/** Returns the path of the list of blocks of a compressed file. */
export function blocksPath(packed: string): string {
  return `${packed}.blocks`;
}

export function formatBlocks(blocks: readonly BlockStart[]): string {
  return `${JSON.stringify(blocks)}\n`;
}

/**
 * Returns the start of the block that has the byte `at`. A file without a list is read as one
 * block, as earlier releases wrote them.
 */
export async function blockOf(packed: string, at: number): Promise<BlockStart> {
  const text = at === 0 ? null : await readIfExists(blocksPath(packed));
  const blocks = (text === null ? null : parseJson(text)) as readonly BlockStart[] | null;
  return blocks?.findLast(([first]) => first <= at) ?? [0, GZIP_HEADER.byteLength];
}

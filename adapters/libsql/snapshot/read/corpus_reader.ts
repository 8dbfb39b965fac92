import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { CutPosition } from '../../../../domain/ports/rows.ts';
import { createBoundedCache } from '../../../../domain/values/bounded_cache.ts';
import type { Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { BYTE_CAST_MARK } from '../../text_guard.ts';
import { decodeBlock, ROWS_PER_BLOCK, unpackRows } from '../corpus_block.ts';
import { type BlockPart, formatSlices, type RowBlock } from '../row_block.ts';

/** Large enough for most of the rarer kinds in a corpus of a million rows. */
const CACHED_BYTES_MAX = 16 * 1024 * 1024;
/** Large enough for the names of about 800 blocks that were read once. */
const READ_ONCE_BYTES_MAX = 256 * 1024;

export type BlockCache = ReturnType<typeof createBlockCache>;

/**
 * Creates a cache of the blocks of one view. It ends with the view, because the next snapshot may withdraw rows. A block
 * is kept the second time it is read. The rarer kinds are therefore soon cached completely, and a client that walks the
 * whole corpus does not evict them. (Measured on a million rows: caching on the first read costs such a walk more in
 * garbage collection than it saves.)
 */
export function createBlockCache() {
  const kept = createBoundedCache<RowBlock>(CACHED_BYTES_MAX);
  const readOnce = createBoundedCache<true>(READ_ONCE_BYTES_MAX);
  return {
    find: (kind: string, place: number): RowBlock | undefined => kept.get(`${kind}:${place}`),
    add: (kind: string, place: number, block: RowBlock, bytes: number): void => {
      const name = `${kind}:${place}`;
      if (readOnce.get(name) === undefined) readOnce.set(name, true, 0);
      else kept.set(name, block, bytes);
    },
  };
}

/** Number of blocks to read in one query. Each query costs as much as reading several blocks. */
const BLOCKS_PER_READ = 64;

const SELECT_BLOCKS = `${BYTE_CAST_MARK} select slice.key, b.place, cast(b.bytes as blob) from json_each(?) as slice
  cross join corpus_blocks as b on b.kind = slice.value->>0 and b.place < slice.value->>2 and b.place >= (
    select max(place) from corpus_blocks where kind = slice.value->>0 and place <= slice.value->>1)
  order by slice.key, b.place limit ${BLOCKS_PER_READ}`;

/**
 * Yields the rows of these slices, none of which is empty, in order. Reads blocks only when they are needed, because a
 * page that is cut early needs few of them. Throws a storage error if a block is missing or damaged.
 */
export async function* readCorpusParts(
  runner: Runner,
  slices: readonly ListSlice[],
  cache: BlockCache = createBlockCache(),
): AsyncGenerator<BlockPart> {
  let slice = 0;
  let next = slices[0]?.from ?? 0;
  const partOf = (place: number, block: RowBlock): BlockPart => {
    const { to } = slices[slice]!;
    const end = Math.min(to, place + block.ends.length);
    const at = slice;
    const nameRow = (i: number): CutPosition => ({ slice: at, place: place + i });
    const part = { block, from: next - place, to: end - place, nameRow };
    next = end < to ? end : (slices[++slice]?.from ?? 0);
    return part;
  };
  while (slice < slices.length) {
    const place = next - (next % ROWS_PER_BLOCK);
    const block = cache.find(slices[slice]!.kind, place);
    // The stored block may have grown since it was cached.
    if (block !== undefined && next - place < block.ends.length) {
      yield partOf(place, block);
      continue;
    }
    const first = slice;
    const rest = slices.slice(first).map((one, i) => (i === 0 ? { ...one, from: next } : one));
    const { rows } = await runner.execute({ sql: SELECT_BLOCKS, args: [formatSlices(rest)] });
    if (rows.length === 0) throw new StorageError('CORPUS_BLOCK_MISSING');
    for (const row of rows) {
      const [at, start, bytes] = [first + Number(row[0]), Number(row[1]), row[2] as ArrayBuffer];
      const read = decodeBlock(bytes);
      if (at !== slice || next < start || next >= start + read.ends.length) {
        throw new StorageError('CORPUS_BLOCK_MISSING');
      }
      cache.add(slices[slice]!.kind, start, read, bytes.byteLength);
      yield partOf(start, read);
    }
  }
}

/** Yields the rows of these slices in order, each as its own text. Withdrawn rows are empty and left out. */
export async function* readPublicCorpusRows(
  runner: Runner,
  slices: readonly ListSlice[],
): AsyncGenerator<readonly Uint8Array[]> {
  const unpacked = new WeakMap<RowBlock, readonly Uint8Array[]>();
  for await (const { block, from, to } of readCorpusParts(runner, slices)) {
    const rows = unpacked.get(block) ?? unpackRows(block);
    unpacked.set(block, rows);
    yield rows.slice(from, to).filter(({ byteLength }) => byteLength > 0);
  }
}

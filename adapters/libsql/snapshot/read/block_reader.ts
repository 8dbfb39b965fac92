import type { PackedText } from '../../../../domain/ports/rows.ts';
import { createBoundedCache } from '../../../../domain/values/bounded_cache.ts';
import type { Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { CASTS_TO_BYTES } from '../../text_guard.ts';
import {
  type CorpusBlock,
  DIRECTORY_BYTES_MAX,
  decodeBlock,
  decodeDirectory,
  packedSegment,
  type RowEnds,
} from '../corpus_block.ts';
import { type CutRows, createCut } from '../cut_rows.ts';

export interface BlockName {
  readonly kind: string;
  readonly block: number;
}

/** A block as loaded for one page: either the whole block, or only the offsets at which its rows end. */
export interface BlockAtHand extends RowEnds {
  /**
   * Loads the segments that contain rows `from <= i < to`, or returns null if they are loaded already. One call must
   * cover every row that will be cut.
   */
  load(from: number, to: number): Promise<void> | null;
  readonly cut: CutRows;
}

/**
 * Reads blocks of rows. `scope` is the epoch, or another name that keeps blocks of the same kind and number apart.
 */
export interface BlockReader {
  /**
   * Returns the blocks in order, each with at least `rows` rows, or null for a block that is too large to read whole.
   */
  blocks(client: Runner, scope: string, wanted: readonly WantedBlock[]): Promise<readonly (BlockAtHand | null)[]>;
  /** Reads the directory of a large block, which contains the offsets of its rows. Call `load` to read the rows. */
  large(client: Runner, name: BlockName): Promise<BlockAtHand>;
  /** Drops all cached blocks, because some of their rows may have been withdrawn. */
  clear(): void;
}

export interface WantedBlock extends BlockName {
  readonly rows: number;
}

/** Error code for a large block that was rewritten after its directory was read. */
export const BLOCK_MOVED = 'CORPUS_BLOCK_MOVED';

/** Large enough for most of the rarer kinds in a corpus of a million rows. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Large enough for the names of about 800 blocks that were read once. */
const READ_ONCE_BYTES_MAX = 256 * 1024;

/** Maximum size of a block that is read whole. From larger blocks, a page reads only the segments it needs. */
const READ_WHOLE_BYTES_MAX = 65_536;

/**
 * Creates a reader of stored blocks of corpus rows. It caches a block the second time it is read. The rarer kinds are
 * therefore soon cached completely, and a client that walks the whole corpus does not evict them. (Measured on a
 * million rows: caching on the first read costs such a walk more in garbage collection than it saves.)
 */
export function createBlockReader(): BlockReader {
  const kept = createBoundedCache<CorpusBlock>(KEPT_BYTES_MAX);
  const readOnce = createBoundedCache<true>(READ_ONCE_BYTES_MAX);
  // Counts calls of `clear`. If `clear` was called while a block was being read, the block may be stale.
  let cleared = 0;

  const keep = (name: string, block: CorpusBlock): void => {
    if (readOnce.get(name) === undefined) readOnce.set(name, true, 0);
    else kept.set(name, block, block.byteLength);
  };

  return {
    blocks: async (client, epoch, wanted) => {
      const names = wanted.map(({ kind, block }) => `${epoch}:${kind}:${block}`);
      const found: (CorpusBlock | null | undefined)[] = names.map((name) => kept.get(name));
      // The stored block may have grown since it was cached.
      const missing = [...wanted.keys()].filter((i) => (found[i]?.rows ?? 0) < wanted[i]!.rows);
      const begun = cleared;
      const read = await readBlocks(client, blockRanges(missing.map((i) => wanted[i]!)));
      missing.forEach((i, at) => {
        const block = read[at]!;
        found[i] = block;
        if (block !== null && begun === cleared) keep(names[i]!, block);
      });
      return found.map((block) => (block == null ? null : whole(block)));
    },
    large: readLarge,
    clear: () => {
      cleared++;
      kept.clear();
    },
  };
}

function whole(block: CorpusBlock): BlockAtHand {
  return {
    rows: block.rows,
    end: block.end,
    load: () => null,
    cut: createCut(block, block.segments, block.packed),
  };
}

/** Blocks `first <= block < end` of a kind. */
export interface BlockRange {
  readonly kind: string;
  readonly first: number;
  end: number;
}

/** Joins adjacent blocks into ranges. */
export function blockRanges(wanted: readonly BlockName[]): readonly BlockRange[] {
  const ranges: BlockRange[] = [];
  for (const { kind, block } of wanted) {
    const last = ranges.at(-1);
    if (last !== undefined && last.kind === kind && last.end === block) last.end = block + 1;
    else ranges.push({ kind, first: block, end: block + 1 });
  }
  return ranges;
}

/** SQLite knows the length of a value without reading the value. */
const WHOLE = `case when length(bytes) <= ${READ_WHOLE_BYTES_MAX} then bytes end`;

const ONE_RANGE = `${CASTS_TO_BYTES} select cast(${WHOLE} as blob) from corpus_blocks
  where kind = ? and block >= ? and block < ? order by block`;

const MANY_RANGES = `${CASTS_TO_BYTES} select cast(${WHOLE} as blob) from json_each(?) as range cross join corpus_blocks as b
  on b.kind = range.value->>0 and b.block >= range.value->>1 and b.block < range.value->>2
  order by range.key, b.block`;

/** Reads the blocks of all ranges in order, in one query. Each query costs as much as reading two blocks. */
async function readBlocks(client: Runner, ranges: readonly BlockRange[]): Promise<readonly (CorpusBlock | null)[]> {
  const [range] = ranges;
  if (range === undefined) return [];
  const { rows } = await client.execute(
    ranges.length === 1
      ? { sql: ONE_RANGE, args: [range.kind, BigInt(range.first), BigInt(range.end)] }
      : { sql: MANY_RANGES, args: [JSON.stringify(ranges.map(({ kind, first, end }) => [kind, first, end]))] },
  );
  if (rows.length !== ranges.reduce((sum, { first, end }) => sum + end - first, 0)) {
    throw new StorageError('CORPUS_BLOCK_MISSING');
  }
  return rows.map((row) => (row[0] === null ? null : undamaged(decodeBlock(row[0] as ArrayBuffer))));
}

function undamaged<T>(read: T | null): T {
  if (read === null) throw new StorageError('CORPUS_BLOCK_DAMAGED');
  return read;
}

function part(bytes: string): string {
  return `${CASTS_TO_BYTES} select cast(${bytes} as blob), length(bytes) from corpus_blocks where kind = ? and block = ?`;
}

const DIRECTORY = part(`substr(bytes, -${DIRECTORY_BYTES_MAX})`);
const PART = part('substr(bytes, ?, ?)');

const readLarge: BlockReader['large'] = async (client, { kind, block }) => {
  const name = [kind, BigInt(block)];
  const { rows } = await client.execute({ sql: DIRECTORY, args: name });
  const [tail, length] = [rows[0]?.[0], Number(rows[0]?.[1])];
  const directory = undamaged(tail instanceof ArrayBuffer ? decodeDirectory(new Uint8Array(tail), length) : null);
  const { segments } = directory;
  let loaded: readonly (PackedText | null)[] = [];

  const load: BlockAtHand['load'] = async (from, to) => {
    const wanted = segments.filter((segment) => segment.from < to && from < segment.to);
    const [offset, last] = [wanted[0]!.at, wanted.at(-1)!];
    const stretch = [BigInt(offset + 1), BigInt(last.at + last.deflatedBytes - offset)];
    const read = (await client.execute({ sql: PART, args: [...stretch, ...name] })).rows[0];
    // If the block was rewritten after its directory was read, its rows may end at other offsets.
    if (!(read?.[0] instanceof ArrayBuffer) || Number(read[1]) !== length) throw new StorageError(BLOCK_MOVED);
    const bytes = new Uint8Array(read[0]);
    loaded = segments.map((segment, i) =>
      wanted.includes(segment) ? packedSegment(directory, i, bytes, offset) : null,
    );
    if (wanted.some((segment) => loaded[segments.indexOf(segment)] === null)) throw new StorageError(BLOCK_MOVED);
  };

  return {
    rows: directory.rows,
    end: directory.end,
    load,
    cut: createCut(directory, segments, (segment) => undamaged(loaded[segment] ?? null)),
  };
};

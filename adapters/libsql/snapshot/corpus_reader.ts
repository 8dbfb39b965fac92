import type { Client } from '@libsql/client';
import { createBoundedCache } from '../../../domain/bounded_cache.ts';
import type { ListSlice } from '../../../domain/paging/ledger.ts';
import { StorageFault } from '../storage_error.ts';
import { type CorpusBlock, decodeBlock, ROWS_PER_BLOCK } from './corpus_block.ts';

/** Cuts corpus rows out of stored blocks. */
export interface CorpusReader {
  /** The standing rows of the slices in order, joined by commas, in pieces to be put end to end. */
  rows(client: Client, epoch: string, slices: readonly ListSlice[]): Promise<readonly Uint8Array[]>;
  /** Forgets every block: rows of them may have been withdrawn. */
  clear(): void;
}

/** Enough for most of the rarer kinds of a corpus of a million rows. */
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Room for the names of some eight hundred blocks read once. */
const READ_ONCE_BYTES_MAX = 256 * 1024;

/**
 * Keeps a block from its second reading on: the rarer kinds are soon all in memory, while a reader who wanders over
 * the whole corpus turns nothing over. (Kept from the first, blocks cost such a reader more in collecting garbage than
 * they save; measured on a million rows.)
 */
export const createCorpusReader = (): CorpusReader => {
  const kept = createBoundedCache<CorpusBlock>(KEPT_BYTES_MAX);
  const readOnce = createBoundedCache<true>(READ_ONCE_BYTES_MAX);
  // A block that was being read when all were forgotten may be an old one.
  let cleared = 0;

  const keep = (name: string, block: CorpusBlock): void => {
    if (readOnce.get(name) === undefined) readOnce.set(name, true, 0);
    else kept.set(name, block, block.byteLength);
  };

  /** The blocks in order: those that are kept and hold what is wanted of them, the others from the database. */
  const blocksOf = async (
    client: Client,
    epoch: string,
    wanted: readonly Wanted[],
  ): Promise<readonly CorpusBlock[]> => {
    const names = wanted.map(({ kind, block }) => `${epoch}:${kind}:${block}`);
    const blocks = names.map((name) => kept.get(name));
    const missing = [...wanted.keys()].filter((i) => (blocks[i]?.rows ?? 0) < wanted[i]!.to);
    const begun = cleared;
    const read = await readBlocks(client, rangesOf(missing.map((i) => wanted[i]!)));
    missing.forEach((i, at) => {
      blocks[i] = read[at]!;
      if (begun === cleared) keep(names[i]!, read[at]!);
    });
    return blocks as CorpusBlock[];
  };

  return {
    rows: async (client, epoch, slices) => {
      const wanted = slices.flatMap(wantedOf);
      const blocks = await blocksOf(client, epoch, wanted);
      const pieces = blocks.map((block, i) => {
        const { from, to } = wanted[i]!;
        if (block.rows < to) throw new StorageFault('CORPUS_BLOCK_SHORT');
        return block.slice(from, to);
      });
      const standing = pieces.filter((piece) => piece.byteLength > 0);
      const last = standing.pop();
      // No comma behind the very last row.
      return last === undefined ? [] : [...standing, last.subarray(0, -1)];
    },
    clear: () => {
      cleared++;
      kept.clear();
    },
  };
};

/** Rows `from <= row < to` of one block. */
interface Wanted {
  readonly kind: string;
  readonly block: number;
  readonly from: number;
  readonly to: number;
}

/** What a slice takes of each block it touches. */
const wantedOf = ({ kind, from, to }: ListSlice): readonly Wanted[] => {
  const wanted: Wanted[] = [];
  for (let start = from; start < to; ) {
    const block = Math.floor(start / ROWS_PER_BLOCK);
    const first = block * ROWS_PER_BLOCK;
    const end = Math.min(first + ROWS_PER_BLOCK, to);
    wanted.push({ kind, block, from: start - first, to: end - first });
    start = end;
  }
  return wanted;
};

/** The same blocks as ranges of neighbours. */
const rangesOf = (wanted: readonly Wanted[]): readonly BlockRange[] => {
  const ranges: BlockRange[] = [];
  for (const { kind, block } of wanted) {
    const last = ranges.at(-1);
    if (last !== undefined && last.kind === kind && last.end === block) last.end = block + 1;
    else ranges.push({ kind, first: block, end: block + 1 });
  }
  return ranges;
};

/** Blocks `first <= block < end` of a kind. */
interface BlockRange {
  readonly kind: string;
  readonly first: number;
  end: number;
}

const ONE_RANGE = 'select bytes from corpus_blocks where kind = ? and block >= ? and block < ? order by block';

const MANY_RANGES = `select bytes from json_each(?) as range cross join corpus_blocks as b
  on b.kind = range.value->>0 and b.block >= range.value->>1 and b.block < range.value->>2
  order by range.key, b.block`;

/** The blocks of all ranges in order, in one query: each costs as much as two blocks. */
const readBlocks = async (client: Client, ranges: readonly BlockRange[]): Promise<readonly CorpusBlock[]> => {
  const [range] = ranges;
  if (range === undefined) return [];
  const { rows } = await client.execute(
    ranges.length === 1
      ? { sql: ONE_RANGE, args: [range.kind, BigInt(range.first), BigInt(range.end)] }
      : { sql: MANY_RANGES, args: [JSON.stringify(ranges.map(({ kind, first, end }) => [kind, first, end]))] },
  );
  if (rows.length !== ranges.reduce((sum, { first, end }) => sum + end - first, 0)) {
    throw new StorageFault('CORPUS_BLOCK_MISSING');
  }
  return rows.map((row) => {
    const block = decodeBlock(row[0] as ArrayBuffer);
    if (block === null) throw new StorageFault('CORPUS_BLOCK_DAMAGED');
    return block;
  });
};

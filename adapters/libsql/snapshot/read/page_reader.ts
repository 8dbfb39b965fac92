import type { ListSlice } from '../../../../domain/ports/places.ts';
import type { RowsCut, RowsRead } from '../../../../domain/ports/rows.ts';
import type { Runner } from '../../database.ts';
import { StorageError } from '../../storage_error.ts';
import { startOf } from '../corpus_block.ts';
import { joinRows, type RowPiece } from '../cut_rows.ts';
import type { ReadBudget } from '../read_budget.ts';
import { BLOCK_MOVED, type BlockAtHand, type BlockReader } from './block_reader.ts';

/** Cuts rows out of blocks. Segments that a page needs as a whole stay packed. */
export interface PageReader {
  /** Returns the public rows of the slices in order, joined by commas, until the budget is used up. */
  rows(client: Runner, scope: string, slices: readonly ListSlice[], room: ReadBudget | null): Promise<RowsRead>;
  /** Drops all cached blocks, because some of their rows may have been withdrawn. */
  clear(): void;
}

/** Number of blocks to read in one query. For rows of ordinary length, only the largest pages need more blocks. */
const BLOCKS_AT_ONCE = 64;

export function createPageReader(reader: BlockReader, rowsPerBlock: number): PageReader {
  const read: PageReader['rows'] = async (client, scope, slices, room) => {
    const wanted = slices.flatMap((one, slice) => wantedOf(one, slice, rowsPerBlock));
    const { names, index } = distinct(wanted);
    const atHand: (BlockAtHand | null)[] = [];
    /** Reads blocks only when they are needed, because a page that is cut early needs few of them. */
    const fetchBlock = async (i: number): Promise<BlockAtHand> => {
      if (i >= atHand.length) {
        const next = names.slice(atHand.length, atHand.length + BLOCKS_AT_ONCE);
        atHand.push(...(await reader.blocks(client, scope, next)));
      }
      const block = atHand[i] ?? (await reader.large(client, names[i]!));
      atHand[i] = block;
      if (block.rows < names[i]!.rows) throw new StorageError('CORPUS_BLOCK_SHORT');
      return block;
    };
    return cutOut(wanted, index, (i) => atHand[i] ?? fetchBlock(i), room ?? EVERYTHING);
  };
  return {
    rows: async (...args) => {
      try {
        return await read(...args);
      } catch (error) {
        // A large block was rewritten between two reads of it. That can happen only once in ten minutes, so a single
        // retry is enough.
        if (error instanceof StorageError && error.code === BLOCK_MOVED) return read(...args);
        throw error;
      }
    },
    clear: reader.clear,
  };
}

/** Rows `from <= row < to` of one block. */
interface BlockRange {
  readonly slice: number;
  readonly kind: string;
  readonly block: number;
  /** The place of the first row of the block. */
  readonly first: number;
  readonly from: number;
  readonly to: number;
}

/** Returns the rows that a slice needs from each block it overlaps. */
function wantedOf({ kind, from, to }: ListSlice, slice: number, rowsPerBlock: number): readonly BlockRange[] {
  const wanted: BlockRange[] = [];
  for (let start = from; start < to; ) {
    const block = Math.floor(start / rowsPerBlock);
    const first = block * rowsPerBlock;
    const end = Math.min(first + rowsPerBlock, to);
    wanted.push({ slice, kind, block, first, from: start - first, to: end - first });
    start = end;
  }
  return wanted;
}

interface NamedBlock {
  readonly kind: string;
  readonly block: number;
  /** Minimum number of rows that the block must have. */
  rows: number;
}

/** Returns each block once, in order of first use, and for each wanted range the index of its block. */
function distinct(wanted: readonly BlockRange[]) {
  const names: NamedBlock[] = [];
  const known = new Map<string, number>();
  const index = wanted.map(({ kind, block, to }) => {
    const name = `${kind}:${block}`;
    const at = known.get(name) ?? names.push({ kind, block, rows: to }) - 1;
    known.set(name, at);
    names[at]!.rows = Math.max(names[at]!.rows, to);
    return at;
  });
  return { names, index };
}

const EVERYTHING: ReadBudget = { bytes: Number.POSITIVE_INFINITY, begun: false };

/**
 * Returns a block directly if it is loaded, because each `await` costs a microtask turn and a page has a dozen blocks.
 */
type BlockAt = (i: number) => BlockAtHand | Promise<BlockAtHand>;

function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return value instanceof Promise;
}

/** Rows of one block that are on the page. */
interface RowsOnPage {
  readonly from: number;
  readonly to: number;
  readonly block: number;
}

/** Cuts out the wanted rows up to the size limit. The first row of a page is included however long it is. */
async function cutOut(
  wanted: readonly BlockRange[],
  index: readonly number[],
  blockAt: BlockAt,
  room: ReadBudget,
): Promise<RowsRead> {
  const taken: RowsOnPage[] = [];
  let bytes = 0;
  let cut: RowsCut | null = null;
  for (let i = 0; i < wanted.length && cut === null; i++) {
    const { slice, first, from, to } = wanted[i]!;
    const asked = blockAt(index[i]!);
    const block = isPromise(asked) ? await asked : asked;
    const end = rowsWithin(block, from, to, room.bytes - bytes, bytes === 0 && !room.begun);
    if (end > from) {
      taken.push({ from, to: end, block: index[i]! });
      bytes += block.end(end - 1) - startOf(block, from);
    }
    if (end < to) cut = { slice, place: first + end };
  }
  return { pieces: joinRows(await read(taken, blockAt)), cut };
}

/** Reads the selected rows. Loads each block once, for the smallest range that contains its selected rows. */
async function read(taken: readonly RowsOnPage[], blockAt: BlockAt): Promise<readonly RowPiece[]> {
  const stretches = new Map<number, { from: number; to: number }>();
  for (const { block, from, to } of taken) {
    const known = stretches.get(block);
    stretches.set(block, { from: Math.min(known?.from ?? from, from), to: Math.max(known?.to ?? to, to) });
  }
  const blocks = new Map<number, BlockAtHand>();
  for (const [i, { from, to }] of stretches) {
    const asked = blockAt(i);
    const block = isPromise(asked) ? await asked : asked;
    const loading = block.load(from, to);
    if (loading !== null) await loading;
    blocks.set(i, block);
  }
  return taken.flatMap(({ block, from, to }) => blocks.get(block)!.cut(from, to));
}

/**
 * Returns the end of the rows that start at `from` and fit into `bytes`, or at least one public row if `first` is true.
 */
function rowsWithin(block: BlockAtHand, from: number, to: number, bytes: number, first: boolean): number {
  const start = startOf(block, from);
  if (block.end(to - 1) - start <= bytes) return to;
  let end = from;
  while (end < to && (block.end(end) - start <= bytes || (first && startOf(block, end) === start))) end++;
  return end;
}

import type { Client } from '@libsql/client';
import type { CorpusSlice } from '../../domain/paging/ledger.ts';
import { type CorpusBlock, decodeBlock, ROWS_PER_BLOCK } from './corpus_block.ts';
import { StorageFault } from './storage_error.ts';

/**
 * Cuts the rows of slices out of stored blocks: rows in order, joined by commas, in pieces to be put end to end.
 * Blocks are not kept between requests: whole pages are (http/pipeline/shelf.ts), and blocks that outlive a request
 * cost more in collecting garbage than reading them again (measured on a million rows).
 */
export const readCorpusRows = async (
  client: Client,
  slices: readonly CorpusSlice[],
): Promise<readonly Uint8Array[]> => {
  const blocks = await readBlocks(client, slices.map(rangeOf));
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const slice of slices) {
    const { first, end } = rangeOf(slice);
    for (let block = first; block < end; block++) pieces.push(cut(blocks[at++]!, block * ROWS_PER_BLOCK, slice));
  }
  const last = pieces.pop();
  // No comma behind the very last row.
  if (last !== undefined) pieces.push(last.subarray(0, -1));
  return pieces;
};

/** Blocks `first <= block < end` of a kind. */
interface BlockRange {
  readonly kind: string;
  readonly first: number;
  readonly end: number;
}

const rangeOf = ({ kind, from, to }: CorpusSlice): BlockRange => ({
  kind,
  first: Math.floor(from / ROWS_PER_BLOCK),
  end: Math.ceil(to / ROWS_PER_BLOCK),
});

/** What a slice takes of the block that begins at place `start`. */
const cut = (block: CorpusBlock, start: number, { from, to }: CorpusSlice): Uint8Array => {
  const end = Math.min(ROWS_PER_BLOCK, to - start);
  if (block.rows < end) throw new StorageFault('CORPUS_BLOCK_SHORT');
  return block.slice(Math.max(0, from - start), end);
};

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

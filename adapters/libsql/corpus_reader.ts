import type { Client } from '@libsql/client';
import { createBoundedCache } from '../../domain/bounded_cache.ts';
import type { CorpusSlice } from '../../domain/paging/ledger.ts';
import { type CorpusBlock, decodeBlock, ROWS_PER_BLOCK } from './corpus_block.ts';
import { StorageFault } from './storage_error.ts';

/** Cuts corpus rows out of stored blocks, keeping those asked for last. */
export interface CorpusReader {
  /** The rows of the slices in order, joined by commas, in pieces to be put end to end. */
  rows(client: Client, epoch: string, slices: readonly CorpusSlice[]): Promise<readonly Uint8Array[]>;
  clear(): void;
}

/** Makes one that keeps at most so many bytes of blocks. */
export const createCorpusReader = (cacheBytes: number): CorpusReader => {
  const kept = createBoundedCache<CorpusBlock>(cacheBytes);

  const sliceRows = async (client: Client, epoch: string, slice: CorpusSlice, pieces: Uint8Array[]): Promise<void> => {
    const prefix = `${epoch}:${slice.kind}:`;
    const first = Math.floor(slice.from / ROWS_PER_BLOCK);
    const end = Math.ceil(slice.to / ROWS_PER_BLOCK);
    const rowsOf = (block: number) => ({
      from: Math.max(0, slice.from - block * ROWS_PER_BLOCK),
      to: Math.min(ROWS_PER_BLOCK, slice.to - block * ROWS_PER_BLOCK),
    });
    // A block that was not full when it was kept may have grown since.
    const have = Array.from({ length: end - first }, (_, i) => {
      const block = kept.get(prefix + (first + i));
      return block !== undefined && block.rows >= rowsOf(first + i).to ? block : null;
    });
    const missing = have.indexOf(null);
    if (missing >= 0) {
      const read = await readBlocks(client, slice.kind, first + missing, first + have.lastIndexOf(null) + 1);
      read.forEach((block, i) => {
        have[missing + i] = block;
        kept.set(prefix + (first + missing + i), block, block.byteLength);
      });
    }
    have.forEach((block, i) => {
      const { from, to } = rowsOf(first + i);
      if (block === null || block.rows < to) throw new StorageFault('CORPUS_BLOCK_SHORT');
      pieces.push(block.slice(from, to));
    });
  };

  return {
    rows: async (client, epoch, slices) => {
      const pieces: Uint8Array[] = [];
      for (const slice of slices) await sliceRows(client, epoch, slice, pieces);
      const last = pieces.pop();
      // No comma behind the very last row.
      if (last !== undefined) pieces.push(last.subarray(0, -1));
      return pieces;
    },
    clear: () => kept.clear(),
  };
};

/** Blocks `from <= block < to` of a kind, in one query. */
const readBlocks = async (client: Client, kind: string, from: number, to: number): Promise<readonly CorpusBlock[]> => {
  const { rows } = await client.execute({
    sql: 'select bytes from corpus_blocks where kind = ? and block >= ? and block < ? order by block',
    args: [kind, BigInt(from), BigInt(to)],
  });
  if (rows.length !== to - from) throw new StorageFault('CORPUS_BLOCK_MISSING');
  return rows.map((row) => {
    const block = decodeBlock(row[0] as ArrayBuffer);
    if (block === null) throw new StorageFault('CORPUS_BLOCK_DAMAGED');
    return block;
  });
};

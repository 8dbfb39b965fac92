import type { Client } from '@libsql/client';
import type { ExportRows } from '../../../../domain/ports/exports.ts';
import { StorageError } from '../../storage_error.ts';
import { decodeBlock, ROWS_PER_BLOCK, rowsOf } from '../corpus_block.ts';
import { runsOf } from './runs.ts';

/** Number of blocks read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const BLOCKS_PER_READ = 8;

/** The last block read of a kind. The kind's next run begins in it or after it. */
interface LastBlock {
  readonly index: number;
  /** All rows of the block. Withdrawn rows are empty. */
  readonly rows: readonly Uint8Array[];
}

/** Yields the rows of the feed in order, as of snapshot `n`, without those withdrawn since. */
export async function* exportedCorpus(client: Client, n: number): AsyncIterable<ExportRows> {
  const lastBlocks = new Map<string, LastBlock>();
  for await (const { kind, from, to } of runsOf(client, 'corpus_steps', n)) {
    for (let place = from; place < to; ) {
      const index = Math.floor(place / ROWS_PER_BLOCK);
      const last = lastBlocks.get(kind);
      const blocks =
        last?.index === index
          ? [last.rows]
          : await readBlocks(client, kind, index, Math.min(index + BLOCKS_PER_READ, Math.ceil(to / ROWS_PER_BLOCK)));
      for (const [i, rows] of blocks.entries()) {
        const first = (index + i) * ROWS_PER_BLOCK;
        const end = Math.min(to - first, ROWS_PER_BLOCK);
        if (rows.length < end) throw new StorageError('CORPUS_BLOCK_SHORT');
        yield publicRows(rows, place - first, end);
        place = first + end;
      }
      lastBlocks.set(kind, { index: index + blocks.length - 1, rows: blocks.at(-1)! });
    }
  }
}

/** Reads the rows of blocks `first <= block < end` of a kind. */
async function readBlocks(
  client: Client,
  kind: string,
  first: number,
  end: number,
): Promise<readonly (readonly Uint8Array[])[]> {
  const { rows } = await client.execute({
    sql: 'select bytes from corpus_blocks where kind = ? and block >= ? and block < ? order by block',
    args: [kind, BigInt(first), BigInt(end)],
  });
  if (rows.length !== end - first) throw new StorageError('CORPUS_BLOCK_MISSING');
  return rows.map((row) => {
    const block = decodeBlock(row[0] as ArrayBuffer);
    if (block === null) throw new StorageError('CORPUS_BLOCK_DAMAGED');
    return rowsOf(block);
  });
}

/** Returns the rows `from <= i < to` that are not withdrawn, without their commas. */
function publicRows(rows: readonly Uint8Array[], from: number, to: number): readonly Uint8Array[] {
  return rows
    .slice(from, to)
    .filter(({ byteLength }) => byteLength > 0)
    .map((row) => row.subarray(0, -1));
}

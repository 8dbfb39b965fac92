import type { Transaction } from '@libsql/client';
import type { CorpusAddition } from '../../domain/ports/snapshots.ts';
import { type CorpusBlock, decodeBlock, encodeBlock, ROWS_PER_BLOCK } from './corpus_block.ts';
import { value } from './database.ts';
import { StorageFault } from './storage_error.ts';

/** Rows of each kind so far; kinds in name order. */
export type CorpusCounts = Readonly<Record<string, number>>;

/** Appends rows behind those of their kind and answers the counts after it. The last block of a kind is filled first. */
export const appendCorpus = async (tx: Transaction, additions: readonly CorpusAddition[]): Promise<CorpusCounts> => {
  const counts = new Map(Object.entries(await newestCounts(tx)));
  for (const { kind, rows } of additions) {
    const before = counts.get(kind) ?? 0;
    await appendRows(tx, kind, before, rows);
    counts.set(kind, before + rows.length);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** Remembers the counts after the snapshot of this number. Called behind the snapshot's row. */
export const keepCounts = async (tx: Transaction, n: number, counts: CorpusCounts): Promise<void> => {
  await tx.execute({
    sql: 'insert into corpus_steps (n, counts) values (?, ?)',
    args: [BigInt(n), JSON.stringify(counts)],
  });
};

const newestCounts = async (tx: Transaction): Promise<CorpusCounts> => {
  const text = await value(tx, 'select counts from corpus_steps order by n desc limit 1');
  return typeof text === 'string' ? (JSON.parse(text) as CorpusCounts) : {};
};

const appendRows = async (tx: Transaction, kind: string, before: number, rows: readonly string[]): Promise<void> => {
  let block = Math.floor(before / ROWS_PER_BLOCK);
  let head = before % ROWS_PER_BLOCK === 0 ? null : await readBlock(tx, kind, block);
  if ((head?.rows ?? 0) !== before % ROWS_PER_BLOCK) throw new StorageFault('CORPUS_BLOCK_SHORT');
  for (let from = 0; from < rows.length; ) {
    const part = rows.slice(from, from + ROWS_PER_BLOCK - (head?.rows ?? 0));
    await tx.execute({
      sql: `insert into corpus_blocks (kind, block, bytes) values (?, ?, ?)
            on conflict (kind, block) do update set bytes = excluded.bytes`,
      args: [kind, BigInt(block), encodeBlock(head, part)],
    });
    from += part.length;
    block++;
    head = null;
  }
};

const readBlock = async (tx: Transaction, kind: string, block: number): Promise<CorpusBlock> => {
  const bytes = await value(tx, 'select bytes from corpus_blocks where kind = ? and block = ?', [kind, BigInt(block)]);
  const read = bytes instanceof ArrayBuffer ? decodeBlock(bytes) : null;
  if (read === null) throw new StorageFault('CORPUS_BLOCK_MISSING');
  return read;
};

import type { Transaction } from '@libsql/client';
import type { CorpusAddition, CorpusWithdrawal } from '../../../../domain/ports/corpus.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import { StorageError } from '../../storage_error.ts';
import { type CorpusBlock, decodeBlock, emptyRows, encodeBlock, ROWS_PER_BLOCK } from '../corpus_block.ts';
import { type GroupCounts, inNameOrder, newestCounts } from './ledger_writer.ts';

/** Prefix of the names under which the `gaps` table lists the withdrawn rows of a kind. */
export const CORPUS_LIST = 'corpus:';

/** Returns the number of rows of each kind so far, including withdrawn ones. */
export function corpusCounts(runner: Runner): Promise<GroupCounts> {
  return newestCounts(runner, 'corpus_steps');
}

/** Appends rows to their kinds and returns the new counts. Rows fill up the last block before starting another. */
export async function appendCorpus(tx: Transaction, additions: readonly CorpusAddition[]): Promise<GroupCounts> {
  const counts = new Map(Object.entries(await corpusCounts(tx)));
  for (const { kind, rows } of additions) {
    const before = counts.get(kind) ?? 0;
    await appendRows(tx, kind, before, rows);
    counts.set(kind, before + rows.length);
  }
  return inNameOrder(counts);
}

/**
 * Withdraws rows. Each leaves a gap marked with snapshot `n`, and its bytes are removed from its block. Places without
 * a row and rows that were withdrawn before are skipped.
 */
export async function withdrawCorpus(
  tx: Transaction,
  withdrawals: readonly CorpusWithdrawal[],
  n: number,
): Promise<void> {
  if (withdrawals.length === 0) return;
  const counts = await corpusCounts(tx);
  const existing = withdrawals.filter(({ kind, place }) => place < (counts[kind] ?? 0));
  for (const [kind, rows] of groupBy(existing, (row) => row.kind)) {
    const places = rows.map(({ place }) => place);
    await withdrawOfKind(tx, kind, places, n);
  }
}

async function withdrawOfKind(tx: Transaction, kind: string, asked: readonly number[], n: number): Promise<void> {
  const list = `${CORPUS_LIST}${kind}`;
  const places = await jsonRows<number>(
    tx,
    `select json_group_array(place) from (select distinct value as place from json_each(?) as asked
       where not exists (select 1 from gaps where list = ? and place = asked.value) order by 1)`,
    [JSON.stringify(asked), list],
  );
  const gaps = places.map((place) => [list, place, n]);
  await insertRows(tx, 'gaps', 'list, place, snapshot_n', gaps);
  for (let i = 0; i < places.length; ) {
    const block = blockOf(places[i]!);
    const rows = new Set<number>();
    for (; i < places.length && blockOf(places[i]!) === block; i++) rows.add(places[i]! % ROWS_PER_BLOCK);
    await writeBlock(tx, kind, block, emptyRows(await readBlock(tx, kind, block), rows));
  }
}

function blockOf(place: number): number {
  return Math.floor(place / ROWS_PER_BLOCK);
}

async function appendRows(tx: Transaction, kind: string, before: number, rows: readonly string[]): Promise<void> {
  let block = blockOf(before);
  let head = before % ROWS_PER_BLOCK === 0 ? null : await readBlock(tx, kind, block);
  if ((head?.rows ?? 0) !== before % ROWS_PER_BLOCK) throw new StorageError('CORPUS_BLOCK_SHORT');
  for (let from = 0; from < rows.length; ) {
    const part = rows.slice(from, from + ROWS_PER_BLOCK - (head?.rows ?? 0));
    await writeBlock(tx, kind, block, encodeBlock(head, part));
    from += part.length;
    block++;
    head = null;
  }
}

async function writeBlock(tx: Transaction, kind: string, block: number, bytes: Uint8Array): Promise<void> {
  await tx.execute({
    sql: `insert into corpus_blocks (kind, block, bytes) values (?, ?, ?)
          on conflict (kind, block) do update set bytes = excluded.bytes`,
    args: [kind, BigInt(block), bytes],
  });
}

async function readBlock(tx: Transaction, kind: string, block: number): Promise<CorpusBlock> {
  const [read] = await readCorpusBlocks(tx, kind, block, block + 1);
  if (read === undefined) throw new StorageError('CORPUS_BLOCK_MISSING');
  return read;
}

/** Reads blocks `first <= block < end` of a kind, or fewer if the kind has fewer. */
export async function readCorpusBlocks(
  runner: Runner,
  kind: string,
  first: number,
  end: number,
): Promise<readonly CorpusBlock[]> {
  const { rows } = await runner.execute({
    sql: 'select bytes from corpus_blocks where kind = ? and block >= ? and block < ? order by block',
    args: [kind, BigInt(first), BigInt(end)],
  });
  return rows.map((row) => {
    const block = row[0] instanceof ArrayBuffer ? decodeBlock(row[0]) : null;
    if (block === null) throw new StorageError('CORPUS_BLOCK_DAMAGED');
    return block;
  });
}

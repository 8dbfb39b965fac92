import { Buffer } from 'node:buffer';
import type { CorpusAddition, CorpusWithdrawal } from '../../../../domain/ports/corpus.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { type Runner, readJson, type Transaction } from '../../database.ts';
import { insertRows } from '../../insert_rows.ts';
import { StorageError } from '../../storage_error.ts';
import { divideRows, encodeBlock, NO_BYTES, unpackRows } from '../corpus_block.ts';
import { readCorpusParts } from '../read/corpus_reader.ts';
import type { BlockPart } from '../row_block.ts';
import { type GroupCounts, readNewestCounts, sortByName } from './ledger_writer.ts';

/** Returns the number of rows of each kind so far, including withdrawn ones. */
export function readCorpusCounts(runner: Runner): Promise<GroupCounts> {
  return readNewestCounts(runner, 'corpus_steps');
}

/**
 * Appends rows to their kinds and returns the new counts. Rows fill up the last block, which is rewritten, before they
 * start another.
 */
export async function appendCorpusRows(tx: Transaction, additions: readonly CorpusAddition[]): Promise<GroupCounts> {
  const counts = new Map(Object.entries(await readCorpusCounts(tx)));
  for (const { kind, rows } of additions) {
    const before = counts.get(kind) ?? 0;
    await appendRows(tx, kind, before, rows);
    counts.set(kind, before + rows.length);
  }
  return sortByName(counts);
}

/**
 * Withdraws rows. Each leaves a gap marked with snapshot `n`, and its bytes are removed from its block. Places without
 * a row and rows that were withdrawn before are skipped.
 */
export async function withdrawCorpusRows(
  tx: Transaction,
  withdrawals: readonly CorpusWithdrawal[],
  n: number,
): Promise<void> {
  if (withdrawals.length === 0) return;
  const counts = await readCorpusCounts(tx);
  const existing = withdrawals.filter(({ kind, place }) => place < (counts[kind] ?? 0));
  for (const [kind, rows] of groupBy(existing, (row) => row.kind)) {
    const places = rows.map(({ place }) => place);
    await withdrawKindRows(tx, kind, places, n);
  }
}

async function withdrawKindRows(tx: Transaction, kind: string, asked: readonly number[], n: number): Promise<void> {
  const places = await readJson<number>(
    tx,
    `select json_group_array(place) from (select distinct value as place from json_each(?) as asked
       where not exists (select 1 from corpus_gaps where kind = ? and place = asked.value) order by 1)`,
    [JSON.stringify(asked), kind],
  );
  const gaps = places.map((place) => [kind, place, n]);
  await insertRows(tx, 'corpus_gaps', 'kind, place, snapshot_n', gaps);
  for (let i = 0; i < places.length; ) {
    const { first, rows } = await readBlock(tx, kind, places[i]!);
    for (; i < places.length && places[i]! < first + rows.length; i++) rows[places[i]! - first] = NO_BYTES;
    await writeBlock(tx, kind, first, rows);
  }
}

async function appendRows(tx: Transaction, kind: string, before: number, rows: readonly string[]): Promise<void> {
  const last = before === 0 ? { first: 0, rows: [] } : await readBlock(tx, kind, before - 1);
  if (last.first + last.rows.length !== before) throw new StorageError('CORPUS_BLOCK_LONG');
  let place = last.first;
  for (const block of divideRows([...last.rows, ...rows.map((row) => Buffer.from(row, 'utf8'))], last.first)) {
    await writeBlock(tx, kind, place, block);
    place += block.length;
  }
}

/** Returns the rows of the block that contains a place, and the place of the first of them. */
async function readBlock(tx: Transaction, kind: string, at: number) {
  const { value } = await readCorpusParts(tx, [{ kind, from: at, to: at + 1 }]).next();
  const { block, nameRow } = value as BlockPart;
  return { first: nameRow(0).place, rows: unpackRows(block) };
}

async function writeBlock(tx: Transaction, kind: string, place: number, rows: readonly Uint8Array[]): Promise<void> {
  await tx.execute({
    sql: `insert into corpus_blocks (kind, place, bytes) values (?, ?, ?)
          on conflict (kind, place) do update set bytes = excluded.bytes`,
    args: [kind, BigInt(place), encodeBlock(rows)],
  });
}

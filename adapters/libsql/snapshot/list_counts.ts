import type { Client } from '@libsql/client';
import type { ListCounts, ListRows } from '../../../domain/ports/exports.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import { inTransaction, jsonRows, type Runner, readValue } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { newestRow } from './row.ts';
import { CORPUS_LIST } from './write/corpus_writer.ts';

const NO_ROWS: ListRows = { corpus: 0, edges: 0, rates: 0, zeros: 0 };

/**
 * Counts the public and withdrawn rows of each list up to the newest snapshot. Returns zeros for a database older than
 * release 0.3.0, which has no such counts.
 */
export async function newestListCounts(runner: Runner): Promise<ListCounts> {
  const row = (await hasTable(runner, 'imports')) ? await newestRow(runner) : null;
  return row === null ? { withdrawn: NO_ROWS, standing: NO_ROWS } : readListCounts(runner, row);
}

/** Counts the public and withdrawn rows of each list as of one snapshot. */
export async function readListCounts(runner: Runner, row: SnapshotRow): Promise<ListCounts> {
  const [own, before] = [await gapsOf(runner, row.n), await withdrawnBefore(runner)];
  const places = { corpus: row.corpusPlaces, edges: row.edgePlaces, rates: row.ratePlaces, zeros: row.zeroPlaces };
  return {
    withdrawn: mapRows((list) => own[list] + before[list]),
    standing: mapRows((list) => places[list] - own[list]),
  };
}

/** Stores how many rows were withdrawn before this epoch began. */
export function storeWithdrawnCounts(client: Client, rows: ListRows): Promise<void> {
  return inTransaction(client, async (tx) => {
    await insertRows(tx, 'withdrawn_before', 'list, rows', Object.entries(rows), overwrite('rows'));
  });
}

async function gapsOf(runner: Runner, n: number): Promise<ListRows> {
  const gaps = async (from: string, to: string): Promise<number> =>
    Number(
      await readValue(runner, 'select count(*) from gaps where list >= ? and list < ? and snapshot_n <= ?', [
        ...[from, to],
        BigInt(n),
      ]),
    );
  return {
    corpus: await gaps(CORPUS_LIST, `${CORPUS_LIST}\u{10ffff}`),
    rates: await gaps('rates', 'rates\u0001'),
    zeros: await gaps('zeros', 'zeros\u0001'),
    edges: Number(await readValue(runner, 'select count(*) from edges where withdrawn_n <= ?', [BigInt(n)])),
  };
}

async function withdrawnBefore(runner: Runner): Promise<ListRows> {
  if (!(await hasTable(runner, 'withdrawn_before'))) return NO_ROWS;
  const rows = await jsonRows<[list: string, rows: number]>(
    runner,
    'select json_group_array(json_array(list, rows)) from withdrawn_before',
  );
  return { ...NO_ROWS, ...Object.fromEntries(rows) };
}

function mapRows(rowsOf: (list: keyof ListRows) => number): ListRows {
  return {
    corpus: rowsOf('corpus'),
    edges: rowsOf('edges'),
    rates: rowsOf('rates'),
    zeros: rowsOf('zeros'),
  };
}

async function hasTable(runner: Runner, name: string): Promise<boolean> {
  return (
    (await readValue(runner, `select 1 from sqlite_master where type = 'table' and name = ?`, [name])) !== undefined
  );
}

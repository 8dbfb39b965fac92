import type { Client } from '@libsql/client';
import type { ListCounts, ListRows } from '../../../domain/ports/exports.ts';
import type { SnapshotRow } from '../../../domain/ports/snapshot_view.ts';
import { inTransaction, jsonRows, type Runner } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { CORPUS_LIST } from './write/corpus_writer.ts';

/** The zone id under which coverage counts every subject, regardless of its zones. */
export const ANYWHERE = 0;

const NO_ROWS: ListRows = { corpus: 0, edges: 0, rates: 0, zeros: 0 };

/** Counts the public and withdrawn rows of each list up to the newest snapshot. */
export async function newestListCounts(runner: Runner): Promise<ListCounts> {
  const [row] = await jsonRows<PlacesRow>(runner, NEWEST_PLACES);
  return row === undefined ? { withdrawn: NO_ROWS, remaining: NO_ROWS } : readListCounts(runner, row);
}

type PlacesRow = Pick<SnapshotRow, 'n' | 'corpusPlaces' | 'ratePlaces' | 'zeroPlaces' | 'edgePlaces'>;

/** Reads only columns that databases of release 0.6.0 have, because a rebuild also reads those (`readPast`). */
const NEWEST_PLACES = `select json_group_array(json_object('n', n, 'corpusPlaces', corpus_places,
    'ratePlaces', rate_places, 'zeroPlaces', zero_places, 'edgePlaces', edge_places))
  from (select * from snapshots order by n desc limit 1)`;

/** Counts the public and withdrawn rows of each list as of one snapshot. */
export async function readListCounts(runner: Runner, row: PlacesRow): Promise<ListCounts> {
  const [gaps, before] = [await countGaps(runner, row.n), await withdrawnBefore(runner)];
  return {
    withdrawn: {
      corpus: gaps.corpus + before.corpus,
      edges: gaps.edges + before.edges,
      rates: gaps.rates + before.rates,
      zeros: gaps.zeros + before.zeros,
    },
    remaining: {
      corpus: row.corpusPlaces - gaps.corpus,
      edges: row.edgePlaces - gaps.edges,
      rates: row.ratePlaces - gaps.rates,
      zeros: row.zeroPlaces - gaps.zeros,
    },
  };
}

/** Stores how many rows had been withdrawn before this epoch began. */
export function storeWithdrawnCounts(client: Client, rows: ListRows): Promise<void> {
  return inTransaction(client, async (tx) => {
    await insertRows(tx, 'withdrawn_before', 'list, rows', Object.entries(rows), overwrite('rows'));
  });
}

async function countGaps(runner: Runner, n: number): Promise<ListRows> {
  const [gaps] = await jsonRows<ListRows>(
    runner,
    `select json_group_array(json_object(
       'corpus', (select count(*) from gaps where list >= ?2 and list < ?3 and snapshot_n <= ?1),
       'rates', (select count(*) from gaps where list = 'rates' and snapshot_n <= ?1),
       'zeros', (select count(*) from gaps where list = 'zeros' and snapshot_n <= ?1),
       'edges', (select count(*) from edges where withdrawn_n <= ?1)))`,
    [BigInt(n), CORPUS_LIST, `${CORPUS_LIST}\u{10ffff}`],
  );
  return gaps!;
}

async function withdrawnBefore(runner: Runner): Promise<ListRows> {
  const rows = await jsonRows<[list: string, rows: number]>(
    runner,
    'select json_group_array(json_array(list, rows)) from withdrawn_before',
  );
  return { ...NO_ROWS, ...Object.fromEntries(rows) };
}

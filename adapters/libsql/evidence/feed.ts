import type { CorpusWithdrawal } from '../../../domain/ports/corpus.ts';
import type { FeedPosition, FeedRecord, PendingFeedRows, PendingRecord } from '../../../domain/ports/pending_feed.ts';
import { type Runner, readJson, readValue, type Transaction } from '../database.ts';
import { insertRows, overwrite } from '../insert_rows.ts';
import { splitIntoChunks } from './rows.ts';

/** Queues records that must be in the feed as of the next snapshot. */
export async function queueRecords(tx: Transaction, records: readonly PendingRecord[]): Promise<void> {
  const rows = records.map(({ seq, installN }) => [seq, installN]);
  await insertRows(tx, 'pending_feed', 'seq, install_n', rows, 'order by 1 on conflict do nothing');
}

export async function storePlaces(tx: Transaction, places: readonly FeedPosition[]): Promise<void> {
  await tx.execute('delete from feed_places where seq in (select seq from pending_feed)');
  const rows = places
    .toSorted((a, b) => a.installN - b.installN || a.seq - b.seq)
    .map(({ installN, seq, kind, place, self = false }) => [installN, seq, kind, place, Number(self)]);
  await insertRows(tx, 'feed_places', 'install_n, seq, kind, place, self', rows, overwrite('kind, place, self'));
}

/**
 * Selects the records that are in the feed or queued for it: each with its `self` flag (0 or 1), or null if it is still
 * queued.
 */
const SELECT_FEED_PLACES = `
  select json_group_array(json_array(seq, self)) from (
    select k.value as seq, case
        when exists (select 1 from pending_feed as p where p.seq = k.value) then null
        else coalesce((select p.self from feed_places as p where p.seq = k.value), 'none') end as self
    from json_each(?) as k order by k.key
  ) where self is not 'none'`;

/** Returns the given records that have a place in the feed or are queued for one. */
export async function readFeedRecords(runner: Runner, seqs: readonly number[]): Promise<readonly FeedRecord[]> {
  const found: FeedRecord[] = [];
  for (const chunk of splitIntoChunks(seqs)) {
    const rows = await readJson<[number, 0 | 1 | null]>(runner, SELECT_FEED_PLACES, [JSON.stringify(chunk)]);
    found.push(...rows.map(([seq, self]) => ({ seq, self: self === null ? null : self === 1 })));
  }
  return found;
}

export async function readQueue(runner: Runner, before: number, limit: number): Promise<PendingFeedRows> {
  return {
    seqs: await readJson<number>(
      runner,
      'select json_group_array(seq) from (select seq from pending_feed where seq <= ? order by seq limit ?)',
      [BigInt(before), BigInt(limit)],
    ),
    erased: (await readValue(runner, 'select erased from cursor')) === 1,
    erasedOut: (await readValue(runner, 'select erased_out from cursor')) === 1,
  };
}

export function readPendingWithdrawals(
  runner: Runner,
  after: CorpusWithdrawal | null,
  limit: number,
): Promise<readonly CorpusWithdrawal[]> {
  return readJson<CorpusWithdrawal>(
    runner,
    `select json_group_array(json_object('kind', kind, 'place', place)) from (
       select kind, place from pending_withdrawals where (kind, place) > (?, ?) order by 1, 2 limit ?)`,
    [after?.kind ?? '', BigInt(after?.place ?? -1), BigInt(limit)],
  );
}

const INSERT_WITHDRAWALS =
  'insert or ignore into pending_withdrawals (kind, place) select kind, place from feed_places';

/** Removes an install's records from the feed, whether they have a place or are queued for one. */
export async function removePlaces(tx: Transaction, installN: number): Promise<void> {
  const args = [BigInt(installN)];
  await tx.execute({ sql: `${INSERT_WITHDRAWALS} where install_n = ? order by 1, 2`, args });
  await tx.execute({ sql: 'delete from pending_feed where install_n = ?', args });
  await tx.execute({ sql: 'delete from feed_places where install_n = ?', args });
}

/** Removes single records from the feed, whether they have a place or are queued for one. */
export async function removeRecordPlaces(tx: Transaction, seqs: readonly number[]): Promise<void> {
  for (const chunk of splitIntoChunks(seqs)) {
    const args = [JSON.stringify(chunk)];
    const among = 'where seq in (select value from json_each(?))';
    await tx.execute({ sql: `${INSERT_WITHDRAWALS} ${among} order by 1, 2`, args });
    await tx.execute({ sql: `delete from feed_places ${among}`, args });
    await tx.execute({ sql: `delete from pending_feed ${among}`, args });
  }
}

/**
 * Clears the queue after a snapshot. If `done` is given, the records after `upTo` and up to `behind` stay in the queue.
 */
export async function clearQueue(
  tx: Transaction,
  done: { readonly upTo: number; readonly behind: number } | null,
): Promise<void> {
  await tx.execute('delete from pending_withdrawals');
  await tx.execute(
    done === null
      ? 'delete from pending_feed where seq in (select seq from feed_places)'
      : {
          sql: 'delete from pending_feed where seq <= ? or seq > ?',
          args: [BigInt(done.upTo), BigInt(done.behind)],
        },
  );
}

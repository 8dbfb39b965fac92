import type { EvidenceCursor } from '../../../domain/ports/evidence.ts';
import type { RecordToReview } from '../../../domain/ports/pending_feed.ts';
import { listWitnessNumbers } from '../../../domain/values/witnesses.ts';
import { type Runner, readJson, type Transaction } from '../database.ts';
import { insertRows } from '../insert_rows.ts';
import { removeAllClaims, removeRecordClaims } from './claims.ts';
import { lowerFeedCounts, moveCursor, removeParts } from './cursor.ts';
import { readFeedRecords, removePlaces, removeRecordPlaces } from './feed.ts';
import { removeLoot } from './loot/remove_loot.ts';
import { MARK_MARKET_DAYS } from './market_dirty.ts';

export async function readExcludedInstalls(runner: Runner): Promise<ReadonlySet<number>> {
  return new Set(await readJson<number>(runner, 'select json_group_array(install_n) from outs'));
}

/** Removes everything that an install contributed. The daily roll-ups are recomputed without it. */
export async function removeInstall(
  tx: Transaction,
  to: EvidenceCursor,
  installN: number,
  options: { readonly stays: boolean; readonly erased: boolean },
): Promise<void> {
  await removeInstallEvidence(tx, installN);
  await removeParts(tx, installN);
  await removePlaces(tx, installN);
  const args = [BigInt(installN)];
  if (options.erased) {
    await tx.execute({
      sql: 'update cursor set erased = 1, erased_out = max(erased_out, exists (select 1 from outs where install_n = ?))',
      args,
    });
  }
  if (options.stays) await insertRows(tx, 'outs', 'install_n', [[installN]], 'on conflict do nothing');
  else await tx.execute({ sql: 'delete from outs where install_n = ?', args });
  await moveCursor(tx, { ...to, dailyDay: null });
}

async function removeInstallEvidence(tx: Transaction, installN: number): Promise<void> {
  for (const witness of listWitnessNumbers(installN)) {
    await removeLoot(tx, witness);
    await removeAllClaims(tx, witness);
    await removeScans(tx, witness);
  }
}

/** Removes an install's evidence but leaves its rows in the feed. */
export async function removeInstallClaims(tx: Transaction, to: EvidenceCursor, installN: number): Promise<void> {
  await removeInstallEvidence(tx, installN);
  await moveCursor(tx, { ...to, dailyDay: null });
}

export async function readmitInstall(tx: Transaction, to: EvidenceCursor, installN: number): Promise<void> {
  await tx.execute({ sql: 'delete from outs where install_n = ?', args: [BigInt(installN)] });
  await moveCursor(tx, { ...to, dailyDay: null });
}

/**
 * Removes single named records. If a record stays, only its claims are removed. A record outside the feed is not
 * included in the feed counts, so nothing is subtracted for it.
 */
export async function removeRecords(
  tx: Transaction,
  to: EvidenceCursor,
  records: readonly RecordToReview[],
  names: readonly string[],
): Promise<void> {
  await removeRecordClaims(tx, records, names);
  const removed = records.filter(({ stays }) => stays !== true);
  const seqs = removed.map(({ seq }) => seq);
  const inFeed = new Set((await readFeedRecords(tx, seqs)).map(({ seq }) => seq));
  await lowerFeedCounts(
    tx,
    removed.filter(({ seq }) => inFeed.has(seq)),
  );
  await removeRecordPlaces(tx, seqs);
  await moveCursor(tx, to);
}

/** Removes every scan of an install and marks the items listed in them as dirty. */
export async function removeScans(tx: Transaction, installN: number): Promise<void> {
  const args = [BigInt(installN)];
  const itsScans = 'select n from market_scans where install_n = ?';
  await tx.execute({
    sql: `${MARK_MARKET_DAYS} select distinct l.realm_n, l.day, l.item_id
          from (${itsScans}) as s cross join market_listings as l on l.scan_n = s.n order by 1, 2, 3`,
    args,
  });
  await tx.execute({ sql: `delete from market_listings where scan_n in (${itsScans})`, args });
  await tx.execute({ sql: 'delete from market_scans where install_n = ?', args });
}

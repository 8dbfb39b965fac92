import type { Transaction } from '@libsql/client';
import { MARK_DAYS } from './market_dirty.ts';

/** Removes every scan of an install and marks the items that they listed. */
export async function removeScans(tx: Transaction, installN: number): Promise<void> {
  const args = [BigInt(installN)];
  const itsScans = 'select n from market_scans where install_n = ?';
  await tx.execute({
    sql: `${MARK_DAYS} select distinct l.realm_n, l.day, l.item_id
          from (${itsScans}) as s cross join market_listings as l on l.scan_n = s.n order by 1, 2, 3`,
    args,
  });
  await tx.execute({ sql: `delete from market_listings where scan_n in (${itsScans})`, args });
  await tx.execute({ sql: 'delete from market_scans where install_n = ?', args });
}

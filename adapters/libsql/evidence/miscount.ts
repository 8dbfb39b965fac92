import { type Runner, readValue } from '../database.ts';
import { findLootMiscount } from './loot/check.ts';

/** A query that returns a row if counts of the cursor differ from the sums of the uploads' parts. */
const SELECT_DIFFERENT_COUNTS = `select legacy_records, loot_records, loot_windows from cursor
  except select coalesce(sum(legacy_records), 0), coalesce(sum(loot_records), 0), coalesce(sum(loot_windows), 0)
  from upload_parts`;

/** Returns a code for the first stored figure that does not match its source rows, or null if all match. */
export async function findMiscount(runner: Runner): Promise<string | null> {
  if (Number(await readValue(runner, `select exists (${SELECT_DIFFERENT_COUNTS})`)) !== 0) return 'MISCOUNT_COUNTS';
  const loot = await findLootMiscount(runner);
  return loot === null ? null : `MISCOUNT_${loot}`;
}

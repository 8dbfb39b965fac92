import { FIRST_IPV6_WITNESS, IPV6_WEIGHT } from '../../../domain/values/witnesses.ts';
import { type Runner, readValue } from '../database.ts';
import { findLootMiscount } from './loot/check.ts';

/**
 * Queries that return a row if a stored figure differs from a fresh count of its source rows, which means that one of
 * them is damaged.
 */
const FIGURES: Readonly<Record<string, string>> = {
  TALLIES: `select subject_n, field, value, installs from tallies
    except select subject_n, field, value, sum(iif(install_n < ${FIRST_IPV6_WITNESS}, 1, ${IPV6_WEIGHT}))
    from claims group by 1, 2, 3`,
  COUNTS: `select legacy_records, loot_records, loot_windows from cursor
    except select coalesce(sum(legacy_records), 0), coalesce(sum(loot_records), 0), coalesce(sum(loot_windows), 0)
    from upload_parts`,
};

/** Returns a code for the first stored figure that does not match its source rows, or null if all match. */
export async function findMiscount(runner: Runner): Promise<string | null> {
  for (const [name, sql] of Object.entries(FIGURES)) {
    if (Number(await readValue(runner, `select exists (${sql})`)) !== 0) return `MISCOUNT_${name}`;
  }
  const loot = await findLootMiscount(runner);
  return loot === null ? null : `MISCOUNT_${loot}`;
}

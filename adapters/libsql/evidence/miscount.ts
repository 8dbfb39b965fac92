import { type Runner, value } from '../database.ts';

/**
 * Figures that the evidence keeps beside what they are counted from; one that differs was damaged, on either side.
 * A query answers a row where one does.
 */
const FIGURES: Readonly<Record<string, string>> = {
  TALLIES: `select subject_n, field, value, installs from tallies
    except select subject_n, field, value, count(*) from claims group by 1, 2, 3`,
  SOURCES: `select source_type, source_id, kills, reporters, top_windows from sources
    except select source_type, source_id, sum(windows), count(*), max(windows) from source_witnesses group by 1, 2`,
  WITNESSES: `select source_type, source_id, sum(windows), count(*), max(windows) from source_witnesses group by 1, 2
    except select source_type, source_id, kills, reporters, top_windows from sources`,
  ITEMS_OF_SOURCES: `select source_type, source_id, items from sources where items > 0
    except select source_type, source_id, count(*) from source_items group by 1, 2`,
  SOURCE_ITEMS: `select source_type, source_id, item_id, drops, installs from source_items
    except select source_type, source_id, item_id, sum(drops), count(*) from source_item_witnesses group by 1, 2, 3`,
  ITEM_WITNESSES: `select source_type, source_id, item_id, sum(drops), count(*) from source_item_witnesses group by 1, 2, 3
    except select source_type, source_id, item_id, drops, installs from source_items`,
  COUNTS: `select legacy_records, loot_records, loot_windows from cursor
    except select coalesce(sum(legacy_records), 0), coalesce(sum(loot_records), 0), coalesce(sum(loot_windows), 0)
    from upload_parts`,
};

/** The first figure that does not follow from what it is counted from, as a code; null: all do. */
export const findMiscount = async (runner: Runner): Promise<string | null> => {
  for (const [name, sql] of Object.entries(FIGURES)) {
    if (Number(await value(runner, `select exists (${sql})`)) !== 0) return `MISCOUNT_${name}`;
  }
  return null;
};

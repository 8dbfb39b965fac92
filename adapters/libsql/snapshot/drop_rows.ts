import type { SourceType, StoredRate, StoredZero } from '../../../domain/ports/drops.ts';
import { jsonRows, type Runner } from '../database.ts';

export type Placed<T> = T & { readonly place: number };

type ZeroRow = readonly [
  ...[place: number, sourceType: SourceType, sourceId: number, kills: number, reporters: number, topWindows: number],
];
export type RateRow = readonly [...ZeroRow, itemId: number, drops: number, installs: number];

/** SQL for a `RateRow` of the columns that RATE_COLUMNS selects. */
export const RATE_ROW = `json_array(place, source_type, source_id, kills, reporters, top_windows,
    item_id, drops, seen_by)`;

/** The columns of a rate, from the tables rates (`r`) and drop_sources (`s`). */
export const RATE_COLUMNS =
  'r.place, r.source_type, r.source_id, s.kills, s.reporters, s.top_windows, r.item_id, r.drops, r.seen_by';

// Reads in place order. If the query started from the sources, SQLite would read and sort the whole list.
const RATES = `select json_group_array(${RATE_ROW}) from (
    select ${RATE_COLUMNS} from rates as r cross join drop_sources as s on s.source_type = r.source_type and s.source_id = r.source_id
    where r.place >= ? and r.place < ? order by r.place)`;

const ZEROS = `select json_group_array(json_array(place, source_type, source_id, kills, reporters, top_windows)) from (
    select z.place, z.source_type, z.source_id, s.kills, s.reporters, s.top_windows
    from measured_zeros as z cross join drop_sources as s on s.source_type = z.source_type and s.source_id = z.source_id
    where z.place >= ? and z.place < ? order by z.place)`;

/** Reads the public rates at the places `from <= place < to`, in order. */
export async function readRates(client: Runner, from: number, to: number): Promise<readonly Placed<StoredRate>[]> {
  const rows = await jsonRows<RateRow>(client, RATES, [BigInt(from), BigInt(to)]);
  return rows.map(storedRate);
}

export function storedRate(row: RateRow): Placed<StoredRate> {
  const [place, sourceType, sourceId, kills, reporters, topWindows, itemId, drops, installs] = row;
  return { place, sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows };
}

/** Reads the public measured zeros at the places `from <= place < to`, in order. */
export async function readZeros(client: Runner, from: number, to: number): Promise<readonly Placed<StoredZero>[]> {
  const rows = await jsonRows<ZeroRow>(client, ZEROS, [BigInt(from), BigInt(to)]);
  return rows.map(([place, sourceType, sourceId, kills, reporters, topWindows]) => {
    return { place, sourceType, sourceId, kills, reporters, topWindows };
  });
}

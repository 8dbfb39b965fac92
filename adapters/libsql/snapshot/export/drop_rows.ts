import type { Client } from '@libsql/client';
import type { SourceType, StoredRate, StoredZero } from '../../../../domain/ports/drops.ts';
import { jsonRows } from '../../database.ts';

/** Number of places read at a time. A long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

/** Yields the ranges of places to read, one at a time. */
function* ranges(places: number): Iterable<[from: bigint, to: bigint]> {
  for (let from = 0; from < places; from += PLACES_PER_READ) {
    yield [BigInt(from), BigInt(Math.min(from + PLACES_PER_READ, places))];
  }
}

type RateTuple = [
  sourceType: SourceType,
  sourceId: number,
  itemId: number,
  drops: number,
  installs: number,
  kills: number,
  reporters: number,
  topWindows: number,
];

/** Yields the public rates at the first `places` places, in order. */
export async function* exportedRates(client: Client, places: number): AsyncIterable<readonly StoredRate[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<RateTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, item_id, drops, seen_by, kills, reporters,
         top_windows)) from (
         select source_type, source_id, item_id, drops, seen_by, kills, reporters, top_windows
         from rates join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows]) => ({
      sourceType,
      sourceId,
      itemId,
      drops,
      installs,
      kills,
      reporters,
      topWindows,
    }));
  }
}

type ZeroTuple = [sourceType: SourceType, sourceId: number, kills: number, reporters: number, topWindows: number];

/** Yields the public measured zeros at the first `places` places, in order. */
export async function* exportedZeros(client: Client, places: number): AsyncIterable<readonly StoredZero[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<ZeroTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, kills, reporters, top_windows)) from (
         select source_type, source_id, kills, reporters, top_windows
         from measured_zeros join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, kills, reporters, topWindows]) => ({
      sourceType,
      sourceId,
      kills,
      reporters,
      topWindows,
    }));
  }
}

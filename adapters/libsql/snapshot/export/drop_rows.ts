import type { Client } from '@libsql/client';
import type { SourceType, StoredRate, StoredZero } from '../../../../domain/ports/drops.ts';
import { jsonRows } from '../../database.ts';

/** Places read at a time: a long read transaction would keep the write-ahead log from being emptied. */
const PLACES_PER_READ = 1_000;

/** Ranges of places that are read at once. */
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
  kills: number,
  reporters: number,
];

/** The rates that stand at the first `places` places, in their order. */
export async function* exportedRates(client: Client, places: number): AsyncIterable<readonly StoredRate[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<RateTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, item_id, drops, kills, reporters)) from (
         select source_type, source_id, item_id, drops, kills, reporters
         from rates join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, itemId, drops, kills, reporters]) => ({
      ...{ sourceType, sourceId, itemId, drops, kills, reporters },
    }));
  }
}

type ZeroTuple = [sourceType: SourceType, sourceId: number, kills: number, reporters: number];

/** The measured zeros that stand at the first `places` places, in their order. */
export async function* exportedZeros(client: Client, places: number): AsyncIterable<readonly StoredZero[]> {
  for (const range of ranges(places)) {
    const rows = await jsonRows<ZeroTuple>(
      client,
      `select json_group_array(json_array(source_type, source_id, kills, reporters)) from (
         select source_type, source_id, kills, reporters
         from measured_zeros join drop_sources using (source_type, source_id)
         where place >= ? and place < ? order by place)`,
      range,
    );
    yield rows.map(([sourceType, sourceId, kills, reporters]) => ({ sourceType, sourceId, kills, reporters }));
  }
}

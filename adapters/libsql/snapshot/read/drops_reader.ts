import type { Client } from '@libsql/client';
import type { StoredRate, StoredZero } from '../../../../domain/ports/drops.ts';
import type { PlaceRange } from '../../../../domain/ports/places.ts';

type RateTuple = [
  sourceType: 'npc' | 'object',
  sourceId: number,
  itemId: number,
  drops: number,
  kills: number,
  reporters: number,
];
type ZeroTuple = [sourceType: 'npc' | 'object', sourceId: number, kills: number, reporters: number];

/** The standing rates and zeros in these ranges of places, by place, both from one snapshot. */
export const readDropRows = async (
  client: Client,
  rates: PlaceRange,
  zeros: PlaceRange,
): Promise<{ readonly rates: readonly StoredRate[]; readonly zeros: readonly StoredZero[] }> => {
  const range = ({ from, to }: PlaceRange) => [BigInt(from), BigInt(to)];
  const [rateRows, zeroRows] = await client.batch(
    [
      {
        sql: `select json_group_array(json_array(source_type, source_id, item_id, drops, kills, reporters)) from (
                select source_type, source_id, item_id, drops, kills, reporters
                from rates join drop_sources using (source_type, source_id)
                where place >= ? and place < ? order by place)`,
        args: range(rates),
      },
      {
        sql: `select json_group_array(json_array(source_type, source_id, kills, reporters)) from (
                select source_type, source_id, kills, reporters
                from measured_zeros join drop_sources using (source_type, source_id)
                where place >= ? and place < ? order by place)`,
        args: range(zeros),
      },
    ],
    'read',
  );
  return {
    rates: (JSON.parse(String(rateRows?.rows[0]?.[0])) as RateTuple[]).map(
      ([sourceType, sourceId, itemId, drops, kills, reporters]) => ({
        sourceType,
        sourceId,
        itemId,
        drops,
        kills,
        reporters,
      }),
    ),
    zeros: (JSON.parse(String(zeroRows?.rows[0]?.[0])) as ZeroTuple[]).map(
      ([sourceType, sourceId, kills, reporters]) => ({ sourceType, sourceId, kills, reporters }),
    ),
  };
};

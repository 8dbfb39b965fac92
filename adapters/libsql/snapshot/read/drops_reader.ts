import type { Client } from '@libsql/client';
import type { StoredRate, StoredZero } from '../../../../domain/ports/drops.ts';
import type { PlaceRange } from '../../../../domain/ports/places.ts';

type RateTuple = [
  sourceType: 'npc' | 'object',
  sourceId: number,
  itemId: number,
  drops: number,
  installs: number,
  kills: number,
  reporters: number,
  topWindows: number,
];
type ZeroTuple = [sourceType: 'npc' | 'object', sourceId: number, kills: number, reporters: number, topWindows: number];

/** The standing rates and zeros in these ranges of places, by place, both from one snapshot. */
export const readDropRows = async (
  client: Pick<Client, 'batch'>,
  rates: PlaceRange,
  zeros: PlaceRange,
): Promise<{ readonly rates: readonly StoredRate[]; readonly zeros: readonly StoredZero[] }> => {
  const range = ({ from, to }: PlaceRange) => [BigInt(from), BigInt(to)];
  const [rateRows, zeroRows] = await client.batch(
    [
      {
        sql: `select json_group_array(json_array(source_type, source_id, item_id, drops, seen_by, kills, reporters,
                top_windows)) from (
                select source_type, source_id, item_id, drops, seen_by, kills, reporters, top_windows
                from rates join drop_sources using (source_type, source_id)
                where place >= ? and place < ? order by place)`,
        args: range(rates),
      },
      {
        sql: `select json_group_array(json_array(source_type, source_id, kills, reporters, top_windows)) from (
                select source_type, source_id, kills, reporters, top_windows
                from measured_zeros join drop_sources using (source_type, source_id)
                where place >= ? and place < ? order by place)`,
        args: range(zeros),
      },
    ],
    'read',
  );
  return {
    rates: (JSON.parse(String(rateRows?.rows[0]?.[0])) as RateTuple[]).map(
      ([sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows]) => ({
        ...{ sourceType, sourceId, itemId, drops, installs, kills, reporters, topWindows },
      }),
    ),
    zeros: (JSON.parse(String(zeroRows?.rows[0]?.[0])) as ZeroTuple[]).map(
      ([sourceType, sourceId, kills, reporters, topWindows]) => ({
        ...{ sourceType, sourceId, kills, reporters, topWindows },
      }),
    ),
  };
};

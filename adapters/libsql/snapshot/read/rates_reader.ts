import type { Client } from '@libsql/client';
import {
  ENTITY_ROWS_MAX,
  type ItemRates,
  type Source,
  type SourceRates,
  type SourceType,
} from '../../../../domain/ports/drops.ts';
import { textValue } from '../../database.ts';

interface SourceText {
  readonly kills: number;
  readonly reporters: number;
  readonly measuredZero: 0 | 1;
  readonly total: number;
  readonly items: readonly (readonly [itemId: number, drops: number])[];
}

const OF_SOURCE = `select json_object('kills', s.kills, 'reporters', s.reporters,
    'measuredZero', exists (select 1 from measured_zeros where source_type = ?1 and source_id = ?2),
    'total', (select count(*) from rates where source_type = ?1 and source_id = ?2),
    'items', (select json_group_array(json_array(item_id, drops)) from (
      select item_id, drops from rates where source_type = ?1 and source_id = ?2
      order by drops desc, item_id limit ${ENTITY_ROWS_MAX})))
  from drop_sources as s where s.source_type = ?1 and s.source_id = ?2`;

/** The public rates of one source, most drops first, all of one moment; null: it is not public. */
export const readSourceRates = async (client: Client, { type, id }: Source): Promise<SourceRates | null> => {
  const text = await textValue(client, OF_SOURCE, [type, BigInt(id)]);
  if (text === null) return null;
  const { kills, reporters, measuredZero, total, items } = JSON.parse(text) as SourceText;
  return {
    ...{ kills, reporters, measuredZero: measuredZero === 1, total },
    rates: items.map(([itemId, drops]) => ({ sourceType: type, sourceId: id, itemId, drops, kills, reporters })),
  };
};

interface ItemText {
  readonly total: number;
  readonly sources: readonly (readonly [
    sourceType: SourceType,
    sourceId: number,
    drops: number,
    kills: number,
    reporters: number,
  ])[];
}

const OF_ITEM = `select json_object(
    'total', (select count(*) from rates where item_id = ?1),
    'sources', (select json_group_array(json_array(source_type, source_id, drops, kills, reporters)) from (
      select r.source_type, r.source_id, r.drops, s.kills, s.reporters
      from rates as r indexed by rates_by_item
      cross join drop_sources as s on s.source_type = r.source_type and s.source_id = r.source_id
      where r.item_id = ?1
      order by s.kills desc, r.drops desc, r.source_type, r.source_id limit ${ENTITY_ROWS_MAX})))`;

/** The public sources of one item, most kills first, all of one moment. */
export const readItemRates = async (client: Client, itemId: number): Promise<ItemRates> => {
  const { total, sources } = JSON.parse((await textValue(client, OF_ITEM, [BigInt(itemId)])) ?? '') as ItemText;
  return {
    total,
    rates: sources.map(([sourceType, sourceId, drops, kills, reporters]) => ({
      ...{ sourceType, sourceId, itemId, drops, kills, reporters },
    })),
  };
};

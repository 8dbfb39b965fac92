import {
  ENTITY_ROWS_MAX,
  type RateList,
  type Source,
  type SourceRates,
  type SourceType,
  type SplitRates,
} from '../../../../domain/ports/drops.ts';
import { INSTALLS_TO_PUBLISH } from '../../../../domain/values/corroboration.ts';
import { surestFirst } from '../../../../domain/values/rates.ts';
import { jsonRows, type Runner, textValue } from '../../database.ts';

/** Conditions for the two lists of an entity's rates: items that at least three installs saw drop, and the others. */
const APART = {
  corroborated: `r.seen_by >= ${INSTALLS_TO_PUBLISH}`,
  seenByFew: `r.seen_by < ${INSTALLS_TO_PUBLISH}`,
} as const;

interface ListText<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

interface SourceText {
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
  readonly measuredZero: 0 | 1;
  readonly corroborated: ListText<readonly [itemId: number, drops: number, installs: number]>;
  readonly seenByFew: ListText<readonly [itemId: number, drops: number, installs: number]>;
}

/** For a single source, ordering by drops equals ordering by the lower bound of the rate. */
function itemsOf(which: string): string {
  return `json_object(
    'total', (select count(*) from rates as r where source_type = ?1 and source_id = ?2 and ${which}),
    'rows', (select json_group_array(json_array(item_id, drops, seen_by)) from (
      select item_id, drops, seen_by from rates as r where source_type = ?1 and source_id = ?2 and ${which}
      order by drops desc, item_id limit ?3)))`;
}

const OF_SOURCE = `select json_object('kills', s.kills, 'reporters', s.reporters, 'topWindows', s.top_windows,
    'measuredZero', exists (select 1 from measured_zeros where source_type = ?1 and source_id = ?2),
    'corroborated', ${itemsOf(APART.corroborated)}, 'seenByFew', ${itemsOf(APART.seenByFew)})
  from drop_sources as s where s.source_type = ?1 and s.source_id = ?2`;

/**
 * Returns the public rates of one source, or null if it has none. They come from one query, so they agree with each
 * other.
 */
export async function readSourceRates(
  client: Runner,
  { type, id }: Source,
  most = ENTITY_ROWS_MAX,
): Promise<SourceRates | null> {
  const text = await textValue(client, OF_SOURCE, [type, BigInt(id), BigInt(most)]);
  if (text === null) return null;
  const { kills, reporters, topWindows, measuredZero, ...lists } = JSON.parse(text) as SourceText;
  const listOf = ({ total, rows }: SourceText['corroborated']): RateList => ({
    total,
    rates: rows.map(([itemId, drops, installs]) => ({
      sourceType: type,
      sourceId: id,
      itemId,
      drops,
      installs,
      kills,
      reporters,
      topWindows,
    })),
  });
  return {
    kills,
    reporters,
    topWindows,
    measuredZero: measuredZero === 1,
    corroborated: listOf(lists.corroborated),
    seenByFew: listOf(lists.seenByFew),
  };
}

type SourceRow = readonly [
  sourceType: SourceType,
  sourceId: number,
  drops: number,
  installs: number,
  kills: number,
  reporters: number,
  topWindows: number,
];

/** Wilson's lower bound before rounding. It selects the highest rates if there are more than can be read. */
const LOW = '(drops + 1.9207 - 1.96 * sqrt(drops * (kills - drops) * 1.0 / kills + 0.9604)) / (kills + 3.8415)';

function sourcesOf(which: string): string {
  return `json_object(
    'total', (select count(*) from rates as r where item_id = ?1 and ${which}),
    'rows', (select json_group_array(json_array(source_type, source_id, drops, seen_by, kills, reporters, top_windows))
      from (select r.source_type, r.source_id, r.drops, r.seen_by, s.kills, s.reporters, s.top_windows
        from rates as r indexed by rates_by_item
        cross join drop_sources as s on s.source_type = r.source_type and s.source_id = r.source_id
        where r.item_id = ?1 and ${which}
        order by ${LOW} desc, r.drops desc, r.source_type, r.source_id limit ?2)))`;
}

const OF_ITEM = `select json_object('corroborated', ${sourcesOf(APART.corroborated)},
  'seenByFew', ${sourcesOf(APART.seenByFew)})`;

/** Returns the public sources of one item, from one query, so they agree with each other. */
export async function readItemRates(client: Runner, itemId: number, most = ENTITY_ROWS_MAX): Promise<SplitRates> {
  const text = (await textValue(client, OF_ITEM, [BigInt(itemId), BigInt(most)])) ?? '';
  const lists = JSON.parse(text) as Readonly<Record<keyof SplitRates, ListText<SourceRow>>>;
  const listOf = ({ total, rows }: ListText<SourceRow>): RateList => ({
    total,
    rates: surestFirst(
      rows.map(([sourceType, sourceId, drops, installs, kills, reporters, topWindows]) => ({
        sourceType,
        sourceId,
        itemId,
        drops,
        installs,
        kills,
        reporters,
        topWindows,
      })),
    ),
  });
  return { corroborated: listOf(lists.corroborated), seenByFew: listOf(lists.seenByFew) };
}

/** Returns those of these sources that are public. */
export async function readPublicSources(
  client: Runner,
  type: SourceType,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  return new Set(
    await jsonRows<number>(
      client,
      `select json_group_array(s.source_id) from (select distinct value as id from json_each(?2)) as asked
       cross join drop_sources as s on s.source_type = ?1 and s.source_id = asked.id`,
      [type, JSON.stringify(ids)],
    ),
  );
}

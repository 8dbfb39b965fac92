import type { InArgs } from '@libsql/client';
import { ENTITY_ROWS_MAX, type Source, type SourceType } from '../../../../domain/ports/drops.ts';
import type { DatedRate, ExportedRate, VendorOffer } from '../../../../domain/ports/exports.ts';
import { INSTALLS_TO_PUBLISH } from '../../../../domain/values/corroboration.ts';
import { slicesOf } from '../../../../domain/values/slices.ts';
import { jsonRows, type Runner } from '../../database.ts';
import { ROWS_PER_READ, readBehind, sqlValues } from './read_behind.ts';

const FIELDS = `'itemId', r.item_id, 'sourceType', r.source_type, 'sourceId', r.source_id,
  'reporters', s.reporters, 'drops', r.drops, 'estimate', r.estimate / 1e6, 'estimateLow', r.estimate_low / 1e6,
  'estimateHigh', r.estimate_high / 1e6`;

const RATE = `json_object(${FIELDS}) as rate`;

const DATED_RATE = `json_object(${FIELDS}, 'kills', s.kills, 'lastSeen', (
    select e.body->>'lastSeen' from edges as e
    where e.grp = 'dropped_by:item:' || r.source_type and e.from_id = r.item_id and e.to_id = r.source_id
      and e.withdrawn_n is null)) as rate`;

/** SQL that joins rates, which are JSON already, to one array. */
const AS_LIST = `select '[' || coalesce(group_concat(rate), '') || ']'`;

const SEEN = `r.seen_by >= ${INSTALLS_TO_PUBLISH}`;

/** Returns SQL that selects the first rates behind a place in one order, without rates of later snapshots. */
function selectBehind(source: string, order: string): string {
  return `${AS_LIST} from (
    select ${RATE} from ${source}
    cross join drop_sources as s on s.source_type = r.source_type and s.source_id = r.source_id
    where (${order}) > (?1, ?2, ?3) and r.place < ?4 and ${SEEN} order by ${order} limit ${ROWS_PER_READ})`;
}

type PlaceOf = (rate: ExportedRate) => readonly [string | number, string | number, number];

const ORDERS: Readonly<Record<'by-item' | 'by-source', { sql: string; start: ReturnType<PlaceOf>; placeOf: PlaceOf }>> =
  {
    'by-item': {
      sql: selectBehind('rates as r indexed by rates_by_item', 'r.item_id, r.source_type, r.source_id'),
      start: [0, '', 0],
      placeOf: ({ itemId, sourceType, sourceId }) => [itemId, sourceType, sourceId],
    },
    'by-source': {
      sql: selectBehind('rates as r', 'r.source_type, r.source_id, r.item_id'),
      start: ['', 0, 0],
      placeOf: ({ itemId, sourceType, sourceId }) => [sourceType, sourceId, itemId],
    },
  };

/** Yields the rates in the first `places` places that at least three installs saw, in one of two orders. */
export async function* sortedRates(
  client: Runner,
  places: number,
  order: keyof typeof ORDERS,
): AsyncIterable<readonly ExportedRate[]> {
  const { sql, start, placeOf } = ORDERS[order];
  yield* readBehind(
    (behind) => jsonRows<ExportedRate>(client, sql, [...sqlValues(behind), BigInt(places)]),
    (rate) => rate,
    start,
    placeOf,
  );
}

const MOST_LOOTED = `select json_group_array(json_array(-kills, source_type, source_id)) from (
  select kills, source_type, source_id from drop_sources
  where (-kills, source_type, source_id) > (?1, ?2, ?3) order by -kills, source_type, source_id limit ${ROWS_PER_READ})`;

/** Number of sources whose rates are read at a time. */
const SOURCES_PER_READ = 20;

const OF_SOURCES = `${AS_LIST} from (
  select * from (
    select ${DATED_RATE}, asked.key as nth,
      row_number() over (partition by asked.key order by r.drops desc, r.item_id) as nth_item
    from json_each(?1) as asked
    cross join drop_sources as s on s.source_type = asked.value->>1 and s.source_id = asked.value->>2
    cross join rates as r on r.source_type = s.source_type and r.source_id = s.source_id
    where r.place < ?2 and ${SEEN})
  where nth_item <= ${ENTITY_ROWS_MAX} order by nth, nth_item)`;

type LootedSource = readonly [negativeKills: number, sourceType: string, sourceId: number];

/** Yields rates that at least three installs saw, the source with the most loot windows first. */
export async function* mostLootedRates(client: Runner, places: number): AsyncIterable<readonly DatedRate[]> {
  const pages = readBehind<LootedSource, LootedSource>(
    (behind) => jsonRows<LootedSource>(client, MOST_LOOTED, sqlValues(behind)),
    (source) => source,
    [-Number.MAX_SAFE_INTEGER, '', 0],
    (source) => source,
  );
  for await (const sources of pages) {
    for (const some of slicesOf(sources, SOURCES_PER_READ)) {
      const args: InArgs = [JSON.stringify(some), BigInt(places)];
      yield await jsonRows<DatedRate>(client, OF_SOURCES, args);
    }
  }
}

const OFFERS = `select json_group_array(json_array(item, npc, price, stock)) from (
  select e.from_id as item, e.to_id as npc, f.body->'prices'->0->>'value' as price,
    coalesce(f.body->'limitedStock'->>'value', nullif(f.body->'limited'->>'value', 0)) as stock
  from edges as e indexed by edges_by_from
  left join facts as f on f.family = 'vendor_goods' and f.subject = e.to_id || ':' || e.from_id
  where e.grp = 'sold_by:item:npc' and (e.from_id, e.to_id) > (?1, ?2) and e.withdrawn_n is null
  order by e.from_id, e.to_id limit ${ROWS_PER_READ})`;

type OfferRow = readonly [itemId: number, npcId: number, price: number | null, stock: number | null];

/** Yields the public relations between items and vendors, by item and vendor, with their agreed prices and stocks. */
export async function* vendorOffers(client: Runner): AsyncIterable<readonly VendorOffer[]> {
  yield* readBehind<OfferRow, VendorOffer>(
    (behind) => jsonRows<OfferRow>(client, OFFERS, sqlValues(behind)),
    ([itemId, npcId, price, stock]) => ({ itemId, npcId, price, stock }),
    [0, 0],
    ({ itemId, npcId }) => [itemId, npcId],
  );
}

const SOURCES = `select json_group_array(json_array(source_type, source_id)) from (
  select source_type, source_id from drop_sources where (source_type, source_id) > (?1, ?2)
  order by source_type, source_id limit ${ROWS_PER_READ})`;

/** Yields all public sources of drops, by type and id. */
export async function* lootSources(client: Runner): AsyncIterable<readonly Source[]> {
  yield* readBehind<readonly [type: SourceType, id: number], Source>(
    (behind) => jsonRows(client, SOURCES, sqlValues(behind)),
    ([type, id]) => ({ type, id }),
    ['', 0],
    ({ type, id }) => [type, id],
  );
}

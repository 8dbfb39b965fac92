import type { InArgs } from '@libsql/client';
import { ENTITY_ROWS_MAX, type Source, type SourceType } from '../../../../domain/ports/drops.ts';
import type { DatedRate, ExportedRate, VendorOffer } from '../../../../domain/ports/exports.ts';
import { INSTALLS_TO_PUBLISH } from '../../../../domain/values/corroboration.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { type Runner, readJson } from '../../database.ts';
import { DROP_ROW_JSON, type DropRow, JOIN_SOURCE, ROWS_JSON, toStoredRate } from '../drop_rows.ts';
import { bindSqlValues, ROWS_PER_READ, readSortedPages } from './read_behind.ts';

const HAS_ENOUGH_INSTALLS = `r.body->>1 >= ${INSTALLS_TO_PUBLISH}`;

/** Returns SQL that selects the first rates behind a place in one order, without rates of later snapshots. */
function selectNextRates(index: string, order: string): string {
  return `select ${ROWS_JSON} from (
    select ${DROP_ROW_JSON} from rows as r indexed by ${index} ${JOIN_SOURCE}
    where r.list = 'rates' and r.until = 0 and (${order}) > (?1, ?2, ?3) and r.place < ?4 and ${HAS_ENOUGH_INSTALLS}
    order by ${order} limit ${ROWS_PER_READ})`;
}

type GetSortPosition = (rate: ExportedRate) => readonly [string | number, string | number, number];

const RATE_ORDERS: Readonly<
  Record<'by-item' | 'by-source', { sql: string; start: ReturnType<GetSortPosition>; placeOf: GetSortPosition }>
> = {
  'by-item': {
    sql: selectNextRates('rows_by_b', 'r.b, r.key, r.a'),
    start: [0, '', 0],
    placeOf: ({ itemId, sourceType, sourceId }) => [itemId, sourceType, sourceId],
  },
  'by-source': {
    sql: selectNextRates('rows_by_key', 'r.key, r.a, r.b'),
    start: ['', 0, 0],
    placeOf: ({ itemId, sourceType, sourceId }) => [sourceType, sourceId, itemId],
  },
};

/** Yields the rates in the first `places` places that at least three installs saw, in one of two orders. */
export async function* readSortedRates(
  client: Runner,
  places: number,
  order: keyof typeof RATE_ORDERS,
): AsyncIterable<readonly ExportedRate[]> {
  const { sql, start, placeOf } = RATE_ORDERS[order];
  yield* readSortedPages(
    (behind) => readJson<DropRow<SourceType>>(client, sql, [...bindSqlValues(behind), BigInt(places)]),
    toExportedRate,
    start,
    placeOf,
  );
}

/** Sources of drops. Types of gathering contain a colon. */
const IS_LOOTED_SOURCE = `list = 'sources' and key in ('npc', 'object') and until = 0`;

/** Rates are converted here, because SQLite parses a body again for each of its cells. */
function toExportedRate(row: DropRow<SourceType>): ExportedRate {
  const { sourceType, sourceId, itemId, reporters, drops, estimate, estimateLow, estimateHigh } = toStoredRate(row);
  return { itemId, sourceType, sourceId, reporters, drops, estimate, estimateLow, estimateHigh };
}

const SELECT_MOST_LOOTED = `select json_group_array(json_array(-kills, key, a)) from (
  select body->>0 as kills, key, a from rows indexed by rows_by_key where ${IS_LOOTED_SOURCE} and (-(body->>0), key, a) > (?1, ?2, ?3)
  order by -kills, key, a limit ${ROWS_PER_READ})`;

/** Number of sources whose rates are read at a time. */
const SOURCES_PER_READ = 20;

const SELECT_SOURCE_RATES = `select ${ROWS_JSON} from (
  select '[' || row || ',' || coalesce(json_quote((
    select e.body->>'lastSeen' from rows as e
    where e.list = 'dropped_by:item:' || rated.key and e.key = '' and e.a = rated.b and e.b = rated.a and e.until = 0)), 'null')
    || ']' as row from (
    select ${DROP_ROW_JSON}, r.key as key, r.a as a, r.b as b, asked.key as nth,
      row_number() over (partition by asked.key order by r.body->>0 desc, r.b) as nth_item
    from json_each(?1) as asked
    cross join rows as r indexed by rows_by_key
      on r.list = 'rates' and r.key = asked.value->>1 and r.a = asked.value->>2 and r.until = 0 ${JOIN_SOURCE}
    where r.place < ?2 and ${HAS_ENOUGH_INSTALLS}) as rated
  where nth_item <= ${ENTITY_ROWS_MAX} order by nth, nth_item)`;

type DatedRow = readonly [row: DropRow<SourceType>, lastSeen: string | null];

type LootedSource = readonly [negativeKills: number, sourceType: string, sourceId: number];

/** Yields rates that at least three installs saw, the source with the most loot windows first. */
export async function* readMostLootedRates(client: Runner, places: number): AsyncIterable<readonly DatedRate[]> {
  const pages = readSortedPages<LootedSource, LootedSource>(
    (behind) => readJson<LootedSource>(client, SELECT_MOST_LOOTED, bindSqlValues(behind)),
    (source) => source,
    [-Number.MAX_SAFE_INTEGER, '', 0],
    (source) => source,
  );
  for await (const sources of pages) {
    for (const some of cutIntoSlices(sources, SOURCES_PER_READ)) {
      const args: InArgs = [JSON.stringify(some), BigInt(places)];
      const rows = await readJson<DatedRow>(client, SELECT_SOURCE_RATES, args);
      yield rows.map(([row, lastSeen]) => ({ ...toExportedRate(row), kills: row[4][0], lastSeen }));
    }
  }
}

const SELECT_OFFERS = `select json_group_array(json_array(item, npc, price, stock)) from (
  select e.a as item, e.b as npc, f.body->'prices'->0->>'value' as price,
    coalesce(f.body->'limitedStock'->>'value', nullif(f.body->'limited'->>'value', 0)) as stock
  from rows as e indexed by rows_by_key
  left join facts as f on f.family = 'vendor_goods' and f.subject = e.b || ':' || e.a
  where e.list = 'sold_by:item:npc' and e.key = '' and (e.a, e.b) > (?1, ?2) and e.until = 0
  order by e.a, e.b limit ${ROWS_PER_READ})`;

type OfferRow = readonly [itemId: number, npcId: number, price: number | null, stock: number | null];

/** Yields the public relations between items and vendors, by item and vendor, with their agreed prices and stocks. */
export async function* readVendorOffers(client: Runner): AsyncIterable<readonly VendorOffer[]> {
  yield* readSortedPages<OfferRow, VendorOffer>(
    (behind) => readJson<OfferRow>(client, SELECT_OFFERS, bindSqlValues(behind)),
    ([itemId, npcId, price, stock]) => ({ itemId, npcId, price, stock }),
    [0, 0],
    ({ itemId, npcId }) => [itemId, npcId],
  );
}

const SELECT_SOURCES = `select json_group_array(json_array(key, a)) from (
  select key, a from rows indexed by rows_by_key where ${IS_LOOTED_SOURCE} and (key, a) > (?1, ?2) order by key, a limit ${ROWS_PER_READ})`;

/** Yields all public sources of drops, by type and id. */
export async function* readLootSources(client: Runner): AsyncIterable<readonly Source[]> {
  yield* readSortedPages<readonly [type: SourceType, id: number], Source>(
    (behind) => readJson(client, SELECT_SOURCES, bindSqlValues(behind)),
    ([type, id]) => ({ type, id }),
    ['', 0],
    ({ type, id }) => [type, id],
  );
}

import { Buffer } from 'node:buffer';
import type { InValue } from '@libsql/client';
import { compareStrings } from '../../../../domain/families/counting/order.ts';
import {
  type AnySourceType,
  ENTITY_ROWS_MAX,
  type RateList,
  type RateReader,
  type RatesBySupport,
  type SourceType,
} from '../../../../domain/ports/drops.ts';
import type { RowRange } from '../../../../domain/ports/places.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { formatRateRow, toZeroRow } from '../../../../domain/reads/drops.ts';
import { INSTALLS_TO_LEAD, isCorroborated } from '../../../../domain/values/corroboration.ts';
import { readText } from '../../database.ts';
import {
  CORROBORATED_RANK,
  DROP_ROW_JSON,
  type DropRow,
  JOIN_SOURCE,
  type RateCells,
  type RateListName,
  ROWS_JSON,
  readDropRows,
  readRateWeights,
  type SourceCells,
  toStoredRate,
  toStoredZero,
} from '../drop_rows.ts';
import { joinBlockParts } from '../row_block.ts';
import { createRowReader, type Query } from './query.ts';
import { createRowCache, type ReadTexts, type RowCache, type RowTexts } from './row_cache.ts';

interface SourceRates {
  readonly source: SourceCells;
  readonly isZero: 0 | 1;
  readonly rates: readonly (readonly [place: number, itemId: number, cells: RateCells])[];
}

/** The number of rates of an item, and the surest of them. */
type ItemList<T extends AnySourceType> = readonly [total: number, rows: readonly DropRow<T>[]];

/** Orders rates by rank. Only bodies of the same rank are parsed if an index has this order. */
const SUREST_FIRST = 'r.rank desc, r.body->>0 desc, r.key, r.a, r.b';

/** Query for the first rate, in this order, of each asked id. `those` selects the rates of `asked.value`. */
function selectSurestRows(those: string): string {
  return `select ${ROWS_JSON} from (
    select ${DROP_ROW_JSON} from (
      select (select r.place from rows as r ${those} and r.until = 0 and r.rank >= ${CORROBORATED_RANK}
        order by ${SUREST_FIRST} limit 1) as place
      from (select distinct value from json_each(?2)) as asked) as first
    cross join rows as r on r.list = ?1 and r.place = first.place ${JOIN_SOURCE})`;
}

/**
 * SQL for the number of rates of an item in a range of ranks, and for those with the highest ranks, in any order. Several
 * may have the last of these ranks.
 */
function selectItemRows(least: number, below: number): string {
  const rows = `from rows as r indexed by rows_by_b`;
  const where = `where r.list = ?1 and r.b = ?2 and r.until = 0 and r.rank < ${below} and r.rank >=`;
  // A single lower bound, because the index would use the first of two and read the rest of the rows.
  const lowest = `coalesce((select min(rank) from (
    select r.rank ${rows} ${where} ${least} order by r.rank desc limit ?3)), ${below})`;
  return `(select '[' || (select count(*) ${rows} ${where} ${least}) || ',' || ${ROWS_JSON} || ']' from (
    select ${DROP_ROW_JSON} ${rows} ${JOIN_SOURCE} ${where} ${lowest}))`;
}

const RATE_SQL = {
  ofSource: `select '{"source":' || s.body || ',"isZero":' || exists (
      select 1 from rows where list = 'zeros' and key = ?2 and a = ?3 and until = 0) || ',"rates":' || (
      select ${ROWS_JSON} from (select '[' || place || ',' || b || ',' || body || ']' as row from rows indexed by rows_by_key
        where list = ?1 and key = ?2 and a = ?3 and until = 0)) || '}'
    from rows as s where s.list = 'sources' and s.key = ?2 and s.a = ?3 and s.b = 0 and s.until = 0`,
  ofItem: `select '[' || ${selectItemRows(CORROBORATED_RANK, 2 * CORROBORATED_RANK)} || ',' || ${selectItemRows(0, CORROBORATED_RANK)} || ']'`,
  surestOfItems: selectSurestRows('indexed by rows_by_b where r.list = ?1 and r.b = asked.value'),
  surestOfSources: selectSurestRows('indexed by rows_by_rank where r.list = ?1 and r.key = ?3 and r.a = asked.value'),
  atPlaces: `select ${ROWS_JSON} from (select ${DROP_ROW_JSON} from json_each(?2) as asked
    cross join rows as r on r.list = ?1 and r.place = asked.value and r.until = 0 ${JOIN_SOURCE} order by r.place)`,
  among: `select ${ROWS_JSON} from (select distinct ${DROP_ROW_JSON} from json_each(?2) as asked
    cross join rows as r on r.list = ?1 and r.key = asked.value->>0 and r.a = asked.value->>1 and r.b = asked.value->>2
      and r.until = 0 ${JOIN_SOURCE})`,
  zeroOf: `select ${ROWS_JSON} from (select ${DROP_ROW_JSON} from rows as r ${JOIN_SOURCE}
    where r.list = 'zeros' and r.key = ? and r.a = ? and r.until = 0)`,
  publicSources: `select json_group_array(s.a) from (select distinct value as id from json_each(?2)) as asked
    cross join rows as s on s.list = 'sources' and s.key = ?1 and s.a = asked.id and s.until = 0`,
};

/** Creates a reader of one view's rates of drops or of gathering. `shelf` caches rows of rates and measured zeros. */
export function createRateReader<T extends AnySourceType>(
  { epoch, row }: SnapshotView,
  query: Query,
  shelf: RowCache,
  list: RateListName,
): RateReader<T> {
  const readRows = createRowReader(query);
  const readRates = async (sql: string, args: readonly InValue[]) =>
    (await readRows<DropRow<T>>(sql, [list, ...args])).map(toStoredRate);
  return {
    weights: () => query(readRateWeights),
    inPlaces: (rates, zeros) =>
      query(async (client) => {
        const read = async (kind: string, { from, to }: RowRange) =>
          from >= to ? [] : (await joinBlockParts(shelf(client, `${epoch}.${row.n}`, [{ kind, from, to }]))).pieces;
        return { rates: await read(list, rates), zeros: await read('zeros', zeros) };
      }),
    // All figures come from one query, so they agree with each other.
    ofSource: ({ type, id }, most = ENTITY_ROWS_MAX) =>
      query(async (client) => {
        const text = await readText(client, RATE_SQL.ofSource, [list, type, BigInt(id)]);
        if (text === null) return null;
        const { source, isZero, rates } = JSON.parse(text) as SourceRates;
        const [kills, reporters, topWindows] = source;
        const rows = rates.map(([place, itemId, cells]): DropRow<T> => [place, type, id, itemId, source, cells]);
        return { kills, reporters, topWindows, measuredZero: isZero === 1, ...splitRates(rows, most) };
      }),
    ofItem: async (itemId, most = ENTITY_ROWS_MAX) => {
      const found = await readRows<ItemList<T>>(RATE_SQL.ofItem, [list, BigInt(itemId), BigInt(most)]);
      const [corroborated, seenByFew] = found.map(([total, rows]) => ({ total, rates: pickRates(rows, most) }));
      return { corroborated: corroborated!, seenByFew: seenByFew! };
    },
    placesOf: ({ source, itemId }) => {
      const which = [...(source === null ? [] : ['key = ? and a = ?']), ...(itemId === null ? [] : ['b = ?'])];
      const args = [
        ...(source === null ? [] : [source.type, BigInt(source.id)]),
        ...(itemId === null ? [] : [BigInt(itemId)]),
      ];
      return readRows<number>(
        `select json_group_array(place) from (
           select place from rows indexed by ${source === null ? 'rows_by_b' : 'rows_by_key'}
           where list = ? and ${which.join(' and ')} and until = 0 order by place)`,
        [list, ...args],
      );
    },
    atPlaces: async (places) => (places.length === 0 ? [] : readRates(RATE_SQL.atPlaces, [JSON.stringify(places)])),
    zeroOf: async ({ type, id }) => {
      const [zero] = await readRows<DropRow<T>>(RATE_SQL.zeroOf, [type, BigInt(id)]);
      return zero === undefined ? null : { place: zero[0], ...toStoredZero(zero) };
    },
    among: (pairs) =>
      readRates(RATE_SQL.among, [JSON.stringify(pairs.map(({ source, itemId }) => [source.type, source.id, itemId]))]),
    surestOfItems: async (itemIds) => {
      if (itemIds.length === 0) return new Map();
      const found = await readRates(RATE_SQL.surestOfItems, [JSON.stringify(itemIds)]);
      return new Map(found.map((rate) => [rate.itemId, rate]));
    },
    surestOfSources: async (type, ids) => {
      if (ids.length === 0) return new Map();
      const found = await readRates(RATE_SQL.surestOfSources, [JSON.stringify(ids), type]);
      return new Map(found.map((rate) => [rate.sourceId, rate]));
    },
    publicSources: async (type, ids) => {
      if (ids.length === 0) return new Set();
      return new Set(await readRows<number>(RATE_SQL.publicSources, [type, JSON.stringify(ids)]));
    },
  };
}

/** Divides the rates of a source by the number of installs that saw the drop, at least three or fewer. */
function splitRates<T extends AnySourceType>(rows: readonly DropRow<T>[], most: number): RatesBySupport<T> {
  const listOf = (own: readonly DropRow<T>[]): RateList<T> => ({ total: own.length, rates: pickRates(own, most) });
  return {
    corroborated: listOf(rows.filter(([, , , , , [, installs]]) => isCorroborated(installs))),
    seenByFew: listOf(rows.filter(([, , , , , [, installs]]) => !isCorroborated(installs))),
  };
}

/** Returns the first rates in order of rank. */
function pickRates<T extends AnySourceType>(rows: readonly DropRow<T>[], most: number) {
  return [...rows].sort(compareDropRows).slice(0, most).map(toStoredRate);
}

function compareDropRows(a: DropRow<AnySourceType>, b: DropRow<AnySourceType>): number {
  const [[, aType, aId, aItem, [, aReporters], aCells], [, bType, bId, bItem, [, bReporters], bCells]] = [a, b];
  return (
    Number(aReporters < INSTALLS_TO_LEAD) - Number(bReporters < INSTALLS_TO_LEAD) ||
    bCells[3] - aCells[3] ||
    bCells[0] - aCells[0] ||
    compareStrings(aType, bType) ||
    aId - bId ||
    aItem - bItem
  );
}

/** Creates a reader of the lists of rates and measured zeros. Their finished rows are cached until the next snapshot. */
export function createDropCache(): RowCache {
  return createRowCache(readDropTexts);
}

const readDropTexts: ReadTexts = async (client, _, slices) => {
  const { kind: list, from, to } = slices[0]!;
  const rows = await readDropRows<SourceType>(client, list, from, to);
  return concatenateRows(rows, from, (row) => {
    return list === 'zeros' ? JSON.stringify(toZeroRow(toStoredZero(row))) : formatRateRow(toStoredRate(row));
  });
};

/** Formats and concatenates rows. They contain only numbers and ASCII names, so one character is one byte. */
function concatenateRows(
  rows: readonly DropRow<SourceType>[],
  from: number,
  format: (row: DropRow<SourceType>) => string,
): RowTexts {
  const bytes: number[] = [];
  const texts: string[] = [];
  for (const row of rows) {
    const text = `${format(row)},`;
    while (bytes.length < row[0] - from) bytes.push(0);
    bytes.push(text.length);
    texts.push(text);
  }
  return { text: Buffer.from(texts.join(''), 'latin1'), bytes };
}

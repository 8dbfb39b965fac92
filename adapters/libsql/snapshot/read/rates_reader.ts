import { Buffer } from 'node:buffer';
import {
  type AnySourceType,
  ENTITY_ROWS_MAX,
  type RateList,
  type RateReader,
  type SplitRates,
  type StoredZero,
} from '../../../../domain/ports/drops.ts';
import type { PlaceRange } from '../../../../domain/ports/places.ts';
import type { SnapshotView } from '../../../../domain/ports/snapshot_view.ts';
import { rateText, zeroRow } from '../../../../domain/reads/drops.ts';
import { INSTALLS_TO_LEAD, INSTALLS_TO_PUBLISH } from '../../../../domain/values/corroboration.ts';
import { textValue } from '../../database.ts';
import {
  DROP_TABLES,
  GATHERING_TABLES,
  type Placed,
  RATE_CELLS,
  RATE_COLUMNS,
  RATE_ROW,
  type RateCells,
  type RateRow,
  type RateTables,
  rateOfCells,
  readRates,
  readRateWeights,
  readZeros,
  storedRate,
  withSource,
} from '../drop_rows.ts';
import { joinParts } from '../row_block.ts';
import { createRowReader, type Query } from './query.ts';
import { createRowShelf, type ReadTexts, type RowShelf, type RowTexts } from './row_cache.ts';

/**
 * Conditions for the two lists of an entity's rates: items that at least three installs saw drop, and all other items.
 */
const APART = {
  corroborated: `r.seen_by >= ${INSTALLS_TO_PUBLISH}`,
  seenByFew: `r.seen_by < ${INSTALLS_TO_PUBLISH}`,
} as const;

interface ListText<T> {
  readonly total: number;
  readonly rows: readonly T[];
}

type ListTexts<T> = Readonly<Record<keyof SplitRates, ListText<T>>>;

interface SourceText extends ListTexts<RateCells> {
  readonly kills: number;
  readonly reporters: number;
  readonly topWindows: number;
  readonly measuredZero: 0 | 1;
}

/** Orders rates by lower bound, highest first. */
const SUREST_FIRST = 'r.estimate_low desc, r.drops desc';

/** The same for the sources of an item: those that few installs looted come last. */
const SUREST_SOURCE_FIRST = `s.reporters < ${INSTALLS_TO_LEAD}, ${SUREST_FIRST}, r.source_type, r.source_id`;

type SourceRow<T extends AnySourceType> = readonly [
  ...[sourceType: T, sourceId: number, kills: number, reporters: number, topWindows: number],
  cells: RateCells,
];

/** Returns the queries of a list of rates. */
function createSql(tables: RateTables) {
  const { rates, sources, byItem } = tables;
  const joined = withSource(tables);

  const selectItems = (which: string): string => `json_object(
    'total', (select count(*) from ${rates} as r where source_type = ?1 and source_id = ?2 and ${which}),
    'rows', (select json_group_array(json(cells)) from (
      select json_array(${RATE_CELLS}) as cells from ${rates} as r
      where source_type = ?1 and source_id = ?2 and ${which} order by ${SUREST_FIRST}, item_id limit ?3)))`;

  const selectSources = (which: string): string => `json_object(
    'total', (select count(*) from ${rates} as r where item_id = ?1 and ${which}),
    'rows', (select json_group_array(json_array(source_type, source_id, kills, reporters, top_windows, json(cells)))
      from (select r.source_type, r.source_id, s.kills, s.reporters, s.top_windows, json_array(${RATE_CELLS}) as cells
        from ${rates} as r indexed by ${byItem} ${joined}
        where r.item_id = ?1 and ${which} order by ${SUREST_SOURCE_FIRST} limit ?2)))`;

  /** Query for the first rate, in this order, of each asked id. `those` selects the rates of `asked.value` from `from`. */
  const selectSurest = (from: string, those: string, order: string): string =>
    `select json_group_array(${RATE_ROW}) from (
    select ${RATE_COLUMNS} from (
      select (select r.place from ${from} where ${those} and ${APART.corroborated}
        order by ${order} limit 1) as place
      from (select distinct value from json_each(?1)) as asked) as first
    cross join ${rates} as r on r.place = first.place ${joined})`;

  return {
    ofSource: `select json_object('kills', s.kills, 'reporters', s.reporters, 'topWindows', s.top_windows,
        'measuredZero', exists (select 1 from measured_zeros where source_type = ?1 and source_id = ?2),
        'corroborated', ${selectItems(APART.corroborated)}, 'seenByFew', ${selectItems(APART.seenByFew)})
      from ${sources} as s where s.source_type = ?1 and s.source_id = ?2`,
    ofItem: `select json_object('corroborated', ${selectSources(APART.corroborated)},
      'seenByFew', ${selectSources(APART.seenByFew)})`,
    surestOfItems: selectSurest(
      `${rates} as r indexed by ${byItem} ${joined}`,
      'r.item_id = asked.value',
      SUREST_SOURCE_FIRST,
    ),
    surestOfSources: selectSurest(
      `${rates} as r`,
      'r.source_type = ?2 and r.source_id = asked.value',
      `${SUREST_FIRST}, r.item_id`,
    ),
    atPlaces: `select json_group_array(${RATE_ROW}) from (
      select ${RATE_COLUMNS} from json_each(?1) as asked
      cross join ${rates} as r on r.place = asked.value ${joined}
      order by r.place)`,
    among: `select json_group_array(${RATE_ROW}) from (
      select distinct ${RATE_COLUMNS} from json_each(?1) as asked
      cross join ${rates} as r on r.source_type = asked.value->>0 and r.source_id = asked.value->>1
        and r.item_id = asked.value->>2 ${joined})`,
    publicSources: `select json_group_array(s.source_id) from (select distinct value as id from json_each(?2)) as asked
      cross join ${sources} as s on s.source_type = ?1 and s.source_id = asked.id`,
  };
}

const SQL = { rates: createSql(DROP_TABLES), gathering: createSql(GATHERING_TABLES) };

/**
 * Creates a reader of one view's rates of drops or of gathering, as the tables say. `lists` caches rows of the lists of
 * rates and measured zeros.
 */
export function createRateReader<T extends AnySourceType>(
  { epoch, row }: SnapshotView,
  query: Query,
  lists: RowShelf,
  { list, rates: table }: RateTables,
): RateReader<T> {
  const readRows = createRowReader(query);
  const sql = SQL[list];
  return {
    weights: () => query(readRateWeights),
    inPlaces: (rates, zeros) =>
      query(async (client) => {
        const read = async (kind: DropList, { from, to }: PlaceRange) =>
          from >= to ? [] : (await joinParts(lists(client, `${epoch}.${row.n}`, [{ kind, from, to }]))).pieces;
        return { rates: await read(list, rates), zeros: await read('zeros', zeros) };
      }),
    // All figures come from one query, so they agree with each other.
    ofSource: ({ type: sourceType, id: sourceId }, most = ENTITY_ROWS_MAX) =>
      query(async (client) => {
        const text = await textValue(client, sql.ofSource, [sourceType, BigInt(sourceId), BigInt(most)]);
        if (text === null) return null;
        const { kills, reporters, topWindows, measuredZero, ...lists } = JSON.parse(text) as SourceText;
        const listOf = ({ total, rows }: SourceText['corroborated']): RateList<T> => {
          const rates = rows.map((cells) => {
            return { sourceType, sourceId, kills, reporters, topWindows, ...rateOfCells(cells) };
          });
          return { total, rates };
        };
        const figures = { kills, reporters, topWindows, measuredZero: measuredZero === 1 };
        return { ...figures, corroborated: listOf(lists.corroborated), seenByFew: listOf(lists.seenByFew) };
      }),
    ofItem: (itemId, most = ENTITY_ROWS_MAX) =>
      query(async (client) => {
        const text = (await textValue(client, sql.ofItem, [BigInt(itemId), BigInt(most)])) ?? '';
        const { corroborated, seenByFew } = JSON.parse(text) as ListTexts<SourceRow<T>>;
        const listOf = ({ total, rows }: ListText<SourceRow<T>>): RateList<T> => {
          const rates = rows.map(([sourceType, sourceId, kills, reporters, topWindows, cells]) => {
            return { sourceType, sourceId, kills, reporters, topWindows, ...rateOfCells(cells) };
          });
          return { total, rates };
        };
        return { corroborated: listOf(corroborated), seenByFew: listOf(seenByFew) };
      }),
    placesOf: ({ source, itemId }) => {
      const [byItem, bySource] = ['r.item_id = ?', 'r.source_type = ? and r.source_id = ?'];
      const sourceArgs = source === null ? [] : [source.type, BigInt(source.id)];
      const itemArgs = itemId === null ? [] : [BigInt(itemId)];
      const which = [...(source === null ? [] : [bySource]), ...(itemId === null ? [] : [byItem])].join(' and ');
      return readRows<number>(
        `select json_group_array(place) from (select r.place from ${table} as r where ${which} order by r.place)`,
        [...sourceArgs, ...itemArgs],
      );
    },
    atPlaces: async (places) => {
      if (places.length === 0) return [];
      return (await readRows<RateRow<T>>(sql.atPlaces, [JSON.stringify(places)])).map(storedRate);
    },
    zeroOf: async ({ type, id }) => {
      const [zero] = await readRows<StoredZero<T> & { readonly place: number }>(
        `select json_group_array(json_object('place', z.place, 'sourceType', z.source_type, 'sourceId', z.source_id,
           'kills', s.kills, 'reporters', s.reporters, 'topWindows', s.top_windows))
         from measured_zeros as z
         cross join drop_sources as s on s.source_type = z.source_type and s.source_id = z.source_id
         where z.source_type = ?1 and z.source_id = ?2`,
        [type, BigInt(id)],
      );
      return zero ?? null;
    },
    among: async (pairs) => {
      const asked = pairs.map(({ source, itemId }) => [source.type, source.id, itemId]);
      return (await readRows<RateRow<T>>(sql.among, [JSON.stringify(asked)])).map(storedRate);
    },
    surestOfItems: async (itemIds) => {
      if (itemIds.length === 0) return new Map();
      const found = await readRows<RateRow<T>>(sql.surestOfItems, [JSON.stringify(itemIds)]);
      return new Map(found.map(storedRate<T>).map((rate) => [rate.itemId, rate]));
    },
    surestOfSources: async (type, ids) => {
      if (ids.length === 0) return new Map();
      const found = await readRows<RateRow<T>>(sql.surestOfSources, [JSON.stringify(ids), type]);
      return new Map(found.map(storedRate<T>).map((rate) => [rate.sourceId, rate]));
    },
    publicSources: async (type, ids) => {
      if (ids.length === 0) return new Set();
      return new Set(await readRows<number>(sql.publicSources, [type, JSON.stringify(ids)]));
    },
  };
}

type DropList = RateTables['list'] | 'zeros';

/** Creates a reader of the lists of rates and measured zeros. Their finished rows are cached until the next snapshot. */
export function createDropLists(): RowShelf {
  return createRowShelf(readDropTexts);
}

const readDropTexts: ReadTexts = async (client, _, slices) => {
  const { kind: list, from, to } = slices[0]!;
  return list === 'zeros'
    ? concatenateRows(await readZeros(client, from, to), from, (zero) => JSON.stringify(zeroRow(zero)))
    : concatenateRows(
        await readRates<AnySourceType>(client, list === 'rates' ? DROP_TABLES : GATHERING_TABLES, from, to),
        from,
        (rate) => rateText(rate, rate),
      );
};

/** Formats and concatenates rows. They contain only numbers and ASCII names, so one character is one byte. */
function concatenateRows<T>(rows: readonly Placed<T>[], from: number, format: (row: T) => string): RowTexts {
  const bytes: number[] = [];
  const texts: string[] = [];
  for (const row of rows) {
    const text = `${format(row)},`;
    while (bytes.length < row.place - from) bytes.push(0);
    bytes.push(text.length);
    texts.push(text);
  }
  return { text: Buffer.from(texts.join(''), 'latin1'), bytes };
}

import { isGatheredFrom } from '../../../domain/families/counting/loot_source.ts';
import type {
  AnySource,
  AnySourceType,
  ItemRate,
  SourceType,
  StoredRate,
  StoredZero,
} from '../../../domain/ports/drops.ts';
import type { RateWeights } from '../../../domain/values/estimates/model.ts';
import { jsonRows, type Runner, textValue } from '../database.ts';

export type Placed<T> = T & { readonly place: number };

/** The tables of a list of rates, its name in `gaps`, and the index of the rates by item. */
export interface RateTables {
  readonly list: 'rates' | 'gathering';
  readonly rates: string;
  readonly sources: string;
  readonly byItem: string;
}

export const DROP_TABLES: RateTables = {
  list: 'rates',
  rates: 'rates',
  sources: 'drop_sources',
  byItem: 'rates_by_item',
};

export const GATHERING_TABLES: RateTables = {
  list: 'gathering',
  rates: 'gathering_rates',
  sources: 'gathering_sources',
  byItem: 'gathering_rates_by_item',
};

type ZeroRow<T extends AnySourceType> = readonly [
  ...[place: number, sourceType: T, sourceId: number, kills: number, reporters: number, topWindows: number],
];
/** The columns of a rate, as the elements of a JSON array. */
export const RATE_CELLS = `r.item_id, r.drops, r.seen_by, r.estimate, r.estimate_low, r.estimate_high, r.effective_tenths,
  r.flags, json(r.quest), r.once, json(r.changed)`;

export type RateCells = readonly [
  ...[itemId: number, drops: number, installs: number, estimate: number, low: number, high: number, tenths: number],
  ...[flags: number, quest: QuestCells | null, once: 0 | 1, changed: ChangeCells | null],
];

type QuestCells = readonly [questId: number, kills: number, drops: number, installs: number, reporters: number];

/** Rates in millionths. */
type ChangeCells = readonly [since: number, before: number, after: number];

const [ALWAYS, FOR_SOME, DISAGREES, SOLO] = [1, 2, 4, 8];

export function rateOfCells(cells: RateCells): ItemRate {
  const [itemId, drops, installs, estimate, low, high, tenths, flags, quest, once, changed] = cells;
  return {
    itemId,
    drops,
    installs,
    estimate: estimate / 1e6,
    estimateLow: low / 1e6,
    estimateHigh: high / 1e6,
    effectiveWindows: tenths / 10,
    basis: quest !== null ? 'quest' : (flags & SOLO) > 0 ? 'solo' : 'all',
    quest: quest && { questId: quest[0], kills: quest[1], drops: quest[2], installs: quest[3], reporters: quest[4] },
    isAlways: (flags & ALWAYS) > 0,
    isOnce: once === 1,
    changed: changed && { since: changed[0], before: changed[1] / 1e6, after: changed[2] / 1e6 },
    isForSome: (flags & FOR_SOME) > 0,
    disagrees: (flags & DISAGREES) > 0,
  };
}

export function cellsOfRate(rate: ItemRate): RateCells {
  const { itemId, drops, installs, quest } = rate;
  const flags =
    (rate.isAlways ? ALWAYS : 0) +
    (rate.isForSome ? FOR_SOME : 0) +
    (rate.disagrees ? DISAGREES : 0) +
    (rate.basis === 'solo' ? SOLO : 0);
  const [estimate, low, high] = [rate.estimate, rate.estimateLow, rate.estimateHigh].map(inMillionths) as [
    ...[number, number, number],
  ];
  const changed =
    rate.changed &&
    ([rate.changed.since, inMillionths(rate.changed.before), inMillionths(rate.changed.after)] as const);
  const ofQuest = quest && ([quest.questId, quest.kills, quest.drops, quest.installs, quest.reporters] as const);
  return [
    itemId,
    drops,
    installs,
    estimate,
    low,
    high,
    Math.round(rate.effectiveWindows * 10),
    flags,
    ofQuest,
    rate.isOnce ? 1 : 0,
    changed,
  ];
}

function inMillionths(share: number): number {
  return Math.round(share * 1e6);
}

export type RateRow<T extends AnySourceType> = readonly [...ZeroRow<T>, cells: RateCells];

/** The columns of a rate, from the tables of rates (`r`) and their sources (`s`). */
export const RATE_COLUMNS = `r.place, r.source_type, r.source_id, s.kills, s.reporters, s.top_windows,
  json_array(${RATE_CELLS}) as cells`;

/** SQL for a `RateRow` of the columns that RATE_COLUMNS selects. */
export const RATE_ROW = 'json_array(place, source_type, source_id, kills, reporters, top_windows, json(cells))';

/** SQL that joins the source to each rate `r`. */
export function withSource({ sources }: RateTables): string {
  return `cross join ${sources} as s on s.source_type = r.source_type and s.source_id = r.source_id`;
}

const ZEROS = `select json_group_array(json_array(place, source_type, source_id, kills, reporters, top_windows)) from (
    select z.place, z.source_type, z.source_id, s.kills, s.reporters, s.top_windows
    from measured_zeros as z cross join drop_sources as s on s.source_type = z.source_type and s.source_id = z.source_id
    where z.place >= ? and z.place < ? order by z.place)`;

/** Reads the public rates at the places `from <= place < to`, in order. */
export async function readRates<T extends AnySourceType>(
  client: Runner,
  tables: RateTables,
  from: number,
  to: number,
): Promise<readonly Placed<StoredRate<T>>[]> {
  // Reads in place order. If the query started from the sources, SQLite would read and sort the whole list.
  const rows = await jsonRows<RateRow<T>>(
    client,
    `select json_group_array(${RATE_ROW}) from (
       select ${RATE_COLUMNS} from ${tables.rates} as r ${withSource(tables)}
       where r.place >= ? and r.place < ? order by r.place)`,
    [BigInt(from), BigInt(to)],
  );
  return rows.map(storedRate);
}

/** Reads the public rates of each of these sources, in the same order. */
export async function ratesOfSources(
  client: Runner,
  sources: readonly AnySource[],
): Promise<readonly (readonly ItemRate[])[]> {
  const rates: ItemRate[][] = sources.map(() => []);
  for (const tables of [DROP_TABLES, GATHERING_TABLES]) {
    const asked = sources.flatMap((source, at) =>
      isGatheredFrom(source) === (tables === GATHERING_TABLES) ? [[source.type, source.id, at]] : [],
    );
    if (asked.length === 0) continue;
    const found = await jsonRows<readonly [at: number, cells: RateCells]>(
      client,
      `select json_group_array(json_array(k.value->>2, json_array(${RATE_CELLS}))) from json_each(?) as k
       cross join ${tables.rates} as r on r.source_type = k.value->>0 and r.source_id = k.value->>1`,
      [JSON.stringify(asked)],
    );
    for (const [at, cells] of found) rates[at]!.push(rateOfCells(cells));
  }
  return rates;
}

export function storedRate<T extends AnySourceType>(row: RateRow<T>): Placed<StoredRate<T>> {
  const [place, sourceType, sourceId, kills, reporters, topWindows, cells] = row;
  return { place, sourceType, sourceId, kills, reporters, topWindows, ...rateOfCells(cells) };
}

/** Reads the public measured zeros at the places `from <= place < to`, in order. */
export async function readZeros(client: Runner, from: number, to: number): Promise<readonly Placed<StoredZero>[]> {
  const rows = await jsonRows<ZeroRow<SourceType>>(client, ZEROS, [BigInt(from), BigInt(to)]);
  return rows.map(([place, sourceType, sourceId, kills, reporters, topWindows]) => {
    return { place, sourceType, sourceId, kills, reporters, topWindows };
  });
}

/** Reads the weights with which the rates were estimated, or null before the first rates. */
export async function readRateWeights(client: Runner): Promise<RateWeights | null> {
  const text = await textValue(client, 'select weights from rate_weights');
  return text === null ? null : (JSON.parse(text) as RateWeights);
}

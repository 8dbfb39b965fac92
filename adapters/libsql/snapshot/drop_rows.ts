import { isGatheredFrom } from '../../../domain/families/counting/loot_source.ts';
import type { AnySource, AnySourceType, ItemRate, StoredRate, StoredZero } from '../../../domain/ports/drops.ts';
import type { RateWeights } from '../../../domain/values/estimates/model.ts';
import { jsonRows, type Runner, textValue } from '../database.ts';
import { type RateCells, rateOfCells, type SourceCells } from './lists/drop_cells.ts';

export type RateListName = 'rates' | 'gathering';

/** A rate, or a measured zero without item and cells. */
export type DropRow<T extends AnySourceType> = readonly [
  ...[place: number, sourceType: T, sourceId: number, itemId: number, source: SourceCells, cells: RateCells],
];

/** SQL for a `DropRow` of a row `r` and its source `s`. Their bodies are JSON already. */
export const DROP_ROW = `'[' || r.place || ',"' || r.key || '",' || r.a || ',' || r.b || ',' || s.body || ',' || r.body
  || ']' as row`;

/** SQL that joins its source to each row `r`. */
export const WITH_SOURCE = `cross join rows as s
  on s.list = 'sources' and s.key = r.key and s.a = r.a and s.b = 0 and s.until = 0`;

/** SQL for a JSON array of rows that are JSON already. */
export const ROWS_LIST = `'[' || coalesce(group_concat(row), '') || ']'`;

/** Reads the public rows of a list of rates or zeros at the places `from <= place < to`, in order. */
export function readDropRows<T extends AnySourceType>(
  client: Runner,
  list: string,
  from: number,
  to: number,
): Promise<readonly DropRow<T>[]> {
  return jsonRows(
    client,
    `select ${ROWS_LIST} from (select ${DROP_ROW} from rows as r ${WITH_SOURCE}
       where r.list = ? and r.place >= ? and r.place < ? and r.until = 0 order by r.place)`,
    [list, BigInt(from), BigInt(to)],
  );
}

export function toStoredZero<T extends AnySourceType>(row: DropRow<T>): StoredZero<T> {
  const [, sourceType, sourceId, , [kills, reporters, topWindows]] = row;
  return { sourceType, sourceId, kills, reporters, topWindows };
}

export function toStoredRate<T extends AnySourceType>(row: DropRow<T>): StoredRate<T> {
  const [, sourceType, sourceId, itemId, [kills, reporters, topWindows], cells] = row;
  // Spreading two objects takes ten times as long.
  return { sourceType, sourceId, kills, reporters, topWindows, ...rateOfCells(itemId, cells) };
}

/** Reads the public rates of each of these sources, in the same order. */
export async function ratesOfSources(
  client: Runner,
  asked: readonly AnySource[],
): Promise<readonly (readonly ItemRate[])[]> {
  const rates: ItemRate[][] = asked.map(() => []);
  const keys = asked.map((source) => [isGatheredFrom(source) ? 'gathering' : 'rates', source.type, source.id]);
  const found = await jsonRows<readonly [at: number, itemId: number, cells: RateCells]>(
    client,
    `select ${ROWS_LIST} from (select '[' || k.key || ',' || r.b || ',' || r.body || ']' as row from json_each(?) as k
       cross join rows as r indexed by rows_by_key on r.list = k.value->>0 and r.key = k.value->>1 and r.a = k.value->>2 and r.until = 0)`,
    [JSON.stringify(keys)],
  );
  for (const [at, itemId, cells] of found) rates[at]!.push(rateOfCells(itemId, cells));
  return rates;
}

/** Reads the weights with which the rates were estimated, or null before the first rates. */
export async function readRateWeights(client: Runner): Promise<RateWeights | null> {
  const text = await textValue(client, 'select weights from rate_weights');
  return text === null ? null : (JSON.parse(text) as RateWeights);
}

import { isGatheredSource } from '../../../domain/families/counting/loot_source.ts';
import type {
  AnySource,
  AnySourceType,
  EmptySource,
  ItemRate,
  StoredRate,
  WindowTotals,
} from '../../../domain/ports/drops.ts';
import { hasManyLooters, isCorroborated } from '../../../domain/values/corroboration.ts';
import type { RateWeights } from '../../../domain/values/estimates/model.ts';
import { formatDayNumber, toUtcDay } from '../../../domain/values/instant.ts';
import { type Runner, readJson, readText } from '../database.ts';

/** The body of a source of drops or gathering. */
export type SourceCells = readonly [kills: number, reporters: number, topWindows: number];

/**
 * The body of a rate. The estimate (domain/families/counting/source_rates.ts) has rates in millionths and effective
 * windows in tenths. flags: sum of 1 (always so far), 2 (for players who can get it), 4 (players disagree) and 8 (based on
 * solo windows). once: 1 if players can have the item once, so that their windows after the first that held it do not
 * count. changed: the UTC day on which the rate changed, in days since 1970, and the rates before and after, or null.
 */
export type RateCells = readonly [
  ...[drops: number, installs: number, estimate: number, low: number, high: number, tenths: number, flags: number],
  ...[quest: QuestCells | null, once: 0 | 1, changed: ChangeCells | null],
];

type QuestCells = readonly [questId: number, kills: number, drops: number, installs: number, reporters: number];

/** Rates in millionths. */
type ChangeCells = readonly [since: number, before: number, after: number];

const [ALWAYS, FOR_SOME, DISAGREES, SOLO] = [1, 2, 4, 8];

export function decodeRate(itemId: number, cells: RateCells): ItemRate {
  const [drops, installs, estimate, low, high, tenths, flags, quest, once, changed] = cells;
  const rate: ItemRate = {
    itemId,
    drops,
    installs,
    estimate: estimate / 1e6,
    estimateLow: low / 1e6,
    estimateHigh: high / 1e6,
    effectiveWindows: tenths / 10,
    basis: quest !== null ? 'quest' : (flags & SOLO) > 0 ? 'solo' : 'all',
  };
  if (quest !== null) {
    const [questId, kills, found, seers, reporters] = quest;
    rate.quest = { questId, kills, drops: found, rate: found / kills, installs: seers, reporters };
  }
  if ((flags & ALWAYS) > 0) rate.always = true;
  if (once === 1 || (flags & FOR_SOME) > 0) rate.obtainable = once === 1 ? 'once' : 'some';
  if (changed !== null) {
    const [since, before, after] = changed;
    rate.changed = { since: formatDayNumber(since), before: before / 1e6, after: after / 1e6 };
  }
  if ((flags & DISAGREES) > 0) rate.disagrees = true;
  return rate;
}

export function encodeRate({ drops, installs, quest, changed, ...rate }: ItemRate): RateCells {
  return [
    drops,
    installs,
    toMillionths(rate.estimate),
    toMillionths(rate.estimateLow),
    toMillionths(rate.estimateHigh),
    Math.round(rate.effectiveWindows * 10),
    (rate.always ? ALWAYS : 0) +
      (rate.obtainable === 'some' ? FOR_SOME : 0) +
      (rate.disagrees ? DISAGREES : 0) +
      (rate.basis === 'solo' ? SOLO : 0),
    quest === undefined ? null : [quest.questId, quest.kills, quest.drops, quest.installs, quest.reporters],
    rate.obtainable === 'once' ? 1 : 0,
    changed === undefined
      ? null
      : [toUtcDay(Date.parse(changed.since)), toMillionths(changed.before), toMillionths(changed.after)],
  ];
}

/** The least rank of a rate that enough installs saw. All ranks are below twice this number. */
export const CORROBORATED_RANK = 4_000_000;

/** Less than the rank of each rate of a source that many installs looted, if equally many installs saw both. */
const MANY_LOOTERS_RANK = 2_000_000;

/**
 * Returns the rank of a rate, by its lower bound in millionths. Rates that few installs saw come last, and before them
 * rates of sources that few installs looted.
 */
export function rankRate({ installs, estimateLow }: ItemRate, source: WindowTotals): number {
  const rank = (isCorroborated(installs) ? CORROBORATED_RANK : 0) + (hasManyLooters(source) ? MANY_LOOTERS_RANK : 0);
  return rank + toMillionths(estimateLow);
}

function toMillionths(share: number): number {
  return Math.round(share * 1e6);
}

export type RateListName = 'rates' | 'gathering';

/** A rate, or a measured zero without item and cells. */
export type DropRow<T extends AnySourceType> = readonly [
  ...[place: number, sourceType: T, sourceId: number, itemId: number, source: SourceCells, cells: RateCells],
];

/** SQL for a `DropRow` of a row `r` and its source `s`. Their bodies are JSON already. */
export const DROP_ROW_JSON = `'[' || r.place || ',"' || r.key || '",' || r.a || ',' || r.b || ',' || s.body || ',' || r.body
  || ']' as row`;

/** SQL that joins its source to each row `r`. */
export const JOIN_SOURCE = `cross join rows as s
  on s.list = 'sources' and s.key = r.key and s.a = r.a and s.b = 0 and s.until = 0`;

/** SQL for a JSON array of rows that are JSON already. */
export const ROWS_JSON = `'[' || coalesce(group_concat(row), '') || ']'`;

/** Reads the public rows of a list of rates or zeros at the places `from <= place < to`, in order. */
export function readDropRows<T extends AnySourceType>(
  client: Runner,
  list: string,
  from: number,
  to: number,
): Promise<readonly DropRow<T>[]> {
  return readJson(
    client,
    `select ${ROWS_JSON} from (select ${DROP_ROW_JSON} from rows as r ${JOIN_SOURCE}
       where r.list = ? and r.place >= ? and r.place < ? and r.until = 0 order by r.place)`,
    [list, BigInt(from), BigInt(to)],
  );
}

export function toStoredZero<T extends AnySourceType>(row: DropRow<T>): EmptySource<T> {
  const [, sourceType, sourceId, , [kills, reporters, topWindows]] = row;
  return { sourceType, sourceId, kills, reporters, topWindows };
}

export function toStoredRate<T extends AnySourceType>(row: DropRow<T>): StoredRate<T> {
  const [, sourceType, sourceId, itemId, [kills, reporters, topWindows], cells] = row;
  // Spreading two objects takes ten times as long.
  return { sourceType, sourceId, kills, reporters, topWindows, ...decodeRate(itemId, cells) };
}

/** Reads the public rates of each of these sources, in the same order. */
export async function readSourceRates(
  client: Runner,
  asked: readonly AnySource[],
): Promise<readonly (readonly ItemRate[])[]> {
  const rates: ItemRate[][] = asked.map(() => []);
  const keys = asked.map((source) => [isGatheredSource(source) ? 'gathering' : 'rates', source.type, source.id]);
  const found = await readJson<readonly [at: number, itemId: number, cells: RateCells]>(
    client,
    `select ${ROWS_JSON} from (select '[' || k.key || ',' || r.b || ',' || r.body || ']' as row from json_each(?) as k
       cross join rows as r indexed by rows_by_key on r.list = k.value->>0 and r.key = k.value->>1 and r.a = k.value->>2 and r.until = 0)`,
    [JSON.stringify(keys)],
  );
  for (const [at, itemId, cells] of found) rates[at]!.push(decodeRate(itemId, cells));
  return rates;
}

/** Reads the weights with which the rates were estimated, or null before the first rates. */
export async function readRateWeights(client: Runner): Promise<RateWeights | null> {
  const text = await readText(client, 'select weights from rate_weights');
  return text === null ? null : (JSON.parse(text) as RateWeights);
}

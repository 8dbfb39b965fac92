import type { DatedRate, ExportedRate, ExportSource } from '../ports/exports.ts';
import { readNamesUncached } from '../reads/names.ts';
import { hasManyLooters } from '../values/corroboration.ts';
import { groupBy } from '../values/group_by.ts';
import { formatPercentDigits, formatRatePercent } from '../values/percent.ts';
import { compareSources } from '../values/rates.ts';
import type { AddonRoom } from './data_addon_room.ts';
import { quoteForLua } from './lua_text.ts';

const SOURCES_PER_ITEM_MAX = 3;
const ITEMS_PER_SOURCE_MAX = 5;
const RATE_DECIMALS = 4;

/** Lines of the tables `drops`, `loot`, `names` and `items`, in ascending order of their keys. */
export interface LootTables {
  readonly drops: readonly string[];
  readonly loot: readonly string[];
  readonly names: readonly string[];
  readonly items: readonly string[];
  readonly leftOut: number;
  readonly dropTable: DropTable;
}

/** Lines of the table of all rates of sources that many installs looted. */
export interface DropTable {
  readonly lines: readonly string[];
  /** Number of rates in them, and of rates whose source found no room. */
  readonly rows: number;
  readonly leftOut: number;
}

/** One source of an item in the table `drops`. */
interface ItemSource {
  readonly rate: ExportedRate;
  readonly text: string;
}

/**
 * Collects the rates of sources that many installs looted, the most looted first, until the room is full, and likewise
 * the drop table in a room of its own. Memory is bounded by the rooms.
 */
export async function collectLoot(
  source: ExportSource,
  room: AddonRoom,
  dropTableRoom: AddonRoom,
  afterBatch: () => Promise<void>,
): Promise<LootTables> {
  const tables = createLootTables(room);
  const dropTable = createDropTable(dropTableRoom);
  let isFull = false;
  let leftOut = 0;
  for await (const stored of source.mostLooted()) {
    await afterBatch();
    const ranked = [...groupBy(stored.filter(hasManyLooters), toSourceKey).values()].map((rates) =>
      rates.toSorted(compareLowerBounds),
    );
    const named: LootNames = isFull ? NO_LOOT_NAMES : await readLootNames(source, ranked);
    for (const rates of ranked) {
      isFull ||= !tables.add(rates, named);
      if (isFull) leftOut += rates.length;
      dropTable.add(rates);
    }
  }
  return { ...tables.lines(), leftOut, dropTable: dropTable.table() };
}

function createDropTable(room: AddonRoom) {
  const sources: SourceEntry[] = [];
  let [rows, leftOut] = [0, 0];
  const add = (rates: readonly DatedRate[]): void => {
    const rate = rates[0]!;
    const line = `["${toSourceKey(rate)}"] = "${rates.map(formatDatedRate).join(';')}",`;
    // A smaller source may not take the room that a more looted one lacked.
    if (leftOut > 0 || !room.take([line])) leftOut += rates.length;
    else {
      rows += rates.length;
      sources.push({ rate, line });
    }
  };
  const table = (): DropTable => ({ lines: sortBySource(sources).map(({ line }) => line), rows, leftOut });
  return { add, table };
}

/** A line of a table that has one for each source. */
interface SourceEntry {
  readonly rate: ExportedRate;
  readonly line: string;
}

function sortBySource(lines: readonly SourceEntry[]): readonly SourceEntry[] {
  return lines.toSorted((a, b) => compareSources(a.rate, b.rate));
}

function toSourceKey({ sourceType, sourceId }: Pick<ExportedRate, 'sourceType' | 'sourceId'>): string {
  return `${sourceType === 'npc' ? 'n' : 'o'}${sourceId}`;
}

function compareLowerBounds(a: ExportedRate, b: ExportedRate): number {
  return b.estimateLow - a.estimateLow || b.drops - a.drops || a.itemId - b.itemId;
}

/** Agreed names, keyed by source key, and by item id. */
interface LootNames {
  readonly sources: ReadonlyMap<string, string>;
  readonly items: ReadonlyMap<number, string>;
}

const NO_LOOT_NAMES: LootNames = { sources: new Map(), items: new Map() };

async function readLootNames(source: ExportSource, ranked: readonly (readonly ExportedRate[])[]): Promise<LootNames> {
  const sources = new Map<string, string>();
  for (const type of ['npc', 'object'] as const) {
    const ids = ranked.flatMap(([rate]) => (rate?.sourceType === type ? [rate.sourceId] : []));
    if (ids.length === 0) continue;
    for (const [id, { value }] of await readNamesUncached(source, type, ids))
      sources.set(toSourceKey({ sourceType: type, sourceId: id }), value);
  }
  const itemIds = new Set(ranked.flatMap((rates) => rates.slice(0, ITEMS_PER_SOURCE_MAX).map(({ itemId }) => itemId)));
  const items = await readNamesUncached(source, 'item', [...itemIds]);
  return { sources, items: new Map([...items].map(([id, { value }]) => [id, value])) };
}

function createLootTables(room: AddonRoom) {
  const drops = new Map<number, readonly ItemSource[]>();
  const loot: SourceEntry[] = [];
  const names = new Map<string, string>();
  const items = new Map<number, string>();

  /** Adds a source with all its rates, or returns false if there is no room for it. */
  const add = (rates: readonly ExportedRate[], named: LootNames): boolean => {
    const [first] = rates;
    if (first === undefined) return true;
    const key = toSourceKey(first);
    const line = `["${key}"] = "${rates.slice(0, ITEMS_PER_SOURCE_MAX).map(formatLootEntry).join(';')}",`;
    const newItems = rates.slice(0, ITEMS_PER_SOURCE_MAX).flatMap(({ itemId }) => {
      const name = named.items.get(itemId);
      return name === undefined || items.has(itemId) ? [] : [[itemId, `[${itemId}] = ${quoteForLua(name)},`] as const];
    });
    const name = named.sources.get(key);
    const nameLine = name === undefined ? [] : [`["${key}"] = ${quoteForLua(name)},`];
    const changed = rates.flatMap((rate) => {
      const before = drops.get(rate.itemId) ?? [];
      const last = before[SOURCES_PER_ITEM_MAX - 1];
      if (last !== undefined && compareRates(last.rate, rate) < 0) return [];
      const after = [...before, { rate, text: `${toSourceKey(rate)}:${formatRateNumbers(rate)}` }];
      after.sort((a, b) => compareRates(a.rate, b.rate));
      return [{ itemId: rate.itemId, before, after: after.slice(0, SOURCES_PER_ITEM_MAX) }];
    });
    const old = changed.flatMap(({ itemId, before }) => (before.length === 0 ? [] : [writeDropsEntry(itemId, before)]));
    const added = changed.map(({ itemId, after }) => writeDropsEntry(itemId, after));
    room.giveBack(old);
    if (!room.take([line, ...nameLine, ...newItems.map(([, text]) => text), ...added])) {
      room.take(old);
      return false;
    }
    loot.push({ rate: first, line });
    for (const [itemId, text] of newItems) items.set(itemId, text);
    for (const text of nameLine) names.set(key, text);
    for (const { itemId, after } of changed) drops.set(itemId, after);
    return true;
  };

  const lines = () => {
    const used = new Set([...drops.values()].flatMap((sources) => sources.map(({ rate }) => toSourceKey(rate))));
    const sorted = sortBySource(loot);
    return {
      drops: sortById(drops).map(([itemId, sources]) => writeDropsEntry(itemId, sources)),
      loot: sorted.map(({ line }) => line),
      names: sorted.flatMap(({ rate }) => (used.has(toSourceKey(rate)) ? (names.get(toSourceKey(rate)) ?? []) : [])),
      items: sortById(items).map(([, line]) => line),
    };
  };

  return { add, lines };
}

function sortById<T>(entries: ReadonlyMap<number, T>): readonly (readonly [number, T])[] {
  return [...entries].sort(([a], [b]) => a - b);
}

function compareRates(a: ExportedRate, b: ExportedRate): number {
  return compareLowerBounds(a, b) || compareSources(a, b);
}

function writeDropsEntry(itemId: number, sources: readonly ItemSource[]): string {
  return `[${itemId}] = "${sources.map(({ text }) => text).join(';')}",`;
}

function formatLootEntry(rate: ExportedRate): string {
  return `${rate.itemId}:${formatRateNumbers(rate)}`;
}

function formatDatedRate(rate: DatedRate): string {
  return [formatLootEntry(rate), rate.drops, rate.kills, rate.reporters, rate.lastSeen ?? ''].join(':');
}

function formatRateNumbers({ estimate, estimateLow, estimateHigh }: ExportedRate): string {
  return [
    formatRatePercent(estimate, RATE_DECIMALS),
    formatPercentDigits(estimateLow, RATE_DECIMALS),
    formatRatePercent(estimateHigh, RATE_DECIMALS),
  ].join(':');
}

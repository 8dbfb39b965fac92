import type { ExportedRate, ExportSource, VendorOffer } from '../ports/exports.ts';
import { hasManyLooters, INSTALLS_TO_LEAD } from '../values/corroboration.ts';
import { formatRatePercent } from '../values/percent.ts';

/** One value of a nested Lua table: the keys of the tables around it, its own key, and the value as Lua text. */
interface TableEntry {
  readonly path: readonly string[];
  readonly key: string;
  readonly value: string;
}

type TableRow = ExportedRate | VendorOffer;

/** A table for another addon. */
export interface AddonTable {
  readonly name: string;
  readonly dataset: string;
  readonly title: string;
  /** Header lines that explain the values. */
  readonly notes: readonly string[];
  /** The name of the addon for which the table is, and Lua code that adds the table to the addon's own. */
  readonly addon: keyof typeof LOADER_CODE;
  readonly loader: string;
  /** The Lua text before the table's first entry. */
  readonly opening: string;
  readonly order: TableOrder;
  readonly has: (row: TableRow) => boolean;
  readonly entryOf: (row: TableRow) => TableEntry;
}

export type TableOrder = 'by-item' | 'by-source';

/**
 * Number of rates from which on Questie's table has two decimals instead of four. Lua 5.1 reads at most 262,144
 * different constants in one table, and two decimals leave only 10,000 different percentages above 0.01.
 */
const SHORT_TABLE_RATES_MAX = 80_000;

/** A line in the head of files that leave out sources with few looters. */
export const MANY_LOOTERS_NOTE = `Rates of sources that at least ${INSTALLS_TO_LEAD} players looted.`;

/**
 * Returns the tables for Questie, pfQuest and AtlasLoot (contract, section 4, Files for other addons): of sources that
 * many installs looted, and in files whose names end in `-all` of every public source.
 */
export function buildAddonTables(source: Pick<ExportSource, 'lists'>): readonly AddonTable[] {
  const all = listTables(source, 'Rates of sources that at least three players looted.');
  return [
    ...listTables(source, MANY_LOOTERS_NOTE).map(({ has, ...table }) => ({
      ...table,
      has: (row: TableRow) => has(row) && (!isRate(row) || hasManyLooters(row)),
    })),
    ...all.map(({ name, dataset, loader, ...table }) => ({
      ...table,
      name: name.replace('.lua', '-all.lua'),
      dataset: `${dataset}-all`,
      loader: loader.replace('.lua', '-all.lua'),
    })),
  ];
}

function listTables({ lists }: Pick<ExportSource, 'lists'>, note: string): readonly AddonTable[] {
  const decimals = lists.remaining.rates > SHORT_TABLE_RATES_MAX ? 2 : 4;
  return [
    {
      name: 'addons/questie.lua',
      dataset: 'questie',
      title: 'Drop rates in the shape of Questie: [item] = { [NPC] = percent }',
      notes: [note],
      addon: 'Questie',
      loader: LOADER_CODE.Questie,
      opening: 'return {',
      order: 'by-item',
      has: isNpcRate,
      entryOf: createRateEntry((rate) => [rate.itemId, rate.sourceId], decimals),
    },
    {
      name: 'addons/pfquest.lua',
      dataset: 'pfquest',
      title: 'Drop rates and vendors in the shape of pfQuest: U is NPCs, O objects, V vendors',
      notes: [note, 'V holds the limited stock that players agree on. 0 means unlimited, or that no stock is agreed.'],
      addon: 'pfQuest',
      loader: LOADER_CODE.pfQuest,
      opening: 'pfDB["items"]["data"] = {',
      order: 'by-item',
      has: () => true,
      entryOf: buildPfQuestEntry,
    },
    {
      name: 'addons/atlasloot.lua',
      dataset: 'atlasloot',
      title: 'Drop rates in the shape of AtlasLoot: [NPC] = { [item] = percent }',
      notes: [note],
      addon: 'AtlasLootClassic',
      loader: LOADER_CODE.AtlasLootClassic,
      opening: 'return {',
      order: 'by-source',
      has: isNpcRate,
      entryOf: createRateEntry((rate) => [rate.sourceId, rate.itemId], 2),
    },
  ];
}

function isRate(row: TableRow): row is ExportedRate {
  return 'sourceId' in row;
}

function isNpcRate(row: TableRow): boolean {
  return isRate(row) && row.sourceType === 'npc';
}

/**
 * Code that merges a table with its addon's, pair by pair, because the game discards what a file returns. The same
 * text is in docs/reading.md. Corrections are the rates that Questie prefers to all others.
 */
const QUESTIE_LOADER = `local rates = (function()
-- Insert questie.lua here.
end)()
local known = QuestieLoader:ImportModule("QuestieItemDropCorrections").Era
for item, npcs in pairs(rates) do
  known[item] = known[item] or {}
  for npc, percent in pairs(npcs) do known[item][npc] = percent end
end`;

/** `AddData` of AtlasLoot would replace all rates of an NPC, and its table is local. */
const ATLASLOOT_LOADER = `local rates = (function()
-- Insert atlasloot.lua here.
end)()
local known = AtlasLoot.Data.Droprate.GetData
function AtlasLoot.Data.Droprate:GetData(npc, item)
  return rates[npc] and rates[npc][item] or known(self, npc, item)
end`;

/** pfQuest keeps references to its table, so that table must stay. A stock of 0 may mean that none is agreed. */
const PFQUEST_LOADER = `local known = pfDB["items"]["data"]
-- Insert pfquest.lua here.
local ours = pfDB["items"]["data"]
pfDB["items"]["data"] = known
for item, lists in pairs(ours) do
  known[item] = known[item] or {}
  for list, ids in pairs(lists) do
    local row = known[item][list] or {}
    known[item][list] = row
    for id, value in pairs(ids) do
      if list ~= "V" or value > 0 or not row[id] then row[id] = value end
    end
  end
end`;

/** The code that loads a table, by the addon for which the table is. */
export const LOADER_CODE = {
  Questie: QUESTIE_LOADER,
  pfQuest: PFQUEST_LOADER,
  AtlasLootClassic: ATLASLOOT_LOADER,
} as const;

function createRateEntry(keysOf: (rate: ExportedRate) => readonly [outer: number, inner: number], decimals: number) {
  return (row: TableRow): TableEntry => {
    const rate = row as ExportedRate;
    const [outer, inner] = keysOf(rate);
    return { path: [String(outer)], key: String(inner), value: formatRatePercent(rate.estimate, decimals) };
  };
}

const PFQUEST_LISTS = { npc: '"U"', object: '"O"' } as const;

function buildPfQuestEntry(row: TableRow): TableEntry {
  const item = String(row.itemId);
  if (!isRate(row)) return { path: [item, '"V"'], key: String(row.npcId), value: String(row.stock ?? 0) };
  return {
    path: [item, PFQUEST_LISTS[row.sourceType]],
    key: String(row.sourceId),
    value: formatRatePercent(row.estimate, 2),
  };
}

/** Yields the rows of all tables of one order. Each item's vendors follow its rates. */
export async function* readTableRows(
  source: Pick<ExportSource, 'sortedRates' | 'offers'>,
  order: TableOrder,
): AsyncIterable<readonly TableRow[]> {
  if (order === 'by-source') {
    yield* source.sortedRates(order);
    return;
  }
  const offers = flattenBatches(source.offers());
  let next = await offers.next();
  for await (const rates of source.sortedRates(order)) {
    const rows: TableRow[] = [];
    for (const rate of rates) {
      for (; next.done !== true && next.value.itemId < rate.itemId; next = await offers.next()) rows.push(next.value);
      rows.push(rate);
    }
    yield rows;
  }
  const rest: TableRow[] = [];
  for (; next.done !== true; next = await offers.next()) rest.push(next.value);
  yield rest;
}

async function* flattenBatches<T>(batches: AsyncIterable<readonly T[]>): AsyncGenerator<T, void> {
  for await (const batch of batches) yield* batch;
}

/** Formats the entries of one table, in file order: one line per entry and per opened or closed table. */
export function createTableText() {
  let open: readonly string[] = [];
  return {
    lines: (entries: readonly TableEntry[]): readonly string[] => {
      const lines: string[] = [];
      for (const { path, key, value } of entries) {
        const shared = countSharedLevels(open, path);
        lines.push(...formatClosingBraces(open.length - shared));
        for (const level of path.slice(shared)) lines.push(`[${level}] = {`);
        lines.push(`[${key}] = ${value},`);
        open = path;
      }
      return lines;
    },
    /** Returns the lines after the last entry. */
    end: (): readonly string[] => [...formatClosingBraces(open.length), '}'],
  };
}

function countSharedLevels(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((level, at) => level !== b[at]);
  return differs === -1 ? a.length : differs;
}

function formatClosingBraces(levels: number): readonly string[] {
  return Array.from({ length: levels }, () => '},');
}

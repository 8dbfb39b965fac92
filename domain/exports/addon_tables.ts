import type { StoredRate } from '../ports/drops.ts';
import type { ExportSource, VendorOffer } from '../ports/exports.ts';
import { hasManyLooters, INSTALLS_TO_LEAD } from '../values/corroboration.ts';
import { ratePercent } from '../values/percent.ts';

/** One value of a nested Lua table: the keys of the tables around it, its own key, and the value as Lua text. */
export interface TableEntry {
  readonly path: readonly string[];
  readonly key: string;
  readonly value: string;
}

type Entries = AsyncIterable<readonly TableEntry[]>;

/** A table for another addon, with its entries in file order. `entries` reads them again with each call. */
export interface AddonTable {
  readonly name: string;
  readonly dataset: string;
  readonly title: string;
  /** Header lines that explain the values. */
  readonly notes: readonly string[];
  /** The name of the addon for which the table is, and Lua code that adds the table to the addon's own. */
  readonly addon: string;
  readonly loader: string;
  /** The Lua text before the table's first entry. */
  readonly opening: string;
  readonly entries: () => Entries;
}

/**
 * Number of rates from which on Questie's table has two decimals instead of four. Lua 5.1 reads at most 262,144
 * different constants in one table, and two decimals leave only 10,000 different percentages above 0.01.
 */
const FOUR_DECIMALS_RATES_MAX = 80_000;

/** A line in the head of files that leave out sources with few looters. */
export const MANY_LOOTERS = `Rates of sources that at least ${INSTALLS_TO_LEAD} players looted.`;

/**
 * Returns the tables for Questie, pfQuest and AtlasLoot (contract, section 4, Files for other addons): of sources that
 * many installs looted, and in files whose names end in `-all` of every public source.
 */
export function addonTables(source: ExportSource): readonly AddonTable[] {
  const all = tablesOf(
    source,
    (order) => source.sortedRates(order),
    'Rates of sources that at least three players looted.',
  );
  return [
    ...tablesOf(source, (order) => wellLooted(source.sortedRates(order)), MANY_LOOTERS),
    ...all.map(({ name, dataset, loader, ...table }) => ({
      ...table,
      name: name.replace('.lua', '-all.lua'),
      dataset: `${dataset}-all`,
      loader: loader.replace('.lua', '-all.lua'),
    })),
  ];
}

async function* wellLooted(batches: Rates): Rates {
  for await (const rates of batches) yield rates.filter(hasManyLooters);
}

type Rates = AsyncIterable<readonly StoredRate[]>;

function tablesOf(source: ExportSource, ratesBy: ExportSource['sortedRates'], note: string): readonly AddonTable[] {
  const decimals = source.lists.remaining.rates > FOUR_DECIMALS_RATES_MAX ? 2 : 4;
  return [
    {
      name: 'addons/questie.lua',
      dataset: 'questie',
      title: 'Drop rates in the shape of Questie: [item] = { [NPC] = percent }',
      notes: [note],
      addon: 'Questie',
      loader: QUESTIE_LOADER,
      opening: 'return {',
      entries: () => rateEntries(ratesBy('by-item'), ({ itemId, sourceId }) => [[itemId], sourceId], decimals),
    },
    {
      name: 'addons/pfquest.lua',
      dataset: 'pfquest',
      title: 'Drop rates and vendors in the shape of pfQuest: U is NPCs, O objects, V vendors',
      notes: [note, 'V holds the limited stock that players agree on. 0 means unlimited, or that no stock is agreed.'],
      addon: 'pfQuest',
      loader: PFQUEST_LOADER,
      opening: 'pfDB["items"]["data"] = {',
      entries: () => pfQuestEntries(source, ratesBy('by-item')),
    },
    {
      name: 'addons/atlasloot.lua',
      dataset: 'atlasloot',
      title: 'Drop rates in the shape of AtlasLoot: [NPC] = { [item] = percent }',
      notes: [note],
      addon: 'AtlasLootClassic',
      loader: ATLASLOOT_LOADER,
      opening: 'return {',
      entries: () => rateEntries(ratesBy('by-source'), ({ itemId, sourceId }) => [[sourceId], itemId], 2),
    },
  ];
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

/** Yields the rates of NPCs as entries. */
async function* rateEntries(
  batches: Rates,
  keysOf: (rate: StoredRate) => readonly [path: readonly number[], key: number],
  decimals: number,
): Entries {
  for await (const rates of batches) {
    yield rates
      .filter(({ sourceType }) => sourceType === 'npc')
      .map((rate) => {
        const [path, key] = keysOf(rate);
        return { path: path.map(String), key: String(key), value: ratePercent(rate.estimate, decimals) };
      });
  }
}

const PFQUEST_LISTS = { npc: '"U"', object: '"O"' } as const;

/** Merges rates and vendors, which are both ordered by item. */
async function* pfQuestEntries(source: ExportSource, batches: Rates): Entries {
  const offersBefore = createOfferQueue(source.offers());
  for await (const rates of batches) {
    const entries: TableEntry[] = [];
    for (const rate of rates) {
      for await (const offers of offersBefore(rate.itemId)) entries.push(...offers.map(vendorEntry));
      const value = ratePercent(rate.estimate, 2);
      entries.push({ path: [String(rate.itemId), PFQUEST_LISTS[rate.sourceType]], key: String(rate.sourceId), value });
    }
    yield entries;
  }
  for await (const offers of offersBefore(Number.POSITIVE_INFINITY)) yield offers.map(vendorEntry);
}

/** Returns a function that yields the offers of all items before an item that it has not yielded yet. */
function createOfferQueue(batches: AsyncIterable<readonly VendorOffer[]>) {
  const rest = batches[Symbol.asyncIterator]();
  let waiting: readonly VendorOffer[] = [];
  let isRead = false;
  return async function* offersBefore(itemId: number): AsyncIterable<readonly VendorOffer[]> {
    for (;;) {
      const after = waiting.findIndex((offer) => offer.itemId >= itemId);
      const ready = after === -1 ? waiting : waiting.slice(0, after);
      if (ready.length > 0) yield ready;
      waiting = waiting.slice(ready.length);
      if (waiting.length > 0 || isRead) return;
      const next = await rest.next();
      if (next.done === true) isRead = true;
      else waiting = next.value;
    }
  };
}

function vendorEntry({ itemId, npcId, stock }: VendorOffer): TableEntry {
  return { path: [String(itemId), '"V"'], key: String(npcId), value: String(stock ?? 0) };
}

/** Yields the lines of a table, one line per entry and per opened or closed table. */
export async function* tableLines(opening: string, entries: Entries): AsyncIterable<readonly string[]> {
  let open: readonly string[] = [];
  yield [opening];
  for await (const batch of entries) {
    const lines: string[] = [];
    for (const { path, key, value } of batch) {
      const shared = sharedLength(open, path);
      lines.push(...closed(open.length - shared));
      for (const level of path.slice(shared)) lines.push(`[${level}] = {`);
      lines.push(`[${key}] = ${value},`);
      open = path;
    }
    yield lines;
  }
  yield [...closed(open.length), '}'];
}

function sharedLength(a: readonly string[], b: readonly string[]): number {
  const differs = a.findIndex((level, at) => level !== b[at]);
  return differs === -1 ? a.length : differs;
}

function closed(levels: number): readonly string[] {
  return Array.from({ length: levels }, () => '},');
}

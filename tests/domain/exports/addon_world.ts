import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { DropFacts } from '../../../domain/ports/drops.ts';
import type { FactUpdate } from '../../../domain/ports/facts.ts';
import type { MarketFacts } from '../../../domain/ports/market.ts';
import { itemRate } from '../../support/item_rate.ts';
import { edge, readExported, servedFolder, servedIndex, type Yard } from './support.ts';

/** A name that tries to end strings, comments and long strings, and to be read as a colour and as a formula. */
export const HOSTILE = '=HYPERLINK("x")\\ ]]|cffff0000|n\n--[[ ]=] os.exit(1)';

type Seen = readonly [itemId: number, drops: number, installs?: number];

/** Returns a public source with these drops. */
export function looted(
  type: 'npc' | 'object',
  id: number,
  kills: number,
  seen: readonly Seen[],
  reporters = 5,
): DropFacts {
  return {
    source: { type, id },
    ...{ public: true, kills, reporters, topWindows: 1, measuredZero: false },
    items: seen.map(([itemId, drops, installs = 3]) => itemRate(itemId, drops, kills, installs)),
  };
}

export function named(family: 'items' | 'npcs', id: number, name: string): FactUpdate {
  return { family, subject: String(id), body: { name: { value: name, installs: 3 } } };
}

export function sells(
  npcId: number,
  itemId: number,
  goods: { prices?: readonly number[]; stock?: number },
): FactUpdate {
  const prices = goods.prices?.map((value) => ({ value, installs: 3 }));
  return {
    family: 'vendor_goods',
    subject: `${npcId}:${itemId}`,
    body: {
      ...(prices === undefined ? {} : { prices }),
      ...(goods.stock === undefined ? {} : { limitedStock: { value: goods.stock, installs: 3 } }),
    },
  };
}

export function marketDay(itemId: number, day: number, market: number, houses: readonly string[]): MarketFacts {
  return {
    subject: { realmKey: 'everlook', day, itemId },
    houses: (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house) => ({
      house,
      value: houses.includes(house) ? { market, min: 1, quantity: 3, reporters: 3 } : null,
    })),
  };
}

const SOLD = 'sold_by:item:npc';

/** Writes a snapshot with drops, names, vendors and auction values. Too few players saw some of them. */
export async function tellAddonWorld(yard: Yard): Promise<void> {
  await yard.snapshot({
    drops: [
      looted('npc', 6, 200, [
        [2589, 100],
        [858, 3],
        [750, 2, 2],
      ]),
      looted('npc', 38, 30_000_000, [
        [858, 3],
        [2589, 30_000_000],
        [7, 1000],
      ]),
      looted('object', 2843, 50, [[858, 10]]),
      looted('npc', 39, 10, [[2589, 10]], 4),
    ],
    edges: [
      ...[edge('dropped_by:item:npc', 2589, 6), edge('dropped_by:item:object', 858, 2843), edge(SOLD, 159, 54)],
      ...[edge(SOLD, 159, 66), edge(SOLD, 2589, 54), edge(SOLD, 3000, 54)],
    ],
    facts: [
      named('npcs', 6, 'Kobold Vermin'),
      named('npcs', 38, HOSTILE),
      named('items', 2589, 'Linen Cloth'),
      named('items', 858, HOSTILE),
      sells(54, 159, { prices: [5, 6] }),
      sells(66, 159, { prices: [4], stock: 3 }),
      sells(54, 2589, { stock: 9 }),
    ],
    market: [marketDay(2589, 20_000, 119.6, ['', 'Horde']), marketDay(858, 19_990, 0.2, [''])],
  });
}

export function servedBytes(yard: Yard, name: string): Promise<Uint8Array> {
  return servedFolder(yard.root).then((folder) => readExported(folder, name));
}

export async function servedText(yard: Yard, name: string): Promise<string> {
  return new TextDecoder('utf-8', { fatal: true }).decode(await servedBytes(yard, name));
}

/** Returns the index entry of a file that is listed under `more`. */
export async function moreEntry(yard: Yard, name: string) {
  const entry = (await servedIndex(yard.root)).more?.find((one) => one.name === name);
  assert.ok(entry, name);
  return entry;
}

const READING = readFileSync(new URL('../../../docs/reading.md', import.meta.url), 'utf8');

/** Returns the code in docs/reading.md that adds a table to its addon's own. */
export function loaderOf(name: 'questie' | 'atlasloot' | 'pfquest'): string {
  const code = [...READING.matchAll(/```lua\n([^`]*)\n```/g)].map(([, text]) => text!);
  return code.find((text) => text.includes(`-- Insert ${name}.lua here.`))!;
}

import assert from 'node:assert/strict';
import { agreedOf, type CountedRecipe } from '../count/craft.ts';
import type { Tally } from '../figures.ts';
import { type Backed, reach } from '../kept.ts';
import { factOf, type ToolGround } from '../tools.ts';

/** Checks where `profession_path` says to buy, find and learn things against the count. */

// biome-ignore lint/suspicious/noExplicitAny: what the tool answers
type Answer = any;

interface Reagent {
  readonly itemId: number;
  readonly count: number;
}

/** Returns the names of all realms with market values, sorted. */
export function pricedRealms({ counted }: ToolGround): readonly string[] {
  const keys = new Set([...counted.market.newest.keys()].map((key) => key.split('|')[0]!));
  return [...keys]
    .map((key) => (counted.facts.get(`realms ${key}`) as { readonly spelling?: string } | undefined)?.spelling ?? key)
    .sort();
}

/** Asserts that `place` is on one of the NPC's maps, with the map's name and the NPC's best pin there. */
export function holdPlace(tally: Tally, ground: ToolGround, npcId: number, place: Answer): void {
  const maps = [...ground.counted.edges.keys()].flatMap(
    (edge) => /^npc (\d+) located_in zone (\d+)$/.exec(edge)?.slice(1).map(Number) ?? [],
  );
  const own = maps.filter((_, at) => at % 2 === 1 && maps[at - 1] === npcId);
  if (place === null) {
    tally.hold(`maps of npc ${npcId}`, own, []);
    return;
  }
  tally.hold(`npc ${npcId} is on its map`, own.includes(place.mapId), true);
  const pins = factOf(ground, 'pins', `${place.mapId}:${npcId}`) as Answer;
  const [pin] = pins?.pins ?? [];
  tally.hold(`place of npc ${npcId}`, [place.x, place.y], [pin?.x ?? null, pin?.y ?? null]);
  tally.hold(`map ${place.mapId}`, place.map, agreedOf(factOf(ground, 'maps', place.mapId), 'name')?.value ?? null);
}

/** Asserts that each of an item's sources is a counted edge, which at least three installs reported. */
export function holdSources(tally: Tally, ground: ToolGround, itemId: number, sources: Answer): void {
  const { edges } = ground.counted;
  const of = (rel: string, kind: string): number =>
    [...edges.keys()].filter((edge) => edge.startsWith(`item ${itemId} ${rel} ${kind} `)).length;
  const most = (count: number): number => Math.min(3, count);
  const sizes = [sources.soldBy.length, sources.droppedBy.length, sources.rewardFrom.length];
  const droppers = most(most(of('dropped_by', 'npc')) + most(of('dropped_by', 'object')));
  tally.hold(`sources of item ${itemId}`, sizes, [
    ...[most(of('sold_by', 'npc')), droppers, most(of('reward_from', 'quest'))],
  ]);
  const valued = [...ground.counted.market.leading.keys()].some((key) => key.split('|')[2] === String(itemId));
  tally.hold(`item ${itemId} is sold at auction`, sources.isElsewhere, valued);
  for (const { vendor, cost, place } of sources.soldBy) {
    tally.hold(`item ${itemId} sold by ${vendor.id}`, edges.has(`item ${itemId} sold_by npc ${vendor.id}`), true);
    const prices = [...((factOf(ground, 'vendor_goods', `${vendor.id}:${itemId}`)?.['prices'] ?? []) as Backed[])];
    const [best] = prices.sort((a, b) => b.installs - a.installs || Number(b.value) - Number(a.value));
    tally.hold(`price of item ${itemId} at ${vendor.id}`, cost, best ?? null);
    holdPlace(tally, ground, vendor.id, place);
  }
  for (const { kind, id } of sources.droppedBy) {
    tally.hold(`item ${itemId} of ${kind} ${id}`, edges.has(`item ${itemId} dropped_by ${kind} ${id}`), true);
  }
  for (const { id } of sources.rewardFrom) {
    tally.hold(`item ${itemId} of quest ${id}`, edges.has(`item ${itemId} reward_from quest ${id}`), true);
  }
}

/** Checks the shopping list: the reagents of all whole crafts, minus those that earlier steps make. */
export function holdShopping(
  tally: Tally,
  label: string,
  ground: ToolGround,
  page: Answer,
  recipes: readonly CountedRecipe[],
) {
  const had = new Map<number, number>();
  const rows = new Map<number, { needed: number; made: number }>();
  for (const { recipeId, crafts, wholeCrafts } of page.steps) {
    // Crafts are rounded to two decimals.
    assert.ok(wholeCrafts >= crafts - 0.006 && wholeCrafts < crafts + 1.006, `${label}: ${wholeCrafts} for ${crafts}`);
    const { body } = recipes.find((one) => one.recipeId === recipeId)!;
    for (const { itemId, count } of (agreedOf(body, 'reagents')?.value ?? []) as readonly Reagent[]) {
      const row = reach(rows, itemId, () => ({ needed: 0, made: 0 }));
      const taken = Math.min(had.get(itemId) ?? 0, count * wholeCrafts);
      had.set(itemId, (had.get(itemId) ?? 0) - taken);
      rows.set(itemId, { needed: row.needed + count * wholeCrafts, made: row.made + taken });
    }
    const made = agreedOf(body, 'itemId')?.value as number | undefined;
    const each = (agreedOf(body, 'makesMin')?.value ?? 1) as number;
    if (made !== undefined) had.set(made, (had.get(made) ?? 0) + each * wholeCrafts);
  }
  const listed = page.shopping.map(({ item, needed, made, buy }: Answer) => [item.id, needed, made, buy]);
  const expected = [...rows].map(([itemId, { needed, made }]) => [itemId, needed, made, needed - made]);
  tally.hold(`${label}: shopping`, listed, expected);
  let sum: number | null = null;
  for (const { buy, price, costCopper, place } of page.shopping) {
    tally.hold(`${label}: cost of a row`, costCopper, buy === 0 ? 0 : price === null ? null : price.copper * buy);
    if (costCopper !== null) sum = (sum ?? 0) + costCopper;
    if (price?.vendor != null) holdPlace(tally, ground, price.vendor.id, place);
  }
  tally.hold(`${label}: cost of the list`, page.shoppingCopper, sum);
}

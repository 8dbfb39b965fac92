import type { InstallLoot, ItemLoot, SourceLoot, WindowContext } from '../../ports/drops.ts';
import type { CountedObservation } from '../../values/estimates/likelihood.ts';
import { sumNumbers } from '../../values/sum_of.ts';
import { decodeCount, findWitnessUnit } from '../../values/witnesses.ts';

/** An install's windows on a source, with the contexts in which it opened them. */
export type KnownLoot = SourceLoot['installs'][number];

/** The sums of an install's windows, by context. */
export interface LootSums extends Pick<InstallLoot, 'installN' | 'windows' | 'windowsIn'> {
  readonly known: readonly WindowContext[];
  readonly items: readonly Pick<ItemLoot, 'itemId' | 'drops' | 'dropsIn' | 'marked'>[];
}

/** Adds up an install's windows that were received before this day, or returns null if there are none. */
export function sumLootUntilDay(loot: KnownLoot, day: number): LootSums | null {
  if (loot.receivedDay < day) return loot;
  const { installN, known } = loot;
  const windowsIn = known.map(() => 0);
  const items = new Map<number, { drops: number; readonly dropsIn: number[]; readonly marked: Set<number> }>();
  let windows = 0;
  for (const { receivedDay, context, itemIds, marked } of loot.windowsInTime()) {
    if (receivedDay >= day) continue;
    windows++;
    windowsIn[context]!++;
    for (const itemId of itemIds) {
      let item = items.get(itemId);
      if (item === undefined) {
        item = { drops: 0, dropsIn: known.map(() => 0), marked: new Set() };
        items.set(itemId, item);
      }
      item.drops++;
      item.dropsIn[context]!++;
    }
    for (const [itemId, questIds] of marked) for (const questId of questIds) items.get(itemId)!.marked.add(questId);
  }
  if (windows === 0) return null;
  const found = [...items].map(([itemId, item]) => ({ itemId, ...item, marked: [...item.marked] }));
  return { installN, known, windows, windowsIn, items: found };
}

/** Windows and drops by install. Installs without any of these windows are left out. */
export interface WindowCount {
  windows: number;
  /** Stored count of the installs that opened them (domain/values/witnesses.ts). */
  weight: number;
  /** Number of installs by the number of their windows. */
  readonly byWindows: Map<number, number>;
  readonly items: Map<number, ItemCount>;
}

interface ItemCount {
  drops: number;
  /** Stored count of the installs that saw it. */
  weight: number;
  /** Number of installs by `windows * COUNT_KEY_STEP + drops`. */
  readonly seen: Map<number, number>;
}

/** More than any install's windows on one source, so that no two pairs of windows and drops share a key. */
const COUNT_KEY_STEP = 2 ** 26;

export function createWindowCount(): WindowCount {
  return { windows: 0, weight: 0, byWindows: new Map(), items: new Map() };
}

/** Adds an install's windows in the contexts for which `isIn` is true, or in all contexts if it is null. */
export function addLootToCount(
  count: WindowCount,
  { installN, windows, windowsIn, items }: LootSums,
  isIn: readonly boolean[] | null,
): void {
  const own = isIn === null ? windows : sumSelected(windowsIn, isIn);
  if (own === 0) return;
  count.windows += own;
  count.weight += findWitnessUnit(installN);
  incrementCount(count.byWindows, own, 1);
  for (const { itemId, drops: allDrops, dropsIn } of items) {
    const drops = isIn === null ? allDrops : sumSelected(dropsIn, isIn);
    if (drops === 0) continue;
    let item = count.items.get(itemId);
    if (item === undefined) {
      item = { drops: 0, weight: 0, seen: new Map() };
      count.items.set(itemId, item);
    }
    item.drops += drops;
    item.weight += findWitnessUnit(installN);
    incrementCount(item.seen, own * COUNT_KEY_STEP + drops, 1);
  }
}

export type WindowTotals = ReturnType<typeof sumWindowCounts>;

/** Adds up counts of different installs. */
export function sumWindowCounts(counts: readonly WindowCount[]) {
  const itemsOf = (itemId: number): readonly ItemCount[] => counts.flatMap(({ items }) => items.get(itemId) ?? []);
  return {
    windows: sumNumbers(counts.map(({ windows }) => windows)),
    reporters: decodeCount(sumNumbers(counts.map(({ weight }) => weight))),
    drops: (itemId: number): number => sumNumbers(itemsOf(itemId).map(({ drops }) => drops)),
    seers: (itemId: number): number => decodeCount(sumNumbers(itemsOf(itemId).map(({ weight }) => weight))),
    /** Returns each install's windows and drops of an item, ordered like the result of `countObservations`. */
    observations: (itemId: number): readonly CountedObservation[] => {
      const seen = mergeCountMaps(itemsOf(itemId).map((item) => item.seen));
      const without = mergeCountMaps(counts.map(({ byWindows }) => byWindows));
      const counted: CountedObservation[] = [];
      for (const [key, times] of seen) {
        const own = Math.floor(key / COUNT_KEY_STEP);
        counted.push([[own, key % COUNT_KEY_STEP], times]);
        incrementCount(without, own, -times);
      }
      for (const [own, times] of without) if (times > 0) counted.push([[own, 0], times]);
      return counted.sort(([[n, x]], [[m, y]]) => n - m || x - y);
    },
  };
}

function mergeCountMaps(maps: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sums = new Map(maps[0]);
  for (const map of maps.slice(1)) for (const [key, times] of map) incrementCount(sums, key, times);
  return sums;
}

function sumSelected(numbers: readonly number[], isIn: readonly boolean[]): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) if (isIn[i]!) sum += numbers[i]!;
  return sum;
}

function incrementCount(counts: Map<number, number>, key: number, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

import type { InstallLoot, ItemLoot, ItemTotal, LootContext, WindowTotal } from '../../ports/drops.ts';
import { weighWitness } from '../../values/witnesses.ts';
import { movedDays, NO_DAYS } from './days.ts';
import { byNumber } from './order.ts';

/**
 * Adds up loot windows, per install and source as well as over all installs (contract, section 3, Drops and Observed
 * edges). All operations are commutative, so windows may be batched and ordered in any way. Install counts are stored
 * counts (domain/values/witnesses.ts).
 */

export interface LootGrowth {
  readonly before: InstallLoot | null;
  readonly after: InstallLoot;
}

const NO_WINDOWS: WindowTotal = { kills: 0, reporters: 0, topWindows: 0 };

export function addLoot<C extends LootContext>(a: InstallLoot<C>, b: InstallLoot<C>): InstallLoot<C> {
  const contexts = mergeContexts(a.contexts, b.contexts);
  const [left, right] = [spreadLoot(a, contexts), spreadLoot(b, contexts)];
  return {
    installN: a.installN,
    windows: a.windows + b.windows,
    contexts,
    windowsIn: addEach(left.windowsIn, right.windowsIn),
    items: addItems(left.items, right.items),
    receivedDay: Math.max(a.receivedDay, b.receivedDay),
    windowsInTime: () => [],
  };
}

function mergeContexts<C extends LootContext>(a: readonly C[], b: readonly C[]): readonly C[] {
  const added = b.filter((context) => !a.includes(context));
  return added.length === 0 ? a : [...a, ...added].sort((x, y) => (x < y ? -1 : 1));
}

/** Divides loot by these contexts, which include its own. It has no windows in the others. */
function spreadLoot<C extends LootContext>(loot: InstallLoot<C>, contexts: readonly C[]): InstallLoot<C> {
  if (contexts.length === loot.contexts.length) return loot;
  return arrangeLoot(
    loot,
    contexts,
    contexts.map((context) => loot.contexts.indexOf(context)),
  );
}

/** Returns loot with other contexts. `order` has the index of each new context among the loot's own, or -1. */
export function arrangeLoot<C extends LootContext>(
  { installN, windows, windowsIn, items, receivedDay, windowsInTime }: InstallLoot<LootContext>,
  contexts: readonly C[],
  order: readonly number[],
): InstallLoot<C> {
  // Most loot has one context and keeps its only column.
  if (windowsIn.length === 1 && order.length === 1)
    return { installN, windows, contexts, windowsIn, items, receivedDay, windowsInTime };
  const arrange = (numbers: readonly number[]) => order.map((at) => numbers[at] ?? 0);
  const arranged = items.map((item) => ({ ...item, dropsIn: arrange(item.dropsIn) }));
  return { installN, windows, contexts, windowsIn: arrange(windowsIn), items: arranged, receivedDay, windowsInTime };
}

function addEach(a: readonly number[], b: readonly number[]): readonly number[] {
  return a.length === 1 ? single(a[0]! + b[0]!) : a.map((number, i) => number + b[i]!);
}

const SINGLES = Array.from({ length: 256 }, (_, number): readonly number[] => [number]);

/** Returns a list of one number. Lists of small numbers are shared, because most installs have one context. */
export function single(number: number): readonly number[] {
  return SINGLES[number] ?? [number];
}

const NO_QUESTS: readonly number[] = [];

/** Returns the quests in ascending order. Items without any share one empty list, because most have none. */
export function questList(questIds: ReadonlySet<number>): readonly number[] {
  return questIds.size === 0 ? NO_QUESTS : [...questIds].sort(byNumber);
}

function addItems(a: readonly ItemLoot[], b: readonly ItemLoot[]): readonly ItemLoot[] {
  const items: ItemLoot[] = [];
  let [i, j] = [0, 0];
  while (i < a.length && j < b.length) {
    const [left, right] = [a[i]!, b[j]!];
    if (left.itemId < right.itemId) items.push(a[i++]!);
    else if (left.itemId > right.itemId) items.push(b[j++]!);
    else {
      items.push(addItem(left, right));
      i++;
      j++;
    }
  }
  while (i < a.length) items.push(a[i++]!);
  while (j < b.length) items.push(b[j++]!);
  return items;
}

function addItem(a: ItemLoot, b: ItemLoot): ItemLoot {
  return {
    itemId: a.itemId,
    drops: a.drops + b.drops,
    dropsIn: addEach(a.dropsIn, b.dropsIn),
    marked: b.marked.length === 0 ? a.marked : questList(new Set([...a.marked, ...b.marked])),
    firstDay: Math.min(a.firstDay, b.firstDay),
    lastDay: Math.max(a.lastDay, b.lastDay),
  };
}

export function grownWindows(total: WindowTotal, grown: readonly LootGrowth[]): WindowTotal {
  let { kills, reporters, topWindows } = total;
  for (const { before, after } of grown) {
    kills += after.windows - (before?.windows ?? 0);
    if (before === null) reporters += weighWitness(after.installN);
    topWindows = Math.max(topWindows, after.windows);
  }
  return { kills, reporters, topWindows };
}

/** Returns the items whose totals change when installs open more windows, by ascending item id. */
export function grownItems(totals: ReadonlyMap<number, ItemTotal>, grown: readonly LootGrowth[]): readonly ItemTotal[] {
  const changed = new Map<number, ItemTotal>();
  for (const { before, after } of grown) {
    const had = new Map(before?.items.map((item) => [item.itemId, item]));
    for (const now of after.items) {
      const was = had.get(now.itemId);
      if (was !== undefined && was.drops === now.drops) continue;
      const total = changed.get(now.itemId) ?? totals.get(now.itemId) ?? emptyTotal(now.itemId);
      changed.set(now.itemId, grownItem(total, was ?? null, now, weighWitness(after.installN)));
    }
  }
  return [...changed.values()].sort((a, b) => byNumber(a.itemId, b.itemId));
}

function emptyTotal(itemId: number): ItemTotal {
  return { itemId, drops: 0, installs: 0, ...NO_DAYS };
}

/** An install's span can only widen here, so the stored days are always enough to compute the new days. */
function grownItem(total: ItemTotal, was: ItemLoot | null, now: ItemLoot, weight: number): ItemTotal {
  const from = was === null ? null : ([was.firstDay, was.lastDay] as const);
  const { firstDays, lastDays } = movedDays(total, [{ from, to: [now.firstDay, now.lastDay] }]) ?? NO_DAYS;
  return {
    itemId: total.itemId,
    firstDays,
    lastDays,
    drops: total.drops + now.drops - (was?.drops ?? 0),
    installs: total.installs + (was === null ? weight : 0),
  };
}

/**
 * Returns the items whose totals change when an install is removed. The days of those in `respan` must be recomputed.
 */
export function itemsAfterRemoval(
  totals: ReadonlyMap<number, ItemTotal>,
  gone: InstallLoot,
): { readonly items: readonly ItemTotal[]; readonly respan: ReadonlySet<number> } {
  const respan = new Set<number>();
  const items = gone.items.map((was): ItemTotal => {
    const total = totals.get(was.itemId) ?? emptyTotal(was.itemId);
    const installs = total.installs - weighWitness(gone.installN);
    const days = installs === 0 ? NO_DAYS : movedDays(total, [{ from: [was.firstDay, was.lastDay], to: null }]);
    if (days === null) respan.add(was.itemId);
    const { firstDays, lastDays } = days ?? NO_DAYS;
    return { itemId: was.itemId, drops: total.drops - was.drops, installs, firstDays, lastDays };
  });
  return { items, respan };
}

/** Adds up the windows of whole installs, each added once. Counts the items in `only`, or all items if null. */
export function createLootCount(only: ReadonlySet<number> | null) {
  let windows = NO_WINDOWS;
  const items = new Map<number, ItemTotal>();
  return {
    add: (loot: InstallLoot): void => {
      const counted = only === null ? loot : { ...loot, items: loot.items.filter(({ itemId }) => only.has(itemId)) };
      const grown = [{ before: null, after: counted }];
      windows = grownWindows(windows, grown);
      for (const item of grownItems(items, grown)) items.set(item.itemId, item);
    },
    windows: () => windows,
    items: (): ReadonlyMap<number, ItemTotal> => items,
  };
}

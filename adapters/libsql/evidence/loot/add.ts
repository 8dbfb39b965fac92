import { compareStrings } from '../../../../domain/families/counting/order.ts';
import { compareTimes, sumLoot } from '../../../../domain/families/drops.ts';
import type { LootWindow, TimedLootWindow } from '../../../../domain/ports/drops.ts';
import { groupBy } from '../../../../domain/values/group_by.ts';
import { cutIntoSlices } from '../../../../domain/values/slices.ts';
import { awaitEventLoop, type Transaction } from '../../database.ts';
import { ROWS_WITH_BODIES, readPackedRows, writePackedRows } from '../../packed.ts';
import { packLoot, unpackWindows } from './codec.ts';
import { type ContextNumbers, storeContexts } from './quest_logs.ts';
import { markDirtySources, noteChangedItems, numberSource, storeReceiptDays } from './sources.ts';

/** Windows that one install opened on one source. Contexts are keys. */
export interface AddedLoot {
  readonly sourceN: number;
  readonly installN: number;
  readonly windows: readonly TimedLootWindow<string>[];
}

/** Adds windows to the stored loot of their sources and installs. */
export async function addLoot(tx: Transaction, windows: readonly LootWindow[]): Promise<void> {
  const added: AddedLoot[] = [];
  for (const [sourceN, ofSource] of groupBy(windows, ({ source }) => numberSource(source))) {
    for (const [installN, own] of groupBy(ofSource, (window) => window.installN)) {
      added.push({ sourceN, installN, windows: own });
    }
  }
  const numbers = await storeContexts(tx, collectUsedContexts(windows));
  await mergeLoot(
    tx,
    added.sort((a, b) => a.sourceN - b.sourceN || a.installN - b.installN),
    numbers,
  );
}

/** Returns the contexts of these windows, by install. */
function collectUsedContexts(windows: readonly LootWindow[]): ReadonlyMap<number, ReadonlySet<string>> {
  const used = new Map<number, Set<string>>();
  for (const { installN, context } of windows) {
    const own = used.get(installN);
    if (own === undefined) used.set(installN, new Set([context]));
    else own.add(context);
  }
  return used;
}

/** Number of rows merged at a time, which limits the memory for unpacked loot. */
const BATCH_ROWS = 5_000;

/** Merges windows into the stored ones. `added` is ordered by source and install and has each pair once. */
export async function mergeLoot(tx: Transaction, added: readonly AddedLoot[], numbers: ContextNumbers): Promise<void> {
  const unknown = await markDirtySources(tx, [...new Set(added.map(({ sourceN }) => sourceN))]);
  const days = new Map<number, number>();
  for (const { sourceN, windows } of added) {
    for (const { receivedDay } of windows) days.set(sourceN, Math.max(days.get(sourceN) ?? 0, receivedDay));
  }
  await storeReceiptDays(tx, days);
  for (const some of cutIntoSlices(added, BATCH_ROWS)) {
    const stored = await readLootBodies(
      tx,
      some.filter(({ sourceN }) => !unknown.has(sourceN)),
    );
    const rows = some.map(({ sourceN, installN, windows }) => {
      const key = [sourceN, installN] as const;
      const merged = windows.map((window) => ({ ...window, context: numbers.numberOf(installN, window.context) }));
      const body = stored.get(key.join());
      if (body !== undefined) merged.push(...unpackWindows(body));
      if (merged.length > 1) merged.sort(createWindowOrder(installN, numbers));
      return { key, body: packLoot(sumLoot(installN, merged), merged) };
    });
    await writePackedRows(
      tx,
      `insert into loot (source_n, install_n, body) select value->>0, value->>1, body from ${ROWS_WITH_BODIES} where true
       on conflict do update set body = excluded.body`,
      rows,
    );
    await noteChangedItems(tx, listChangedItems(some));
    await awaitEventLoop();
  }
}

/** Reads the stored loot of these pairs, by source and install. */
async function readLootBodies(tx: Transaction, pairs: readonly AddedLoot[]): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = await readPackedRows<readonly [sourceN: number, installN: number]>(
    tx,
    'source_n, install_n',
    `select l.* from json_each(?) as k cross join loot as l
     on l.source_n = k.value->>0 and l.install_n = k.value->>1`,
    [JSON.stringify(pairs.map(({ sourceN, installN }) => [sourceN, installN]))],
  );
  return new Map(rows.map(({ key, body }) => [key.join(), body]));
}

/**
 * Returns the order of an install's windows. Contexts are compared by their keys, because their numbers depend on the
 * order in which the windows were added.
 */
function createWindowOrder(installN: number, numbers: ContextNumbers) {
  return (a: TimedLootWindow<number>, b: TimedLootWindow<number>): number =>
    compareTimes(a, b) ||
    (a.context === b.context
      ? 0
      : compareStrings(numbers.keyOf(installN, a.context), numbers.keyOf(installN, b.context)));
}

function listChangedItems(added: readonly AddedLoot[]): readonly (readonly [sourceN: number, itemId: number])[] {
  const pairs: [number, number][] = [];
  for (const [sourceN, own] of groupBy(added, (one) => one.sourceN)) {
    const itemIds = new Set(own.flatMap(({ windows }) => windows.flatMap((window) => window.itemIds)));
    for (const itemId of [...itemIds].sort((a, b) => a - b)) pairs.push([sourceN, itemId]);
  }
  return pairs;
}

import type { InstallLoot, WindowTotal } from '../../ports/drops.ts';
import { readCount, weighWitness } from '../../values/witnesses.ts';
import { NO_DAYS, type StoredDays, withSpan } from './days.ts';
import { byNumber } from './order.ts';

/** An item's windows on one source over all installs (contract, section 3, Drops and Observed edges). */
export interface ItemTally extends StoredDays {
  readonly itemId: number;
  readonly drops: number;
  readonly installs: number;
}

/** Adds up the windows of one source. Every install is added once, in any order. */
export function createSourceTally() {
  let [kills, weight, topWindows] = [0, 0, 0];
  const items = new Map<number, { drops: number; weight: number; days: StoredDays }>();
  return {
    add: (installs: readonly InstallLoot[]): void => {
      for (const { installN, windows, items: found } of installs) {
        kills += windows;
        weight += weighWitness(installN);
        topWindows = Math.max(topWindows, windows);
        for (const { itemId, drops, firstDay, lastDay } of found) {
          let item = items.get(itemId);
          if (item === undefined) {
            item = { drops: 0, weight: 0, days: NO_DAYS };
            items.set(itemId, item);
          }
          item.drops += drops;
          item.weight += weighWitness(installN);
          item.days = withSpan(item.days, [firstDay, lastDay]);
        }
      }
    },
    windows: (): WindowTotal => ({ kills, reporters: readCount(weight), topWindows }),
    /** Returns the items by id, in ascending order. */
    items: (): ReadonlyMap<number, ItemTally> =>
      new Map(
        [...items]
          .sort(([a], [b]) => byNumber(a, b))
          .map(([itemId, item]) => [
            itemId,
            { itemId, drops: item.drops, installs: readCount(item.weight), ...item.days },
          ]),
      ),
  };
}

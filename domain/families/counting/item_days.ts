import type { InstallLoot } from '../../ports/drops.ts';
import { addDaySpan, NO_DAYS, type TallyDays } from './days.ts';
import { compareNumbers } from './order.ts';

/** Collects the days on which each item of a source was found (contract, section 3, Observed edges). */
export function createItemDayCounter() {
  const days = new Map<number, TallyDays>();
  let topWindows = 0;
  return {
    /** Adds the windows of installs, each once and in any order. */
    add: (installs: readonly InstallLoot[]): void => {
      for (const { windows, items } of installs) {
        topWindows = Math.max(topWindows, windows);
        for (const { itemId, firstDay, lastDay } of items) {
          days.set(itemId, addDaySpan(days.get(itemId) ?? NO_DAYS, [firstDay, lastDay]));
        }
      }
    },
    /** Windows of the install that opened most of them. */
    topWindows: (): number => topWindows,
    /** Returns the items in ascending order. */
    itemIds: (): readonly number[] => [...days.keys()].sort(compareNumbers),
    daysOf: (itemId: number): TallyDays | undefined => days.get(itemId),
  };
}

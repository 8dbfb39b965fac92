import { compareTimes, parseContextKey, sumLoot } from '../../domain/families/drops.ts';
import type { SourceLoot, TimedLootWindow } from '../../domain/ports/drops.ts';
import { groupBy } from '../../domain/values/group_by.ts';
import { DAY_MS } from '../../domain/values/instant.ts';

type KnownLoot = SourceLoot['installs'][number];

/** A loot window as tests write it. Days are UTC days since 1970. */
export interface DatedWindow {
  readonly installN: number;
  /** Day on which the player's clock says that it was opened. */
  readonly day: number;
  /** Day of receipt, by default the day of capture. */
  readonly received?: number;
  readonly itemIds: readonly number[];
  /** See `toContextKey`. Nothing is known about windows without one. */
  readonly context?: string;
  /** Quests for which the client marked the first item. */
  readonly marks?: readonly number[];
}

/** Adds up windows by install, as the evidence does. Windows of one day and install were opened in their order. */
export function lootOfWindows(windows: readonly DatedWindow[]): readonly KnownLoot[] {
  return [...groupBy(windows, ({ installN }) => installN)].map(([installN, own]) => {
    const keys = [...new Set(own.map(({ context = '' }) => context))].sort();
    const timed = own.map(({ day, received = day, itemIds, context = '', marks = [] }, at): TimedLootWindow => {
      return {
        capturedAtMs: day * DAY_MS + 1_000 * at,
        receivedDay: received,
        tie: 0,
        context: keys.indexOf(context),
        itemIds,
        marks: marks.map((questId) => [itemIds[0]!, questId] as const),
      };
    });
    const loot = sumLoot(installN, timed.sort(compareTimes));
    return { ...loot, known: keys.map(parseContextKey) };
  });
}

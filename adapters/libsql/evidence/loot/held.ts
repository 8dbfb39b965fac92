import { addLoot } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, LootEvidence, Source } from '../../../../domain/ports/drops.ts';
import { sourceNumber } from './sources.ts';

/**
 * Windows of several batches on their way to the tables. Nearly every batch touches nearly every source: ten of them
 * written together read and write each source once instead of ten times.
 */
export interface HeldLoot {
  /** Takes a batch in; true: there is as much now as may be held. */
  add(loot: readonly LootEvidence[]): boolean;
  readonly isEmpty: boolean;
  /** All of it; none is held any more. */
  take(): readonly LootEvidence[];
}

/** Windows of an install on a source, and items in them: some 20 MB. */
const HELD_MAX = 200_000;

interface HeldSource {
  readonly source: Source;
  readonly installs: Map<number, InstallLoot>;
}

export function createHeldLoot(heldMax = HELD_MAX): HeldLoot {
  let sources = new Map<number, HeldSource>();
  let size = 0;
  return {
    add: (loot) => {
      for (const { source, ...own } of loot) {
        const n = sourceNumber(source);
        let held = sources.get(n);
        if (held === undefined) {
          held = { source, installs: new Map() };
          sources.set(n, held);
        }
        const before = held.installs.get(own.installN);
        const after = before === undefined ? own : addLoot(before, own);
        held.installs.set(own.installN, after);
        size += after.items.length - (before === undefined ? -1 : before.items.length);
      }
      return size >= heldMax;
    },
    get isEmpty() {
      return sources.size === 0;
    },
    take: () => {
      const taken = [...sources.values()].flatMap(({ source, installs }) =>
        [...installs.values()].map((own): LootEvidence => ({ source, ...own })),
      );
      sources = new Map();
      size = 0;
      return taken;
    },
  };
}

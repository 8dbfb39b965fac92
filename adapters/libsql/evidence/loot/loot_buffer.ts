import { addLoot } from '../../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, LootEvidence, Source } from '../../../../domain/ports/drops.ts';
import { sourceNumber } from './sources.ts';

/**
 * A buffer of windows from several batches. Nearly every batch touches nearly every source, so writing ten batches
 * together reads and writes each source once instead of ten times.
 */
export interface LootBuffer {
  /** Adds a batch to the buffer. Returns true if the buffer is full. */
  add(loot: readonly LootEvidence[]): boolean;
  readonly isEmpty: boolean;
  /** Returns the contents of the buffer and empties it. */
  take(): readonly LootEvidence[];
}

/** Maximum size of the buffer, counted as windows (one per install and source) plus items. It takes about 20 MB. */
const HELD_MAX = 200_000;

interface HeldSource {
  readonly source: Source;
  readonly installs: Map<number, InstallLoot<string>>;
}

export function createHeldLoot(heldMax = HELD_MAX): LootBuffer {
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

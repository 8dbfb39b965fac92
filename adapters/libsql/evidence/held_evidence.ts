import { claimSize, createClaimBuffer } from '../../../domain/families/counting/claims.ts';
import { addLoot } from '../../../domain/families/counting/loot_totals.ts';
import type { InstallLoot, LootEvidence, Source } from '../../../domain/ports/drops.ts';
import type { EvidenceBatch } from '../../../domain/ports/evidence.ts';
import { sourceNumber } from './loot/sources.ts';

/** Evidence that a batch spreads over whole tables, so that it changes nearly every page of them. */
export type Holdable = Pick<EvidenceBatch, 'loot' | 'claims'>;

/** A buffer for several batches of evidence. Ten batches together write each page once instead of ten times. */
export interface HeldEvidence {
  /** Adds a batch to the buffer. Returns true if the buffer is full. */
  add(batch: Holdable): boolean;
  readonly isEmpty: boolean;
  /** Returns the contents of the buffer and empties it. */
  take(): Holdable;
}

/** Maximum size of the buffer: windows (one per install and source), items and the sizes of claims. About 25 MB. */
const HELD_MAX = 250_000;

interface HeldSource {
  readonly source: Source;
  readonly installs: Map<number, InstallLoot<string>>;
}

export function createHeldEvidence(heldMax = HELD_MAX): HeldEvidence {
  const claims = createClaimBuffer();
  let sources = new Map<number, HeldSource>();
  let size = 0;

  const addWindows = ({ source, ...own }: LootEvidence): void => {
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
  };

  return {
    add: (batch) => {
      for (const loot of batch.loot) addWindows(loot);
      for (const claim of batch.claims) if (claims.add(claim)) size += claimSize(claim);
      return size >= heldMax;
    },
    get isEmpty() {
      return size === 0;
    },
    take: () => {
      const loot = [...sources.values()].flatMap(({ source, installs }) =>
        [...installs.values()].map((own): LootEvidence => ({ source, ...own })),
      );
      sources = new Map();
      size = 0;
      return { loot, claims: claims.take() };
    },
  };
}

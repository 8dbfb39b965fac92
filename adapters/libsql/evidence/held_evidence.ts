import { claimSize, createClaimBuffer } from '../../../domain/families/counting/claims.ts';
import type { EvidenceBatch, InstallClaim } from '../../../domain/ports/evidence.ts';
import { createHeldLoot, type HeldLoot } from './loot/held_loot.ts';

/** Evidence that a batch spreads over whole tables, so that it changes nearly every page of them. */
export interface Holdable {
  readonly loot: HeldLoot;
  readonly claims: readonly InstallClaim[];
}

/** A buffer for many batches of evidence, which together write each page once instead of once each. */
export interface HeldEvidence {
  /** Adds a batch to the buffer. Returns true if the buffer is full. */
  add(batch: Pick<EvidenceBatch, 'loot' | 'claims'>): boolean;
  readonly isEmpty: boolean;
  /** Returns the contents of the buffer and empties it. */
  take(): Holdable;
}

/** Maximum size of the buffered claims in units of `claimSize`, about 25 MB, and of the buffered loot in bytes. */
const CLAIMS_MAX = 250_000;
const LOOT_MAX = 100_000_000;

export function createHeldEvidence(heldMax?: number): HeldEvidence {
  const claims = createClaimBuffer();
  let loot = createHeldLoot();
  let size = 0;
  return {
    add: (batch) => {
      loot.add(batch.loot);
      for (const claim of batch.claims) if (claims.add(claim)) size += claimSize(claim);
      return size >= (heldMax ?? CLAIMS_MAX) || loot.bytes >= (heldMax ?? LOOT_MAX);
    },
    get isEmpty() {
      return size === 0 && loot.bytes === 0;
    },
    take: () => {
      const taken = { loot, claims: claims.take() };
      loot = createHeldLoot();
      size = 0;
      return taken;
    },
  };
}

import { createClaimBuffer } from '../../../domain/families/counting/claim_buffer.ts';
import type { EvidenceBatch, InstallClaim } from '../../../domain/ports/evidence.ts';
import { createHeldLoot, type HeldLoot } from './loot/held_loot.ts';

/** Buffered evidence, to be written in key order. */
export interface TakenEvidence {
  readonly loot: HeldLoot;
  readonly claims: Iterable<InstallClaim>;
}

/** A buffer for many batches of evidence, which together write each page once instead of once each. */
export interface HeldEvidence {
  /** Adds a batch to the buffer. Returns true if the buffer is full. */
  add(batch: Pick<EvidenceBatch, 'loot' | 'claims'>): boolean;
  readonly isEmpty: boolean;
  /** Returns the contents of the buffer and empties it. */
  take(): TakenEvidence;
}

/** Maximum size of the buffered loot in bytes, and of the buffered claims in units of `claimSize`, about 116 MB. */
const HELD_LOOT_MAX = 100_000_000;
const HELD_CLAIMS_MAX = 1_250_000;

export function createHeldEvidence(heldMax?: number): HeldEvidence {
  const claims = createClaimBuffer();
  let loot = createHeldLoot();
  return {
    add: (batch) => {
      loot.add(batch.loot);
      for (const claim of batch.claims) claims.add(claim);
      return loot.bytes >= (heldMax ?? HELD_LOOT_MAX) || claims.size >= (heldMax ?? HELD_CLAIMS_MAX);
    },
    get isEmpty() {
      return claims.size === 0 && loot.bytes === 0;
    },
    take: () => {
      const taken = { loot, claims: claims.take() };
      loot = createHeldLoot();
      return taken;
    },
  };
}

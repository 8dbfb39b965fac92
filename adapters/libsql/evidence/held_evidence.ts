import { createClaimBuffer } from '../../../domain/families/counting/claim_buffer.ts';
import type { EvidenceBatch, InstallClaim } from '../../../domain/ports/evidence.ts';
import { createLootBuffer, type LootBuffer } from './loot/held_loot.ts';

/** Buffered evidence, to be written in key order. */
export interface TakenEvidence {
  readonly loot: LootBuffer;
  readonly claims: Iterable<InstallClaim>;
}

/** A buffer for many batches of evidence, which together write each page once instead of once each. */
export interface EvidenceBuffer {
  /** Adds a batch to the buffer. Returns true if the buffer is full. */
  add(batch: Pick<EvidenceBatch, 'loot' | 'claims'>): boolean;
  readonly isEmpty: boolean;
  /** Returns the contents of the buffer and empties it. */
  take(): TakenEvidence;
}

/** Maximum size of the buffered loot in bytes, and of the buffered claims in units of `measureClaim`, about 116 MB. */
const LOOT_BUFFER_MAX = 100_000_000;
const CLAIM_BUFFER_MAX = 1_250_000;

export function createEvidenceBuffer(heldMax?: number): EvidenceBuffer {
  const claims = createClaimBuffer();
  let loot = createLootBuffer();
  return {
    add: (batch) => {
      loot.add(batch.loot);
      for (const claim of batch.claims) claims.add(claim);
      return loot.bytes >= (heldMax ?? LOOT_BUFFER_MAX) || claims.size >= (heldMax ?? CLAIM_BUFFER_MAX);
    },
    get isEmpty() {
      return claims.size === 0 && loot.bytes === 0;
    },
    take: () => {
      const taken = { loot, claims: claims.take() };
      loot = createLootBuffer();
      return taken;
    },
  };
}

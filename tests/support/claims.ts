import { createClaimBuffer } from '../../domain/families/counting/claim_buffer.ts';
import type { InstallClaim } from '../../domain/ports/evidence.ts';

/** Default time of test claims. */
export const T0 = Date.parse('2026-01-10T00:00:00Z');

export type ClaimSketch = Partial<InstallClaim> & { readonly hours?: number };

/** A test claim, made some hours after T0. */
export function claim({ hours = 0, ...rest }: ClaimSketch = {}): InstallClaim {
  const atMs = T0 + hours * 3_600_000;
  return {
    rollup: 'names',
    subject: 's',
    field: 'f',
    installN: 1,
    value: 'v',
    atMs,
    tie: 'aa',
    firstMs: atMs,
    ...rest,
  };
}

/** Reduces claims to one per roll-up, subject, field and install. */
export function gatherClaims(claims: Iterable<InstallClaim>): readonly InstallClaim[] {
  const buffer = createClaimBuffer();
  for (const one of claims) buffer.add(one);
  return [...buffer.take()];
}

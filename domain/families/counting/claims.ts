import type { InstallClaim } from '../../ports/evidence.ts';
import { toUtcDay } from '../../values/instant.ts';
import type { ClaimFamily } from './family.ts';

/**
 * Rules for adding up claims. Only an install's newest report on a field counts: the one with the greatest `atMs`, then
 * the smaller `tie`, then the smaller value by code units. If values are sets (`joins`), the union of an install's sets
 * counts. A tally counts the installs reporting a value. All operations are commutative, so reports may be batched and
 * ordered in any way (contract, section 3, Agreed values).
 */

/** Traits of a roll-up that the evidence store needs to store its claims. */
export interface ClaimRules {
  readonly shape: ClaimFamily['shape'];
  /** True if tallies store the first and last days of their reports. Always false for roll-ups that are not tallied. */
  readonly dated: boolean;
}

export type RulesByFamily = ReadonlyMap<string, ClaimRules>;

export interface RollupSubject {
  readonly rollup: string;
  readonly subject: string;
}

/** Changes caused by claims. Subjects of daily roll-ups are never dirty, because they are always recomputed. */
export interface ChangedClaims {
  /** Claims to upsert by key. */
  readonly rows: readonly InstallClaim[];
  /** Subjects whose facts may have changed. */
  readonly dirty: readonly RollupSubject[];
}

// Strings in records have no control characters (contract, section 2, Text), so a line feed can separate a key's parts.
export function formatSubjectKey({ rollup, subject }: RollupSubject): string {
  return `${rollup}\n${subject}`;
}

function isNewer(one: InstallClaim, than: InstallClaim): boolean {
  if (one.atMs !== than.atMs) return one.atMs > than.atMs;
  if (one.tie !== than.tie) return one.tie < than.tie;
  return one.value < than.value;
}

/**
 * Returns the newer of two claims, with the earlier `firstMs` of the two, or the union if they are sets. Returns `kept`
 * itself if nothing changes.
 */
export function pickNewerClaim(kept: InstallClaim, claim: InstallClaim): InstallClaim {
  if (claim.joins === true) {
    const value = mergeJoins(kept.value, claim.value);
    return value === kept.value ? kept : { ...claim, value };
  }
  const newer = isNewer(claim, kept) ? claim : kept;
  const firstMs = Math.min(kept.firstMs, claim.firstMs);
  return newer.firstMs === firstMs ? newer : { ...newer, firstMs };
}

function mergeJoins(a: string, b: string): string {
  return a === b ? a : (BigInt(`0x${a}`) | BigInt(`0x${b}`)).toString(16);
}

/** Number of characters in a claim that use about as much memory as one row. */
const ROW_OVERHEAD_CHARS = 64;

/** Returns how much memory a claim uses, in rows. Long claims count as several. */
export function measureClaim({ subject, value }: Pick<InstallClaim, 'subject' | 'value'>): number {
  return 1 + Math.floor((subject.length + value.length) / ROW_OVERHEAD_CHARS);
}

/**
 * Returns the changes caused by a gathered batch. `kept` has the stored claim with the same key for each claim. A
 * subject is dirty if a claim is new or its value changed, or if the roll-up stores days and the claim's days changed.
 */
export function mergeClaims(
  kept: readonly (InstallClaim | undefined)[],
  incoming: readonly InstallClaim[],
  rollups: RulesByFamily,
): ChangedClaims {
  const rows: InstallClaim[] = [];
  const dirty = new Map<string, RollupSubject>();
  for (const [i, claim] of incoming.entries()) {
    const before = kept[i];
    const now = before === undefined ? claim : pickNewerClaim(before, claim);
    if (now === before) continue;
    rows.push(now);
    const { shape, dated } = findClaimRules(rollups, claim.rollup);
    if (shape === 'daily') continue;
    if (before?.value === now.value && !(dated && hasDifferentDays(before, now))) continue;
    dirty.set(formatSubjectKey(claim), claim);
  }
  return { rows, dirty: [...dirty.values()] };
}

function hasDifferentDays(a: InstallClaim, b: InstallClaim): boolean {
  return toUtcDay(a.firstMs) !== toUtcDay(b.firstMs) || toUtcDay(a.atMs) !== toUtcDay(b.atMs);
}

/** Throws if the roll-up is unknown. That would be a bug, because the roll-ups are fixed when a database is created. */
export function findClaimRules(rollups: RulesByFamily, rollup: string): ClaimRules {
  const traits = rollups.get(rollup);
  if (traits === undefined) throw new Error(`no roll-up is called ${rollup}`);
  return traits;
}

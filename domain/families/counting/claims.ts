import type { InstallClaim } from '../../ports/evidence.ts';
import type { Tally } from '../../ports/facts.ts';
import { dayOf } from '../../values/instant.ts';
import { weighWitness } from '../../values/witnesses.ts';
import { type DayMove, type DaySpan, movedDays, NO_DAYS, sameDays } from './days.ts';
import type { ClaimFamily } from './family.ts';

/**
 * Rules for adding up claims. Only an install's newest report on a field counts: the one with the greatest `atMs`, then
 * the smaller `tie`, then the smaller value by code units. If values are sets (`joins`), the union of an install's sets
 * counts. A tally counts the installs reporting a value. All operations are commutative, so reports may be batched and
 * ordered in any way (contract, section 3, Agreed values).
 */

/** Traits of a roll-up that the evidence store needs to store its claims. */
export interface ClaimTraits {
  readonly shape: ClaimFamily['shape'];
  /** True if tallies store the first and last days of their reports. Always false for roll-ups that are not tallied. */
  readonly dated: boolean;
}

export type TraitsByFamily = ReadonlyMap<string, ClaimTraits>;

export interface SubjectName {
  readonly rollup: string;
  readonly subject: string;
}

interface ValueName extends SubjectName {
  readonly field: string;
  readonly value: string;
}

/** A tally as stored in the evidence. `installs` is a stored count (domain/values/witnesses.ts). */
export interface StoredTally extends SubjectName, Tally {}

/** Change in the tally of one value, caused by a batch of reports. */
export interface TallyChange extends ValueName {
  readonly installs: number;
  /** Changes in the days of individual installs. Empty if the roll-up does not store days. */
  readonly days: readonly DayMove[];
}

export interface ClaimChanges {
  /** Claims to upsert by key. */
  readonly rows: readonly InstallClaim[];
  readonly tallies: readonly TallyChange[];
  /** Subjects of witnessed roll-ups whose facts may have changed. */
  readonly dirty: readonly SubjectName[];
}

export interface MergedTallies {
  /** Tallies to upsert by key. */
  readonly set: readonly StoredTally[];
  /** Tallies in `set` that lost a stored day, so their days must be recomputed from the claims. */
  readonly respan: readonly StoredTally[];
  /** Tallies that no install supports any more. */
  readonly gone: readonly StoredTally[];
  readonly dirty: readonly SubjectName[];
}

// Strings in records have no control characters (contract, section 2, Text), so a line feed can separate a key's parts.
export function subjectKey({ rollup, subject }: SubjectName): string {
  return `${rollup}\n${subject}`;
}
function claimKey({ rollup, subject, field, installN }: InstallClaim): string {
  return `${rollup}\n${subject}\n${field}\n${installN}`;
}
export function tallyKey({ rollup, subject, field, value }: ValueName): string {
  return `${rollup}\n${subject}\n${field}\n${value}`;
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
function newerOf(kept: InstallClaim, claim: InstallClaim): InstallClaim {
  if (claim.joins === true) {
    const value = unionOf(kept.value, claim.value);
    return value === kept.value ? kept : { ...claim, value };
  }
  const newer = isNewer(claim, kept) ? claim : kept;
  const firstMs = Math.min(kept.firstMs, claim.firstMs);
  return newer.firstMs === firstMs ? newer : { ...newer, firstMs };
}

function unionOf(a: string, b: string): string {
  return a === b ? a : (BigInt(`0x${a}`) | BigInt(`0x${b}`)).toString(16);
}

/** Number of characters in a claim that use about as much memory as one row. */
const CHARS_OF_A_ROW = 64;

/** Returns how much memory a claim uses, in rows. Long claims count as several. */
export function claimSize({ subject, value }: Pick<InstallClaim, 'subject' | 'value'>): number {
  return 1 + Math.floor((subject.length + value.length) / CHARS_OF_A_ROW);
}

/** Collects claims and keeps one per roll-up, subject, field and install. */
export function createClaimBuffer() {
  let newest = new Map<string, InstallClaim>();
  return {
    /** Returns true if the buffer had no claim with the same key. */
    add: (claim: InstallClaim): boolean => {
      const key = claimKey(claim);
      const kept = newest.get(key);
      newest.set(key, kept === undefined ? claim : newerOf(kept, claim));
      return kept === undefined;
    },
    get size(): number {
      return newest.size;
    },
    /** Returns the claims and empties the buffer. */
    take: (): readonly InstallClaim[] => {
      const taken = [...newest.values()];
      newest = new Map();
      return taken;
    },
  };
}

/**
 * Returns the changes caused by a gathered batch. `kept` are the stored claims with the same keys. If an install
 * changes its vote, the vote moves from the old value to the new one. A repeated claim changes nothing.
 */
export function mergeClaims(
  kept: readonly InstallClaim[],
  incoming: readonly InstallClaim[],
  rollups: TraitsByFamily,
): ClaimChanges {
  const stored = new Map(kept.map((claim) => [claimKey(claim), claim]));
  const rows: InstallClaim[] = [];
  const tallies: TallyChange[] = [];
  const dirty: SubjectName[] = [];
  for (const claim of incoming) {
    const before = stored.get(claimKey(claim));
    const now = before === undefined ? claim : newerOf(before, claim);
    if (now === before) continue;
    rows.push(now);
    const moved = before?.value !== now.value;
    const { shape, dated } = traitsOf(rollups, claim.rollup);
    if (shape === 'witnessed' && moved) dirty.push(claim);
    if (shape !== 'tallied') continue;
    if (moved && before !== undefined) tallies.push(leaving(before, dated));
    if (moved || dated) {
      const from = moved || before === undefined ? null : spanOf(before);
      tallies.push({
        ...nameOf(now),
        installs: moved ? weighWitness(now.installN) : 0,
        days: dated ? [{ from, to: spanOf(now) }] : [],
      });
    }
  }
  return { rows, tallies, dirty: distinct(dirty) };
}

/** Returns the changes caused by removing these claims. Daily roll-ups are always recomputed from scratch. */
export function removeClaims(
  claims: readonly InstallClaim[],
  rollups: TraitsByFamily,
): Pick<ClaimChanges, 'tallies' | 'dirty'> {
  const of = (shape: ClaimTraits['shape']) => claims.filter(({ rollup }) => traitsOf(rollups, rollup).shape === shape);
  return {
    tallies: of('tallied').map((claim) => leaving(claim, traitsOf(rollups, claim.rollup).dated)),
    dirty: distinct(of('witnessed')),
  };
}

/** Applies `changes` to the stored tallies with the same keys. A subject is dirty if installs or days changed. */
export function mergeTallies(kept: readonly StoredTally[], changes: readonly TallyChange[]): MergedTallies {
  const stored = new Map(kept.map((tally) => [tallyKey(tally), tally]));
  const set: StoredTally[] = [];
  const respan: StoredTally[] = [];
  const gone: StoredTally[] = [];
  for (const [key, change] of sumUp(changes)) {
    const before = stored.get(key);
    const installs = (before?.installs ?? 0) + change.installs;
    if (installs < 0) throw new Error('a tally fell below zero');
    if (installs === 0) {
      if (before !== undefined) gone.push(before);
      continue;
    }
    const { firstDays, lastDays } = before ?? NO_DAYS;
    const moved = movedDays({ firstDays, lastDays }, change.days);
    const tally = { ...nameOf(change), installs, ...(moved ?? { firstDays, lastDays }) };
    if (moved === null) respan.push(tally);
    else if (before !== undefined && installs === before.installs && sameDays(moved, before)) continue;
    set.push(tally);
  }
  return { set, respan, gone, dirty: distinct([...set, ...gone]) };
}

interface TallySum extends ValueName {
  installs: number;
  readonly days: DayMove[];
}

function sumUp(changes: readonly TallyChange[]): ReadonlyMap<string, TallySum> {
  const sums = new Map<string, TallySum>();
  for (const change of changes) {
    const key = tallyKey(change);
    const sum = sums.get(key);
    if (sum === undefined) {
      sums.set(key, { ...nameOf(change), installs: change.installs, days: [...change.days] });
    } else {
      sum.installs += change.installs;
      sum.days.push(...change.days);
    }
  }
  return sums;
}

function leaving(claim: InstallClaim, dated: boolean): TallyChange {
  return {
    ...nameOf(claim),
    installs: -weighWitness(claim.installN),
    days: dated ? [{ from: spanOf(claim), to: null }] : [],
  };
}

function nameOf({ rollup, subject, field, value }: ValueName): ValueName {
  return { rollup, subject, field, value };
}

function spanOf({ firstMs, atMs }: InstallClaim): DaySpan {
  return [dayOf(firstMs), dayOf(atMs)];
}

function distinct(names: readonly SubjectName[]): readonly SubjectName[] {
  return [
    ...new Map(names.map(({ rollup, subject }) => [subjectKey({ rollup, subject }), { rollup, subject }])).values(),
  ];
}

/** Throws if the roll-up is unknown. That would be a bug, because the roll-ups are fixed when a database is created. */
export function traitsOf(rollups: TraitsByFamily, rollup: string): ClaimTraits {
  const traits = rollups.get(rollup);
  if (traits === undefined) throw new Error(`no roll-up is called ${rollup}`);
  return traits;
}

import type { InstallClaim } from '../../ports/evidence.ts';
import type { Tally } from '../../ports/facts.ts';
import { weighWitness } from '../../values/witnesses.ts';
import { type DayMove, type DaySpan, movedDays, NO_DAYS, sameDays } from './days.ts';
import { type ClaimFamily, dayOf } from './family.ts';

/**
 * How claims add up, for every roll-up alike: of what an install says of a field the newest report stands (greatest
 * `atMs`, then the smaller `tie`, then the smaller value, by code units), and a tally counts the installs behind a value.
 * Everything here commutes: reports may be cut into batches and ordered at will (contract, section 3, Agreed values).
 */

/** What the evidence has to know of a roll-up to keep its claims. */
export interface ClaimTraits {
  readonly shape: ClaimFamily['shape'];
  /** Its tallies hold the first and last days of the reports behind them; false for every other shape. */
  readonly dated: boolean;
}

export type TraitsByFamily = ReadonlyMap<string, ClaimTraits>;

/** A claim as it stands in the evidence. */
export type KeptClaim = InstallClaim;

export interface SubjectName {
  readonly rollup: string;
  readonly subject: string;
}

/** A tally as it stands in the evidence: `installs` is a kept count (domain/values/witnesses.ts). */
export interface KeptTally extends SubjectName, Tally {}

/** What reports do to the tally of one value. */
export interface TallyChange extends SubjectName {
  readonly field: string;
  readonly value: string;
  /** What came to the kept count of its installs. */
  readonly installs: number;
  /** What became of the days of single installs; none where the roll-up is not dated. */
  readonly days: readonly DayMove[];
}

export interface ClaimChanges {
  /** Claims to keep, each in place of what stood under its key. */
  readonly rows: readonly KeptClaim[];
  readonly tallies: readonly TallyChange[];
  /** Subjects of witnessed roll-ups whose facts may have changed. Those of tallied ones follow from the tallies. */
  readonly dirty: readonly SubjectName[];
}

export interface MergedTallies {
  /** Tallies to keep, each in place of what stood under its key. */
  readonly set: readonly KeptTally[];
  /** Tallies among `set` whose days have to be read again from the claims left: one of the kept days went. */
  readonly respan: readonly KeptTally[];
  /** Tallies that no install is behind any more. */
  readonly gone: readonly KeptTally[];
  readonly dirty: readonly SubjectName[];
}

// No text of a record holds a control character (contract, section 2, Text), so a line end keeps parts of a key apart.
export function subjectKey({ rollup, subject }: SubjectName): string {
  return `${rollup}\n${subject}`;
}
function claimKey({ rollup, subject, field, installN }: InstallClaim): string {
  return `${rollup}\n${subject}\n${field}\n${installN}`;
}
export function tallyKey({
  rollup,
  subject,
  field,
  value,
}: Omit<KeptTally, 'installs' | 'firstDays' | 'lastDays'>): string {
  return `${rollup}\n${subject}\n${field}\n${value}`;
}

function isNewer(one: InstallClaim, than: InstallClaim): boolean {
  if (one.atMs !== than.atMs) return one.atMs > than.atMs;
  if (one.tie !== than.tie) return one.tie < than.tie;
  return one.value < than.value;
}

/** The newer of two claims under one key, with the first report of both; `kept` itself where that changes nothing. */
function newerOf(kept: InstallClaim, claim: InstallClaim): InstallClaim {
  const newer = isNewer(claim, kept) ? claim : kept;
  const firstMs = Math.min(kept.firstMs, claim.firstMs);
  return newer.firstMs === firstMs ? newer : { ...newer, firstMs };
}

/** Reduces the claims of one batch to one for each roll-up, subject, field and install. */
export function gatherClaims(claims: Iterable<InstallClaim>): readonly InstallClaim[] {
  const newest = new Map<string, InstallClaim>();
  for (const claim of claims) {
    const key = claimKey(claim);
    const kept = newest.get(key);
    newest.set(key, kept === undefined ? claim : newerOf(kept, claim));
  }
  return [...newest.values()];
}

/**
 * What a gathered batch changes. `kept` are the claims that stand under the batch's keys. A vote that moves leaves one
 * value and comes to another; a repeat changes nothing.
 */
export function mergeClaims(
  kept: readonly KeptClaim[],
  incoming: readonly InstallClaim[],
  rollups: TraitsByFamily,
): ClaimChanges {
  const standing = new Map(kept.map((claim) => [claimKey(claim), claim]));
  const rows: KeptClaim[] = [];
  const tallies: TallyChange[] = [];
  const dirty: SubjectName[] = [];
  for (const claim of incoming) {
    const before = standing.get(claimKey(claim));
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

/** What it changes that these claims go. Daily roll-ups are computed anew as a whole, so none of their subjects is dirty. */
export function removeClaims(
  claims: readonly KeptClaim[],
  rollups: TraitsByFamily,
): Pick<ClaimChanges, 'tallies' | 'dirty'> {
  const of = (shape: ClaimTraits['shape']) => claims.filter(({ rollup }) => traitsOf(rollups, rollup).shape === shape);
  return {
    tallies: of('tallied').map((claim) => leaving(claim, traitsOf(rollups, claim.rollup).dated)),
    dirty: distinct(of('witnessed')),
  };
}

/**
 * The tallies behind `changes`; `kept` are those that stand under their keys. A subject is dirty where a tally's installs
 * changed, or its days.
 */
export function mergeTallies(kept: readonly KeptTally[], changes: readonly TallyChange[]): MergedTallies {
  const standing = new Map(kept.map((tally) => [tallyKey(tally), tally]));
  const set: KeptTally[] = [];
  const respan: KeptTally[] = [];
  const gone: KeptTally[] = [];
  for (const [key, change] of sumUp(changes)) {
    const before = standing.get(key);
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

/** Changes of the same value added up. */
function sumUp(changes: readonly TallyChange[]): ReadonlyMap<string, TallyChange> {
  const sums = new Map<string, TallyChange>();
  for (const change of changes) {
    const key = tallyKey(change);
    const sum = sums.get(key);
    sums.set(
      key,
      sum === undefined
        ? change
        : { ...sum, installs: sum.installs + change.installs, days: [...sum.days, ...change.days] },
    );
  }
  return sums;
}

function leaving(claim: KeptClaim, dated: boolean): TallyChange {
  return {
    ...nameOf(claim),
    installs: -weighWitness(claim.installN),
    days: dated ? [{ from: spanOf(claim), to: null }] : [],
  };
}

function nameOf({ rollup, subject, field, value }: Pick<KeptTally, 'rollup' | 'subject' | 'field' | 'value'>) {
  return {
    rollup,
    subject,
    field,
    value,
  };
}

function spanOf({ firstMs, atMs }: KeptClaim): DaySpan {
  return [dayOf(firstMs), dayOf(atMs)];
}

function distinct(names: readonly SubjectName[]): readonly SubjectName[] {
  return [
    ...new Map(names.map(({ rollup, subject }) => [subjectKey({ rollup, subject }), { rollup, subject }])).values(),
  ];
}

/** Which roll-ups there are is settled when a database is made: one that is not known is a fault of ours. */
export function traitsOf(rollups: TraitsByFamily, rollup: string): ClaimTraits {
  const traits = rollups.get(rollup);
  if (traits === undefined) throw new Error(`no roll-up is called ${rollup}`);
  return traits;
}

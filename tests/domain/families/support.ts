import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type {
  AnonymousRecord,
  ClaimFamily,
  DailyFamily,
  InstallTestimony,
  TalliedFamily,
  WitnessedFamily,
} from '../../../domain/families/counting/family.ts';
import { formatStoredBody } from '../../../domain/intake/judge.ts';
import type { CoveringGrant, FactBody, SubjectFact, Tally, Witness } from '../../../domain/ports/facts.ts';
import { toUtcDay } from '../../../domain/values/instant.ts';
import { DEFAULT_LOCALE, findTextLanguage, type Locale } from '../../../domain/values/language.ts';
import { parseRecord } from '../../../schema/parse_record.ts';
import type { RecordKindName } from '../../../schema/record_kinds.ts';
import type { Game } from '../../../schema/vocabulary.ts';
import { joined } from '../../doubles/evidence_claims.ts';
import { countsOf } from '../../doubles/families.ts';
import { SEEN_AT } from '../../support/world.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A record sent by one install. A test gives the fields it cares about, and the rest are filled in. */
export interface Report {
  readonly install: number;
  readonly kind: RecordKindName;
  readonly fields: Fields;
  readonly at?: string;
  readonly receivedAt?: string;
  readonly grants?: readonly CoveringGrant[];
  /**
   * The client language that the upload declares. By default it declares none, which usually counts as the instance's
   * language.
   */
  readonly locale?: string;
  /** The folder's game, which is unknown by default. */
  readonly game?: Game;
}

/** A claim as the evidence keeps it: the newest of its subject, field and install. */
interface Kept extends InstallTestimony {
  readonly tie: string;
  readonly firstMs: number;
}

/**
 * Returns the report that counts: the newer one, then the one with the smaller tie, then the one with the smaller
 * value.
 */
function stands(a: Kept, b: Kept): Kept {
  const [winner, loser] =
    a.atMs !== b.atMs
      ? a.atMs > b.atMs
        ? [a, b]
        : [b, a]
      : a.tie !== b.tie
        ? a.tie < b.tie
          ? [a, b]
          : [b, a]
        : a.value <= b.value
          ? [a, b]
          : [b, a];
  return { ...winner!, firstMs: Math.min(winner!.firstMs, loser!.firstMs) };
}

/**
 * Computes the evidence of a family in the simplest way: parses every report as intake does, and folds claims by the
 * rules of the port. Reports are numbered in the given order.
 */
function keptOf(rollup: ClaimFamily, reports: readonly Report[], own: Locale = DEFAULT_LOCALE): readonly Kept[] {
  const kept = new Map<string, Kept>();
  reports.forEach(({ install, kind, fields, at = SEEN_AT, receivedAt, grants = [], locale = null, game }, i) => {
    // As on the wire, where a field that is undefined is absent.
    const sent: unknown = JSON.parse(
      JSON.stringify({ kind, installId: 'install-00000001', capturedAt: at, ...fields }),
    );
    const verdict = parseRecord(sent);
    assert.ok(verdict.ok, `${kind}: ${JSON.stringify(verdict)}`);
    const body = formatStoredBody(verdict.record);
    const told = JSON.parse(body) as AnonymousRecord;
    if (!rollup.kinds.includes(told.kind)) return;
    const atMs = Date.parse(at);
    const tie = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const about = {
      seq: i + 1,
      capturedAtMs: atMs,
      receivedAtMs: Date.parse(receivedAt ?? at),
      grants,
      language: findTextLanguage(locale, own),
      ...(game === undefined ? {} : { game }),
    };
    for (const { subject, field, value, joins } of rollup.claims(told, about)) {
      const claim = { subject, field, value, installN: install, atMs, firstMs: atMs, tie };
      const key = JSON.stringify([subject, field, install]);
      const before = kept.get(key);
      if (joins && before !== undefined) kept.set(key, { ...before, value: joined(before.value, value) });
      else kept.set(key, before === undefined ? claim : stands(before, claim));
    }
  });
  return [...kept.values()].sort(
    (a, b) => compare(a.field, b.field) || a.installN - b.installN || compare(a.subject, b.subject),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function bySubject<T extends { readonly subject: string }>(list: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const subjects = new Map<string, T[]>();
  for (const entry of list) subjects.set(entry.subject, [...(subjects.get(entry.subject) ?? []), entry]);
  return subjects;
}

/** Returns how many installs claim each value of a subject, ordered by field and value. */
export function tallyOf(
  rollup: TalliedFamily,
  reports: readonly Report[],
  own: Locale = DEFAULT_LOCALE,
): ReadonlyMap<string, readonly Tally[]> {
  return new Map(
    [...bySubject(keptOf(rollup, reports, own))].map(([subject, kept]) => [subject, talliesOf(rollup, kept)]),
  );
}

function talliesOf(rollup: TalliedFamily, kept: readonly Kept[]): readonly Tally[] {
  const tallies = new Map<string, Tally>();
  const witnesses = new Map<string, number[]>();
  for (const { field, value, installN, atMs, firstMs } of kept) {
    const key = JSON.stringify([field, value]);
    const before = tallies.get(key);
    witnesses.set(key, [...(witnesses.get(key) ?? []), installN]);
    tallies.set(key, {
      field,
      value,
      ...countsOf(witnesses.get(key)!),
      firstDays: rollup.dated
        ? [...(before?.firstDays ?? []), toUtcDay(firstMs)].sort((a, b) => a - b).slice(0, 3)
        : [],
      lastDays: rollup.dated ? [...(before?.lastDays ?? []), toUtcDay(atMs)].sort((a, b) => b - a).slice(0, 3) : [],
    });
  }
  return [...tallies.values()].sort((a, b) => compare(a.field, b.field) || compare(a.value, b.value));
}

/** Returns what each install claims about a subject, ordered by field and install. */
export function witnessesOf(
  rollup: WitnessedFamily,
  reports: readonly Report[],
): ReadonlyMap<string, readonly Witness[]> {
  return new Map(
    [...bySubject(keptOf(rollup, reports))].map(([subject, kept]) => [
      subject,
      kept.map(({ installN, field, value, atMs }) => ({ installN, field, value, atMs })),
    ]),
  );
}

export function testimoniesOf(rollup: DailyFamily, reports: readonly Report[]): readonly InstallTestimony[] {
  return keptOf(rollup, reports).map(({ subject, installN, field, value, atMs }) => ({
    subject,
    installN,
    field,
    value,
    atMs,
  }));
}

/** Returns the public facts of all subjects after these reports, keyed by subject. */
export function factsOf(
  rollup: TalliedFamily | WitnessedFamily,
  reports: readonly Report[],
  own: Locale = DEFAULT_LOCALE,
): Readonly<Record<string, FactBody>> {
  const facts =
    rollup.shape === 'tallied'
      ? [...tallyOf(rollup, reports, own)].map(
          ([subject, tallies]) => [subject, rollup.facts(subject, tallies)] as const,
        )
      : [...witnessesOf(rollup, reports)].map(([subject, seen]) => [subject, rollup.facts(subject, seen)] as const);
  return Object.fromEntries(facts.filter(([, body]) => body !== null)) as Record<string, FactBody>;
}

/** Returns the facts of a daily family for a day (YYYY-MM-DD). Testimonies are passed in slices. */
export function dailyFacts(
  rollup: DailyFamily,
  day: string,
  slices: readonly (readonly InstallTestimony[])[],
): readonly SubjectFact<object>[] {
  const survey = rollup.count(toUtcDay(Date.parse(day)));
  for (const told of slices) survey.survey(told);
  const count = survey.counted();
  for (const told of slices) count.add(told);
  return count.facts();
}

/** Returns the facts that a daily family makes public for a day (YYYY-MM-DD), keyed by subject. */
export function dailyFactsOf(
  rollup: DailyFamily,
  day: string,
  reports: readonly Report[],
): Readonly<Record<string, object>> {
  // Each subject gets its own slice, because slicing must not matter.
  const slices = [...bySubject(testimoniesOf(rollup, reports)).values()];
  return Object.fromEntries(dailyFacts(rollup, day, slices).map(({ subject, body }) => [subject, body]));
}

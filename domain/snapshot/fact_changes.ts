import { DAYS_BACK } from '../../schema/limits.ts';
import type { ClaimFamily, DailyFamily, Family, InstallTestimony, WindowFamily } from '../families/counting/family.ts';
import { isGatheredSource } from '../families/counting/loot_source.ts';
import { addLooterTally, coverage, formatSourceSubject, parseSource } from '../families/coverage.ts';
import { drops } from '../families/drops.ts';
import { edges, parseEdgeSubject } from '../families/edges.ts';
import { computeMarketFacts, createMarketCounter } from '../families/market.ts';
import { FAMILIES } from '../families/mod.ts';
import type { CorpusWithdrawal } from '../ports/corpus.ts';
import type { ObservedEdge } from '../ports/edges.ts';
import type {
  ChangedEvidence,
  DirtyMarket,
  DirtySource,
  EvidenceWithdrawals,
  TalliedSubject,
} from '../ports/evidence.ts';
import type { FactUpdate } from '../ports/facts.ts';
import type { MarketFacts } from '../ports/market.ts';
import type { SnapshotPart } from '../ports/snapshots.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { mapInOrder } from '../values/map_in_order.ts';
import { type DropCountingRules, yieldDropChanges, yieldPages, yieldSourcePages } from './drop_changes.ts';

/** Number of subjects read at a time, or fewer if there are many reports about them. */
const SUBJECTS_PER_PAGE = 5_000;
/** Number of market days read at a time. Each may contain the scans of many installs. */
const MARKET_DAYS_PER_PAGE = 500;
/** Maximum age in days of reports that count in daily roll-ups, plus one day of margin. */
const DAILY_WINDOW_DAYS = DAYS_BACK.daily + 1;

export const EMPTY_SNAPSHOT_PART: SnapshotPart = {
  corpusWithdrawals: [],
  drops: [],
  edges: [],
  facts: [],
  wholeFamilies: [],
  market: [],
};

/**
 * Yields all changes in parts. Recomputes daily roll-ups for `day`, or leaves them
 * unchanged if it is null.
 */
export async function* yieldFactChanges(
  evidence: ChangedEvidence & EvidenceWithdrawals,
  rules: DropCountingRules,
  day: number | null,
): AsyncGenerator<SnapshotPart> {
  yield* yieldWithdrawals(evidence);
  for (const family of FAMILIES) {
    if (family === drops) {
      // The sources of gathering are among them.
      for await (const part of yieldDropChanges(evidence, rules)) yield { ...EMPTY_SNAPSHOT_PART, ...part };
    } else if (family.shape !== 'windows') yield* yieldFamilyChanges(evidence, family, day);
  }
}

async function* yieldFamilyChanges(
  evidence: ChangedEvidence,
  family: Exclude<Family, WindowFamily>,
  day: number | null,
): AsyncGenerator<SnapshotPart> {
  if (family === coverage) yield* yieldCoverageParts(evidence);
  else if (family.shape === 'scans') yield* yieldMarketParts(evidence);
  else if (family.shape !== 'daily') yield* yieldClaimParts(evidence, family);
  else if (day !== null) yield await buildDailyPart(evidence, family, day);
}

/**
 * Yields coverage facts of subjects with new reports and of sources whose looters changed, because loot coverage is also
 * derived from loot windows (domain/families/coverage.ts). A fact may appear twice.
 */
async function* yieldCoverageParts(evidence: ChangedEvidence): AsyncGenerator<SnapshotPart> {
  for await (const page of yieldPages((after) => evidence.dirtyTallies(coverage.name, after, SUBJECTS_PER_PAGE))) {
    yield await toCoveragePart(evidence, page);
  }
  for await (const page of yieldSourcePages(evidence))
    yield* yieldSourceCoverage(evidence, page.filter(hasNewCoverage));
}

function hasNewCoverage({ reporters, reportersBefore }: DirtySource): boolean {
  return reporters !== reportersBefore && (!isCorroborated(reporters) || !isCorroborated(reportersBefore));
}

/** Yields the coverage facts of sources, including sources without any other reports. */
async function* yieldSourceCoverage(
  evidence: ChangedEvidence,
  sources: readonly DirtySource[],
): AsyncGenerator<SnapshotPart> {
  const left = new Set(sources.flatMap(({ source }) => (isGatheredSource(source) ? [] : formatSourceSubject(source))));
  if (left.size === 0) return;
  for await (const page of yieldPages((after) => evidence.tallies(coverage.name, [...left], after))) {
    for (const { subject } of page) left.delete(subject);
    yield await toCoveragePart(evidence, page);
    if (left.size === 0) return;
  }
  yield await toCoveragePart(
    evidence,
    [...left].map((subject) => ({ subject, tallies: [] })),
  );
}

async function toCoveragePart(evidence: ChangedEvidence, subjects: readonly TalliedSubject[]): Promise<SnapshotPart> {
  const sources = subjects.map(({ subject }) => parseSource(subject));
  const looters = await evidence.looters(sources.filter((source) => source !== null));
  let next = 0;
  const facts = subjects.map(({ subject, tallies }, i) => {
    const source = sources[i]!;
    const counted = source === null ? tallies : addLooterTally(tallies, source, looters[next++]!);
    return { family: coverage.name, subject, body: coverage.facts(subject, counted) };
  });
  return { ...EMPTY_SNAPSHOT_PART, facts };
}

async function* yieldMarketParts(evidence: ChangedEvidence): AsyncGenerator<SnapshotPart> {
  for await (const days of yieldPages((after) => evidence.dirtyMarket(after, MARKET_DAYS_PER_PAGE))) {
    yield { ...EMPTY_SNAPSHOT_PART, market: await mapInOrder(days, (one) => computeMarketDay(evidence, one)) };
  }
}

/** Maximum number of withdrawn feed rows per part. */
const WITHDRAWALS_PER_PART = 20_000;

async function* yieldWithdrawals(evidence: EvidenceWithdrawals): AsyncGenerator<SnapshotPart> {
  for (let after: CorpusWithdrawal | null = null; ; ) {
    const page: readonly CorpusWithdrawal[] = await evidence.pendingWithdrawals(after, WITHDRAWALS_PER_PART);
    if (page.length > 0) yield { ...EMPTY_SNAPSHOT_PART, corpusWithdrawals: page };
    if (page.length < WITHDRAWALS_PER_PART) return;
    after = page.at(-1)!;
  }
}

async function* yieldClaimParts(
  evidence: ChangedEvidence,
  family: Exclude<ClaimFamily, DailyFamily>,
): AsyncGenerator<SnapshotPart> {
  const { name } = family;
  if (family.shape === 'tallied') {
    for await (const page of yieldPages((after) => evidence.dirtyTallies(name, after, SUBJECTS_PER_PAGE))) {
      yield createFactPart(
        family,
        page.map(({ subject, tallies }) => ({ family: name, subject, body: family.facts(subject, tallies) })),
      );
    }
    return;
  }
  for await (const page of yieldPages((after) => evidence.dirtyWitnesses(name, after, SUBJECTS_PER_PAGE))) {
    yield createFactPart(
      family,
      page.map(({ subject, witnesses }) => ({ family: name, subject, body: family.facts(subject, witnesses) })),
    );
  }
}

function createFactPart(family: ClaimFamily, facts: readonly FactUpdate[]): SnapshotPart {
  if (family !== edges) return { ...EMPTY_SNAPSHOT_PART, facts };
  return {
    ...EMPTY_SNAPSHOT_PART,
    edges: facts.map(({ subject, body }) => ({ name: parseEdgeSubject(subject), edge: body as ObservedEdge | null })),
  };
}

async function buildDailyPart(evidence: ChangedEvidence, family: DailyFamily, day: number): Promise<SnapshotPart> {
  const survey = family.count(day);
  await readTestimonies(evidence, family, day, survey.survey);
  const count = survey.counted();
  await readTestimonies(evidence, family, day, count.add);
  const facts = count.facts().map(({ subject, body }) => ({ family: family.name, subject, body }));
  return { ...EMPTY_SNAPSHOT_PART, facts, wholeFamilies: [family.name] };
}

async function readTestimonies(
  evidence: ChangedEvidence,
  { name }: DailyFamily,
  day: number,
  take: (testimonies: readonly InstallTestimony[]) => void,
): Promise<void> {
  const fromDay = day - DAILY_WINDOW_DAYS;
  for await (const page of yieldPages((after) => evidence.testimonies(name, fromDay, after, SUBJECTS_PER_PAGE))) {
    take(page.flatMap(({ subject, witnesses }) => witnesses.map((witness) => ({ subject, ...witness }))));
  }
}

async function computeMarketDay(evidence: ChangedEvidence, { subject, scans }: DirtyMarket): Promise<MarketFacts> {
  if (scans !== null) return computeMarketFacts(subject, scans);
  const count = createMarketCounter();
  for await (const page of yieldPages((after) => evidence.marketScans(subject, after))) count.add(page);
  return count.facts(subject);
}

import { DAYS_BACK } from '../../schema/limits.ts';
import type { ClaimFamily, DailyFamily, Family, Testimony } from '../families/counting/family.ts';
import { coverage } from '../families/coverage.ts';
import { edgeOfSubject, edges } from '../families/edges.ts';
import { createMarketCount, marketFacts } from '../families/market.ts';
import { FAMILIES } from '../families/mod.ts';
import type { CorpusWithdrawal } from '../ports/corpus.ts';
import type { EdgeUpdate, ObservedEdge } from '../ports/edges.ts';
import type { ChangedEvidence, DirtyMarket, DirtyPage, EvidenceWithdrawals } from '../ports/evidence.ts';
import type { FactUpdate } from '../ports/facts.ts';
import type { MarketFacts } from '../ports/market.ts';
import type { SnapshotPart } from '../ports/snapshots.ts';
import { coverageChanges } from './coverage_changes.ts';
import { dropChanges, dropEdgeChanges } from './drop_changes.ts';

/** Subjects read at a time; fewer if there are many reports about them. */
const PAGE_SUBJECTS = 5_000;
/** Market days read at a time. Each may contain the scans of many installs. */
const PAGE_MARKET_DAYS = 500;
/** Age in days up to which reports of daily roll-ups may count, plus one day of margin. */
const DAILY_WINDOW_DAYS = DAYS_BACK.daily + 1;

/** A part without any facts. */
export const NO_FACTS: SnapshotPart = {
  corpusWithdrawals: [],
  drops: [],
  edges: [],
  facts: [],
  wholeFamilies: [],
  market: [],
};

/**
 * Yields everything that changed since the last snapshot, part by part, so that only one page is in memory. `day` is
 * the day for which daily roll-ups are recomputed, or null to leave them unchanged. Throws if the evidence cannot be
 * read.
 */
export async function* factChanges(
  evidence: ChangedEvidence & EvidenceWithdrawals,
  day: number | null,
): AsyncGenerator<SnapshotPart> {
  yield* withdrawals(evidence);
  for (const family of FAMILIES) {
    yield* changesOf(evidence, family, day);
    // Edges from items to the sources that drop them are derived from loot windows.
    if (family === edges) yield* dropRelations(evidence);
  }
}

function changesOf(evidence: ChangedEvidence, family: Family, day: number | null): AsyncGenerator<SnapshotPart> {
  if (family === coverage) return coverageFacts(evidence);
  switch (family.shape) {
    case 'windows':
      return dropFactChanges(evidence);
    case 'scans':
      return marketChanges(evidence);
    case 'daily':
      return dailyChanges(evidence, family, day);
    default:
      return dirtyFacts(evidence, family);
  }
}

async function* dropFactChanges(evidence: ChangedEvidence): AsyncGenerator<SnapshotPart> {
  for await (const drops of dropChanges(evidence)) yield { ...NO_FACTS, drops };
}

/** Loot coverage is derived from windows, too (domain/families/coverage.ts). */
async function* coverageFacts(evidence: ChangedEvidence): AsyncGenerator<SnapshotPart> {
  for await (const facts of coverageChanges(evidence, PAGE_SUBJECTS)) {
    if (facts.length > 0) yield { ...NO_FACTS, facts };
  }
}

/** Yields edges that are derived from loot windows (domain/families/edges.ts). */
async function* dropRelations(evidence: ChangedEvidence): AsyncGenerator<SnapshotPart> {
  for await (const stated of dropEdgeChanges(evidence)) yield { ...NO_FACTS, edges: stated };
}

function marketChanges(evidence: ChangedEvidence): AsyncGenerator<SnapshotPart> {
  return eachPage(
    (after) => evidence.dirtyMarket(after, PAGE_MARKET_DAYS),
    async (days) => {
      const market: MarketFacts[] = [];
      for (const one of days) {
        const facts = await marketOf(evidence, one);
        market.push(facts);
      }
      return { ...NO_FACTS, market };
    },
  );
}

/** Maximum withdrawn feed rows per part. */
const PART_WITHDRAWALS = 20_000;

async function* withdrawals(evidence: EvidenceWithdrawals): AsyncGenerator<SnapshotPart> {
  for (let after: CorpusWithdrawal | null = null; ; ) {
    const page: readonly CorpusWithdrawal[] = await evidence.pendingWithdrawals(after, PART_WITHDRAWALS);
    if (page.length > 0) yield { ...NO_FACTS, corpusWithdrawals: page };
    if (page.length < PART_WITHDRAWALS) return;
    after = page.at(-1)!;
  }
}

function dirtyFacts(
  evidence: ChangedEvidence,
  family: Exclude<ClaimFamily, DailyFamily>,
): AsyncGenerator<SnapshotPart> {
  return family.shape === 'tallied'
    ? eachPage(
        (after) => evidence.dirtyTallies(family.name, after, PAGE_SUBJECTS),
        async (page) =>
          partOf(family, page, ({ subject, tallies }) => [subject, family.facts(subject, tallies)] as const),
      )
    : eachPage(
        (after) => evidence.dirtyWitnesses(family.name, after, PAGE_SUBJECTS),
        async (page) =>
          partOf(family, page, ({ subject, witnesses }) => [subject, family.facts(subject, witnesses)] as const),
      );
}

function partOf<T>(
  family: ClaimFamily,
  page: readonly T[],
  factsOf: (row: T) => readonly [subject: string, body: object | null],
): SnapshotPart {
  const stated = page.map(factsOf);
  if (family !== edges)
    return {
      ...NO_FACTS,
      facts: stated.map(([subject, body]): FactUpdate => ({ family: family.name, subject, body })),
    };
  return {
    ...NO_FACTS,
    edges: stated.map(
      ([subject, body]): EdgeUpdate => ({ name: edgeOfSubject(subject), edge: body as ObservedEdge | null }),
    ),
  };
}

/** Recomputes daily facts for `day`. Leaves them unchanged if `day` is null. */
async function* dailyChanges(
  evidence: ChangedEvidence,
  family: DailyFamily,
  day: number | null,
): AsyncGenerator<SnapshotPart> {
  if (day !== null) yield await dailyFacts(evidence, family, day);
}

async function dailyFacts(evidence: ChangedEvidence, family: DailyFamily, day: number): Promise<SnapshotPart> {
  const survey = family.count(day);
  await eachTestimony(evidence, family, day, survey.survey);
  const count = survey.counted();
  await eachTestimony(evidence, family, day, count.add);
  const facts = count.facts().map(({ subject, body }) => ({ family: family.name, subject, body }));
  return { ...NO_FACTS, facts, wholeFamilies: [family.name] };
}

/** Reads the testimonies that may count for a day, page by page. */
async function eachTestimony(
  evidence: ChangedEvidence,
  { name }: DailyFamily,
  day: number,
  take: (testimonies: readonly Testimony[]) => void,
): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<ChangedEvidence['testimonies']>> = await evidence.testimonies(
      ...([name, day - DAILY_WINDOW_DAYS, after, PAGE_SUBJECTS] as const),
    );
    take(page.rows.flatMap(({ subject, witnesses }) => witnesses.map((witness) => ({ subject, ...witness }))));
    after = page.next;
  }
}

async function marketOf(evidence: ChangedEvidence, { subject, scans }: DirtyMarket): Promise<MarketFacts> {
  if (scans !== null) return marketFacts(subject, scans);
  const count = createMarketCount();
  for (let after: number | null = 0; after !== null; ) {
    const page: Awaited<ReturnType<ChangedEvidence['marketScans']>> = await evidence.marketScans(subject, after);
    count.add(page.rows);
    after = page.next;
  }
  return count.facts(subject);
}

/** Reads page after page and yields a part for each page that is not empty. */
async function* eachPage<T>(
  read: (after: number) => Promise<DirtyPage<T>>,
  partOfPage: (rows: readonly T[]) => Promise<SnapshotPart>,
): AsyncGenerator<SnapshotPart> {
  for (let after: number | null = 0; after !== null; ) {
    const page: DirtyPage<T> = await read(after);
    if (page.rows.length > 0) yield await partOfPage(page.rows);
    after = page.next;
  }
}

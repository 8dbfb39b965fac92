import type { DirtyPage, EvidenceStore } from '../ports/evidence.ts';
import type { StatedEdge, StatedFact } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { edgeOfSubject, edges, type ObservedEdge } from '../rollups/edges.ts';
import { type MarketFacts, marketFacts } from '../rollups/market.ts';
import { ROLLUP_LIST } from '../rollups/mod.ts';
import type { DailyRollup, FactBody, Rollup } from '../rollups/rollup.ts';

/** What the subjects that changed since the last snapshot come to. */
export interface FactChanges {
  readonly edges: readonly StatedEdge[];
  readonly facts: readonly StatedFact[];
  readonly wholeFamilies: readonly string[];
  readonly market: readonly MarketFacts[];
}

/** Subjects read at a time. */
const PAGE_SUBJECTS = 5_000;
/** Days of the market read at a time: each may hold the scans of many installs. */
const PAGE_MARKET_DAYS = 500;
/** How far back reports of daily roll-ups may count. */
const DAILY_WINDOW_DAYS = 31;

/**
 * Computes the facts of every dirty subject. `day` is the day for which the daily roll-ups are computed anew, null where
 * they stand.
 */
export const factChanges = async (evidence: EvidenceStore, day: number | null): Promise<Reached<FactChanges>> => {
  const facts: StatedFact[] = [];
  const statedEdges: StatedEdge[] = [];
  const market: MarketFacts[] = [];
  const wholeFamilies: string[] = [];

  for (const rollup of ROLLUP_LIST) {
    if (rollup.shape === 'daily') {
      if (day === null) continue;
      const stated = await dailyFacts(evidence, rollup, day);
      if (!stated.ok) return stated;
      wholeFamilies.push(rollup.name);
      facts.push(...stated.value);
      continue;
    }
    const state = (subject: string, body: FactBody | null): void => {
      if (rollup === edges) statedEdges.push({ name: edgeOfSubject(subject), edge: body as ObservedEdge | null });
      else facts.push({ family: rollup.name, subject, body });
    };
    const stated = await dirtyFacts(evidence, rollup, state);
    if (!stated.ok) return stated;
  }
  const days = await eachPage(
    (after) => evidence.dirtyMarket(after, PAGE_MARKET_DAYS),
    ({ subject, scans }) => market.push(marketFacts(subject, scans)),
  );
  return days.ok ? ok({ edges: statedEdges, facts, wholeFamilies, market }) : days;
};

const dirtyFacts = (
  evidence: EvidenceStore,
  rollup: Exclude<Rollup, DailyRollup>,
  state: (subject: string, body: FactBody | null) => void,
): Promise<Reached<void>> =>
  rollup.shape === 'tallied'
    ? eachPage(
        (after) => evidence.dirtyTallies(rollup.name, after, PAGE_SUBJECTS),
        ({ subject, tallies }) => state(subject, rollup.facts(subject, tallies)),
      )
    : eachPage(
        (after) => evidence.dirtyWitnesses(rollup.name, after, PAGE_SUBJECTS),
        ({ subject, witnesses }) => state(subject, rollup.facts(subject, witnesses)),
      );

const dailyFacts = async (
  evidence: EvidenceStore,
  rollup: DailyRollup,
  day: number,
): Promise<Reached<readonly StatedFact[]>> => {
  const testimonies = await evidence.testimonies(rollup.name, day - DAILY_WINDOW_DAYS);
  if (!testimonies.ok) return testimonies;
  return ok(rollup.facts(day, testimonies.value).map(({ subject, body }) => ({ family: rollup.name, subject, body })));
};

/** Reads page after page and does something with every row. */
const eachPage = async <T>(
  read: (after: number) => Promise<Reached<DirtyPage<T>>>,
  use: (row: T) => void,
): Promise<Reached<void>> => {
  for (let after: number | null = 0; after !== null; ) {
    const page: Reached<DirtyPage<T>> = await read(after);
    if (!page.ok) return page;
    page.value.rows.forEach(use);
    after = page.value.next;
  }
  return ok(undefined);
};

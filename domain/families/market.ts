import { DAYS_BACK, MOVEMENT, UNUSUAL } from '../../schema/limits.ts';
import { HOUSES } from '../../schema/vocabulary.ts';
import type {
  MarketDay,
  MarketFacts,
  MarketItem,
  MarketScan,
  MarketSubject,
  MarketValue,
  PriceRun,
  ScanPart,
} from '../ports/market.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { median, medianPrice } from '../values/median.ts';
import { realmKey } from '../values/realm_key.ts';
import { countWitnesses } from '../values/witnesses.ts';
import type { AnonymousRecord, ScanFamily } from './counting/family.ts';
import { scanValue } from './counting/market_value.ts';
import { byCodePoints } from './counting/order.ts';

/** Market values (contract, section 3, Market). The day is the UTC day of the scan's earliest record. */
export const market: ScanFamily = {
  name: 'market',
  version: 3,
  shape: 'scans',
  kinds: ['auction_scan'],
  subject: null,
  witnesses: { item: ['*:ID'] },
};

/** Maximum number of distinct prices per item and scan, lowest first. Real auction houses never have this many. */
export const RUNS_MAX = 10_000;

/** Maximum number of units at one price. Larger numbers would not be exact. */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;

export function scanPartOf(
  record: Extract<AnonymousRecord, { kind: 'auction_scan' }>,
  { installN, capturedAtMs }: { readonly installN: number; readonly capturedAtMs: number },
): ScanPart {
  return {
    installN,
    realmKey: realmKey(record.realm),
    house: record.house ?? '',
    scanId: record.scanId,
    atMs: capturedAtMs,
    complete: record.complete === true,
    rows: record.items.map(({ itemId, unitPriceCopper, quantity }) => ({ itemId, price: unitPriceCopper, quantity })),
  };
}

/** Computes a subject's market values from all scans of its realm and day that include the item. */
export function marketFacts(subject: MarketSubject, scans: readonly MarketScan[]): MarketFacts {
  const count = createMarketCount();
  count.add(scans);
  return count.facts(subject);
}

/** Creates an incremental calculation of a subject's market values that stores four numbers per reporter. */
export function createMarketCount() {
  const reports = new Map(['' as const, ...HOUSES].map((house) => [house, noReports()]));
  return {
    /** Adds installs, each with all of its scans that include the item. */
    add: (scans: readonly MarketScan[]): void => {
      const chosen = [...newestOfEach(scans).values()];
      for (const [installN, runs] of joinedByInstall(chosen)) report(reports.get('')!, installN, runs);
      for (const { house, installN, runs } of chosen) {
        if (house !== '') report(reports.get(house)!, installN, lowest(runs));
      }
    },
    /** Returns the value, lowest price and units of each reporter, by house with a public value, '' for all houses. */
    publicReports: () =>
      [...reports]
        .filter(([, own]) => figuresOf(own) !== null)
        .map(([house, { values, lowest: least, units }]) => ({
          house,
          reports: values.map((value, i) => [value, least[i]!, units[i]!] as const),
        })),
    facts: (subject: MarketSubject): MarketFacts => ({
      subject,
      houses: [...reports].map(([house, own]) => ({ house, value: figuresOf(own) })),
    }),
  };
}

function lowest(runs: readonly PriceRun[]): readonly PriceRun[] {
  return runs.length > RUNS_MAX ? runs.slice(0, RUNS_MAX) : runs;
}

/** Picks one scan per reporter and house. Scans that do not name a house are treated as a separate house. */
function newestOfEach(scans: readonly MarketScan[]): ReadonlyMap<string, MarketScan> {
  const chosen = new Map<string, MarketScan>();
  for (const scan of scans) {
    const key = `${scan.house}:${scan.installN}`;
    const current = chosen.get(key);
    if (current === undefined || isPreferred(scan, current)) chosen.set(key, scan);
  }
  return chosen;
}

/** Prefers complete scans, then the newest scan, then the greatest scanId. */
function isPreferred(a: MarketScan, b: MarketScan): boolean {
  if (a.complete !== b.complete) return a.complete;
  if (a.firstMs !== b.firstMs) return a.firstMs > b.firstMs;
  return a.scanId > b.scanId;
}

/** Merges an install's scans of different houses into one. */
function joinedByInstall(scans: readonly MarketScan[]): ReadonlyMap<number, readonly PriceRun[]> {
  const byInstall = new Map<number, readonly PriceRun[]>();
  for (const { installN, runs } of scans) {
    const others = byInstall.get(installN);
    byInstall.set(installN, others === undefined ? lowest(runs) : joined(others, lowest(runs)));
  }
  return byInstall;
}

/** Merges two lists of runs, combining runs of the same price. */
function joined(a: readonly PriceRun[], b: readonly PriceRun[]): readonly PriceRun[] {
  const units = new Map(a);
  for (const [price, quantity] of b) units.set(price, addUnits(units.get(price) ?? 0, quantity));
  return [...units].sort(([one], [other]) => one - other);
}

/** Adds units, capped at UNITS_MAX. Even with the cap, the sum does not depend on the order of the additions. */
export function addUnits(a: number, b: number): number {
  return Math.min(a + b, UNITS_MAX);
}

/** Figures of one day and house. Each list has one entry per reporter. */
interface Reports {
  readonly installs: number[];
  readonly values: number[];
  readonly lowest: number[];
  readonly units: number[];
}

function noReports(): Reports {
  return { installs: [], values: [], lowest: [], units: [] };
}

function report(reports: Reports, installN: number, runs: readonly PriceRun[]): void {
  reports.installs.push(installN);
  reports.values.push(scanValue(runs));
  reports.lowest.push(runs[0]![0]);
  reports.units.push(unitsOf(runs));
}

function figuresOf({ installs, values, lowest: least, units }: Reports): MarketValue | null {
  const reporters = countWitnesses(installs);
  return isCorroborated(reporters)
    ? { market: median(values), min: median(least), quantity: median(units), reporters }
    : null;
}

function unitsOf(runs: readonly PriceRun[]): number {
  return runs.reduce((sum, [, units]) => addUnits(sum, units), 0);
}

/**
 * Returns an item's newest public day with its history, or null if there are no days. Needs the public days among the
 * 60 that end with the newest, and the newest `UNUSUAL.days` + 1.
 */
export function newestOf(days: readonly MarketDay[]): Omit<MarketItem, 'itemId'> | null {
  const newestFirst = days.toSorted((a, b) => b.day - a.day);
  const [newest] = newestFirst;
  if (newest === undefined) return null;
  const within = newestFirst.filter(({ day }) => day > newest.day - DAYS_BACK.historical);
  const historical = medianPrice(within.map(({ market }) => market));
  return {
    ...newest,
    historical,
    unusual: isUnusual(newestFirst, 0),
    trend: trendOf(newestFirst),
    weekChange: weekChangeOf(newestFirst),
  };
}

function trendOf(newestFirst: readonly MarketDay[]): MarketItem['trend'] {
  const values = new Map(newestFirst.map(({ day, market }) => [day, Math.round(market)]));
  const first = newestFirst[0]!.day - MOVEMENT.trendDays + 1;
  return Array.from({ length: MOVEMENT.trendDays }, (_, i) => values.get(first + i) ?? null);
}

/**
 * Returns the change of the newest value over a week, in hundredths of a percent, or null if too few days are public.
 * Days with unusual values do not count, because one odd day would look like a change of the price.
 */
function weekChangeOf(newestFirst: readonly MarketDay[]): number | null {
  const newest = newestFirst[0]!;
  const isWeekBefore = ({ day }: MarketDay, i: number): boolean =>
    day <= newest.day - MOVEMENT.days && day >= newest.day - MOVEMENT.daysMax && !isUnusual(newestFirst, i);
  const at = newestFirst.findIndex(isWeekBefore);
  if (at < MOVEMENT.daysNeeded - 1 || isUnusual(newestFirst, 0)) return null;
  return Math.round(10_000 * (newest.market / newestFirst[at]!.market - 1));
}

/**
 * Whether the market value of `days[i]` is more than three times, or less than a third, of the median of the fourteen
 * public days before it. `days` are an item's public days, newest first. Returns false if fewer than seven days came
 * before, because among so few an odd day or two would pass for the usual price.
 */
export function isUnusual(days: readonly Pick<MarketDay, 'market'>[], i: number): boolean {
  const before = days.slice(i + 1, i + 1 + UNUSUAL.days).map(({ market }) => market);
  if (before.length < UNUSUAL.daysNeeded) return false;
  const usual = medianPrice(before);
  const value = days[i]!.market;
  return value > UNUSUAL.factor * usual || UNUSUAL.factor * value < usual;
}

/** Compares realms as lists show them: by name, then by key. */
export function byRealmName(a: RealmName, b: RealmName): number {
  return byCodePoints(a.name, b.name) || byCodePoints(a.realmKey, b.realmKey);
}

interface RealmName {
  readonly realmKey: string;
  readonly name: string;
}

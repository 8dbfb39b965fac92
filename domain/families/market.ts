import { DAYS_BACK } from '../../schema/limits.ts';
import { HOUSES } from '../../schema/vocabulary.ts';
import type { MarketFacts, MarketScan, MarketSubject, MarketValue, PriceRun, ScanPart } from '../ports/market.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { median } from '../values/median.ts';
import { realmKey } from '../values/realm_key.ts';
import { countWitnesses } from '../values/witnesses.ts';
import type { AnonymousRecord, ScanFamily } from './counting/family.ts';
import { scanValue } from './counting/market_value.ts';
import { byCodePoints } from './counting/order.ts';

/**
 * Market values (contract, section 3, Market): per realm, house (and all houses), item and UTC day of the scan's first
 * capturedAt.
 */
export const market: ScanFamily = {
  name: 'market',
  version: 1,
  shape: 'scans',
  kinds: ['auction_scan'],
  subject: null,
  logged: false,
  witnesses: { item: ['*:ID'] },
};

/** Prices of one item in one scan that count: the lowest. No auction house lists so many of one item. */
export const RUNS_MAX = 10_000;

/** Units of one price that are told apart; more than that is as much as can be said exactly. */
export const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** What a record of an auction scan adds to its scan. */
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

/** The market values of one subject as they are worked out, install by install. It holds four numbers a reporter. */
export interface MarketCount {
  /** Adds installs, each with all of its scans that hold the item. */
  add(scans: readonly MarketScan[]): void;
  facts(subject: MarketSubject): MarketFacts;
}

/** The market values of one subject, from every scan of its realm and day that holds the item. `quantity` ends at UNITS_MAX. */
export function marketFacts(subject: MarketSubject, scans: readonly MarketScan[]): MarketFacts {
  const count = createMarketCount();
  count.add(scans);
  return count.facts(subject);
}

export function createMarketCount(): MarketCount {
  const reports = new Map(['' as const, ...HOUSES].map((house) => [house, noReports()]));
  return {
    add: (scans) => {
      const chosen = [...newestOfEach(scans).values()];
      for (const [installN, runs] of joinedByInstall(chosen)) report(reports.get('')!, installN, runs);
      for (const { house, installN, runs } of chosen) {
        if (house !== '') report(reports.get(house)!, installN, lowest(runs));
      }
    },
    facts: (subject) => ({ subject, houses: [...reports].map(([house, own]) => ({ house, value: figuresOf(own) })) }),
  };
}

function lowest(runs: readonly PriceRun[]): readonly PriceRun[] {
  return runs.length > RUNS_MAX ? runs.slice(0, RUNS_MAX) : runs;
}

/** A reporter counts once per house, with one scan; scans without a house are one of their own. */
function newestOfEach(scans: readonly MarketScan[]): ReadonlyMap<string, MarketScan> {
  const chosen = new Map<string, MarketScan>();
  for (const scan of scans) {
    const key = `${scan.house}:${scan.installN}`;
    const standing = chosen.get(key);
    if (standing === undefined || speaksBefore(scan, standing)) chosen.set(key, scan);
  }
  return chosen;
}

/** Complete scans first, then the newest, then the greatest scanId. */
function speaksBefore(a: MarketScan, b: MarketScan): boolean {
  if (a.complete !== b.complete) return a.complete;
  if (a.firstMs !== b.firstMs) return a.firstMs > b.firstMs;
  return a.scanId > b.scanId;
}

/** Each install's scans of all houses as one. */
function joinedByInstall(scans: readonly MarketScan[]): ReadonlyMap<number, readonly PriceRun[]> {
  const byInstall = new Map<number, readonly PriceRun[]>();
  for (const { installN, runs } of scans) {
    const others = byInstall.get(installN);
    byInstall.set(installN, others === undefined ? lowest(runs) : joined(others, lowest(runs)));
  }
  return byInstall;
}

/** Runs of equal price become one. */
function joined(a: readonly PriceRun[], b: readonly PriceRun[]): readonly PriceRun[] {
  const units = new Map(a);
  for (const [price, quantity] of b) units.set(price, addUnits(units.get(price) ?? 0, quantity));
  return [...units].sort(([one], [other]) => one - other);
}

/** Adds units up to UNITS_MAX; so the sum depends on no order. */
export function addUnits(a: number, b: number): number {
  return Math.min(a + b, UNITS_MAX);
}

/** The figures of one day in one house, a reporter an entry. */
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

/** A public day of an item in a house. */
export interface PublicDay extends MarketValue {
  /** UTC days since 1970. */
  readonly day: number;
}

/** The newest of these public days, with the mean of `market` over the 60 days that end with it; null of none. */
export function newestOf(days: readonly PublicDay[]): (PublicDay & { readonly historical: number }) | null {
  const newest = days.reduce<PublicDay | null>((best, one) => (best === null || one.day > best.day ? one : best), null);
  if (newest === null) return null;
  // In the order of days, so that the same days have the same mean to the last bit.
  const within = days.filter(({ day }) => day > newest.day - DAYS_BACK.historical).sort((a, b) => a.day - b.day);
  return { ...newest, historical: mean(within.map(({ market }) => market)) };
}

/** Taken from the smallest, so that equal prices have exactly that mean, however great they are. */
function mean(values: readonly number[]): number {
  const least = Math.min(...values);
  return least + values.reduce((sum, value) => sum + (value - least), 0) / values.length;
}

/** By name, then key: the order in which realms are listed. */
export function byRealmName(a: RealmName, b: RealmName): number {
  return byCodePoints(a.name, b.name) || byCodePoints(a.realmKey, b.realmKey);
}

interface RealmName {
  readonly realmKey: string;
  readonly name: string;
}

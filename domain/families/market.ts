import { DAYS_BACK, MOVEMENT, UNUSUAL } from '../../schema/limits.ts';
import { HOUSES } from '../../schema/vocabulary.ts';
import type {
  DayInHistory,
  House,
  MarketDay,
  MarketFacts,
  MarketItem,
  MarketScan,
  MarketSubject,
  MarketValue,
  OnTimeValue,
  PriceRun,
  ScanPart,
} from '../ports/market.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { DAY_MS } from '../values/instant.ts';
import { median, medianPrice } from '../values/median.ts';
import { realmKey } from '../values/realm_key.ts';
import { countWitnesses } from '../values/witnesses.ts';
import type { AnonymousRecord, ScanFamily } from './counting/family.ts';
import { scanValue } from './counting/market_value.ts';
import { byCodePoints } from './counting/order.ts';

/**
 * Market values (contract, section 3, Market). The day is the UTC day of the scan's earliest record, or the day of
 * receipt if the scan is dated after it.
 */
export const market: ScanFamily = {
  name: 'market',
  version: 4,
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
  by: { readonly installN: number; readonly capturedAtMs: number; readonly receivedAtMs: number },
): ScanPart {
  const { installN, capturedAtMs, receivedAtMs } = by;
  return {
    installN,
    realmKey: realmKey(record.realm),
    house: record.house ?? '',
    scanId: record.scanId,
    atMs: Math.min(capturedAtMs, receivedAtMs),
    receivedAtMs,
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

/** Houses whose reports are counted together: one, all (''), or all but the neutral one. */
type HouseGroup = House | '' | 'factions';
const HOUSE_GROUPS: readonly HouseGroup[] = ['', 'factions', ...HOUSES];

/** The figures of one reporter's scans. */
type Report = readonly [value: number, lowest: number, units: number, installN: number];

type Reports = Readonly<Record<HouseGroup, Report[]>>;

/** Scans that arrive later are not among the usual ones (`usualDays`), because anyone may date them to any day. */
export const ON_TIME_MS = 7 * DAY_MS;

/** Creates an incremental calculation of a subject's market values that stores four numbers per reporter and group. */
export function createMarketCount() {
  const [all, onTime] = [noReports(), noReports()];
  /** One unit at the neutral house must not set the price of what a faction's house trades, so it is left out there. */
  const groupOf = (house: House | ''): HouseGroup =>
    house === '' && (figuresOf(all.Alliance) ?? figuresOf(all.Horde)) !== null ? 'factions' : house;
  const valueIn = (house: House | ''): MarketValue | null => {
    const group = groupOf(house);
    const [figures, early] = [figuresOf(all[group]), figuresOf(onTime[group])];
    if (figures === null || (early?.market === figures.market && early.reporters === figures.reporters)) return figures;
    return { ...figures, onTime: early && { market: early.market, reporters: early.reporters } };
  };
  return {
    /** Adds installs, each with all of its scans that include the item. */
    add: (scans: readonly MarketScan[]): void => {
      const reportOf = createReporter();
      addReports(all, scans, reportOf);
      addReports(
        onTime,
        scans.filter(({ firstMs, receivedMs }) => receivedMs - firstMs <= ON_TIME_MS),
        reportOf,
      );
    },
    /** Returns the value, lowest price and units of each reporter, by house with a public value, '' for all houses. */
    publicReports: () =>
      (['', ...HOUSES] as const)
        .filter((house) => valueIn(house) !== null)
        .map((house) => ({
          house,
          reports: all[groupOf(house)].map(([value, least, units]) => [value, least, units] as const),
        })),
    facts: (subject: MarketSubject): MarketFacts => ({
      subject,
      houses: (['', ...HOUSES] as const).map((house) => ({ house, value: valueIn(house) })),
    }),
  };
}

function noReports(): Reports {
  return { '': [], factions: [], Alliance: [], Horde: [], Neutral: [] };
}

function addReports(reports: Reports, scans: readonly MarketScan[], reportOf: ReturnType<typeof createReporter>): void {
  const chosen = [...newestOfEach(scans).values()];
  for (const group of HOUSE_GROUPS) {
    const isThere = ({ house }: MarketScan): boolean =>
      group === '' || house === group || (group === 'factions' && house !== 'Neutral');
    for (const [installN, runs] of joinedByInstall(chosen.filter(isThere))) {
      reports[group].push([...reportOf(runs), installN]);
    }
  }
}

/** Returns a function that computes what runs say. Most scans count on several grounds and are computed only once. */
function createReporter() {
  const known = new Map<readonly PriceRun[], readonly [number, number, number]>();
  return (runs: readonly PriceRun[]) => {
    const found = known.get(runs) ?? ([scanValue(runs), runs[0]![0], unitsOf(runs)] as const);
    known.set(runs, found);
    return found;
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

function figuresOf(reports: readonly Report[]): MarketValue | null {
  const reporters = countWitnesses(reports.map(([, , , installN]) => installN));
  if (!isCorroborated(reporters)) return null;
  const middle = (figure: 0 | 1 | 2): number => median(reports.map((report) => report[figure]));
  return { market: middle(0), min: middle(1), quantity: middle(2), reporters };
}

function unitsOf(runs: readonly PriceRun[]): number {
  return runs.reduce((sum, [, units]) => addUnits(sum, units), 0);
}

/**
 * Returns an item's leading day with its history, or null if there are no days: the newest public day that enough
 * players scanned, and the newest day beside it if that is another. Needs the LEAD_DAYS newest public days.
 * `presentDay` is the UTC day of dataAsOf, which is not over yet.
 */
export function leadingDay(days: readonly MarketDay[], presentDay: number): Omit<MarketItem, 'itemId'> | null {
  const newestFirst = days.toSorted((a, b) => b.day - a.day);
  if (newestFirst.length === 0) return null;
  const leads = newestFirst.findIndex((_, i) => isWellScanned(newestFirst, i, presentDay));
  const fromLead = newestFirst.slice(Math.max(0, leads));
  return {
    ...inHistory(fromLead),
    newer: leads > 0 ? inHistory(newestFirst) : null,
    trend: trendOf(fromLead),
    weekChange: weekChangeOf(fromLead),
  };
}

/**
 * Number of public days from which the leading day and its history follow: 60 for `historical`, and the days that may
 * come after the leading one. After eight thin days the median is as low as theirs, so the next one leads.
 */
export const LEAD_DAYS = 90;

/** A day leads if it has one in this many of the reporters that are usual, the present day with as many as usual. */
const LEAD_ONE_IN = 3;

/** Whether enough players scanned the item on `days[i]`, compared with the days before. `days` are newest first. */
function isWellScanned(days: readonly MarketDay[], i: number, presentDay: number): boolean {
  const usual = usualDays(days.slice(i + 1)).slice(0, UNUSUAL.days);
  const { day, reporters } = days[i]!;
  const factor = day < presentDay ? LEAD_ONE_IN : 1;
  return usual.length === 0 || factor * reporters >= median(usual.map((one) => one.reporters));
}

/** Returns the days as their scans received in time show them, or all days if no day has three such reporters. */
function usualDays(days: readonly Pick<MarketDay, 'market' | 'reporters' | 'onTime'>[]): readonly OnTimeValue[] {
  const onTime = days.flatMap((day) => (day.onTime === undefined ? day : (day.onTime ?? [])));
  return onTime.length > 0 ? onTime : days;
}

/** Returns the first of these days, which are newest first, with its figures over the others. */
function inHistory(newestFirst: readonly MarketDay[]): DayInHistory {
  const newest = newestFirst[0]!;
  const within = newestFirst.filter(({ day }) => day > newest.day - DAYS_BACK.historical);
  const historical = medianPrice(usualDays(within).map((day) => day.market));
  const { onTime: _, ...day } = newest;
  return { ...day, historical, unusual: isUnusual(newestFirst, 0) };
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
 * public days before it (`usualDays`). `days` are an item's public days, newest first. Returns false if fewer than seven
 * days came before, because then an odd day or two would pass for the usual price.
 */
export function isUnusual(days: readonly MarketDay[], i: number): boolean {
  const before = usualDays(days.slice(i + 1))
    .slice(0, UNUSUAL.days)
    .map(({ market }) => market);
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

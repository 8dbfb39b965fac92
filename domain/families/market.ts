import { HOUSES } from '../../schema/vocabulary.ts';
import type {
  House,
  MarketFacts,
  MarketScan,
  MarketSubject,
  MarketValue,
  PriceRun,
  ScanPart,
} from '../ports/market.ts';
import { isCorroborated } from '../values/corroboration.ts';
import { DAY_MS } from '../values/instant.ts';
import { computeMedian } from '../values/median.ts';
import { toRealmKey } from '../values/realm_key.ts';
import { countWitnesses } from '../values/witnesses.ts';
import type { AnonymousRecord, ScanFamily } from './counting/family.ts';
import { computeScanValue } from './counting/market_value.ts';
import { compareCodePoints } from './counting/order.ts';

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
export const PRICE_RUNS_MAX = 10_000;

/** Maximum number of units at one price. Larger numbers would not be exact. */
export const UNIT_COUNT_MAX = Number.MAX_SAFE_INTEGER;

export function readScanPart(
  record: Extract<AnonymousRecord, { kind: 'auction_scan' }>,
  by: { readonly installN: number; readonly capturedAtMs: number; readonly receivedAtMs: number },
): ScanPart {
  const { installN, capturedAtMs, receivedAtMs } = by;
  return {
    installN,
    realmKey: toRealmKey(record.realm),
    house: record.house ?? '',
    scanId: record.scanId,
    atMs: Math.min(capturedAtMs, receivedAtMs),
    receivedAtMs,
    complete: record.complete === true,
    rows: record.items.map(({ itemId, unitPriceCopper, quantity }) => ({ itemId, price: unitPriceCopper, quantity })),
  };
}

/** Computes a subject's market values from all scans of its realm and day that include the item. */
export function computeMarketFacts(subject: MarketSubject, scans: readonly MarketScan[]): MarketFacts {
  const count = createMarketCounter();
  count.add(scans);
  return count.facts(subject);
}

/** Houses whose reports are counted together: one, all (''), or all but the neutral one. */
type HouseGroup = House | '' | 'factions';
const HOUSE_GROUPS: readonly HouseGroup[] = ['', 'factions', ...HOUSES];

/** The figures of one reporter's scans. */
type ScanReport = readonly [value: number, lowest: number, units: number, installN: number];

type HouseReports = Readonly<Record<HouseGroup, ScanReport[]>>;

/** Scans that arrive later are not among the usual ones (`listOnTimeDays`), because anyone may date them to any day. */
export const ON_TIME_AGE_MS = 7 * DAY_MS;

/** Creates an incremental calculation of a subject's market values that stores four numbers per reporter and group. */
export function createMarketCounter() {
  const [all, onTime] = [createEmptyReports(), createEmptyReports()];
  /** One unit at the neutral house must not set the price of what a faction's house trades, so it is left out there. */
  const groupOf = (house: House | ''): HouseGroup =>
    house === '' && (computeMarketValue(all.Alliance) ?? computeMarketValue(all.Horde)) !== null ? 'factions' : house;
  const valueIn = (house: House | ''): MarketValue | null => {
    const group = groupOf(house);
    const [figures, early] = [computeMarketValue(all[group]), computeMarketValue(onTime[group])];
    if (figures === null || (early?.market === figures.market && early.reporters === figures.reporters)) return figures;
    return { ...figures, onTime: early && { market: early.market, reporters: early.reporters } };
  };
  return {
    /** Adds installs, each with all of its scans that include the item. */
    add: (scans: readonly MarketScan[]): void => {
      const reportOf = createReporter();
      addScanReports(all, scans, reportOf);
      addScanReports(
        onTime,
        scans.filter(({ firstMs, receivedMs }) => receivedMs - firstMs <= ON_TIME_AGE_MS),
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

function createEmptyReports(): HouseReports {
  return { '': [], factions: [], Alliance: [], Horde: [], Neutral: [] };
}

function addScanReports(
  reports: HouseReports,
  scans: readonly MarketScan[],
  reportOf: ReturnType<typeof createReporter>,
): void {
  const chosen = [...pickNewestScans(scans).values()];
  for (const group of HOUSE_GROUPS) {
    const isThere = ({ house }: MarketScan): boolean =>
      group === '' || house === group || (group === 'factions' && house !== 'Neutral');
    for (const [installN, runs] of mergeRunsByInstall(chosen.filter(isThere))) {
      reports[group].push([...reportOf(runs), installN]);
    }
  }
}

/** Returns a function that computes what runs say. Most scans count on several grounds and are computed only once. */
function createReporter() {
  const known = new Map<readonly PriceRun[], readonly [number, number, number]>();
  return (runs: readonly PriceRun[]) => {
    const found = known.get(runs) ?? ([computeScanValue(runs), runs[0]![0], countUnits(runs)] as const);
    known.set(runs, found);
    return found;
  };
}

function takeLowestRuns(runs: readonly PriceRun[]): readonly PriceRun[] {
  return runs.length > PRICE_RUNS_MAX ? runs.slice(0, PRICE_RUNS_MAX) : runs;
}

/** Picks one scan per reporter and house. Scans that do not name a house are treated as a separate house. */
function pickNewestScans(scans: readonly MarketScan[]): ReadonlyMap<string, MarketScan> {
  const chosen = new Map<string, MarketScan>();
  for (const scan of scans) {
    const key = `${scan.house}:${scan.installN}`;
    const current = chosen.get(key);
    if (current === undefined || isPreferredScan(scan, current)) chosen.set(key, scan);
  }
  return chosen;
}

/** Prefers complete scans, then the newest scan, then the greatest scanId. */
function isPreferredScan(a: MarketScan, b: MarketScan): boolean {
  if (a.complete !== b.complete) return a.complete;
  if (a.firstMs !== b.firstMs) return a.firstMs > b.firstMs;
  return a.scanId > b.scanId;
}

/** Merges an install's scans of different houses into one. */
function mergeRunsByInstall(scans: readonly MarketScan[]): ReadonlyMap<number, readonly PriceRun[]> {
  const byInstall = new Map<number, readonly PriceRun[]>();
  for (const { installN, runs } of scans) {
    const others = byInstall.get(installN);
    byInstall.set(installN, others === undefined ? takeLowestRuns(runs) : mergePriceRuns(others, takeLowestRuns(runs)));
  }
  return byInstall;
}

/** Merges two lists of runs, combining runs of the same price. */
function mergePriceRuns(a: readonly PriceRun[], b: readonly PriceRun[]): readonly PriceRun[] {
  const units = new Map(a);
  for (const [price, quantity] of b) units.set(price, addUnitCounts(units.get(price) ?? 0, quantity));
  return [...units].sort(([one], [other]) => one - other);
}

/** Adds units, capped at UNIT_COUNT_MAX. Even with the cap, the sum does not depend on the order of the additions. */
export function addUnitCounts(a: number, b: number): number {
  return Math.min(a + b, UNIT_COUNT_MAX);
}

function computeMarketValue(reports: readonly ScanReport[]): MarketValue | null {
  const reporters = countWitnesses(reports.map(([, , , installN]) => installN));
  if (!isCorroborated(reporters)) return null;
  const middle = (figure: 0 | 1 | 2): number => computeMedian(reports.map((report) => report[figure]));
  return { market: middle(0), min: middle(1), quantity: middle(2), reporters };
}

function countUnits(runs: readonly PriceRun[]): number {
  return runs.reduce((sum, [, units]) => addUnitCounts(sum, units), 0);
}

/** Compares realms as lists show them: by name, then by key. */
export function compareRealmNames(a: RealmName, b: RealmName): number {
  return compareCodePoints(a.name, b.name) || compareCodePoints(a.realmKey, b.realmKey);
}

interface RealmName {
  readonly realmKey: string;
  readonly name: string;
}

import { type Kept, reach } from '../kept.ts';
import { DAY_MS } from '../record.ts';
import { realmKeyOf } from './agreed.ts';
import type { Lines } from './drops.ts';
import { medianOf } from './places.ts';

export interface CountedMarket {
  /** Exact figures of each public day, keyed by `realm|house|item|day`. The house '' means all houses together. */
  readonly days: Lines;
  /** Figures of the newest public day and the median over 60 days, keyed by `realm|house|item`. */
  readonly newest: Lines;
  /** The same of the newest public day that enough players scanned. */
  readonly leading: Lines;
  /** The unusual days, by the keys of `days`. */
  readonly unusual: ReadonlySet<string>;
}

interface Scan {
  readonly install: string;
  readonly realm: string;
  readonly house: string;
  readonly scanId: string;
  firstMs: number;
  receivedMs: number;
  complete: boolean;
  /** Maps each item to the prices of its single units. */
  readonly units: Map<number, number[]>;
}

interface Figures {
  readonly market: number;
  readonly min: number;
  readonly quantity: number;
  readonly reporters: number;
}

/** The figures of a day, and those of the scans received within seven days. */
interface CountedDay extends Figures {
  readonly day: number;
  readonly early: Figures | null;
}

/** Computes market values unit by unit (contract, section 3, Market). `present` is the day of the newest upload. */
export function countMarket(kept: readonly Kept[], present: number): CountedMarket {
  const held = new Map<string, Scan[]>();
  for (const scan of scansOf(kept)) {
    const day = Math.floor(scan.firstMs / DAY_MS);
    for (const itemId of scan.units.keys()) reach(held, JSON.stringify([scan.realm, itemId, day]), () => []).push(scan);
  }
  const days: Lines = new Map();
  const history = new Map<string, CountedDay[]>();
  for (const [key, scans] of held) {
    const [realm, itemId, day] = JSON.parse(key) as [string, number, number];
    const isTraded = ['Alliance', 'Horde'].some((house) => figuresOf(scans, itemId, house) !== null);
    for (const house of ['', 'Alliance', 'Horde', 'Neutral']) {
      const there = house === '' && isTraded ? scans.filter((scan) => scan.house !== 'Neutral') : scans;
      const figures = figuresOf(there, itemId, house);
      if (figures === null) continue;
      days.set(`${realm}|${house}|${itemId}|${day}`, figures);
      const inTime = there.filter(({ firstMs, receivedMs }) => receivedMs <= firstMs + 7 * DAY_MS);
      const early = figuresOf(inTime, itemId, house);
      reach(history, `${realm}|${house}|${itemId}`, () => []).push({ ...figures, day, early });
    }
  }
  const newest: Lines = new Map();
  const leading: Lines = new Map();
  const unusual = new Set<string>();
  for (const [key, all] of history) {
    const sorted = all.toSorted((a, b) => b.day - a.day);
    const lineOf = ({ day, early: _early, ...figures }: CountedDay) => {
      const recent = sorted.filter((one) => one.day <= day && one.day > day - 60);
      return { ...figures, day, historical: priceMedianOf(usualOf(recent).map(({ market }) => market)) };
    };
    newest.set(key, lineOf(sorted[0]!));
    const lead = sorted.find(({ day, reporters }) => {
      const before = usualOf(sorted.filter((one) => one.day < day)).slice(0, 14);
      if (before.length === 0) return true;
      const usual = medianOf(before.map((one) => one.reporters).sort((a, b) => a - b));
      return reporters >= (day < present ? usual / 3 : usual);
    });
    leading.set(key, lineOf(lead!));
    for (const { day, market } of all) {
      const earlier = usualOf(sorted.filter((one) => one.day < day));
      const ratio = market / priceMedianOf(earlier.slice(0, 14).map((one) => one.market));
      if (earlier.length >= 7 && (ratio > 3 || ratio < 1 / 3)) unusual.add(`${key}|${day}`);
    }
  }
  return { days, newest, leading, unusual };
}

/** Returns the figures of the days that three reporters scanned in time, of those scans alone, or of all days. */
function usualOf(days: readonly CountedDay[]): readonly Figures[] {
  const inTime = days.flatMap(({ early }) => early ?? []);
  return inTime.length === 0 ? days : inTime;
}

/** Returns the median of prices: the lower of the middle two if they differ by more than a factor of three. */
function priceMedianOf(prices: readonly number[]): number {
  const sorted = [...prices].sort((a, b) => a - b);
  const below = sorted[Math.ceil(sorted.length / 2) - 1]!;
  return sorted[Math.floor(sorted.length / 2)]! / below > 3 ? below : medianOf(sorted);
}

function scansOf(kept: readonly Kept[]): Iterable<Scan> {
  const scans = new Map<string, Scan>();
  for (const { record, install, atMs: saidMs, receivedMs } of kept) {
    const atMs = saidMs > receivedMs ? receivedMs : saidMs;
    if (record.kind !== 'auction_scan') continue;
    const { scanId, house = '' } = record;
    const realm = realmKeyOf(record.realm);
    const scan = reach(scans, JSON.stringify([install, realm, house, scanId]), () => {
      return {
        install,
        realm,
        house,
        scanId,
        firstMs: atMs,
        receivedMs,
        complete: true,
        units: new Map<number, number[]>(),
      };
    });
    scan.firstMs = Math.min(scan.firstMs, atMs);
    scan.receivedMs = Math.max(scan.receivedMs, receivedMs);
    scan.complete &&= record.complete === true;
    for (const { itemId, unitPriceCopper, quantity } of record.items) {
      const prices = reach(scan.units, itemId, () => []);
      for (let n = 0; n < quantity; n++) prices.push(unitPriceCopper);
    }
  }
  return scans.values();
}

/**
 * Computes an item's figures from one chosen scan per reporter and house. For all houses (''), each reporter's chosen
 * scans are joined. Returns null if there are fewer than three reporters.
 */
function figuresOf(scans: readonly Scan[], itemId: number, house: string): Figures | null {
  const reporters = new Map<string, number[]>();
  for (const install of new Set(scans.map((scan) => scan.install))) {
    const mine = scans.filter((scan) => scan.install === install);
    for (const one of house === '' ? ['', 'Alliance', 'Horde', 'Neutral'] : [house]) {
      const [chosen] = mine
        .filter((scan) => scan.house === one)
        .sort(
          (a, b) => Number(b.complete) - Number(a.complete) || b.firstMs - a.firstMs || (a.scanId > b.scanId ? -1 : 1),
        );
      if (chosen !== undefined) reach(reporters, install, () => []).push(...chosen.units.get(itemId)!);
    }
  }
  if (reporters.size < 3) return null;
  const prices = [...reporters.values()].map((units) => units.sort((a, b) => a - b));
  return {
    market: medianOf(prices.map(unitValue)),
    min: medianOf(prices.map((units) => units[0]!)),
    quantity: medianOf(prices.map((units) => units.length)),
    reporters: reporters.size,
  };
}

/** Returns the value of one reporter's units. `prices` must be in ascending order. */
export function unitValue(prices: readonly number[]): number {
  const all = prices.length;
  const kept: number[] = [];
  for (const [at, price] of prices.entries()) {
    const i = at + 1;
    const beyondMost = 100 * i > 30 * all;
    const jumps = at > 0 && 10 * price >= 12 * prices[at - 1]!;
    if (at > 0 && 100 * i > 15 * all && (beyondMost || jumps)) break;
    kept.push(price);
  }
  const near = kept.filter((price) => !isOutlier(price, kept));
  return near.reduce((sum, price) => sum + price, 0) / near.length;
}

/**
 * Whether a price is 1.5 sample standard deviations or more from the mean. For n prices with the sum S:
 * |p - S/n| >= 1.5 s  <=>  4 (np - S)² (n - 1) >= 9 n² Σ(p - S/n)² = 9 Σ(np - S)². Computed in integers, since a price
 * may lie exactly on the limit.
 */
function isOutlier(price: number, kept: readonly number[]): boolean {
  const n = BigInt(kept.length);
  const sum = kept.reduce((total, one) => total + BigInt(one), 0n);
  const far = (one: number): bigint => (n * BigInt(one) - sum) ** 2n;
  const spread = kept.reduce((total, one) => total + far(one), 0n);
  return spread > 0n && 4n * far(price) * (n - 1n) >= 9n * spread;
}

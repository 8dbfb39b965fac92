import { addUnitCounts } from '../../domain/families/market.ts';
import type { DirtyMarket, DirtyPage } from '../../domain/ports/evidence.ts';
import type { MarketScan, MarketSubject, ScanPart } from '../../domain/ports/market.ts';
import { toUtcDay } from '../../domain/values/instant.ts';
import { IPV6 } from './families.ts';

/** The evidence of the market in memory, for tests. */
export interface MemoryMarket {
  add(scans: readonly ScanPart[]): void;
  takeOut(installN: number): void;
  dirty(after: number, limit: number): DirtyPage<DirtyMarket>;
  /** Returns all scans of an item on a day. The double has no limit. */
  scans(subject: MarketSubject, after: number): DirtyPage<MarketScan>;
  clear(): void;
}

interface Scan extends Pick<ScanPart, 'installN' | 'realmKey' | 'house' | 'scanId'> {
  firstMs: number;
  receivedMs: number;
  complete: boolean;
  /** Units per price, keyed by item. */
  readonly items: Map<number, Map<number, number>>;
}

function isLate({ firstMs, receivedMs }: Scan, alsoMs = receivedMs): number {
  return Number(Math.max(receivedMs, alsoMs) - firstMs > 7 * 86_400_000);
}

export function createMemoryMarket(): MemoryMarket {
  const scans = new Map<string, Scan>();
  const marks = new Map<string, MarketSubject>();

  const mark = (subject: MarketSubject): void => void marks.set(JSON.stringify(subject), subject);

  const markAll = ({ realmKey, firstMs, items }: Scan): void => {
    for (const itemId of items.keys()) mark({ realmKey, day: toUtcDay(firstMs), itemId });
  };

  /** Computes ranks before the batch is applied, so that only changes to earlier scans count. */
  const rank = (part: ScanPart): Scan => {
    const { installN, realmKey, house, scanId, atMs, receivedAtMs, complete } = part;
    const key = JSON.stringify([installN, realmKey, house, scanId]);
    let scan = scans.get(key);
    if (scan === undefined) {
      scan = { installN, realmKey, house, scanId, firstMs: atMs, receivedMs: receivedAtMs, complete, items: new Map() };
      scans.set(key, scan);
    } else if (atMs < scan.firstMs || (scan.complete && !complete) || isLate(scan, receivedAtMs) > isLate(scan)) {
      markAll(scan);
      scan.firstMs = Math.min(scan.firstMs, atMs);
      scan.complete &&= complete;
      markAll(scan);
    }
    scan.receivedMs = Math.max(scan.receivedMs, receivedAtMs);
    return scan;
  };

  const list = (scan: Scan, { realmKey, rows }: ScanPart): void => {
    for (const { itemId, price, quantity } of rows) {
      const units = scan.items.get(itemId) ?? new Map<number, number>();
      scan.items.set(itemId, units);
      units.set(price, addUnitCounts(units.get(price) ?? 0, quantity));
      mark({ realmKey, day: toUtcDay(scan.firstMs), itemId });
    }
  };

  const scansOf = ({ realmKey, day, itemId }: MarketSubject): readonly MarketScan[] =>
    [...scans.values()].flatMap(({ items, ...scan }) => {
      const units = items.get(itemId);
      if (units === undefined || scan.realmKey !== realmKey || toUtcDay(scan.firstMs) !== day) return [];
      const { realmKey: _realm, ...head } = scan;
      return [{ ...head, runs: [...units].sort(([a], [b]) => a - b) }];
    });

  return {
    add: (parts) => {
      const ranked = parts.map((part) => [rank(part), part] as const);
      for (const [scan, part] of ranked) list(scan, part);
    },
    takeOut: (installN) => {
      for (const [key, scan] of scans) {
        if (scan.installN % IPV6 !== installN) continue;
        markAll(scan);
        scans.delete(key);
      }
    },
    dirty: (after, limit) => {
      const subjects = [...marks.values()].slice(after, after + limit);
      return {
        rows: subjects.map((subject) => ({ subject, scans: scansOf(subject) })),
        next: after + limit < marks.size ? after + limit : null,
      };
    },
    scans: (subject, after) => ({
      rows: scansOf(subject).filter(({ installN }) => installN > after),
      next: null,
    }),
    clear: () => marks.clear(),
  };
}

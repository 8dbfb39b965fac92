import { countRemainingRows } from '../paging/ledger.ts';
import type { Snapshot } from '../ports/snapshots.ts';

/** Maximum number of points. A small plot has no room for more. */
const GROWTH_POINTS_MAX = 60;

/** Amount of public data at one point in time. */
export interface GrowthPoint {
  /** Time when the newest upload included at this point was received. */
  readonly atMs: number;
  readonly uploads: number;
  /** Number of rows in the public feed. */
  readonly records: number;
}

/**
 * Returns the growth of the public data over time of receipt. Uses evenly spaced snapshots of the log, including the
 * first and the newest. A rebuild replays uploads received earlier, so its log does not start at zero.
 */
export async function readGrowth(snapshot: Snapshot): Promise<readonly GrowthPoint[]> {
  const rows = await snapshot.log.rows(listSpreadSnapshots(snapshot.view.row.n));
  const byTime = new Map<number, GrowthPoint>();
  for (const { n, dataAsOfMs, uploads } of rows) {
    if (dataAsOfMs === null) continue;
    byTime.set(dataAsOfMs, { atMs: dataAsOfMs, uploads, records: countRemainingRows(snapshot.view.corpus, n) });
  }
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

/** Returns at most GROWTH_POINTS_MAX evenly spaced numbers from 1 to `newest` (inclusive). */
function listSpreadSnapshots(newest: number): readonly number[] {
  const points = Math.min(newest, GROWTH_POINTS_MAX);
  if (points < 2) return [newest];
  return Array.from({ length: points }, (_, i) => 1 + Math.round((i * (newest - 1)) / (points - 1)));
}

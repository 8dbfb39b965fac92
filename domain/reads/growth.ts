import { standingRows } from '../paging/ledger.ts';
import type { SnapshotView, ViewReader } from '../ports/snapshot_view.ts';

/** Points of a growth at most: as many as a small plot shows. */
const POINTS_MAX = 60;

/** How much was public at one time. */
export interface Grown {
  /** When the newest upload behind it was received. */
  readonly atMs: number;
  readonly uploads: number;
  /** Rows of the public feed. */
  readonly records: number;
}

/**
 * How much has become public, by when what is behind it was received: from some snapshots of the log, evenly spread, the
 * first and the newest among them. A rebuild states anew what was received when, so that it does not begin at nothing.
 */
export async function readGrowth(reader: Pick<ViewReader, 'rows'>, view: SnapshotView): Promise<readonly Grown[]> {
  const rows = await reader.rows(view, spread(view.row.n));
  const byTime = new Map<number, Grown>();
  for (const { n, dataAsOfMs, uploads } of rows) {
    if (dataAsOfMs === null) continue;
    byTime.set(dataAsOfMs, { atMs: dataAsOfMs, uploads, records: standingRows(view.corpus, n) });
  }
  return [...byTime.values()].sort((a, b) => a.atMs - b.atMs);
}

/** Numbers from 1 to `newest`, both among them, at most POINTS_MAX. */
function spread(newest: number): readonly number[] {
  const points = Math.min(newest, POINTS_MAX);
  if (points < 2) return [newest];
  return Array.from({ length: points }, (_, i) => 1 + Math.round((i * (newest - 1)) / (points - 1)));
}

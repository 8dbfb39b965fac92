import { standingRows } from '../paging/ledger.ts';
import type { Clock } from '../ports/clock.ts';
import type { SnapshotReader, SnapshotRow } from '../ports/snapshots.ts';

/**
 * `fresh`: written within `maxAgeSeconds`. `stale`: longer ago. `missing`: never written. `unavailable`: it cannot be
 * read (spec, GET /api/health; contract, section 4).
 */
export type SnapshotState = 'fresh' | 'stale' | 'missing' | 'unavailable';

export interface Health {
  readonly state: SnapshotState;
  /** The snapshot it speaks of; null where there is none or none can be read. */
  readonly snapshot: HealthSnapshot | null;
}

export interface HealthSnapshot {
  readonly epoch: string;
  readonly row: SnapshotRow;
  readonly ageSeconds: number;
  /** Rows that stand in the feed. */
  readonly records: number;
}

/** Whether the public snapshot is fresh. */
export const readHealth = async (reader: SnapshotReader, clock: Clock, maxAgeSeconds: number): Promise<Health> => {
  const view = await reader.view();
  if (!view.ok) return { state: 'unavailable', snapshot: null };
  if (view.value === null) return { state: 'missing', snapshot: null };
  const { epoch, row, corpus } = view.value;
  const ageSeconds = Math.max(0, Math.floor((clock.nowMs() - row.writtenAtMs) / 1000));
  const snapshot = { epoch, row, ageSeconds, records: standingRows(corpus, row.n) };
  return { state: ageSeconds <= maxAgeSeconds ? 'fresh' : 'stale', snapshot };
};

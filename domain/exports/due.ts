import type { ExportSource, ExportState } from '../ports/exports.ts';
import { DAY_MS } from '../values/instant.ts';
import { isSameImport } from './guard.ts';

/**
 * Why an export is requested. `schedule`: a snapshot was written. `command`: the operator requested it. `force`: the
 * operator requested it without the guards. `erasure`: an install was erased, so the served export must be replaced
 * (contract, section 4, Bulk).
 */
export type ExportReason = 'schedule' | 'command' | 'force' | 'erasure';

/** Minimum time between two scheduled exports. */
export const EXPORT_EVERY_MS = DAY_MS;

/**
 * Whether to write an export now. The schedule writes the first export with the first snapshot, then at most one export
 * a day, including held exports. The next export is due immediately if the served one was written before the first
 * upload, contains a different import than the snapshot, or uses a different time precision than TW_FEED_TIME. After a
 * held export, the schedule always waits.
 */
export function isDue(
  reason: ExportReason,
  state: ExportState,
  { row, game, feedTime }: Pick<ExportSource, 'row' | 'game' | 'feedTime'>,
  nowMs: number,
): boolean {
  if (reason !== 'schedule' || state.demanded || state.served === null) return true;
  if (state.held === null) {
    if (state.served.dataAsOfMs === null && row.dataAsOfMs !== null) return true;
    if (!isSameImport(state.served.imported ?? null, game)) return true;
    if ((state.served.feedTime ?? 'exact') !== feedTime) return true;
  }
  const lastMs = Math.max(state.served.writtenAtMs, state.held?.heldAtMs ?? 0);
  // If the last export is in the future, the clock has since been set back.
  return nowMs - lastMs >= EXPORT_EVERY_MS || nowMs < lastMs;
}

/**
 * Whether the guards may hold the export. They may not after an erasure, because the served export must be replaced.
 */
export function isGuarded(reason: ExportReason, state: ExportState): boolean {
  return (reason === 'schedule' || reason === 'command') && !state.demanded;
}

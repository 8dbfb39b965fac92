import type { ExportSource, ExportState } from '../ports/exports.ts';
import { DAY_MS } from '../values/instant.ts';
import { isSameImport } from './guard.ts';

/**
 * Why an export is requested. `schedule`: a snapshot was written. `command`: by the operator. `force`: by the operator,
 * without the guards. `erasure`: an install was erased, so the served export must be replaced (contract, section 4,
 * Bulk).
 */
export type ExportReason = 'schedule' | 'command' | 'force' | 'erasure';

/** Minimum time between two scheduled exports. */
export const EXPORT_EVERY_MS = DAY_MS;

/**
 * Whether an export should be written now. The schedule writes the first export with the first snapshot, then at most
 * one a day, counting held ones. It does not wait a day if the served export is from before the first upload, is of
 * another import than the snapshot, or has other times than TW_FEED_TIME asks for. After a held export it always waits.
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
  // If the last export is in the future, the clock has been set back since.
  return nowMs - lastMs >= EXPORT_EVERY_MS || nowMs < lastMs;
}

/** Whether the guards may hold the export. Never after an erasure, because the served export must be replaced. */
export function isGuarded(reason: ExportReason, state: ExportState): boolean {
  return (reason === 'schedule' || reason === 'command') && !state.demanded;
}

import type { ExportSource, ExportState } from '../ports/exports.ts';
import { DAY_MS } from '../values/instant.ts';
import { isSameImport } from './guard.ts';

/**
 * Who asks for an export. `schedule`: a snapshot was written. `command`: the operator. `force`: the operator, whatever
 * the guards say. `erasure`: an install was erased, so what is served must go (contract, section 4, Bulk).
 */
export type ExportReason = 'schedule' | 'command' | 'force' | 'erasure';

/** From one export to the next that the schedule writes. */
export const EXPORT_EVERY_MS = DAY_MS;

/**
 * Whether an export is to be written now. The schedule's come with the first snapshot, then at most once a day, a held
 * one counted; one of an instance without any upload does not count, so that its first data need not wait a day, nor
 * does one of another build than the one that is served now, or one whose times are told otherwise than they are to be
 * (TW_FEED_TIME). A held export waits for its day all the same.
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
  // A time to come was written by a clock that has been set back.
  return nowMs - lastMs >= EXPORT_EVERY_MS || nowMs < lastMs;
}

/** Whether the guards may hold it: never after an erasure, since what it replaces must go. */
export function isGuarded(reason: ExportReason, state: ExportState): boolean {
  return (reason === 'schedule' || reason === 'command') && !state.demanded;
}

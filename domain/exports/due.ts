import type { ExportState } from '../ports/exports.ts';
import type { SnapshotRow } from '../ports/snapshots.ts';

/**
 * Who asks for an export. `schedule`: a snapshot was written. `command`: the operator. `force`: the operator, whatever
 * the guards say. `erasure`: an install was erased, so what is served must go (contract, section 4, Bulk).
 */
export type ExportReason = 'schedule' | 'command' | 'force' | 'erasure';

/** From one export to the next that the schedule writes. */
export const EXPORT_EVERY_MS = 86_400_000;

/**
 * Whether an export is to be written now. The schedule's come with the first snapshot, then at most once a day, a held
 * one counted; one of an instance without any upload does not count, so that its first data need not wait a day.
 */
export const isDue = (reason: ExportReason, state: ExportState, newest: SnapshotRow, nowMs: number): boolean => {
  if (reason !== 'schedule' || state.demanded || state.served === null) return true;
  if (state.served.dataAsOfMs === null && newest.dataAsOfMs !== null && state.held === null) return true;
  const lastMs = Math.max(state.served.writtenAtMs, state.held?.heldAtMs ?? 0);
  // A time to come was written by a clock that has been set back.
  return nowMs - lastMs >= EXPORT_EVERY_MS || nowMs < lastMs;
};

/** Whether the guards may hold it: never after an erasure, since what it replaces must go. */
export const isGuarded = (reason: ExportReason, state: ExportState): boolean =>
  (reason === 'schedule' || reason === 'command') && !state.demanded;

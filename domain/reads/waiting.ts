import type { PendingEvidence } from '../ports/evidence.ts';
import type { SnapshotRow } from '../ports/snapshot_view.ts';

/** Returns the evidence of installs that do not count yet, or null if only one or two wait, or if it is unknown. */
export function countPendingEvidence({ waitingInstalls, waitingWindows }: SnapshotRow): PendingEvidence | null {
  return waitingInstalls === null || waitingWindows === null
    ? null
    : { installs: waitingInstalls, windows: waitingWindows };
}

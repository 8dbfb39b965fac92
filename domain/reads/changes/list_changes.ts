import { LIST_MAX } from '../../../schema/limits.ts';
import type { ChangeFile, ChangeFileReader } from '../../ports/change_files.ts';
import type { SnapshotView } from '../../ports/snapshot_view.ts';
import { err, ok, type Result } from '../../values/result.ts';
import { formatSnapshotPin, type SnapshotPin } from '../pinned_snapshot.ts';

/** Change files between two snapshots, oldest first, a limited number. */
export interface ChangeList {
  readonly files: readonly ChangeFile[];
  /** The newest snapshot. There are more files if it is not the snapshot of the last one. */
  readonly newest: SnapshotPin;
}

/** A snapshot that cannot be followed any more. `error` is a sentence for the follower. */
export interface LostFollower {
  readonly kind: 'gone';
  readonly error: string;
}

/**
 * Returns the files that lead from a snapshot to the newest one (contract, section 4, Change feed). Refuses snapshots
 * of another epoch, snapshots that are too old and snapshots that were never written. A follower that is further behind
 * than one answer reaches asks again from its last file.
 */
export async function listChanges(
  reader: Pick<ChangeFileReader, 'files'>,
  { epoch, row: { n } }: Pick<SnapshotView, 'epoch' | 'row'>,
  since: SnapshotPin,
): Promise<Result<ChangeList, LostFollower>> {
  const newest = { epoch, n };
  if (since.epoch !== epoch || since.n > n) return err(createLostFollower(since));
  const files = await reader.files(epoch, since.n, Math.min(n, since.n + LIST_MAX.changeFiles));
  return files === null ? err(createLostFollower(since)) : ok({ files, newest });
}

function createLostFollower(since: SnapshotPin): LostFollower {
  return {
    kind: 'gone',
    error: `since must name a snapshot from which changes are kept; it is ${formatSnapshotPin(since)}, which is too old or of another epoch: start again from /export/index.json.`,
  };
}

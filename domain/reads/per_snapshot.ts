import type { SnapshotView } from '../ports/snapshots.ts';
import type { Reached } from '../result.ts';

/** Reads something once for each snapshot, when it is first asked for, and keeps it until there is a newer one. */
export const oncePerSnapshot = <T>(
  read: (view: SnapshotView) => Promise<Reached<T>>,
): ((view: SnapshotView) => Promise<Reached<T>>) => {
  let key = '';
  let reading: Promise<Reached<T>> | null = null;
  return async (view) => {
    const wanted = `${view.epoch}.${view.row.n}`;
    if (reading === null || key !== wanted) {
      key = wanted;
      reading = read(view);
    }
    const asked = reading;
    const answer = await asked;
    // What could not be read is tried again.
    if (!answer.ok && reading === asked) reading = null;
    return answer;
  };
};

import type { SnapshotView } from '../ports/snapshot_view.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import { createSimilarTexts, type SimilarTexts } from './similar_texts.ts';

/** Returns the index of the whole names of a snapshot, as normalized by `nameKey`. It is built once per snapshot. */
export const readSimilarKeys = createOncePerSnapshot(({ knowledge }) => knowledge.nameKeys());

/** Returns the index of the words in the names of a snapshot. It is built once per snapshot. */
export const readSimilarWords = createOncePerSnapshot(({ knowledge }) => knowledge.nameWords());

type ReadTexts = (snapshot: Snapshot) => Promise<readonly string[]>;

/** Indexes are built by the first search with a typing error, and released with the snapshot. Failures are not kept. */
function createOncePerSnapshot(read: ReadTexts): (snapshot: Snapshot) => Promise<SimilarTexts> {
  const indexes = new WeakMap<SnapshotView, Promise<SimilarTexts>>();
  return async (snapshot) => {
    const known = indexes.get(snapshot.view);
    if (known !== undefined) return known;
    const building = read(snapshot).then(createSimilarTexts);
    indexes.set(snapshot.view, building);
    try {
      return await building;
    } catch (error) {
      indexes.delete(snapshot.view);
      throw error;
    }
  };
}

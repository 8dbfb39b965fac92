import type { Categories, GameView } from '../ports/builds.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { newestSnapshot } from './list.ts';
import { onServedBuild } from './served_build.ts';

export interface CategoriesOfBuild extends Categories {
  /** The build, or null if no build was imported; the lists are then empty. */
  readonly game: GameView | null;
}

/** Returns the available item filters (contract, section 4, Item categories). */
export function readCategories(snapshots: SnapshotStore): Promise<CategoriesOfBuild> {
  return onServedBuild(snapshots, async (): Promise<CategoriesOfBuild> => {
    const snapshot = await newestSnapshot(snapshots);
    const { game } = snapshot.view;
    if (game === null) return { ...NO_CATEGORIES, game };
    const found = await snapshot.game.fact('categories', '');
    return { ...((found ?? NO_CATEGORIES) as Categories), game };
  });
}

const NO_CATEGORIES: Categories = { classes: [], slots: [], qualities: [] };

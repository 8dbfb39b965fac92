import type { Categories, GameView } from '../ports/builds.ts';
import type { GameReader } from '../ports/game_files.ts';
import type { ViewReader } from '../ports/snapshot_view.ts';
import { newestView } from './list.ts';
import { onServedBuild } from './served_build.ts';

export interface CategoriesOfBuild extends Categories {
  /** Null if no build was imported; the lists are then empty. */
  readonly game: GameView | null;
}

/** Returns the filters for items (contract, section 4, Item categories). */
export function readCategories(reader: ViewReader & GameReader): Promise<CategoriesOfBuild> {
  return onServedBuild(reader, async (): Promise<CategoriesOfBuild> => {
    const view = await newestView(reader);
    const { game } = view;
    if (game === null) return { ...NO_CATEGORIES, game };
    const found = await reader.gameFact(view, 'categories', '');
    return { ...((found ?? NO_CATEGORIES) as Categories), game };
  });
}

const NO_CATEGORIES: Categories = { classes: [], slots: [], qualities: [] };

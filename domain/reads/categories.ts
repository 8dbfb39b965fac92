import type { Categories, GameView } from '../ports/builds.ts';
import type { GameReader } from '../ports/game_files.ts';
import type { ViewReader } from '../ports/snapshot_view.ts';
import { onServedBuild } from './game.ts';
import { newestView } from './list.ts';

export interface CategoriesOfBuild extends Categories {
  /** Null: no build was imported, and the lists are empty. */
  readonly game: GameView | null;
}

/** What items can be filtered by (contract, section 4, Item categories). */
export function readCategories(reader: ViewReader & GameReader): Promise<CategoriesOfBuild> {
  return onServedBuild(reader, async (): Promise<CategoriesOfBuild> => {
    const view = await newestView(reader);
    const { game } = view;
    if (game === null) return { ...NOTHING, game };
    const found = await reader.gameFact(view, 'categories', '');
    return { ...((found ?? NOTHING) as Categories), game };
  });
}

const NOTHING: Categories = { classes: [], slots: [], qualities: [] };

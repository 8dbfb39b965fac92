import type { Categories } from '../game_files/categories.ts';
import type { GameView } from '../ports/builds.ts';
import type { SnapshotReader } from '../ports/snapshots.ts';
import { ok, type Reached } from '../result.ts';
import { onServedBuild } from './game.ts';
import { newestView } from './list.ts';

export interface CategoriesOfBuild extends Categories {
  /** Null: no build was imported, and the lists are empty. */
  readonly game: GameView | null;
}

/** What items can be filtered by (spec, GET /api/items/categories). */
export const readCategories = (reader: SnapshotReader): Promise<Reached<CategoriesOfBuild>> =>
  onServedBuild(reader, async (): Promise<Reached<CategoriesOfBuild>> => {
    const view = await newestView(reader);
    if (!view.ok) return view;
    const { game } = view.value;
    if (game === null) return ok({ ...NOTHING, game });
    const found = await reader.gameFact(view.value, 'categories', '');
    if (!found.ok) return found;
    return ok({ ...((found.value ?? NOTHING) as Categories), game });
  });

const NOTHING: Categories = { classes: [], slots: [], qualities: [] };

import type { GameClass, GameItem, GameSet } from '../ports/build.ts';
import type { GameFamily } from '../ports/builds.ts';
import type { Snapshot } from '../ports/snapshots.ts';
import type { GameFiles } from './game_files.ts';

/** Returns access to the rows of the build that a view serves, or null if no build was imported. */
export function gameFilesOf(snapshot: Snapshot): GameFiles | null {
  if (snapshot.view.game === null) return null;
  // The cast is safe: the import writes rows from these types (domain/game_files/import/import_rows.ts).
  const fact = <T>(family: GameFamily, id: number) => snapshot.game.fact(family, `${id}`) as Promise<T | null>;
  const { build, extractedAt } = snapshot.view.game;
  return {
    build,
    extractedAt,
    item: (id) => fact<GameItem>('item', id),
    itemClass: (id) => fact<GameClass>('class', id),
    set: (id) => fact<GameSet>('set', id),
    name: (kind, id) => fact<string>(kind, id),
  };
}

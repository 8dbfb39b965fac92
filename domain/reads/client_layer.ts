import type { GameView, LayerCoding } from '../ports/builds.ts';
import type { GameReader } from '../ports/game_files.ts';
import type { ViewReader } from '../ports/snapshot_view.ts';
import { newestView } from './list.ts';
import { onServedBuild } from './served_build.ts';

export interface ClientLayer {
  readonly game: GameView;
  /** The final body, compressed, in pieces to be concatenated. */
  readonly pieces: readonly Uint8Array[];
}

/** Returns the whole relation layer of the build, or null if none was imported (contract, section 4, Client layer). */
export function readClientLayer(reader: ViewReader & GameReader, coding: LayerCoding): Promise<ClientLayer | null> {
  return onServedBuild(reader, async () => {
    const view = await newestView(reader);
    const { game } = view;
    if (game === null) return null;
    const pieces = await reader.clientLayer(view, coding);
    return pieces === null ? null : { game, pieces };
  });
}

import type { GameView, LayerCoding } from '../ports/builds.ts';
import type { GameReader } from '../ports/game_files.ts';
import type { ViewReader } from '../ports/snapshot_view.ts';
import { onServedBuild } from './game.ts';
import { newestView } from './list.ts';

export interface ClientLayer {
  readonly game: GameView;
  /** The finished body, packed, in pieces to be put end to end. */
  readonly pieces: readonly Uint8Array[];
}

/** The whole relation layer of the build; null: no build was imported (contract, section 4, Client layer). */
export function readClientLayer(reader: ViewReader & GameReader, coding: LayerCoding): Promise<ClientLayer | null> {
  return onServedBuild(reader, async () => {
    const view = await newestView(reader);
    const { game } = view;
    if (game === null) return null;
    const pieces = await reader.clientLayer(view, coding);
    return pieces === null ? null : { game, pieces };
  });
}

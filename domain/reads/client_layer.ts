import type { GameView, LayerCoding } from '../ports/builds.ts';
import type { SnapshotStore } from '../ports/snapshots.ts';
import { newestSnapshot } from './list.ts';
import { onServedBuild } from './served_build.ts';

export interface ClientLayer {
  readonly game: GameView;
  /** The final body, compressed, in pieces to be concatenated. */
  readonly pieces: readonly Uint8Array[];
}

/** Returns the whole relation layer of the build, or null if none was imported (contract, section 4, Client layer). */
export function readClientLayer(snapshots: SnapshotStore, coding: LayerCoding): Promise<ClientLayer | null> {
  return onServedBuild(snapshots, async () => {
    const snapshot = await newestSnapshot(snapshots);
    const { game } = snapshot.view;
    if (game === null) return null;
    const pieces = await snapshot.game.clientLayer(coding);
    return pieces === null ? null : { game, pieces };
  });
}

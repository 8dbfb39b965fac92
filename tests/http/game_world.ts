import type { SnapshotWriter } from '../../domain/ports/snapshots.ts';
import { gameItem, piecesOf } from '../support/game_build.ts';
import { breakable, replaceReads } from '../support/replace_reads.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { createSnapshots } from '../support/snapshots.ts';
import { createWorld, EPOCH, publicEdge, START_MS, type World, type WorldOptions } from './support.ts';

export interface GameWorld extends World {
  readonly snapshots: SnapshotWriter;
  /** Writes the next snapshot, with an observed edge for each of these items. */
  observe(itemIds?: readonly number[]): Promise<void>;
  /** Makes every read of the build fail, or repairs the build. */
  breakBuild(broken: boolean): void;
}

/** Creates an app over a snapshot database into which a build can be imported. */
export function createGameWorld(options: WorldOptions = {}): GameWorld {
  const { writer, store } = createSnapshots(EPOCH);
  let broken = false;
  const world = createWorld({
    ...options,
    store: () => replaceReads(store, ({ game }) => ({ game: breakable(game, () => broken) })),
  });
  let observed = 0;
  return {
    ...world,
    snapshots: writer,
    observe: async (itemIds = []) => {
      const newest = await writer.newest();
      const n = (newest?.n ?? 0) + 1;
      const edges = itemIds.map((id) => publicEdge(`sold_by:item:npc:${id}:5`));
      observed++;
      const row = { writtenAtMs: START_MS + observed, dataAsOfMs: START_MS - 60_000 };
      await writer.write(snapshotChange(n, { edges, row }));
    },
    breakBuild: (state) => {
      broken = state;
    },
  };
}

/** Returns `count` items with ids from 1, alternating between weapons and armour. */
export function buildOf(count: number) {
  return piecesOf(
    Array.from({ length: count }, (_, i) =>
      gameItem(i + 1, {
        ...(i % 2 === 0 ? { classId: 2, subclassId: 0, inventoryType: 13 } : { classId: 4, subclassId: 1 }),
        qualityId: 1,
        itemLevel: i + 1,
        iconId: 9,
        icon: 'inv_axe_01',
      }),
    ),
    Array.from({ length: count }, (_, i) => ['same_icon', i + 1, 9] as const),
  );
}

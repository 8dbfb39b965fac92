import { listTileCells, type MapCell, TILES_PER_MAP } from '../../families/map_cells.ts';
import { families } from '../../families/mod.ts';
import type { Snapshot } from '../../ports/snapshots.ts';

/** Returns the cells of a map in which three installs were, in no particular order. At most 40,000. */
export async function readMapCells(snapshot: Snapshot, mapId: number): Promise<readonly MapCell[]> {
  const { facts } = await snapshot.factsOf(families.map_cells, `${mapId}`, TILES_PER_MAP);
  return facts.flatMap(({ subject, body }) => listTileCells(subject, body));
}

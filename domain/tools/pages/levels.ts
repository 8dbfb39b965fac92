import type { Agreed } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { SnapshotData } from '../shared/snapshot_data.ts';

/** The lowest and the highest level of an NPC that three installs saw (schema/tools/page_parts.ts, levels). */
export interface Levels {
  readonly min: number;
  readonly max: number;
}

/** Between which levels an NPC is, by its agreed levels, ascending; null: none is public. */
export function levelsOf(levels: readonly Agreed<number>[]): Levels | null {
  const [lowest, highest] = [levels[0], levels.at(-1)];
  return lowest === undefined || highest === undefined ? null : { min: lowest.value, max: highest.value };
}

/** The same of an NPC by its id. */
export async function levelsOfNpc(data: SnapshotData, npcId: number): Promise<Levels | null> {
  const fact = await data.reader.fact(data.view, families.npcs, `${npcId}`);
  return levelsOf(fact?.levels ?? []);
}

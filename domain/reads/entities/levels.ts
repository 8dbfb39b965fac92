import type { AgreedValue } from '../../families/counting/agreed.ts';
import { families } from '../../families/mod.ts';
import type { PublishedSnapshot } from './snapshot_data.ts';

/** The lowest and the highest level of an NPC that three installs saw (schema/tools/page_parts.ts, levels). */
export interface Levels {
  readonly min: number;
  readonly max: number;
}

/** Returns the level range for a list of agreed levels in ascending order, or null if the list is empty. */
export function levelsOf(levels: readonly AgreedValue<number>[]): Levels | null {
  const [lowest, highest] = [levels[0], levels.at(-1)];
  return lowest === undefined || highest === undefined ? null : { min: lowest.value, max: highest.value };
}

/** Returns the level range of an NPC, or null if none is public. */
export async function levelsOfNpc(snapshot: PublishedSnapshot, npcId: number): Promise<Levels | null> {
  const fact = await snapshot.fact(families.npcs, `${npcId}`);
  return levelsOf(fact?.levels ?? []);
}

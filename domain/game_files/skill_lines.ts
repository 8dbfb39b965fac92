import { createIdReader } from './keys.ts';
import type { GameTables } from './tables.ts';

/**
 * Reads the parents of skill lines. Returns a function that maps a skill line to its topmost ancestor, so that the
 * specialisations and tiers of a profession count as that profession.
 */
export async function readRoots(tables: GameTables): Promise<(skillId: number) => number> {
  const parents = new Map<number, number>();
  const table = tables.table('SkillLine');
  const readId = createIdReader(table);
  for await (const row of table?.rows() ?? []) {
    const [id, parent] = [readId(row), row.integer('ParentSkillLineID')];
    if (id !== null && parent !== null && parent > 0) parents.set(id, parent);
  }
  return (skillId) => findRoot(parents, skillId);
}

/** Returns the topmost ancestor, or the skill line itself if its ancestors form a cycle. */
function findRoot(parents: ReadonlyMap<number, number>, skillId: number): number {
  const seen = new Set<number>();
  let at = skillId;
  while (parents.has(at)) {
    if (seen.has(at)) return skillId;
    seen.add(at);
    at = parents.get(at)!;
  }
  return at;
}

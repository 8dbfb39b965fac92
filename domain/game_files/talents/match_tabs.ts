import type { GameTables } from '../tables.ts';
import type { TalentTab } from './classic.ts';
import { hasColumns } from './needs.ts';
import { readRows, readSkillNames } from './trait_rows.ts';

export type TreeSpells = ReadonlySet<number>;

/**
 * Returns the TalentTab row of each tree of a class, or null if it is unknown. Trees must be given from left to right,
 * which is also the order of `OrderIndex`. If several tabs have the same `OrderIndex`, a tree gets the one named after
 * the skill line of most of the tree's spells.
 */
export async function matchTabsToTrees(
  tables: GameTables,
  tabs: readonly TalentTab[],
  trees: readonly TreeSpells[],
): Promise<readonly (TalentTab | null)[]> {
  if (tabs.length !== trees.length) return trees.map(() => null);
  const isTied = (tab: TalentTab): boolean =>
    tabs.some((other) => other !== tab && other.orderIndex === tab.orderIndex);
  if (!tabs.some(isTied)) return tabs;
  const skillsOf = await readSpellSkills(tables, new Set(trees.flatMap((spells) => [...spells])));
  const found = tabs.map((tab, at) => {
    if (!isTied(tab)) return tab;
    const candidates = tabs.filter((other) => other.orderIndex === tab.orderIndex);
    return findMostSimilarTab(candidates, skillsOf, trees[at] ?? new Set());
  });
  // A tab belongs to only one tree.
  const unique = found.map((tab) => (found.filter((other) => other === tab).length === 1 ? tab : null));
  const unused = tabs.filter((tab) => !unique.includes(tab));
  return unique.map((tab) => (tab === null && unused.length === 1 ? unused[0]! : tab));
}

/** Returns the tab named after the skill line of the most spells, or null if there is no such tab or a tie. */
function findMostSimilarTab(
  tabs: readonly TalentTab[],
  skillsOf: ReadonlyMap<number, ReadonlySet<string>>,
  spells: TreeSpells,
): TalentTab | null {
  const counts = tabs.map(({ name }) => {
    const key = normalizeName(name ?? '');
    return [...spells].filter((spellId) => skillsOf.get(spellId)?.has(key)).length;
  });
  const most = Math.max(...counts);
  const [first, second] = tabs.filter((_, at) => counts[at] === most);
  return most === 0 || second !== undefined ? null : (first ?? null);
}

async function readSpellSkills(
  tables: GameTables,
  spells: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const skills = new Map<number, Set<string>>();
  if (!hasColumns(tables, 'SkillLineAbility', ['SkillLine', 'Spell'])) return skills;
  const names = await readSkillNames(tables);
  for await (const row of readRows(tables, 'SkillLineAbility')) {
    const spellId = row.integer('Spell');
    const name = names.get(row.integer('SkillLine') ?? 0);
    if (spellId === null || name === undefined || !spells.has(spellId)) continue;
    skills.set(spellId, (skills.get(spellId) ?? new Set()).add(normalizeName(name)));
  }
  return skills;
}

function normalizeName(name: string): string {
  return name.trim().toLowerCase();
}

import type { GameTables } from '../tables.ts';
import type { TalentTab } from './classic.ts';
import { hasColumns } from './needs.ts';
import { readSkillNames, rowsOf } from './trait_rows.ts';

/** The spells of one tree, in the order of the trees from the left. */
export type SpellsOfTree = ReadonlySet<number>;

/**
 * Which tab of TalentTab each tree of a class is; null: it cannot be told. Tabs stand in the order of `OrderIndex`; where
 * two have the same, the order says nothing, and the tree is that tab whose name its spells’ skill lines bear.
 */
export async function matchTabs(
  tables: GameTables,
  tabs: readonly TalentTab[],
  trees: readonly SpellsOfTree[],
): Promise<readonly (TalentTab | null)[]> {
  if (tabs.length !== trees.length) return trees.map(() => null);
  const isTied = (tab: TalentTab): boolean =>
    tabs.some((other) => other !== tab && other.orderIndex === tab.orderIndex);
  if (!tabs.some(isTied)) return tabs;
  const skillsOf = await readSkillsOfSpells(tables, new Set(trees.flatMap((spells) => [...spells])));
  const found = tabs.map((tab, at) => {
    if (!isTied(tab)) return tab;
    const alike = tabs.filter((other) => other.orderIndex === tab.orderIndex);
    return mostLike(alike, skillsOf, trees[at] ?? new Set());
  });
  // No tab is two trees.
  const own = found.map((tab) => (found.filter((other) => other === tab).length === 1 ? tab : null));
  const left = tabs.filter((tab) => !own.includes(tab));
  return own.map((tab) => (tab === null && left.length === 1 ? left[0]! : tab));
}

/** The one tab that most of the spells name by their skill line; null: none is named, or two as often. */
function mostLike(
  tabs: readonly TalentTab[],
  skillsOf: ReadonlyMap<number, ReadonlySet<string>>,
  spells: SpellsOfTree,
): TalentTab | null {
  const counts = tabs.map(({ name }) => {
    const key = keyOf(name ?? '');
    return [...spells].filter((spellId) => skillsOf.get(spellId)?.has(key)).length;
  });
  const most = Math.max(...counts);
  const [first, second] = tabs.filter((_, at) => counts[at] === most);
  return most === 0 || second !== undefined ? null : (first ?? null);
}

/** The names of the skill lines of these spells. */
async function readSkillsOfSpells(
  tables: GameTables,
  spells: ReadonlySet<number>,
): Promise<ReadonlyMap<number, ReadonlySet<string>>> {
  const skills = new Map<number, Set<string>>();
  if (!hasColumns(tables, 'SkillLineAbility', ['SkillLine', 'Spell'])) return skills;
  const names = await readSkillNames(tables);
  for await (const row of rowsOf(tables, 'SkillLineAbility')) {
    const spellId = row.integer('Spell');
    const name = names.get(row.integer('SkillLine') ?? 0);
    if (spellId === null || name === undefined || !spells.has(spellId)) continue;
    skills.set(spellId, (skills.get(spellId) ?? new Set()).add(keyOf(name)));
  }
  return skills;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase();
}

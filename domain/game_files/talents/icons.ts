import type { ClassTalents, Talent } from '../../ports/build.ts';
import { readIcons } from '../icons.ts';
import type { GameTables } from '../tables.ts';

/** Gives each talent the icon of its first spell, from `SpellMisc`. Icons are null if the table is missing. */
export async function addIcons(tables: GameTables, classes: readonly ClassTalents[]): Promise<readonly ClassTalents[]> {
  const talents = classes.flatMap(({ trees }) => trees.flatMap(({ nodes }) => nodes.flatMap((node) => node.talents)));
  const iconOf = await readSpellIcons(tables, new Set(talents.flatMap(({ spellIds }) => spellIds.slice(0, 1))));
  const withIcon = (talent: Talent): Talent => ({ ...talent, icon: iconOf(talent.spellIds[0]) });
  return classes.map((ofClass) => ({
    ...ofClass,
    trees: ofClass.trees.map((tree) => ({
      ...tree,
      nodes: tree.nodes.map((node) => ({ ...node, talents: node.talents.map(withIcon) })),
    })),
  }));
}

async function readSpellIcons(
  tables: GameTables,
  spellIds: ReadonlySet<number>,
): Promise<(spellId: number | undefined) => string | null> {
  const ids = new Map<number, number>();
  await tables.table('SpellMisc')?.visit((row) => {
    const [spellId, iconId] = [row.integer('SpellID'), row.integer('SpellIconFileDataID')];
    // A spell has a row for each difficulty. The first is the ordinary one.
    if (spellId === null || iconId === null || iconId <= 0) return;
    if (spellIds.has(spellId) && !ids.has(spellId)) ids.set(spellId, iconId);
  });
  const names = await readIcons(tables, new Set(ids.values()));
  return (spellId) => names.get(ids.get(spellId ?? 0) ?? 0) ?? null;
}

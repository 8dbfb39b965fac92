import type { ClassTalents, Talent } from '../../ports/build.ts';
import { readIcons } from '../icons.ts';
import type { GameTables } from '../tables.ts';
import { readPlayerClasses } from './classes.ts';
import { readClassicTalents, type TalentsResult } from './classic.ts';
import { CLASSIC_COLUMNS, findMissingTables, hasColumns, TRAIT_COLUMNS, TRAIT_LINK_COLUMNS } from './needs.ts';
import { readTraitTalents } from './trait.ts';
import { readTraitLinks, type TraitTreeLink } from './trait_rows.ts';

/** The tables that contain a build's talents. If any Trait tree belongs to a class, the classic tables are outdated. */
type TalentFamily =
  | { readonly family: 'classic' }
  | { readonly family: 'trait'; readonly links: readonly TraitTreeLink[] }
  | { readonly family: 'undecided' };

async function detectFamily(tables: GameTables): Promise<TalentFamily> {
  if (tables.table('SkillLineXTraitTree') === null) return { family: 'classic' };
  // It is unknown whether any Trait tree belongs to a class, so the classic tables may be outdated.
  if (findMissingTables(tables, TRAIT_LINK_COLUMNS).length > 0) return { family: 'undecided' };
  if (!hasColumns(tables, 'TraitTree', ['ID'])) return { family: 'undecided' };
  const links = await readTraitLinks(tables, await readPlayerClasses(tables));
  return links.length === 0 ? { family: 'classic' } : { family: 'trait', links };
}

export interface BuildTalents extends TalentsResult {
  /** Sentences about missing tables and columns. If there are any, no talents are returned. */
  readonly missing: readonly string[];
}

/** Reads a build's talents from either set of tables into the same model, with classes in the client's order. */
export async function readTalents(tables: GameTables): Promise<BuildTalents> {
  const family = await detectFamily(tables);
  const missing = findMissingTables(tables, family.family === 'classic' ? CLASSIC_COLUMNS : TRAIT_COLUMNS);
  if (missing.length > 0 || family.family === 'undecided') return { classes: [], leftOut: [], missing };
  const classes = await readPlayerClasses(tables);
  const read =
    family.family === 'trait'
      ? await readTraitTalents(tables, classes, family.links)
      : await readClassicTalents(tables, classes);
  return { ...read, classes: await addTalentIcons(tables, read.classes), missing };
}

/** Gives each talent the icon of its first spell, from `SpellMisc`. Icons are null if the table is missing. */
async function addTalentIcons(tables: GameTables, classes: readonly ClassTalents[]): Promise<readonly ClassTalents[]> {
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

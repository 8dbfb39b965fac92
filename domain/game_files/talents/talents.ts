import type { GameTables } from '../tables.ts';
import { readPlayerClasses } from './classes.ts';
import { readClassicTalents, type TalentsResult } from './classic.ts';
import { addIcons } from './icons.ts';
import { CLASSIC_NEEDS, findMissingTables, hasColumns, TRAIT_LINK_NEEDS, TRAIT_NEEDS } from './needs.ts';
import { readTraitTalents } from './trait.ts';
import { readTraitLinks, type TraitTreeLink } from './trait_rows.ts';

/** The tables that contain a build's talents. If any Trait tree belongs to a class, the classic tables are outdated. */
type Family =
  | { readonly family: 'classic' }
  | { readonly family: 'trait'; readonly links: readonly TraitTreeLink[] }
  | { readonly family: 'undecided' };

async function detectFamily(tables: GameTables): Promise<Family> {
  if (tables.table('SkillLineXTraitTree') === null) return { family: 'classic' };
  // It is unknown whether any Trait tree belongs to a class, so the classic tables may be outdated.
  if (findMissingTables(tables, TRAIT_LINK_NEEDS).length > 0) return { family: 'undecided' };
  if (!hasColumns(tables, 'TraitTree', ['ID'])) return { family: 'undecided' };
  const links = await readTraitLinks(tables, await readPlayerClasses(tables));
  return links.length === 0 ? { family: 'classic' } : { family: 'trait', links };
}

export async function missingForTalents(tables: GameTables): Promise<readonly string[]> {
  return findMissingTables(tables, needsOf(await detectFamily(tables)));
}

function needsOf({ family }: Family) {
  return family === 'classic' ? CLASSIC_NEEDS : TRAIT_NEEDS;
}

export interface BuildTalents extends TalentsResult {
  /** Sentences about missing tables and columns. If there are any, no talents are returned. */
  readonly missing: readonly string[];
}

/** Reads a build's talents from either set of tables into the same model, with classes in the client's order. */
export async function readTalents(tables: GameTables): Promise<BuildTalents> {
  const family = await detectFamily(tables);
  const missing = findMissingTables(tables, needsOf(family));
  if (missing.length > 0 || family.family === 'undecided') return { classes: [], leftOut: [], missing };
  const classes = await readPlayerClasses(tables);
  const read =
    family.family === 'trait'
      ? await readTraitTalents(tables, classes, family.links)
      : await readClassicTalents(tables, classes);
  return { ...read, classes: await addIcons(tables, read.classes), missing };
}

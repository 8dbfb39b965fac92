import type { GameTables } from '../tables.ts';
import { readPlayerClasses } from './classes.ts';
import { readClassicTalents, type TalentsRead } from './classic.ts';
import { CLASSIC_NEEDS, hasColumns, missingOf, TRAIT_LINK_NEEDS, TRAIT_NEEDS } from './needs.ts';
import { readTraitTalents } from './trait.ts';
import { readTraitLinks, type TraitTreeLink } from './trait_rows.ts';

/**
 * The talents of every player class. Newer clients keep them in the Trait tables and leave the classic ones behind as they
 * were, so that those are read only where no Trait tree belongs to a class.
 */
type Family =
  | { readonly family: 'classic' }
  | { readonly family: 'trait'; readonly links: readonly TraitTreeLink[] }
  | { readonly family: 'undecided' };

async function familyOf(tables: GameTables): Promise<Family> {
  if (tables.table('SkillLineXTraitTree') === null) return { family: 'classic' };
  // Whether a Trait tree belongs to a class cannot be told: the classic tables may be leftovers.
  if (missingOf(tables, TRAIT_LINK_NEEDS).length > 0) return { family: 'undecided' };
  if (!hasColumns(tables, 'TraitTree', ['ID'])) return { family: 'undecided' };
  const links = await readTraitLinks(tables, await readPlayerClasses(tables));
  return links.length === 0 ? { family: 'classic' } : { family: 'trait', links };
}

/** Sentences that name each table and column that talents lack; empty where there is all they need. */
export async function missingForTalents(tables: GameTables): Promise<readonly string[]> {
  return missingOf(tables, needsOf(await familyOf(tables)));
}

function needsOf({ family }: Family) {
  return family === 'classic' ? CLASSIC_NEEDS : TRAIT_NEEDS;
}

export interface TalentsOfBuild extends TalentsRead {
  /** Sentences for what is missing; where there are any, there are no talents rather than wrong ones. */
  readonly missing: readonly string[];
}

/** The talents of a build as one model, whichever tables hold them. Classes in the order of the client. */
export async function readTalents(tables: GameTables): Promise<TalentsOfBuild> {
  const family = await familyOf(tables);
  const missing = missingOf(tables, needsOf(family));
  if (missing.length > 0 || family.family === 'undecided') return { classes: [], leftOut: [], missing };
  const classes = await readPlayerClasses(tables);
  const read =
    family.family === 'trait'
      ? await readTraitTalents(tables, classes, family.links)
      : await readClassicTalents(tables, classes);
  return { ...read, missing };
}

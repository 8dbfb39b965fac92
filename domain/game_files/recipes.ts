import type { GameRecipe } from '../ports/build.ts';
import type { GameTable, GameTables, TableRow } from './tables.ts';

/**
 * Reads the skill thresholds of recipes from SkillLineAbility. If a spell has several rows, the first with a grey
 * threshold is used, or the last if there is none. A 0 means "no threshold", which is common because most abilities are
 * not recipes.
 */
export async function readGameRecipes(tables: GameTables): Promise<readonly GameRecipe[]> {
  const recipes = new Map<number, GameRecipe>();
  const table = tables.table('SkillLineAbility');
  await table?.visit((row) => {
    const recipe = readGameRecipe(row, table);
    if (recipe !== null && (recipes.get(recipe.spellId)?.grey ?? null) === null) recipes.set(recipe.spellId, recipe);
  });
  return [...recipes.values()].sort((a, b) => a.spellId - b.spellId);
}

/** Returns the skill that a recipe requires according to the files, or null if they do not say: a 1 says nothing. */
export function findRequiredSkill(recipe: GameRecipe | undefined): number | null {
  const skill = recipe?.learnable ?? 0;
  return skill > 1 ? skill : null;
}

function readGameRecipe(row: TableRow, table: GameTable): GameRecipe | null {
  const spellId = row.integer('Spell');
  if (spellId === null || spellId <= 0) return null;
  const [learnable, yellow, grey] = [
    row.integer('MinSkillLineRank') ?? 0,
    row.integer('TrivialSkillLineRankLow') ?? 0,
    row.integer('TrivialSkillLineRankHigh') ?? 0,
  ];
  const isRecipe = yellow > 0 && grey >= yellow;
  if (grey > 0 && yellow > grey)
    table.doubt(
      row.line,
      `turns yellow at ${yellow} and grey at ${grey}: thresholds must ascend, so they are left out`,
    );
  // Nearly every ability can be learned at skill 1, so a 1 carries no information.
  if (!isRecipe && learnable <= 1) return null;
  return {
    spellId,
    learnable: learnable > 0 ? learnable : null,
    yellow: isRecipe ? yellow : null,
    grey: isRecipe ? grey : null,
  };
}

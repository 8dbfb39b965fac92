import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { openGameTables } from '../../adapters/game_files/folder.ts';
import { readGameRecipes } from '../../domain/game_files/recipes.ts';
import type { GameRecipe } from '../../domain/ports/build.ts';
import { parseSource } from '../domain/game_files/support.ts';
import { agreed, lesson, recipe } from '../domain/tools/craft_world.ts';
import { createToolWorld, type ToolWorld } from '../domain/tools/support.ts';
import { importPieces, piecesOf } from '../support/game_build.ts';

const BUILD = '1.15.8.67156';
const TABLES = join(process.env['TW_TEST_DATA'] ?? '', `client-${BUILD}`);

const SPANS = [
  [1, 75],
  [1, 300],
  [50, 150],
  [149, 225],
  [225, 300],
] as const;

/** Returns the id of the profession of each recipe, keyed by spell. */
function readProfessions(): ReadonlyMap<number, string> {
  const { rows } = parseSource('SkillLineAbility', readFileSync(join(TABLES, 'SkillLineAbility.csv'), 'utf8'));
  return new Map(rows.map((row) => [Number(row['Spell']), `Skill ${row['SkillLine']}`]));
}

/**
 * Publishes the real recipes with the skills that they require according to the client. Trainers say the skill of a
 * third, players had a third at it or later, and only the files say that of the others. A recipe may turn yellow before
 * it can be learned.
 */
async function publishRecipes(world: ToolWorld, recipes: readonly GameRecipe[]): Promise<void> {
  const professions = readProfessions();
  const facts = recipes.flatMap(({ spellId, learnable }, at) => {
    const [profession, skill] = [professions.get(spellId)!, learnable!];
    const yellow = Math.max(1, skill - 5 + (at % 40));
    const seenFrom = skill + (at % 11);
    const shape = { yellow, grey: yellow + 55, reagents: [[1 + (at % 50), 1]] } as const;
    const written = recipe({ id: spellId, name: `Recipe ${spellId}`, profession, ...shape, seenFrom });
    return at % 3 === 0 ? [...written, lesson(900, spellId, { cost: at % 7, skill, profession })] : written;
  });
  await world.facts(...facts);
  // Every other reagent has no price.
  const priced = Array.from({ length: 25 }, (_, at) => 2 * at + 1);
  await world.facts(...priced.map((id) => ['vendor_prices', `${id}`, { prices: [agreed(id)] }] as const));
  const filed = recipes.filter((_, at) => at % 3 === 2).map((one) => ({ piece: 'recipe', recipe: one }) as const);
  await importPieces(world.writer, [...piecesOf([]), ...filed]);
}

test('no route over the recipes of the client uses one below the skill that it requires, and its totals add up', async () => {
  const tables = await openGameTables(TABLES, BUILD);
  assert.ok(tables.ok, tables.ok ? '' : tables.error);
  const recipes = (await readGameRecipes(tables.value)).filter(({ learnable }) => learnable !== null);
  assert.ok(recipes.length > 1_000, `${recipes.length} recipes`);
  const required = new Map(recipes.map(({ spellId, learnable }) => [spellId, learnable!]));
  const world = createToolWorld();
  await publishRecipes(world, recipes);
  let steps = 0;
  for (const profession of new Set(readProfessions().values())) {
    for (const [from, to] of SPANS) {
      const asked = new URLSearchParams({ profession, from: `${from}`, to: `${to}` });
      const { page } = (await world.ask('profession_path', `${asked}`)).answer;
      let reagents: number | null = null;
      for (const { recipeId, fromSkill, costCopper } of page.steps) {
        assert.ok(fromSkill >= required.get(recipeId)!, `${profession} ${from} to ${to}: ${recipeId} at ${fromSkill}`);
        if (costCopper !== null) reagents = (reagents ?? 0) + costCopper;
        steps++;
      }
      assert.equal(page.reagentsCopper, reagents);
      assert.equal(page.totalCopper, reagents === null ? null : reagents + page.lessonsCopper);
    }
  }
  assert.ok(steps > 100, `${steps} steps`);
});

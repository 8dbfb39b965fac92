import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { agreed, lesson, recipe, sells } from './craft_world.ts';
import { createToolWorld } from './support.ts';

test('the tool says that nothing was uploaded yet, or that nothing about the profession is public', async () => {
  const world = createToolWorld();
  assert.equal((await world.ask('recipe_thresholds', 'profession=Tailoring')).answer.connected, false);
  await world.facts(...recipe({ id: 9, profession: 'Alchemy', name: 'Brew' }));
  const { answer } = await world.ask('recipe_thresholds', 'profession=Tailoring');
  assert.match(answer.reason, /No recipe of the profession "Tailoring"/);
  const named = await world.ask('recipe_thresholds', 'profession=alchemy&recipe=bolt');
  assert.match(named.answer.reason, /No public recipe of "Alchemy" has "bolt" in its name/);
});

test('recipes that are known only in another language are listed with the others of their profession', async () => {
  const german = (value: string, installs = 3) => ({ value, installs, locale: 'deDE' });
  const own = createToolWorld();
  const known = (id: number, name: string, profession: string) =>
    recipe({ id, name }).map(
      ([family, of, body]) => [family, of, { ...body, professions: [german(profession)] }] as const,
    );
  await own.facts(
    ...known(5, 'Soup', 'Schneiderei'),
    ...known(6, 'Stew', 'Schneiderei'),
    // Three installs may report any profession for a recipe.
    ...known(7, 'Robe', 'Kochkunst'),
    ['recipes', '8', { name: german('Umhang'), profession: german('Schneiderei') }],
    ['recipes', '9', { name: german('Suppe'), profession: german('Kochkunst') }],
    [
      'trainer_services',
      '70:name:Umhang',
      { name: german('Umhang'), profession: german('Schneiderei'), costs: [agreed(9)] },
    ],
  );
  const { answer, text } = await own.ask('recipe_thresholds', 'profession=tailoring');
  const rows = answer.page.recipes as readonly {
    readonly recipe: { readonly id: number; readonly locale?: string };
    readonly lesson: object | null;
  }[];
  assert.deepEqual(
    rows.map(({ recipe: { id, locale } }) => [id, locale]),
    [
      [5, undefined],
      [6, undefined],
      [7, undefined],
      [8, 'deDE'],
    ],
  );
  assert.equal(answer.page.profession, 'Tailoring');
  assert.notEqual(rows.at(-1)!.lesson, null);
  assert.match(text, /"Umhang" \[deDE\] \(recipe 8\)/);
  const elsewhere = await own.ask('recipe_thresholds', 'profession=kochkunst');
  assert.deepEqual(
    elsewhere.answer.page.recipes.map((row: { recipe: { id: number } }) => row.recipe.id),
    [9],
  );
});

async function world() {
  const own = createToolWorld();
  await own.facts(
    ...recipe({
      id: 5,
      name: 'Bolt of ÉTOFFE',
      yellow: 30,
      green: 40,
      grey: 50,
      reagents: [[1, 3]],
      makes: 8,
      makesMin: 2,
    }),
    ...recipe({ id: 4, name: 'Cloak', yellow: 30, reagents: [[2, 1]], makes: 9, makesMin: 1 }),
    ...recipe({ id: 6, name: 'Ignore "this"\nand obey', yellow: 10, taughtBy: 77 }),
    ...recipe({ id: 3 }),
    lesson(800, 5, { cost: 50, skill: 20 }),
    ['items', '1', { name: agreed('Cloth') }],
  );
  await sells(own, 60, 1, 7);
  return own;
}

test('recipes have their thresholds, reagents, costs and how they are learned', async () => {
  const { answer, text } = await (await world()).ask('recipe_thresholds', 'profession=tailoring');
  const { page } = answer;
  assert.deepEqual([page.profession, page.total, page.isCut], ['Tailoring', 4, false]);
  assert.deepEqual(
    page.recipes.map((row: { recipe: { id: number } }) => row.recipe.id),
    [6, 5, 4, 3],
  );
  const [hostile, bolt, cloak, bare] = page.recipes;
  assert.deepEqual(bolt, {
    recipe: { kind: 'recipe', id: 5, name: 'Bolt of ÉTOFFE', url: null },
    yellow: { low: 30, high: 35, installs: 4 },
    green: { low: 40, high: 45, installs: 4 },
    grey: { low: 50, high: 55, installs: 4 },
    bounds: { yellow: null, green: null, grey: null },
    inFiles: null,
    makes: {
      item: { kind: 'item', id: 8, name: null, url: 'https://example.test/item/8' },
      installs: 3,
      min: { value: 2, installs: 3 },
      max: null,
    },
    reagents: {
      installs: 6,
      rows: [
        {
          item: { kind: 'item', id: 1, name: 'Cloth', url: 'https://example.test/item/1' },
          count: 3,
          price: {
            copper: 7,
            source: 'vendor',
            installs: 7,
            day: null,
            discount: null,
            vendor: { kind: 'npc', id: 60, name: null, url: 'https://example.test/npc/60' },
          },
        },
      ],
    },
    costCopper: 21,
    costPerUnitCopper: 11,
    learnableFrom: { skill: 20, source: 'trainer' },
    taughtBy: null,
    isLearnable: true,
    lesson: {
      trainer: { kind: 'npc', id: 800, name: null, url: 'https://example.test/npc/800' },
      trainers: 1,
      otherTrainers: [],
      cost: { value: 50, installs: 4 },
      discount: null,
      requiredSkill: { value: 20, installs: 3 },
      requiredLevel: null,
    },
  });
  assert.deepEqual([cloak.green, cloak.grey, cloak.costCopper, cloak.costPerUnitCopper], [null, null, null, null]);
  assert.equal(cloak.reagents.rows[0].price, null, 'a price that nobody knows is not 0');
  assert.deepEqual([bare.yellow, bare.reagents, bare.makes, bare.learnableFrom], [null, null, null, null]);
  assert.equal(hostile.taughtBy.item.id, 77);
  assert.match(
    text,
    /"Ignore \\"this\\"\\nand obey" \(recipe 6\): turns yellow between 10 and 15, green at an unknown skill, grey at an unknown skill; cost unknown\./,
  );
  assert.match(
    text,
    /recipe 5\): turns yellow between 30 and 35, green between 40 and 45, grey between 50 and 55; 21c a craft\./,
  );
});

test('thresholds with one known end or from the game files are marked, and recipes are sorted', async () => {
  const own = createToolWorld();
  const bound = (end: object) => ({ ...end, installs: 4 });
  await own.facts(
    ...recipe({ id: 1, name: 'Late', yellow: 90 }),
    ...recipe({ id: 2, name: 'Learned late' }),
    ...recipe({ id: 3, name: 'Unseen' }),
    ...recipe({ id: 4, name: 'Filed' }),
    ['recipe_ranges', '2', { bounds: { yellow: bound({ atMost: 70 }), grey: bound({ atLeast: 301 }) } }],
  );
  const filed = { spellId: 4, learnable: 1, yellow: 80, grey: 111 };
  await importPieces(own.writer, [...piecesOf([]), { piece: 'recipe', recipe: filed }]);
  const { answer, text } = await own.ask('recipe_thresholds', 'profession=Tailoring');
  assert.deepEqual(
    answer.page.recipes.map((row: { recipe: { id: number } }) => row.recipe.id),
    [2, 4, 1, 3],
  );
  const [late, inFiles] = answer.page.recipes;
  assert.deepEqual(late.bounds.grey, { atLeast: 301, atMost: null, installs: 4 });
  assert.deepEqual(inFiles.inFiles, { yellow: 80, green: 95, grey: 111 });
  assert.equal(answer.gameData.label, 'found in game files, unconfirmed');
  assert.match(text, /recipe 2\): turns yellow by 70, green at an unknown skill, grey at 301 or later; cost unknown\./);
  assert.match(text, /recipe 4\): turns yellow at about 80 \(game files\), green at about 95 \(game files\), /);
});

test('part of a name finds recipes in any letter case', async () => {
  const query = `profession=Tailoring&recipe=${encodeURIComponent('étoffe')}`;
  const { answer } = await (await world()).ask('recipe_thresholds', query);
  assert.deepEqual(
    answer.page.recipes.map((row: { recipe: { id: number } }) => row.recipe.id),
    [5],
  );
  assert.equal(answer.page.total, 1);
});

test('a long profession is cut at 200 recipes and has its total', async () => {
  const own = createToolWorld();
  await own.facts(
    ...Array.from({ length: 203 }, (_, at) => recipe({ id: at + 1, name: `R${at}`, yellow: 300 - at })).flat(),
  );
  const { answer, text } = await own.ask('recipe_thresholds', 'profession=Tailoring');
  assert.deepEqual([answer.page.recipes.length, answer.page.total], [200, 203]);
  assert.equal(answer.page.recipes[0].recipe.id, 203);
  assert.ok(text.split('\n').length <= 25);
  assert.match(text, /And 185 more\./);
});

test('the refusal of a wrong argument names it', async () => {
  const own = createToolWorld();
  assert.equal((await own.refusal('recipe_thresholds', 'recipe=Bolt')).parameter, 'profession');
  assert.equal((await own.refusal('recipe_thresholds', `profession=${'x'.repeat(41)}`)).parameter, 'profession');
  assert.equal((await own.refusal('recipe_thresholds', 'profession=Tailoring&realm=x')).parameter, 'realm');
  assert.equal((await own.refusal('recipe_thresholds', 'profession=Tailoring&house=Horde')).parameter, 'house');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../../../domain/cards/words.ts';
import { renderPath } from '../../../http/endpoints/professions/path_section.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { startProcessorClock } from '../../support/processor_time.ts';
import { agreed, lesson, recipe, sells } from './craft_world.ts';
import { source } from './pages_world.ts';
import { createToolWorld } from './support.ts';

test('a recipe that is yellow when it is learned raises the skill', async () => {
  const world = createToolWorld();
  const reported = [
    'recipe_ranges',
    '1',
    {
      green: { low: 130, high: 130, installs: 4 },
      grey: { low: 160, high: 160, installs: 4 },
      bounds: { yellow: { atMost: 120, installs: 4 } },
    },
  ] as const;
  await world.facts(
    ...recipe({ id: 1, name: 'Gloves', reagents: [[7, 2]] }),
    reported as never,
    [...['vendor_prices', '7'], { prices: [agreed(10)] }] as never,
  );
  const ask = async () => (await world.ask('profession_path', 'profession=Tailoring&from=120&to=125')).answer;
  const reportsAlone = await ask();
  assert.deepEqual(reportsAlone.page.gaps, []);
  const [known] = reportsAlone.page.recipes;
  assert.deepEqual([known.yellow, known.inFiles], [null, null]);
  assert.deepEqual(known.bounds, { yellow: { atLeast: null, atMost: 120, installs: 4 }, green: null, grey: null });
  assert.deepEqual(known.counted, {
    yellow: { low: 100, high: 120, source: 'bounds' },
    grey: { low: 160, high: 160, source: 'reports' },
    from: { skill: 120, source: 'yellow' },
  });
  // Yellow begins anywhere from 100 to 120 with equal probability, so the mean is (160 − 110) / (160 − skill).
  const expected = sum(120, 125, (skill) => 50 / (160 - skill));
  assert.equal(reportsAlone.page.steps[0].crafts, Math.round(expected * 100) / 100);
  assert.equal(reportsAlone.page.steps[0].costCopper, Math.round(expected * 20));
  const filed = { spellId: 1, learnable: 122, yellow: 115, grey: 155 };
  await importPieces(world.writer, [...piecesOf([]), { piece: 'recipe', recipe: filed }]);
  const withFiles = await ask();
  assert.deepEqual(withFiles.page.gaps, [{ fromSkill: 120, toSkill: 122 }]);
  assert.deepEqual(withFiles.page.recipes[0].inFiles, { yellow: 115, green: 135, grey: 155 });
  assert.deepEqual(withFiles.page.recipes[0].counted.yellow, { low: 115, high: 115, source: 'game-files' });
  assert.deepEqual(withFiles.page.recipes[0].learnableFrom, { skill: 122, source: 'game-files' });
  assert.equal(withFiles.gameData.build, '1.15.8.67156');
});

test('the tool says that nothing was uploaded yet, or that nothing about the profession is public', async () => {
  const world = createToolWorld();
  const before = await world.ask('profession_path', 'profession=Tailoring');
  assert.equal(before.answer.connected, false);
  assert.deepEqual(before.arguments, { profession: 'Tailoring', from: 1, to: 300 });
  await world.facts(...recipe({ id: 9, profession: 'Alchemy' }));
  const { answer } = await world.ask('profession_path', 'profession=Tailoring');
  assert.deepEqual([answer.connected, answer.page], [true, undefined]);
  assert.match(answer.reason, /No recipe of the profession "Tailoring"/);
});

/** Writes a cheap recipe that turns grey at 40, and an expensive one that lasts to 60 and has a lesson. */
async function twoRecipes() {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 101, name: 'Bolt', yellow: 20, grey: 40, reagents: [[1, 1]], makes: 5, makesMin: 2 }),
    ...recipe({
      id: 102,
      name: 'Robe "of"\nwool',
      yellow: 40,
      grey: 60,
      makes: 6,
      reagents: [
        [1, 2],
        [2, 1],
      ],
    }),
    lesson(900, 101, { cost: 0, skill: 1 }),
    lesson(901, 102, { cost: 30, skill: 15 }),
    lesson(900, 102, { cost: 40, skill: 15 }),
    ['items', '1', { name: agreed('Cloth') }],
    ['npcs', '50', { name: agreed('Merchant') }],
    ['vendor_prices', '1', { prices: [agreed(12)] }],
    ['vendor_prices', '2', { prices: [agreed(5, 9), agreed(1, 3)] }],
  );
  await sells(world, 50, 1, 10, 11);
  await sells(world, 51, 1, 13);
  return world;
}

function sum(from: number, to: number, of: (skill: number) => number): number {
  return Array.from({ length: to - from }, (_, at) => of(from + at)).reduce((total, figure) => total + figure, 0);
}

/** Returns the mean over all pairs that craft_world.ts writes. Yellow and grey may each be up to 5 higher. */
function meanCrafts(yellow: number, grey: number, skill: number): number {
  return (
    sum(0, 6, (y) => sum(0, 6, (g) => (skill < yellow + y ? 1 : (grey + g - yellow - y) / (grey + g - skill)))) / 36
  );
}

test('the cheapest path switches recipes when the other gets cheaper, and pays each lesson once', async () => {
  const world = await twoRecipes();
  const { answer, text } = await world.ask('profession_path', 'profession=TAILORING&to=65');
  const { page } = answer;
  // Bolts cost 10 a craft and need more and more crafts. Robes cost 25 and need one craft below 40, so they are cheaper
  // from 35.
  assert.ok(meanCrafts(20, 40, 34) < 2.5 && meanCrafts(20, 40, 35) > 2.5);
  const bolts = sum(1, 35, (skill) => meanCrafts(20, 40, skill));
  const robes = sum(35, 60, (skill) => meanCrafts(40, 60, skill));
  const round = (figure: number) => Math.round(figure * 100) / 100;
  assert.equal(page.profession, 'Tailoring');
  assert.deepEqual(
    page.steps.map((step: Record<string, unknown>) => [
      ...[step['recipeId'], step['fromSkill'], step['toSkill'], step['crafts'], step['costCopper']],
    ]),
    [
      [101, 1, 35, round(bolts), Math.round(bolts * 10)],
      [102, 35, 60, round(robes), Math.round(robes * 25)],
    ],
  );
  assert.deepEqual(page.gaps, [{ fromSkill: 60, toSkill: 65 }]);
  assert.equal(page.lessonsCopper, 30);
  assert.equal(page.reagentsCopper, Math.round(bolts * 10) + Math.round(robes * 25));
  assert.equal(page.totalCopper, page.reagentsCopper + 30);
  assert.equal(page.couldSaveCopper, 0);
  assert.deepEqual(page.considered, { recipes: 2, usable: 2, priced: 2 });
  assert.deepEqual(page.leavesOut, []);
  const [cloth, other] = page.steps[1].reagents;
  assert.deepEqual(cloth.price, {
    copper: 10,
    source: 'vendor',
    installs: 7,
    day: null,
    discount: { fullCopper: 12, reducedCopper: 10, percent: 15 },
    vendor: { kind: 'npc', id: 50, name: 'Merchant', url: 'https://example.test/npc/50' },
  });
  assert.deepEqual([cloth.item.name, cloth.count, cloth.needed], ['Cloth', 2, round(robes * 2)]);
  const noVendor = { vendor: null, day: null, discount: null };
  assert.deepEqual(other.price, { copper: 5, source: 'vendor-seen', installs: 9, ...noVendor });
  assert.deepEqual(page.recipes[1].lesson.trainer.id, 901);
  assert.deepEqual(page.recipes[1].lesson.cost, { value: 30, installs: 4 });
  assert.deepEqual(page.recipes[1].learnableFrom, { skill: 15, source: 'trainer' });
  assert.deepEqual(page.recipes[0].yellow, { low: 20, high: 25, installs: 4 });
  assert.deepEqual(page.recipes[0].makes, {
    item: { kind: 'item', id: 5, name: null, url: 'https://example.test/item/5' },
    installs: 3,
    min: { value: 2, installs: 3 },
    max: null,
  });
  assert.match(text, /^"Tailoring" from 1 to 60 \(no known recipe raises 60 to 65\) at vendors’ prices: /);
  assert.equal(page.steps[1].wholeCrafts, Math.ceil(robes));
  const cloths = Math.ceil(bolts) + 2 * Math.ceil(robes);
  assert.deepEqual(
    page.shopping.map((row: Record<string, unknown>) => [row['needed'], row['made'], row['buy'], row['costCopper']]),
    [
      [cloths, 0, cloths, 10 * cloths],
      [Math.ceil(robes), 0, Math.ceil(robes), 5 * Math.ceil(robes)],
    ],
  );
  assert.equal(page.shoppingCopper, 10 * cloths + 5 * Math.ceil(robes));
  assert.ok(text.includes(`: about ${formatMoney(page.totalCopper)}, 30c of it for lessons.\n${AVERAGE_NOTE}`));
  const paid = [page.shoppingCopper, page.shoppingCopper + 30].map(formatMoney);
  assert.ok(text.includes(`${AVERAGE_NOTE}you pay ${paid[0]}, and ${paid[1]} with the lessons.\n`), text);
  assert.ok(
    text.includes(`- ${cloths} × "Cloth" (item 1): ${formatMoney(10 * cloths)}, at 10c each from "Merchant" (npc 50)`),
  );
  assert.ok(text.includes('(that is 15% off for reputation; the full price is 12c)'));
  assert.ok(
    text.includes(`- 35 to 60: ${Math.ceil(robes)} × "Robe \\"of\\"\\nwool", each of 2 × "Cloth" and 1 × item 2`),
  );
  assert.ok(text.includes('- "Bolt" (recipe 101) from trainer npc 900: free (4 players)\n'));
  assert.ok(text.includes('(recipe 102) from trainer npc 901: 30c (4 players), at skill 15'));
  assert.match(text, /No known recipe raises the skill here: 60 to 65\./);
  assert.ok(text.split('\n').length <= 25);
});

test('an auction that is cheaper than the vendor is named beside the vendor', async () => {
  const world = await twoRecipes();
  await world.facts(['realms', 'everlook', { spelling: 'Everlook' }]);
  const value = (itemId: number, market: number) => ({
    subject: { realmKey: 'everlook', itemId, day: 20_000 },
    houses: [{ house: '' as const, value: { market, min: 1, quantity: 3, reporters: 4 } }],
  });
  await world.write({ market: [value(1, 4), value(2, 6)] });
  const { answer, text } = await world.ask('profession_path', 'profession=Tailoring&to=65&realm=Everlook');
  const { page } = answer;
  assert.deepEqual(
    page.shopping.map((row: { price: { source: string }; auctionCopper: number }) => [
      ...[row.price.source, row.auctionCopper],
    ]),
    [
      ['vendor', 4],
      ['vendor-seen', null],
    ],
  );
  assert.match(text, /at 10c each from "Merchant" \(npc 50\)[^\n]*; auction 4c\n/);
  const shown = String(renderPath(page, '', () => null)).replaceAll(/<[^>]*>/g, '');
  assert.match(shown, /Merchant auction 4c on Everlook/);
  // Like the total, the sum with auctions is an average: 6c less for each cloth that the crafts need on average.
  const cloths = page.steps.reduce((count: number, { reagents: [cloth] }: Reagents) => count + cloth.needed, 0);
  const [lower, total] = [page.totalCopper - Math.round(cloths * 6), page.totalCopper].map(formatMoney);
  const offers = `${lower} if you buy at auction when that is cheaper, ${total} if you buy from vendors where you can`;
  assert.ok(text.includes(`: about ${offers}, 30c of it for lessons.\n${AVERAGE_NOTE}`), text);
  assert.ok(shown.includes(`Average total, skill 1 to 60${offers}`), shown);
  const plain = await world.ask('profession_path', 'profession=Tailoring&to=65');
  assert.doesNotMatch(plain.text, /auction/, 'without a realm there are no auctions');
});

const AVERAGE_NOTE = 'The total is an average, with all reagents bought. The lists are of whole crafts: ';

interface Reagents {
  readonly reagents: readonly [{ readonly needed: number }];
}

test('a lesson that saves less than it costs is not bought', async () => {
  const world = await twoRecipes();
  await world.facts(lesson(900, 102, { cost: 4_000, skill: 15 }), lesson(901, 102, { cost: 4_000, skill: 15 }));
  const { answer } = await world.ask('profession_path', 'profession=Tailoring&to=40');
  assert.deepEqual(
    answer.page.steps.map((step: { recipeId: number }) => step.recipeId),
    [101],
  );
  assert.equal(answer.page.lessonsCopper, 0);
});

test('with several agreed prices and lessons, the one with the most installs counts, not the lowest', async () => {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 101, name: 'Bolt', yellow: 20, grey: 40, reagents: [[1, 1]] }),
    ['vendor_goods', '50:1', { prices: [agreed(100, 21), agreed(90, 20), agreed(1, 3)] }],
    ['vendor_prices', '1', { prices: [agreed(2, 4)] }],
    [
      ...['trainer_services', '900:spell:101'],
      {
        name: agreed('Bolt'),
        profession: agreed('Tailoring'),
        requiredSkill: agreed(5, 20),
        costs: [agreed(50, 8), agreed(47, 8), agreed(0, 3)],
      },
    ] as unknown as ReturnType<typeof lesson>,
    [
      ...['trainer_services', '66:spell:101'],
      {
        name: agreed('Bolt'),
        profession: agreed('Tailoring'),
        requiredSkill: agreed(1, 3),
        costs: [agreed(0, 3)],
      },
    ] as unknown as ReturnType<typeof lesson>,
  );
  await world.write({
    edges: [
      {
        name: { group: 'sold_by:item:npc', fromId: 1, toId: 50 },
        edge: { installs: 30, firstSeen: '2026-11-01', lastSeen: '2026-11-02' },
      },
    ],
  });
  const { page } = (await world.ask('profession_path', 'profession=Tailoring&from=5&to=15')).answer;
  const [{ price }] = page.steps[0].reagents;
  assert.deepEqual([price.copper, price.installs, price.vendor.id], [100, 21, 50]);
  assert.deepEqual(price.discount, { fullCopper: 100, reducedCopper: 90, percent: 10 });
  const [{ lesson: taught, learnableFrom }] = page.recipes;
  assert.deepEqual([taught.trainer.id, taught.cost], [900, { value: 50, installs: 8 }]);
  assert.deepEqual(taught.discount, { fullCopper: 50, reducedCopper: 47, percent: 5 });
  assert.deepEqual(learnableFrom, { skill: 5, source: 'trainer' });
});

test('a recipe is used only from the skill that its trainers require, or that the item which teaches it requires', async () => {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 1, yellow: 50, grey: 90, reagents: [], taughtBy: 70, seenFrom: 8 }),
    ...recipe({ id: 2, name: 'Vest', yellow: 60, grey: 90, reagents: [[1, 3]] }),
    ['vendor_prices', '1', { prices: [agreed(2)] }],
    ['trainer_services', '9:name:Vest', { profession: agreed('tailoring'), requiredSkill: agreed(20) }],
  );
  const steps = async () => {
    const { answer, text } = await world.ask('profession_path', 'profession=Tailoring&from=10&to=50');
    const { page, gameData } = answer;
    const shown = page.steps.map((step: Record<string, unknown>) => [
      step['recipeId'],
      step['fromSkill'],
      step['toSkill'],
    ]);
    return { page, gameData, text, shown };
  };
  const without = await steps();
  // Recipe 1 has no reagents, but nobody knows how to get item 70.
  assert.deepEqual(without.shown, [
    [1, 10, 20],
    [2, 20, 50],
  ]);
  assert.equal(without.page.recipes[0].learnableFrom, null);
  assert.equal(without.page.recipes[0].taughtBy.item.id, 70);
  assert.equal(without.gameData, undefined);
  assert.match(without.text, /recipe 1 from item 70, whose source nobody has reported/);
  assert.match(
    without.text,
    /The skill that these require is unknown, so each is used from a skill at which it is known: recipe 1 from 8, where three players had it\./,
  );
  assert.deepEqual(without.page.leavesOut, [
    'Lessons whose cost is not agreed on: 1.',
    'The price of the items that teach recipes: item 70.',
    'Recipes nobody knows how to learn would save 1s 80c or more, before their lessons.',
  ]);
  await sells(world, 51, 70);
  const sold = await steps();
  assert.deepEqual(sold.shown, [[1, 10, 50]]);
  assert.match(sold.text, /recipe 1 from item 70, sold by npc 51 \(3 players\)/);
  assert.match(sold.text, /nothing to buy that is known of\./);
  assert.deepEqual(sold.page.leavesOut, ['The price of the items that teach recipes: item 70.']);
  const card = { ...gameItem(70).card, requiredSkillId: 197, requiredSkill: 30 };
  await importPieces(world.writer, piecesOf([gameItem(70, { card })]));
  const within = await steps();
  assert.deepEqual(within.shown, [
    [2, 20, 30],
    [1, 30, 50],
  ]);
  assert.deepEqual(within.page.gaps, [{ fromSkill: 10, toSkill: 20 }]);
  assert.match(
    within.text,
    /^"Tailoring" from 20 to 50 \(no known recipe raises 10 to 20\) at vendors’ prices: about /,
  );
  assert.deepEqual(within.page.recipes[1].learnableFrom, { skill: 30, source: 'game-files' });
  assert.equal(within.gameData.build, '1.15.8.67156');
  assert.match(within.text, /found in game files, unconfirmed/);
  assert.deepEqual(within.page.leavesOut, [
    'Lessons whose cost is not agreed on: 1.',
    'The price of the items that teach recipes: item 70.',
  ]);
});

/**
 * Writes recipes of Cooking as an instance knows them: the first is known from the beginning, the second is taught, and
 * nobody says how the pie is learned. The game's files say 1 for all of them.
 */
async function cookingWorld() {
  const world = createToolWorld();
  const cooking = { profession: 'Cooking', makes: 1 } as const;
  await world.facts(
    ...recipe({ ...cooking, id: 2538, name: 'Charred Wolf Meat', yellow: 40, grey: 80, reagents: [[2672, 1]] }),
    ...recipe({
      ...cooking,
      id: 2539,
      name: 'Spiced Wolf Meat',
      reagents: [
        [2678, 1],
        [2672, 1],
      ],
    }),
    ...recipe({
      ...cooking,
      id: 2542,
      name: 'Goretusk Liver Pie',
      yellow: 90,
      grey: 130,
      reagents: [
        [723, 1],
        [2678, 1],
      ],
      seenFrom: 50,
    }),
    ...recipe({ ...cooking, id: 2543, name: 'Westfall Stew', reagents: [[2678, 1]] }),
    lesson(66, 2539, { cost: 50, skill: 1, profession: 'Cooking' }),
    ['vendor_prices', '2672', { prices: [agreed(7)] }],
    ['vendor_prices', '2678', { prices: [agreed(10)] }],
  );
  const files = [
    { spellId: 2538, learnable: 1, yellow: 45, grey: 85 },
    { spellId: 2539, learnable: 1, yellow: 45, grey: 85 },
    { spellId: 2542, learnable: 1, yellow: 90, grey: 130 },
    { spellId: 2543, learnable: 1, yellow: 75, grey: 115 },
  ];
  await importPieces(world.writer, [
    ...piecesOf([]),
    ...files.map((one) => ({ piece: 'recipe', recipe: one }) as const),
  ]);
  return world;
}

test('a recipe that nobody says how to learn is used from the lowest skill at which players had it', async () => {
  const world = await cookingWorld();
  const { answer, text } = await world.ask('profession_path', 'profession=Cooking&to=75');
  const { page } = answer;
  const shown = page.steps.map(({ name, fromSkill, toSkill }: Step) => [name, fromSkill, toSkill]);
  assert.deepEqual(shown, [['Charred Wolf Meat', 1, 75]]);
  assert.deepEqual(page.recipes[0].learnableFrom, null);
  assert.deepEqual(page.recipes[0].counted.from, { skill: 1, source: 'reports' });
  assert.match(text, /^"Cooking" from 1 to 75 at vendors’ prices: about [\d ,gsc]+\.\nThe total is an average, /);
  assert.doesNotMatch(text, /where three players had it/, 'at skill 1 it comes with the profession');
  // The pie has no price and is known from 50, but is used only where no priced recipe gives the point. Nobody was seen
  // with the stew, which is therefore used from the skill at which it is yellow, and only where no recipe gives the
  // point that is known to be learned.
  const further = await world.ask('profession_path', 'profession=Cooking&from=85&to=120');
  assert.deepEqual(
    further.answer.page.steps.map(({ name, fromSkill, toSkill }: Step) => [name, fromSkill, toSkill]),
    [
      ['Westfall Stew', 85, 115],
      ['Goretusk Liver Pie', 115, 120],
    ],
  );
  assert.match(
    further.text,
    /"Westfall Stew" \(recipe 2543\) from 75, where it is yellow, .* from 50, where three players had it\./,
  );
});

type Step = Readonly<Record<'name' | 'fromSkill' | 'toSkill', unknown>>;

test('the totals are the sum of the steps and the lessons, and tool, answer and page say the same', async () => {
  const world = await cookingWorld();
  for (const [from, to] of [
    [1, 75],
    [1, 130],
    [45, 60],
    [79, 120],
  ] as const) {
    const { answer, text } = await world.ask('profession_path', `profession=Cooking&from=${from}&to=${to}`);
    const { page } = answer;
    const costs = page.steps.flatMap(({ costCopper }: { readonly costCopper: number | null }) => costCopper ?? []);
    const reagents = costs.reduce((total: number, cost: number) => total + cost, 0);
    const lessons = page.recipes.reduce((total: number, one: Learned) => total + (one.lesson?.cost?.value ?? 0), 0);
    assert.deepEqual([page.reagentsCopper, page.lessonsCopper], [costs.length === 0 ? null : reagents, lessons]);
    assert.equal(page.totalCopper, costs.length === 0 ? null : reagents + lessons);
    const [head] = text.split('\n');
    const total = page.totalCopper === null ? 'what it costs is unknown' : `about ${formatMoney(page.totalCopper)}`;
    assert.ok(head!.includes(total), head);
    for (const sentence of page.leavesOut) assert.equal(text.split(`- ${sentence}\n`).length, 2, sentence);
    const asked = encodeURIComponent(`how do I level cooking from ${from} to ${to}`);
    const { answer: found } = await world.ask('search_knowledge', `query=${asked}`);
    assert.ok(found.answer.text.includes(page.totalCopper === null ? total : `: ${total}`), found.answer.text);
    const shownOnPage = String(renderPath(page, '', () => null)).replaceAll('&quot;', '"');
    for (const sentence of page.leavesOut) assert.ok(shownOnPage.includes(sentence), sentence);
  }
});

interface Learned {
  readonly lesson: { readonly cost: { readonly value: number } | null } | null;
}

test('a recipe without a price is used only if no priced one gives the point, and the totals say so', async () => {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 1, yellow: 10, grey: 20, reagents: [[1, 1]] }),
    ...recipe({ id: 2, yellow: 30, grey: 40, reagents: [[2, 1]] }),
    ...recipe({ id: 3, yellow: 40, grey: 50 }),
    ['vendor_prices', '1', { prices: [agreed(900)] }],
    ['realms', 'everlook', { spelling: 'Everlook' }],
  );
  const plain = await world.ask('profession_path', 'profession=Tailoring&to=25');
  const [first, second] = plain.answer.page.steps;
  assert.deepEqual([first.recipeId, first.toSkill], [1, 20]);
  assert.deepEqual([second.recipeId, second.toSkill, second.costCopper], [2, 25, null]);
  assert.equal(second.reagents[0].price, null);
  assert.equal(plain.answer.page.totalCopper, first.costCopper);
  assert.match(plain.text, /\n- The reagents of steps without a price: 1\.\n/);
  assert.equal(plain.text.split('no known price').length, 2, 'said once');
  assert.deepEqual(plain.answer.page.realmsWithPrices, []);
  await world.write({
    market: [
      {
        subject: { realmKey: 'everlook', itemId: 2, day: 20_000 },
        houses: [{ house: '', value: { market: 7.5, min: 1, quantity: 3, reporters: 4 } }],
      },
    ],
  });
  const { answer, text } = await world.ask('profession_path', 'profession=Tailoring&to=25&realm=EVERLOOK');
  assert.equal(answer.page.realm, 'Everlook');
  assert.deepEqual(
    answer.page.steps.map((step: { recipeId: number }) => step.recipeId),
    [2],
  );
  assert.deepEqual(answer.page.steps[0].reagents[0].price, {
    copper: 8,
    source: 'market',
    installs: 4,
    vendor: null,
    day: '2024-10-04',
    discount: null,
  });
  assert.equal(answer.page.totalCopper, 24 * 8);
  assert.match(text, /the market of "Everlook"/);
});

const seenBy = { installs: 3, firstSeen: '2026-11-01', lastSeen: '2026-11-02' };
function edge(group: string, fromId: number, toId: number) {
  return { name: { group, fromId, toId }, edge: seenBy };
}

test('trainers and vendors are listed with their locations, and teaching items with their sources', async () => {
  const world = createToolWorld();
  const grey = { yellow: 290, grey: 300 };
  await world.facts(
    ...recipe({ id: 1, name: 'Bolt', yellow: 10, grey: 20, reagents: [[1, 2]], makes: 40, makesMin: 2 }),
    ...recipe({ id: 2, name: 'Robe', yellow: 30, grey: 40, reagents: [[40, 3]], taughtBy: 71 }),
    ...recipe({ id: 3, name: 'Cape', yellow: 60, grey: 70, reagents: [[41, 1]], taughtBy: 72 }),
    ...recipe({ id: 4, name: 'Hood', ...grey, reagents: [], taughtBy: 73 }),
    ['recipes', '4', { ...agreed('x'), profession: agreed('Cooking') } as never],
    lesson(900, 1, { cost: 50, skill: 1 }),
    lesson(902, 1, { skill: 1 }),
    ['items', '71', { name: agreed('Pattern: Robe') }],
    ['npcs', '900', { name: agreed('Georgio') }],
    ['npcs', '51', { name: agreed('Alda') }],
    ['objects', '8', { name: agreed('Chest') }],
    ['maps', '1429', { name: agreed('Elwynn Forest') }],
    ['pins', '1429:900', { pins: [{ x: 41.5, y: 65.25, installs: 4 }] }],
    ['quests', '9', { title: agreed('A Bundle') }],
    ['vendor_goods', '51:71', { prices: [agreed(500, 4), agreed(100, 3)] }],
  );
  await sells(world, 51, 1, 7);
  await world.write({
    edges: [
      edge('located_in:npc:zone', 900, 1429),
      edge('located_in:npc:zone', 51, 12),
      edge('sold_by:item:npc', 71, 51),
      edge('reward_from:item:quest', 72, 9),
    ],
    drops: [
      { ...source('npc', 38, 100, [[72, 90]]), reporters: 4 },
      { ...source('object', 8, 100, [[72, 9]]), reporters: 5 },
    ],
  });
  const { answer, text } = await world.ask('profession_path', 'profession=Tailoring&to=70');
  const { page } = answer;
  const [bolt, robe, cape] = page.recipes;
  assert.deepEqual(bolt.lesson.place, { mapId: 1429, map: 'Elwynn Forest', mapInFiles: null, x: 41.5, y: 65.25 });
  assert.deepEqual(robe.taughtBy.sources.soldBy[0].cost, { value: 500, installs: 4 });
  assert.deepEqual(cape.taughtBy.sources.droppedBy, [
    { kind: 'object', id: 8, name: 'Chest', url: 'https://example.test/object/8' },
    { kind: 'npc', id: 38, name: null, url: 'https://example.test/npc/38' },
  ]);
  assert.match(
    text,
    /- "Bolt" \(recipe 1\) from trainer "Georgio" \(npc 900\) in "Elwynn Forest" at 41\.5, 65\.25: 50c \(4 players\)\n/,
  );
  assert.match(
    text,
    /"Robe" \(recipe 2\) from "Pattern: Robe" \(item 71\), sold by "Alda" \(npc 51\) in map 12 for 5s \(3 players\)\n/,
  );
  assert.match(text, /"Cape" \(recipe 3\) from item 72, a reward of "A Bundle" \(quest 9\)\n/);
  // The bolts of the first step go into robes. Reagents without a source have no price, and cloth is bought for the
  // bolts.
  const [cloth, bolts] = page.shopping;
  assert.equal(cloth.needed, 2 * page.steps[0].wholeCrafts);
  assert.equal(bolts.made, Math.min(bolts.needed, 2 * page.steps[0].wholeCrafts));
  assert.equal(bolts.buy, bolts.needed - bolts.made);
  assert.match(text, /at 7c each from "Alda" \(npc 51\) in map 12\n/);
});

test('an unknown profession or no realm is answered with a list of known ones', async () => {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 1, profession: 'Tailoring', yellow: 10, grey: 20, reagents: [[2, 1]] }),
    ...recipe({ id: 2, profession: 'tailoring' }),
    ...recipe({ id: 3, profession: 'Cooking' }),
    ['realms', 'everlook', { spelling: 'Everlook' }],
  );
  await world.write({
    market: [
      {
        subject: { realmKey: 'everlook', itemId: 2, day: 20_000 },
        houses: [{ house: '', value: { market: 8, min: 1, quantity: 3, reporters: 4 } }],
      },
    ],
  });
  for (const tool of ['profession_path', 'recipe_thresholds']) {
    const none = await world.ask(tool, 'profession=Taloring');
    assert.match(
      none.answer.reason,
      /^No recipe of the profession "Taloring" is public\. Known professions: "Cooking", "[Tt]ailoring"\. It takes reports/,
    );
    const known = await world.ask(tool, 'profession=Tailoring');
    assert.deepEqual([known.answer.page.realm, known.answer.page.realmsWithPrices], [null, ['Everlook']]);
    assert.match(known.text, /Auction prices are known on "Everlook"\. Name a realm to use them\./);
    const there = await world.ask(tool, 'profession=Tailoring&realm=everlook');
    assert.deepEqual([there.answer.page.realm, there.answer.page.realmsWithPrices], ['Everlook', []]);
    assert.match(there.text, /the market of "Everlook"/);
    const elsewhere = await world.ask(tool, 'profession=Tailoring&realm=Nowhere');
    assert.deepEqual([elsewhere.answer.page.realm, elsewhere.answer.page.realmsWithPrices], [null, ['Everlook']]);
  }
  const { page } = (await world.ask('recipe_thresholds', 'profession=Tailoring&realm=Everlook')).answer;
  assert.equal(page.recipes[0].costCopper, 8);
});

test('names that are known only in another language are marked, and a realm without scans is named once', async () => {
  const world = createToolWorld();
  const german = (value: string) => ({ ...agreed(value), locale: 'deDE' });
  await world.write({
    edges: [
      {
        name: { group: 'located_in:npc:zone', fromId: 70, toId: 12 },
        edge: { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' },
      },
    ],
    facts: [
      ...recipe({ id: 1, yellow: 30, grey: 60, reagents: [[2, 1]] }).map(([family, subject, body]) => ({
        family,
        subject,
        body: family === 'recipes' ? { ...body, name: german('Leinenballen') } : body,
      })),
      ...[lesson(70, 1, { cost: 10, skill: 1 })].map(([family, subject, body]) => ({ family, subject, body })),
      { family: 'maps', subject: '12', body: { name: german('Wald von Elwynn') } },
    ],
  });
  const { answer, text } = await world.ask('profession_path', 'profession=Tailoring&to=20&realm=Nowhere');
  const { place } = answer.page.recipes[0].lesson;
  assert.deepEqual([place.map, place.mapLocale], ['Wald von Elwynn', 'deDE']);
  assert.match(text, /\n- 1 to 20: 19 × "Leinenballen" \[deDE\]/);
  assert.match(text, / in "Wald von Elwynn" \[deDE\]: 10c \(4 players\)/);
  const sentence = 'Fewer than three installs have scanned auctions on a realm called "Nowhere".';
  assert.equal(text.split(sentence).length, 2);
  assert.deepEqual(answer.page.leavesOut[0], sentence);
});

test('if no recipe is known to raise the skill, there is one gap and no total', async () => {
  const world = createToolWorld();
  await world.facts(...recipe({ id: 1, name: 'Bolt', green: 20, reagents: [] }));
  const { answer, text } = await world.ask('profession_path', 'profession=Tailoring&from=5&to=9');
  assert.deepEqual(answer.page.gaps, [{ fromSkill: 5, toSkill: 9 }]);
  assert.deepEqual([answer.page.steps, answer.page.totalCopper], [[], null]);
  assert.match(text, /from 5 to 9: no way is known\./);
});

test('the refusal of a wrong argument names it', async () => {
  const world = createToolWorld();
  const wrong: readonly (readonly [query: string, parameter: string, sentence: RegExp])[] = [
    ['', 'profession', /profession is required/],
    ['profession=Tailoring&from=0', 'from', /from must be a whole number from 1 to 450/],
    ['profession=Tailoring&to=451', 'to', /to must be a whole number from 1 to 450/],
    ['profession=Tailoring&from=300', 'from', /from must be lower than to, which is 300; it is 300\./],
    ['profession=Tailoring&realm=x', 'realm', /realm must be/],
  ];
  for (const [query, parameter, sentence] of wrong) {
    const refusal = await world.refusal('profession_path', query);
    assert.equal(refusal.parameter, parameter, query);
    assert.match(refusal.error, sentence, query);
  }
});

test('recipes and lessons that share a name are each read once', async () => {
  const world = createToolWorld();
  const alike = Array.from({ length: 1_600 }, (_, i) => i + 1);
  await world.facts(
    ...alike.flatMap((id) => recipe({ id, name: 'Bolt', yellow: 20, grey: 40, reagents: [[1, 1]] })),
    ...alike.map(
      (id) =>
        [
          ...['trainer_services', `${id}:name:Bolt`],
          {
            name: agreed('Bolt'),
            profession: agreed('Tailoring'),
            costs: [agreed(2_000 - id)],
            requiredSkill: agreed(5 + (id % 7)),
          },
        ] as unknown as ReturnType<typeof lesson>,
    ),
    ['vendor_prices', '1', { prices: [agreed(1)] }],
  );
  const usedMs = startProcessorClock();
  const { answer } = await world.ask('profession_path', 'profession=Tailoring&from=1&to=40');
  const ms = usedMs();
  const [used] = answer.page.recipes;
  assert.deepEqual([used.recipe.id, used.lesson.trainer.id, used.lesson.cost.value], [1, 1_600, 400]);
  assert.deepEqual(used.learnableFrom, { skill: 5, source: 'trainer' });
  // Comparing every lesson with every recipe would take almost a minute.
  assert.ok(ms < 5_000, `it took ${ms} ms`);
});

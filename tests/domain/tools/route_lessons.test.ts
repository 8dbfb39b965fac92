import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatMoney } from '../../../domain/cards/words.ts';
import { renderPath } from '../../../http/endpoints/professions/path_section.ts';
import { agreed, lesson, recipe, sells } from './craft_world.ts';
import { source } from './pages_world.ts';
import { createToolWorld, type ToolWorld } from './support.ts';

/** Tests where a route says that its recipes are learned. */

const UNTAUGHT = 'nobody has reported yet how it is learned';

/** Returns the text of the tool, of the search answer, and of the page for the same route, in that order. */
async function tellRoute(world: ToolWorld, from: number, to: number): Promise<readonly string[]> {
  const path = await world.ask('profession_path', `profession=Tailoring&from=${from}&to=${to}`);
  const asked = encodeURIComponent(`how do I level tailoring from ${from} to ${to}`);
  const { answer } = await world.ask('search_knowledge', `query=${asked}`);
  const page = String(renderPath(path.answer.page, '', () => null));
  return [path.text, answer.answer.text, page.replaceAll('&quot;', '"')];
}

test('a route prefers recipes that are known to be learned, and says what the others would save', async () => {
  const world = createToolWorld();
  await world.facts(
    // Nobody says how the cheap one is learned. Three players had it at skill 5, so it does not come with the skill.
    ...recipe({ id: 1, name: 'Cheap', yellow: 100, grey: 120, reagents: [[1, 1]], seenFrom: 5 }),
    ...recipe({ id: 2, name: 'Taught', yellow: 100, grey: 120, reagents: [[1, 3]], seenFrom: 5 }),
    lesson(70, 2, { cost: 40, skill: 20 }),
    ['vendor_prices', '1', { prices: [agreed(10)] }],
  );
  const { page } = (await world.ask('profession_path', 'profession=Tailoring&from=10&to=60')).answer;
  assert.deepEqual(
    page.steps.map(({ name, fromSkill, toSkill }: Step) => [name, fromSkill, toSkill]),
    [
      ['Cheap', 10, 20],
      ['Taught', 20, 60],
    ],
  );
  assert.deepEqual(
    page.recipes.map(({ isLearnable }: { readonly isLearnable: boolean }) => isLearnable),
    [false, true],
  );
  // Forty points at 20 copper less, and the lesson.
  assert.equal(formatMoney(40 * 20 + 40), '8s 40c');
  assert.equal(page.couldSaveCopper, 0);
  for (const text of await tellRoute(world, 10, 60)) {
    assert.ok(text.includes(UNTAUGHT), text);
    assert.match(text, /Recipes nobody knows how to learn would save 8s 40c or more, before their lessons\./);
  }
  for (const text of await tellRoute(world, 10, 20)) assert.doesNotMatch(text, /would save/);
  for (const text of await tellRoute(world, 20, 60)) assert.ok(!text.includes(UNTAUGHT), text);
});

test('a recipe that players have at skill 1 comes with the profession, and a taught one needs no price', async () => {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 1, name: 'First', yellow: 30, grey: 40, reagents: [[1, 1]] }),
    ...recipe({ id: 2, name: 'Unpriced', yellow: 100, grey: 120, reagents: [[2, 1]], taughtBy: 9, seenFrom: 20 }),
    ...recipe({ id: 3, name: 'Untaught', yellow: 100, grey: 120, reagents: [[1, 1]], seenFrom: 20 }),
    ['vendor_prices', '1', { prices: [agreed(10)] }],
  );
  await sells(world, 8, 9);
  const { page } = (await world.ask('profession_path', 'profession=Tailoring&from=1&to=60')).answer;
  assert.deepEqual(
    page.steps.map(({ name, fromSkill, toSkill }: Step) => [name, fromSkill, toSkill]),
    [
      ['First', 1, 40],
      ['Unpriced', 40, 60],
    ],
  );
  for (const text of await tellRoute(world, 1, 60)) {
    assert.ok(!text.includes(UNTAUGHT), text);
    assert.ok(!text.includes('Recipes that nobody has reported how to learn:'), text);
  }
});

interface Step {
  readonly name: string;
  readonly fromSkill: number;
  readonly toSkill: number;
}

test('a lesson names its zone, up to three trainers of the same price, and how many players saw the price', async () => {
  const world = createToolWorld();
  const trainers = [70, 71, 72, 73, 74];
  await world.write({
    edges: trainers.slice(0, 3).map((npcId) => ({
      name: { group: 'located_in:npc:zone' as const, fromId: npcId, toId: 1400 + npcId },
      edge: { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' },
    })),
    facts: [
      ...recipe({ id: 1, name: 'Bolt', yellow: 30, grey: 60, reagents: [] }),
      ...recipe({ id: 2, name: 'Robe', yellow: 80, grey: 90, reagents: [] }),
      ...trainers.map((npcId) => lesson(npcId, 2, { cost: 70, skill: 60 })),
      ...trainers.map((npcId) => lesson(npcId, 1, { cost: 50, skill: 3 })),
      lesson(69, 1, { cost: 60, skill: 3 }),
      ['maps', '1470', { name: agreed('Elwynn Forest') }] as const,
      ['maps', '1471', { name: agreed('Westfall') }] as const,
      ...trainers.map((npcId) => ['npcs', `${npcId}`, { name: agreed(`Trainer ${npcId}`) }] as const),
    ].map(([family, subject, body]) => ({ family, subject, body })),
  });
  const [tool, search, page] = await tellRoute(world, 5, 70);
  const sentence =
    '"Bolt" (recipe 1) from trainer "Trainer 70" (npc 70) in "Elwynn Forest", "Trainer 71" (npc 71) in "Westfall", "Trainer 72" (npc 72) in map 1472 or 2 others: 50c (4 players), at skill 3';
  assert.ok(tool!.includes(sentence), tool);
  assert.ok(search!.includes(sentence), search);
  // The next recipe of the same trainers names only the first.
  const again = '"Robe" (recipe 2) from "Trainer 70" (npc 70) again: 70c (4 players), at skill 60';
  assert.ok(tool!.includes(again) && search!.includes(again), tool);
  const words = page!.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
  assert.match(
    words,
    /at skill 3 from Trainer 70 in Elwynn Forest or Trainer 71 in Westfall or Trainer 72 in Zone 1472 or 2 others for 50c \(4 players\)/,
  );
  assert.match(words, /at skill 60 from Trainer 70 again for 70c \(4 players\)/);
});

const NO_SOURCE = /from "Recipe: Stew"( \(item 9\))?, whose source nobody has reported/;

/** Writes a cheap recipe that only item 9 teaches and a dearer one of a trainer, with the sources of the item. */
async function createStewWorld(...updates: readonly Parameters<ToolWorld['write']>[0][]): Promise<ToolWorld> {
  const world = createToolWorld();
  await world.facts(
    ...recipe({ id: 1, name: 'Stew', yellow: 100, grey: 120, reagents: [[1, 1]], taughtBy: 9, seenFrom: 5 }),
    ...recipe({ id: 2, name: 'Taught', yellow: 100, grey: 120, reagents: [[1, 3]], seenFrom: 5 }),
    lesson(70, 2, { cost: 40, skill: 20 }),
    ['items', '9', { name: agreed('Recipe: Stew') }],
    ['vendor_prices', '1', { prices: [agreed(10)] }],
  );
  for (const update of updates) await world.write(update);
  return world;
}

function toWords(text: string): string {
  return text.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
}

test('a recipe of an item that nobody knows how to get gives only the points that no other gives', async () => {
  const world = await createStewWorld();
  const { page } = (await world.ask('profession_path', 'profession=Tailoring&from=10&to=80')).answer;
  assert.deepEqual(
    page.steps.map(({ name, fromSkill, toSkill }: Step) => [name, fromSkill, toSkill]),
    [
      ['Stew', 10, 20],
      ['Taught', 20, 80],
    ],
  );
  assert.equal(page.recipes[0].isLearnable, false);
  const [tool, search, html] = await tellRoute(world, 10, 80);
  for (const text of [tool!, search!]) {
    assert.match(text, /× "Stew", each of 1 × item 1; learned from "Recipe: Stew" \(item 9\), whose source nobody/);
  }
  assert.match(toWords(html!), /from Recipe: Stew, whose source nobody has reported/);
  for (const text of [tool!, search!, html!]) {
    assert.ok(!text.includes(UNTAUGHT), text);
    assert.ok(!text.includes('Recipes that nobody has reported how to learn:'), text);
    assert.ok(text.includes('The price of the items that teach recipes: "Recipe: Stew".'), text);
    assert.ok(text.includes('The ranks of the profession, such as Journeyman, and their lessons.'), text);
  }
  for (const text of await tellRoute(world, 10, 75)) assert.ok(!text.includes('Journeyman'), text);
  const list = await world.ask('recipe_thresholds', 'profession=Tailoring');
  assert.equal(list.answer.page.recipes[0].isLearnable, false);
});

test('an item teaches a recipe if a vendor, a drop, gathering, a quest or an auction is known for it', async () => {
  const quest = { group: 'reward_from:item:quest' as const, fromId: 9, toId: 33 };
  const worlds: readonly (readonly [words: RegExp, update: Parameters<ToolWorld['write']>[0]])[] = [
    [/a reward of (quest|Quest) 33/, { edges: [{ name: quest, edge: { installs: 3, ...SEEN } }] }],
    [/dropped by (npc|NPC) 44/, { drops: [source('npc', 44, 90, [[9, 4, 3]])] }],
    [
      /sold at auction or gathered/,
      {
        market: [{ subject: { realmKey: 'everlook', itemId: 9, day: 20_000 }, houses: [{ house: '', value: VALUE }] }],
      },
    ],
  ];
  for (const [words, update] of worlds) {
    const world = await createStewWorld(update);
    const { page } = (await world.ask('profession_path', 'profession=Tailoring&from=10&to=80')).answer;
    assert.deepEqual([page.steps.length, page.steps[0].name, page.recipes[0].isLearnable], [1, 'Stew', true]);
    for (const text of (await tellRoute(world, 10, 80)).map(toWords)) {
      assert.match(text, words);
      assert.doesNotMatch(text, NO_SOURCE);
    }
  }
});

const VALUE = { market: 100, min: 90, quantity: 7, reporters: 3 };
const SEEN = { firstSeen: '2026-11-01', lastSeen: '2026-11-02' };

test('installs that invent a vendor of a recipe item make it learnable, and each text counts them', async () => {
  for (const installs of [3, 10, 20]) {
    const name = { group: 'sold_by:item:npc' as const, fromId: 9, toId: 66 };
    const world = await createStewWorld({ edges: [{ name, edge: { installs, ...SEEN } }] });
    const { page } = (await world.ask('profession_path', 'profession=Tailoring&from=10&to=80')).answer;
    assert.equal(page.recipes[0].isLearnable, true);
    assert.equal(page.recipes[0].taughtBy.sources.soldBy[0].installs, installs);
    for (const text of (await tellRoute(world, 10, 80)).map(toWords)) {
      assert.match(text, new RegExp(`sold by (npc|NPC) 66 \\(${installs} players\\)`));
      assert.match(text, /The price of the items that teach recipes: "Recipe: Stew"\./);
    }
  }
});

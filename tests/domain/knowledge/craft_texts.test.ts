import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { lesson, recipe } from '../tools/craft_world.ts';
import { axeWorld, importAxe } from '../tools/pages_world.ts';
import { createToolWorld } from '../tools/support.ts';
import { tailoringWorld, textOf } from './fetched_text.ts';

test('a profession lists its trainers with their places, its cheapest way and its recipes', async () => {
  const world = await tailoringWorld();
  const text = await textOf(world, 'profession:tailoring');
  const [head, title, first, second] = text.split('\n');
  assert.equal(head, '"Tailoring" (profession): 2 recipes and 2 trainers known.');
  assert.equal(title, 'Trainers:');
  assert.equal(first, '- "Eldrin" (npc 70) in "Elwynn" at 79.3, 69: 2 lessons');
  assert.equal(second, '- npc 71: 1 lesson');
  assert.match(
    text,
    /\nCheapest known way: "Tailoring" from 1 to \d+ \(no known recipe raises \d+ to 66\) at vendors’ prices and the market of "Everlook": about /,
  );
  assert.match(text, /\nCraft:\n- 1 to \d+: \d+ × "Cloak 1", each of 2 × "Linen"\n/);
  assert.match(
    text,
    /\n- "Cloak 1" \(recipe 100\): turns yellow between 20 and 25, green between 40 and 45, grey between 60 and 65; 80c a craft; learned from trainer "Eldrin" \(npc 70\): 10c \(4 players\)\n/,
  );
  assert.match(
    text,
    /\nAsk profession_path with profession "Tailoring".*https:\/\/example\.test\/profession\/tailoring\n/,
  );
  const { title: name, url } = (await world.ask('fetch', 'id=profession:tailoring')).answer;
  assert.deepEqual([name, url], ['Tailoring', 'https://example.test/profession/tailoring']);
});

test('a skill of the game’s files says what its profession’s page says', async () => {
  const world = await tailoringWorld();
  await importPieces(world.writer, [
    ...piecesOf([], [['in_skill_line', 300, 43]]),
    { piece: 'name', name: { kind: 'skill', id: 197, name: 'Tailoring' } },
    { piece: 'name', name: { kind: 'skill', id: 43, name: 'Swords' } },
    { piece: 'name', name: { kind: 'skill', id: 44, name: 'Axes' } },
    { piece: 'name', name: { kind: 'spell', id: 300, name: 'Parry' } },
  ]);
  assert.equal(await textOf(world, 'skill:197'), await textOf(world, 'profession:tailoring'));
  const swords = await textOf(world, 'skill:43');
  assert.match(swords, /^"Swords" \(skill 43\), found in game files, unconfirmed\.\n/);
  assert.match(swords, /\nSpells and recipes of this skill:\n- "Parry" \(spell 300\)\n/);
  assert.equal(
    await textOf(world, 'skill:44'),
    '"Axes" (skill 44), found in game files, unconfirmed. Nothing else is known of it yet.',
  );
});

test('a long list of recipes is cut, and the text says how many more there are', async () => {
  const text = await textOf(await tailoringWorld(90), 'profession:tailoring');
  assert.match(text, /\n- and 72 more\n/);
});

test('a trainer role lists who teaches the profession and each lesson once', async () => {
  const world = await tailoringWorld();
  const text = await textOf(world, 'role:trainer:tailoring');
  assert.match(
    text,
    /^"Tailoring trainer" \(role\): 2 trainers known\.\nTrainers:\n- "Eldrin" \(npc 70\) in "Elwynn" at 79\.3, 69: 2/,
  );
  assert.match(
    text,
    /\nThey teach:\n- "Lesson 100" \(spell 100\) for 10c, at skill 1\n- "Lesson 101" \(spell 101\) for 2s 50c, at skill 30\n/,
  );
  const { title, url } = (await world.ask('fetch', 'id=role:trainer:tailoring')).answer;
  assert.equal(title, 'Tailoring trainer');
  assert.equal(url, 'https://example.test/api/tools/get_entity?id=role%3Atrainer%3Atailoring');
});

test('trainers without a public recipe make a profession known', async () => {
  const world = createToolWorld();
  await world.facts(lesson(70, 7_620, { cost: 100, skill: 1, profession: 'Fishing' }));
  assert.match(
    await textOf(world, 'profession:fishing'),
    /^"Fishing" \(profession\): 1 trainer known\. No recipe is known yet\./,
  );
  assert.match(await textOf(world, 'role:trainer:fishing'), /^"Fishing trainer" \(role\): 1 trainer known\./);
});

test('a recipe says its colours from the game’s files and its cost on the largest market', async () => {
  const world = createToolWorld();
  await world.facts(...recipe({ id: 100, name: 'Cloak', yellow: 20, reagents: [[6, 2]] }));
  await world.facts(
    ['realms', 'everlook', { spelling: 'Everlook' }],
    ['realms', 'stormrage', { spelling: 'Stormrage' }],
  );
  const day = (realmKey: string, itemId: number, market: number) => ({
    subject: { realmKey, itemId, day: 20_000 },
    houses: [{ house: '' as const, value: { market, min: market, quantity: 9, reporters: 3 } }],
  });
  await world.write({ market: [day('everlook', 6, 90), day('stormrage', 6, 40), day('stormrage', 7, 40)] });
  await importPieces(world.writer, [
    ...piecesOf([]),
    { piece: 'recipe', recipe: { spellId: 100, learnable: 1, yellow: 15, grey: 45 } },
  ]);
  const text = await textOf(world, 'recipe:100');
  assert.match(
    text,
    /\nIt turns yellow between 20 and 25, green at about 30 \(game files\), grey at about 45 \(game files\)\.\n/,
  );
  assert.match(text, /\nA craft costs 80c at vendors’ prices and the market of "Stormrage"\.\n/);
});

test('spells and item sets say what they make, need and contain, marked as unconfirmed', async () => {
  const world = await axeWorld();
  await importAxe(world);
  assert.match(
    await textOf(world, 'spell:11'),
    /^"Bolt, \\"of\\" fire" \(spell 11\), found in game files, unconfirmed\.\nMakes:\n- "Axe" \(item 5\)\nNeeds:\n- "Bar" \(item 6\)\n/,
  );
  assert.match(
    await textOf(world, 'item_set:7'),
    /^"A Set" \(item set 7\), found in game files, unconfirmed\.\nItems of this set:\n- "Axe" \(item 5\)\n/,
  );
  await importPieces(world.writer, [
    ...piecesOf([], [['in_skill_line', 900, 43]]),
    { piece: 'name', name: { kind: 'spell', id: 900, name: 'Make axe' } },
  ]);
  assert.equal(await textOf(world, 'spell:900'), await textOf(world, 'recipe:900'));
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuildPiece, TalentNode } from '../../../domain/ports/build.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { lesson, recipe } from '../tools/craft_world.ts';
import { agreed, axeWorld, edge, importAxe } from '../tools/pages_world.ts';
import { createToolWorld, type ToolWorld } from '../tools/support.ts';

/** Texts of entries that have no tool of their own: skills, professions, roles, zones, realms, classes, files. */

const LINES_MAX = 60;

/** Fetches an entry, checks that `get_entity` says the same, and returns its text. */
async function textOf(world: ToolWorld, id: string): Promise<string> {
  const query = `id=${encodeURIComponent(id)}`;
  const { text } = (await world.ask('fetch', query)).answer;
  assert.equal((await world.ask('get_entity', query)).answer.hit.text, text, id);
  assert.ok(text.split('\n').length <= LINES_MAX, `${id} has ${text.split('\n').length} lines`);
  return text;
}

/** Tailoring with two recipes, two trainers in Elwynn, and a market on which the cloth has a price. */
async function tailoringWorld(recipes = 2): Promise<ToolWorld> {
  const world = createToolWorld();
  const ids = Array.from({ length: recipes }, (_, at) => 100 + at);
  await world.facts(
    ...ids.flatMap((id, at) =>
      recipe({ id, name: `Cloak ${at + 1}`, yellow: 20, green: 40, grey: 60 + at, reagents: [[6, 2]], makes: 50 + at }),
    ),
    lesson(70, 100, { cost: 10, skill: 1 }),
    lesson(70, 101, { cost: 250, skill: 30 }),
    lesson(71, 100, { cost: 12, skill: 1 }),
    ['items', '6', { name: agreed('Linen') }],
    ['npcs', '70', { name: agreed('Eldrin') }],
    ['maps', '12', { name: agreed('Elwynn') }],
    ['pins', '12:70', { pins: [{ x: 79.3, y: 69, installs: 3 }] }],
    ['realms', 'everlook', { spelling: 'Everlook' }],
  );
  await world.write({
    edges: [edge('located_in:npc:zone:70:12')],
    market: [
      {
        subject: { realmKey: 'everlook', itemId: 6, day: 20_000 },
        houses: [{ house: '', value: { market: 40, min: 40, quantity: 9, reporters: 3 } }],
      },
    ],
  });
  return world;
}

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
    /\nCheapest known way: "Tailoring" from 1 to 66 at vendors’ prices and the market of "Everlook": about /,
  );
  assert.match(text, /\nCraft:\n- 1 to \d+: \d+ × "Cloak 1", each of 2 × "Linen"\n/);
  assert.match(
    text,
    /\n- "Cloak 1" \(recipe 100\): yellow 20 to 25, green 40 to 45, grey 60 to 65; 80c a craft; taught by "Eldrin" \(npc 70\) for 10c, at skill 1\n/,
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

test('roles without a profession are listed by zone, zones with most of them first', async () => {
  const world = await axeWorld();
  await world.facts(
    ['quests', '3', { title: agreed('Boars'), giver: agreed(71) }],
    ['npcs', '71', { name: agreed('Guard') }],
    ['maps', '13', { name: agreed('Westfall') }],
  );
  await world.write({ edges: [edge('located_in:npc:zone:71:13')] });
  const givers = await textOf(world, 'role:quest-giver');
  assert.match(
    givers,
    /^"Quest giver" \(role\): known in 2 zones\.\nZones with most of them first:\n- "Westfall" \(zone 13\): "Innkeeper" \(npc 70\); "Guard" \(npc 71\)\n- "Elwynn" \(zone 12\): "Innkeeper" \(npc 70\) at 43\.5, 64\.25\n/,
  );
  assert.match(
    await textOf(world, 'role:vendor'),
    /\n- "Elwynn" \(zone 12\): "Innkeeper" \(npc 70\) at 43\.5, 64\.25\n/,
  );
  assert.match(await textOf(world, 'role:trainer'), /"Innkeeper"/);
});

test('a zone says the levels, who helps, quests with givers, creatures, objects and neighbours', async () => {
  const world = await axeWorld();
  const bounds = (left: number, right: number) => ({
    bounds: agreed([left, right, 500, -500]),
    continentId: agreed(0),
  });
  await world.facts(
    ['maps', '12', { name: agreed('Elwynn'), ...bounds(1_000, -1_000), parentMapId: agreed(20) }],
    ['maps', '13', { name: agreed('Westfall'), ...bounds(2_000, 900) }],
    ['maps', '14', { name: agreed('Far away'), ...bounds(-3_000, -4_000) }],
    ['maps', '15', { name: agreed('Other side'), bounds: agreed([900, -900, 400, -400]), continentId: agreed(1) }],
    ['maps', '20', { name: agreed('Azeroth'), bounds: agreed([9_000, -9_000, 9_000, -9_000]), continentId: agreed(0) }],
    ['objects', '80', { name: agreed('Chest') }],
    ['object_pins', '12:80', { pins: [{ x: 48.4, y: 87.2, installs: 3 }] }],
  );
  await world.write({ edges: [edge('located_in:object:zone:80:12'), edge('located_in:npc:zone:61:12')] });
  const text = await textOf(world, 'zone:12');
  assert.match(
    text,
    /^"Elwynn" \(zone 12\): creatures of level 5–7; 3 NPCs, 1 object and 1 quest known\.\nPart of "Azeroth" \(zone 20\)\.\nNeighbours, by what the maps show: "Westfall" \(zone 13\)\.\n/,
  );
  for (const part of [
    'Quest givers:\n- "Wolf" (npc 60) at 40.5, 60.25 and 1 other place: only ends quests\n- "Innkeeper" (npc 70) at 43.5, 64.25\n',
    'Quests given here:\n- "Wolves" (quest 1, level 6), from "Innkeeper" (npc 70)\n',
    'Trainers:\n- "Innkeeper" (npc 70) at 43.5, 64.25: trains "Smithing"\n',
    'Vendors:\n- "Innkeeper" (npc 70) at 43.5, 64.25',
    '- npc 61 (level unknown)\n',
    'Chests, herbs and other objects:\n- "Chest" (object 80) at 48.4, 87.2\n',
    'Its page: https://example.test/zone/12\n',
  ]) {
    assert.ok(text.includes(part), `${part} is in ${text}`);
  }
});

test('a realm says what its market offers and who plays there, unknown figures as unknown', async () => {
  const world = await tailoringWorld();
  assert.match(
    await textOf(world, 'realm:everlook'),
    /^"Everlook" \(realm\): 1 item with a market value\.\nMost units on sale:\n- "Linen" \(item 6\): 40c a piece, 9 on sale \(2024-10-04, 3 players\)\nWho plays here is not known yet/,
  );
  const { url } = (await world.ask('fetch', 'id=realm:everlook')).answer;
  assert.equal(url, 'https://example.test/market/Everlook');
  await world.facts(['population', 'everlook', POPULATION], ['population', 'stormrage', POPULATION]);
  assert.match(
    await textOf(world, 'realm:Everlook'),
    /\nCharacters seen on "Everlook" [^\n]*\nFactions: unknown; unknown: alliance, horde\.\nClasses: 7 shown: WARRIOR 7 \(4 installs\); unknown: DRUID,/,
  );
  const unscanned = await textOf(world, 'realm:stormrage');
  assert.match(unscanned, /^"stormrage" \(realm\): no auction prices are public yet\.\nCharacters seen on "stormrage"/);
  assert.ok(!unscanned.includes('/market/'));
});

const NO_CELLS = { total: null, cells: {} };
const POPULATION = {
  day: '2026-11-20',
  cuts: {
    '*:*': {
      factions: NO_CELLS,
      classes: { total: 7, cells: { WARRIOR: { characters: 7, installs: 4 } } },
      races: NO_CELLS,
      levels: NO_CELLS,
    },
  },
};

/** A talent with five points and no name. */
function talent(nodeId: number): TalentNode {
  return {
    nodeId,
    row: nodeId,
    column: 1,
    maxRank: 5,
    talents: [{ talentId: nodeId, name: `Talent ${nodeId}`, spellIds: [], maxRank: 5 }],
    prerequisites: [],
    prerequisitesAnyOf: [],
    pointsRequired: 0,
  };
}

test('a class says how many play it, which talents they take, and its talents', async () => {
  const world = await tailoringWorld();
  const talents = {
    playerClass: 'warrior',
    trees: [{ treeId: 161, name: 'Arms', order: 0, nodes: Array.from({ length: 60 }, (_, at) => talent(at + 1)) }],
    pointLevels: { levels: [10, 11], rule: 'one-a-level-from-10' },
    gateRule: 'five-a-row',
    prerequisiteRule: 'files',
  };
  await importPieces(world.writer, [
    ...piecesOf([]),
    { piece: 'name', name: { kind: 'player_class', id: 1, name: 'Warrior' } },
    { piece: 'name', name: { kind: 'player_class', id: 8, name: 'Mage' } },
    { piece: 'talents', talents } as BuildPiece,
  ]);
  assert.match(
    await textOf(world, 'player_class:1'),
    /^How many play "Warrior" is not known yet, which does not mean zero\.\nWarrior talents: 1 tree, 60 talents\./,
  );
  await world.facts(
    ['population', '*', POPULATION],
    ['population', 'everlook', POPULATION],
    [
      'talents',
      'WARRIOR',
      { day: '2026-11-20', characters: 4, installs: 3, nodes: [{ nodeId: 2, characters: 4, installs: 3, ranks: [] }] },
    ],
  );
  const text = await textOf(world, 'player_class:1');
  assert.match(
    text,
    /^7 characters of this class seen in the 30 days before 2026-11-20: 7 on "Everlook"\. Those are the characters that players met, not all there are\.\nCharacters with points in it, of 4 [^\n]*: Talent 2 4\.\n/,
  );
  assert.match(text, /\nAnd \d+ more lines of talents: ask talent_tree with class "Warrior"\.\n/);
  assert.match(text, /These are found in game files, unconfirmed/);
  const unplayed = await textOf(world, 'player_class:8');
  assert.equal(unplayed, '"Mage" (player class 8), found in game files, unconfirmed. Nothing else is known of it yet.');
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

test('unknown slugs and numbers have no entry', async () => {
  const world = await tailoringWorld();
  for (const id of [
    'profession:alchemy',
    'profession:',
    'realm:nowhere',
    'role:banker',
    'role:trainer:alchemy',
    'role:constructor',
    'role:vendor',
    'zone:99',
  ]) {
    assert.equal((await world.ask('get_entity', `id=${encodeURIComponent(id)}`)).answer.hit, null, id);
    assert.match((await world.refusal('fetch', `id=${encodeURIComponent(id)}`)).error, /there is no entry/, id);
  }
});

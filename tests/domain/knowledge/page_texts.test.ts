import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BuildPiece, TalentNode } from '../../../domain/ports/build.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { lesson } from '../tools/craft_world.ts';
import { agreed, axeWorld, edge } from '../tools/pages_world.ts';
import { createToolWorld } from '../tools/support.ts';
import { tailoringWorld, textOf } from './fetched_text.ts';

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

test('a crowded zone is cut to sixty lines and says what is left out and what is not public yet', async () => {
  const world = createToolWorld();
  const npcs = Array.from({ length: 160 }, (_, at) => 1_000 + at);
  const objects = Array.from({ length: 20 }, (_, at) => 2_000 + at);
  const bounds = (at: number) => ({ bounds: agreed([1_000 + at, -1_000, 500, -500]), continentId: agreed(0) });
  await world.write({
    edges: [
      ...npcs.map((id) => edge(`located_in:npc:zone:${id}:12`)),
      ...objects.map((id) => edge(`located_in:object:zone:${id}:12`)),
      ...npcs.slice(0, 9).map((id) => edge(`sold_by:item:npc:5:${id}`)),
    ],
  });
  await world.facts(
    ...[12, ...Array.from({ length: 20 }, (_, at) => 50 + at)].map(
      (id) => ['maps', `${id}`, { name: agreed(`Zone ${id}`), ...bounds(id) }] as const,
    ),
    ...npcs.slice(9, 18).map((id) => lesson(id, 100, { cost: 10 })),
    ...npcs
      .slice(18, 30)
      .map((id, at) => ['quests', `${at + 1}`, { title: agreed('Errand'), giver: agreed(id) }] as const),
    ['coverage', 'npc:9', { missing: { npc: 1, npc_loot: 1 }, zones: [12] }],
    ['coverage', 'npc:8', { missing: { npc: 2 }, zones: [12] }],
  );
  const text = await textOf(world, 'zone:12');
  assert.match(text, /^"Zone 12" \(zone 12\): 160 NPCs, 20 objects and 12 quests known\.\n/);
  for (const left of [/Quest givers:\n(- npc.*\n){6}- and 6 more\n/, /\n- and 15 more\nNot public yet: 3 things/])
    assert.match(text, left);
  assert.match(
    text,
    /\nNot public yet: 3 things that one or two players reported \(2 need one more report and 1 need two more reports\): https:\/\/example\.test\/coverage\?zone=12\n/,
  );
});

test('a realm says what its market offers and who plays there, unknown figures as unknown', async () => {
  const world = await tailoringWorld();
  assert.match(
    await textOf(world, 'realm:everlook'),
    /^"Everlook" \(realm\): 1 item with a market value\.\nMost units on sale:\n- "Linen" \(item 6\): 40c a piece \(2024-10-04: the cheapest 40c, 9 on sale, 3 players\)\nWho plays here is not known yet/,
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
    /^7 characters of this class seen on all realms in the 30 days before 2026-11-20, including 7 on "Everlook"\. Players met these; there may be more\.\nCharacters with points in it, of 4 [^\n]*: Talent 2 4\.\n/,
  );
  assert.match(text, /\nAnd \d+ more lines of talents: ask talent_tree with class "Warrior"\.\n/);
  assert.match(text, /These are found in game files, unconfirmed/);
  const unplayed = await textOf(world, 'player_class:8');
  assert.equal(unplayed, '"Mage" (player class 8), found in game files, unconfirmed. Nothing else is known of it yet.');
});

test('classes and realms that only players know are found by their words', async () => {
  const world = createToolWorld();
  await world.facts(
    ['population', '*', POPULATION],
    ['population', "old nek'rosh", POPULATION],
    ['quests', '1', { title: agreed('Boars'), giver: agreed(71) }],
  );
  await world.write({ edges: [edge('located_in:npc:zone:71:13')] });
  const warriors = await textOf(world, 'player_class:warrior');
  assert.match(
    warriors,
    /^7 characters of this class seen on all realms [^\n]*\nNo build with its talents has been imported/,
  );
  assert.equal((await world.ask('fetch', 'id=player_class:warrior')).answer.title, 'Warrior');
  assert.match(await textOf(world, "realm:old nek'rosh"), /^"old nek'rosh" \(realm\): no auction prices/);
  assert.equal(await textOf(world, 'role:quest_giver'), await textOf(world, 'role:quest-giver'));
});

test('unknown slugs and numbers have no entry', async () => {
  const world = await tailoringWorld();
  for (const id of [
    'profession:alchemy',
    'profession:',
    'realm:nowhere',
    'role:banker',
    'player_class:jester',
    'role:trainer:alchemy',
    'role:constructor',
    'role:vendor',
    'zone:99',
  ]) {
    assert.equal((await world.ask('get_entity', `id=${encodeURIComponent(id)}`)).answer.hit, null, id);
    assert.match((await world.refusal('fetch', `id=${encodeURIComponent(id)}`)).error, /there is no entry/, id);
  }
});

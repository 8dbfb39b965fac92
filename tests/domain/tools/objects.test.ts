import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCardLine } from '../../../domain/cards/card.ts';
import { createCardReader } from '../../../domain/cards/read_card.ts';
import { zone_page } from '../../../domain/tools/pages/zone_page.ts';
import { PUBLISHER } from '../../support/publisher.ts';
import { agreed, axeWorld, edge, fact, HOSTILE, importAxe, SEEN, source } from './pages_world.ts';
import type { ToolWorld } from './support.ts';

const BASE = 'https://example.test';
const chest = { kind: 'object', id: 80, name: 'Battered Chest', url: `${BASE}/object/80` };
const elwynn = { mapId: 12, map: 'Elwynn', mapInFiles: null };
const PINS = [
  { x: 42, y: 60.25, installs: 4 },
  { x: 90, y: 5, installs: 3 },
];

/** The axe of `axeWorld` lies in a chest (object 80) on map 12. */
async function chestWorld(): Promise<ToolWorld> {
  const world = await axeWorld();
  await world.write({
    edges: [edge('dropped_by:item:object:5:80'), edge('located_in:object:zone:80:12')],
    facts: [fact('objects', '80', { name: agreed('Battered Chest', 4) }), fact('object_pins', '12:80', { pins: PINS })],
  });
  return world;
}

test('an object has its name, locations and contents', async () => {
  const { answer, text } = await (await chestWorld()).ask('object_page', 'objectId=80');
  const { object, name, zones, loot } = answer.page;
  assert.deepEqual(object, chest);
  assert.deepEqual(name, agreed('Battered Chest', 4));
  assert.deepEqual(zones, { total: 1, rows: [{ ...elwynn, ...SEEN, pins: { total: 2, rows: PINS } }] });
  assert.equal(loot.drops.total, 1);
  assert.match(
    text,
    /^"Battered Chest" \(object 80\)\.\nFound in "Elwynn" at 42, 60\.25 and 1 other place\.\n3 players looted it 10 times\./,
  );
});

test('a map without an agreed name has its name in the game’s files', async () => {
  const world = await chestWorld();
  await importAxe(world);
  await world.write({ edges: [edge('located_in:object:zone:80:13')] });
  const { answer } = await world.ask('object_page', 'objectId=80');
  const [, moors] = answer.page.zones.rows;
  assert.deepEqual([moors.mapId, moors.map, typeof moors.mapInFiles], [13, null, 'string']);
  assert.notEqual(answer.gameData, null);
});

test('sources of an item include the name and location of an object', async () => {
  const { answer, text } = await (await chestWorld()).ask('item_page', 'itemId=5');
  const [first] = answer.page.droppedBy.rows;
  assert.deepEqual(first.source, chest);
  assert.deepEqual(first.places, [{ ...elwynn, ...SEEN, pins: { total: 2, rows: PINS } }]);
  assert.match(text, /"Battered Chest" \(object 80, "Elwynn" at 42, 60\.25 and 1 other place\)/);
});

test('pins of objects and NPCs are sorted together, and a role finds only NPCs', async () => {
  const world = await chestWorld();
  const { answer, text } = await world.ask('world_map_near', 'mapId=12&x=42&y=60.25');
  const { pinsOnMap, total, pins } = answer.page;
  assert.deepEqual([pinsOnMap, total], [5, 4]);
  assert.deepEqual(
    pins.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`),
    ['object 80', 'npc 60', 'npc 60', 'npc 70'],
  );
  const { url, ...named } = chest;
  assert.deepEqual(pins[0], {
    ...named,
    url,
    roles: [],
    ...{ x: 42, y: 60.25, distance: 0, distanceYards: 0, installs: 4 },
  });
  assert.match(text, /\n- "Battered Chest" \(object 80\) at 42, 60\.25, 0 yards away \(4 installs\)\n/);
  const ending = await world.ask('world_map_near', 'mapId=12&x=42&y=60.25&role=ends');
  assert.deepEqual(
    ending.answer.page.pins.map(({ id }: { id: number }) => id),
    [60, 60],
  );
});

test('an NPC and an object of the same id and place are two pins', async () => {
  const world = await chestWorld();
  await world.write({ facts: [fact('pins', '12:80', { pins: [PINS[0]!] })] });
  const near = (limit: number) => world.ask('world_map_near', `mapId=12&x=42&y=60.25&radius=1&limit=${limit}`);
  const kinds = async (limit: number) =>
    (await near(limit)).answer.page.pins.map(({ kind, id }: { kind: string; id: number }) => `${kind} ${id}`);
  assert.deepEqual(await kinds(1), ['npc 80']);
  assert.deepEqual((await kinds(3)).slice(0, 2), ['npc 80', 'object 80']);
  await world.write({ facts: [fact('pins', '12:80', null as never)] });
  assert.equal((await kinds(3))[0], 'object 80');
});

test('a map with only objects has locations', async () => {
  const world = await chestWorld();
  await world.write({ facts: [fact('object_pins', '14:80', { pins: [{ x: 1, y: 2, installs: 3 }] })] });
  const { answer } = await world.ask('world_map_near', 'mapId=14&x=50&y=50');
  assert.deepEqual([answer.page.pinsOnMap, answer.page.total], [1, 0]);
});

async function cardOf(world: ToolWorld, type: 'item' | 'object', id: number) {
  const found = await createCardReader(world.store, PUBLISHER)(type, id);
  return { title: found?.card.title, lines: found?.card.lines.map(formatCardLine) ?? [] };
}

test('the card of an object has its name and zone', async () => {
  const { title, lines } = await cardOf(await chestWorld(), 'object', 80);
  assert.equal(title, 'Battered Chest');
  assert.equal(lines[0], 'Found in Elwynn (2 places)');
});

test('the card of an item names objects with their zones, and objects without a name or zone as before', async () => {
  const world = await chestWorld();
  await world.write({
    drops: [source('object', 81, 20, [[5, 17]]), source('object', 82, 20, [[5, 16]])],
    edges: [edge('located_in:object:zone:81:12')],
    facts: [fact('objects', '82', { name: { ...agreed('Truhe'), locale: 'deDE' } })],
  });
  const { lines } = await cardOf(world, 'item', 5);
  for (const start of ['Drops from Battered Chest, Elwynn: ', 'Drops from Object 81: ', 'Drops from Truhe [deDE]: ']) {
    assert.ok(
      lines.some((line) => line.startsWith(start)),
      `${start}: ${JSON.stringify(lines)}`,
    );
  }
  await world.write({ edges: [edge('located_in:object:zone:82:12')] });
  const located = await cardOf(world, 'item', 5);
  assert.ok(located.lines.some((line) => line.startsWith('Drops from Truhe [deDE], Elwynn: ')));
});

test('search says where an object is, because many have the same name', async () => {
  const world = await chestWorld();
  await world.write({
    drops: [source('object', 81, 3, [])],
    edges: [edge('located_in:object:zone:81:13')],
    facts: [fact('objects', '81', { name: agreed('Battered Chest') })],
  });
  const { answer } = await world.ask('get_by_name', 'name=battered%20chest');
  assert.deepEqual(
    answer.hits.map(({ id, snippet }: { id: string; snippet: string }) => [id, snippet]),
    [
      ['object:80', 'Object that players loot. Found in Elwynn.'],
      ['object:81', 'Object that players loot.'],
    ],
  );
});

test('relations name objects', async () => {
  const { text } = await (await chestWorld()).ask('entity_relations', 'kind=object&id=80');
  assert.match(text, /^"Battered Chest" \(object 80\): 2 relations\.\n/);
  assert.match(text, /- "Battered Chest" \(object 80\) located_in "Elwynn" \(zone 12\), 3 installs/);
  assert.match(text, /- "Axe" \(item 5\) dropped_by "Battered Chest" \(object 80\)/);
});

test('search finds objects by name, and what they hold and where they are', async () => {
  const world = await chestWorld();
  const idsOf = async (query: string) =>
    (await world.ask('search_knowledge', `query=${encodeURIComponent(query)}`)).answer.hits.map(
      ({ id }: { id: string }) => id,
    );
  assert.deepEqual((await idsOf('battered chest'))[0], 'object:80');
  assert.deepEqual((await idsOf('Where is the Battered Chest?')).slice(0, 2), ['object:80', 'zone:12']);
  assert.deepEqual((await idsOf('What drops the axe?')).slice(0, 3), ['item:5', 'object:80', 'npc:60']);
  assert.deepEqual((await idsOf('What does the battered chest drop?')).slice(0, 2), ['object:80', 'item:5']);
  const { answer } = await world.ask('get_entity', 'id=object%3A80');
  assert.match(answer.hit.text, /Found in "Elwynn"/);
});

test('changes name objects and where they are', async () => {
  const world = await chestWorld();
  const { answer } = await world.ask('recent_changes', 'kind=object');
  const sentences = answer.page.changes.map(({ sentence }: { sentence: string }) => sentence);
  assert.ok(
    sentences.includes('New locations confirmed: "Battered Chest" (object 80), "Elwynn" (zone 12)'),
    JSON.stringify(sentences),
  );
  assert.ok(sentences.includes('New zone confirmed: "Battered Chest" (object 80)'), JSON.stringify(sentences));
  assert.ok(sentences.includes('"Battered Chest" (object 80): name confirmed'), JSON.stringify(sentences));
});

test('a zone lists its objects by name, also if it has no NPCs', async () => {
  const world = await chestWorld();
  await world.write({
    drops: [source('object', 81, 3, [])],
    edges: [81, 82].map((id) => edge(`located_in:object:zone:${id}:12`)).concat(edge('located_in:object:zone:80:14')),
    facts: [fact('objects', '81', { name: agreed(HOSTILE) })],
  });
  const pageOf = async (mapId: number) => {
    const snapshot = await world.store.newest();
    const context = { snapshots: world.store, snapshot, publisher: PUBLISHER };
    const answer = await zone_page.answer(context as never, { mapId });
    assert.ok(answer.ok);
    return answer.value.page;
  };
  const page = await pageOf(12);
  assert.equal(page?.objects.total, 3);
  assert.deepEqual(
    page.objects.rows.map(({ object, pins }) => [object.name, pins.length]),
    [
      ['Battered Chest', 2],
      [HOSTILE, 0],
      [null, 0],
    ],
  );
  assert.equal((await pageOf(14))?.objects.total, 1);
  assert.equal(await pageOf(15), undefined);
});

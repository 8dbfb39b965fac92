import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importAxe, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { createWorld, publicEdge, type World } from '../support.ts';
import { agreed, HOSTILE_NAMES, leadsSomewhere, pageAt, zoneFact } from './browse_support.ts';

import { linesIn, pagesOver, partOf, rowsOf, wordsOf } from './support.ts';

function nameFact(id: number, name: string) {
  return { family: 'objects', subject: `${id}`, body: { name: agreed(name) } };
}

function pinsFact(mapId: number, id: number, count: number) {
  const pins = Array.from({ length: count }, (_, i) => ({ x: 10 + i, y: 20, installs: 3 }));
  return { family: 'object_pins', subject: `${mapId}:${id}`, body: { pins } };
}

/** Chests, herbs and an ore in Elwynn Forest, one of them also in the unnamed zone 14. */
async function forest(settings: { readonly publicUrl?: string } = {}): Promise<World> {
  const world = createWorld({ settings: { limits: false, ...settings } });
  await world.write({
    drops: [
      source('object', 2843, 10, [[5, 9]]),
      ...[1618, 1731, 2844].map((id) => source('object', id, 3, [])),
      source('object', 2845, 3, []),
    ],
    facts: [
      zoneFact(12, 'Elwynn Forest'),
      nameFact(2843, 'Battered Chest'),
      nameFact(1618, 'Peacebloom'),
      nameFact(1731, 'Copper Vein'),
      nameFact(2844, 'Battered Chest'),
      pinsFact(12, 1618, 30),
      pinsFact(12, 1731, 2),
      pinsFact(12, 2843, 1),
      pinsFact(14, 2843, 2),
      pinsFact(12, 2844, 1),
    ],
    edges: ['2843:12', '1618:12', '1731:12', '2844:12', '2845:12', '2843:14'].map((ends) =>
      publicEdge(`located_in:object:zone:${ends}`),
    ),
  });
  return world;
}

test('the page of an object says where it is', async () => {
  const world = await forest();
  const text = await pageAt(world, '/object/2843');
  assert.match(text, /<title>Battered Chest, Elwynn Forest – /);
  assert.match(text, /<h1><bdi>Battered Chest<\/bdi>, <bdi>Elwynn Forest<\/bdi><\/h1>/);
  assert.match(
    text,
    /content="Battered Chest: in Elwynn Forest; contains Item 5 \(about 90%, only 3 players so far\)\."/,
  );
  assert.match(
    wordsOf(text),
    /Holds Item 5 : 90% \(59 to 99%\), only 3 players so far\. Found in Elwynn Forest at 10, 20\. Also found in 1 other zone\./,
  );
  assert.deepEqual(rowsOf(partOf(text, 'stands-at')).slice(0, 2), [
    ['10, 20', '3'],
    ['11, 20', '3'],
  ]);
  assert.doesNotMatch(text, /Not known yet/);
  await leadsSomewhere(world, '/object/2843', /^\/(zone|item)\//);
  const nameless = await pageAt(world, '/object/2845');
  assert.match(nameless, /<title>Object 2845 – /);
  assert.match(nameless, /<h1>Object 2845<\/h1>/);
  assert.match(wordsOf(nameless), /Held nothing, looted 3 times\. Found in Elwynn Forest \./);
  assert.match(nameless, /Not known yet: its name\. <a href="\/upload">Your report could be the first<\/a>\./);
});

test('an object without a name is called by what it holds and its zone, with the marks of both names', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [source('object', 80, 10, [[5, 9]]), source('object', 81, 10, [[6, 9]])],
    facts: [
      { family: 'items', subject: '5', body: { name: { ...agreed('"><b>Leinen'), locale: 'deDE' } } },
      ...[80, 81].map((id) => pinsFact(13, id, 1)),
    ],
    edges: [80, 81].map((id) => publicEdge(`located_in:object:zone:${id}:13`)),
  });
  await importAxe(tools);
  const world = pagesOver(tools);
  const named = await world.page('/object/80');
  assert.match(
    named,
    /<h1>Object with <bdi>&quot;&gt;&lt;b&gt;Leinen<\/bdi> <small class="lang">deDE<\/small>, <bdi>[^<]+<\/bdi> <abbr class="mark"[^>]*>game files<\/abbr><\/h1>/,
  );
  assert.match(named, /<title>Object with &quot;&gt;&lt;b&gt;Leinen, [^<]+ \(game files 1\.15\.8\.67156\) – /);
  assert.match(wordsOf(named), /Object 80 · name not confirmed yet/);
  assert.match(await world.page('/object/81'), /<h1>Object with <bdi>Item 6<\/bdi>, /);
});

test('a zone shows its objects on its map and in a panel, those with most locations first', async () => {
  const text = await pageAt(await forest(), '/zone/12');
  assert.match(text, /content="Elwynn Forest: its map, creatures, people and quests\."/);
  // At most eight locations of one object are on the map.
  assert.equal(text.match(/<title>Peacebloom\n/g)?.length, 8);
  assert.match(text, /<a class="pin r3" [^>]*href="\/object\/1731" [^>]*><title>Copper Vein\n11, 20</);
  assert.deepEqual(linesIn(text, 'objects'), [
    'Peacebloom 10, 20 30 locations',
    'Copper Vein 10, 20 2 locations',
    'Battered Chest 10, 20',
    'Battered Chest 10, 20',
    'Object 2845',
  ]);
});

test('a zone is known if players looted an object there', async () => {
  const world = await forest();
  assert.match(await pageAt(world, '/zone/14'), /<h1>Zone 14<\/h1>[\s\S]*Battered Chest/);
  assert.match(await pageAt(world, '/npcs?zone=14'), /No NPCs are known here yet/);
  assert.doesNotMatch(await pageAt(world, '/objects'), /zone\/15/);
  await pageAt(world, '/zone/15', 404);
});

test('objects are listed by zone and by name', async () => {
  const world = await forest();
  const text = await pageAt(world, '/objects');
  assert.match(text, /<a href="\/zone\/12#objects"><bdi>Elwynn Forest<\/bdi> <small>5 objects<\/small>/);
  assert.match(text, /<a href="\/zone\/14#objects">Zone 14 <small>1 object<\/small>/);
  assert.deepEqual(rowsOf(text), [
    ['Battered Chest', 'Elwynn Forest , Zone 14'],
    ['Battered Chest', 'Elwynn Forest'],
    ['Copper Vein', 'Elwynn Forest'],
    ['Peacebloom', 'Elwynn Forest'],
  ]);
  assert.deepEqual(
    rowsOf(await pageAt(world, '/objects?from=d')).map(([name]) => name),
    ['Peacebloom'],
  );
  await pageAt(world, `/objects?from=${'a'.repeat(1001)}`, 400);
  await leadsSomewhere(world, '/objects', /^\/zone\//);
});

test('an instance without objects explains how the list gets filled, and unreachable storage does not look empty', async () => {
  const world = createWorld();
  assert.match(await pageAt(world, '/objects'), /is writing its first snapshot/);
  await world.write();
  assert.match(await pageAt(world, '/objects'), /No object has been reported by three players in one zone yet/);
  world.breakStorage(true);
  await pageAt(world, '/objects?from=a', 503);
});

test('hostile names of objects are escaped, also below a path of the host', async () => {
  const world = await forest({ publicUrl: 'https://a.example/data' });
  await world.write({
    facts: HOSTILE_NAMES.flatMap((name, at) => [nameFact(9_000 + at, name), pinsFact(12, 9_000 + at, 40 + at)]),
    edges: HOSTILE_NAMES.map((_, at) => publicEdge(`located_in:object:zone:${9_000 + at}:12`)),
  });
  for (const path of ['/objects', '/zone/12', '/object/2843']) {
    const text = await pageAt(world, path);
    assert.ok(!/ href="\/(?!data\/)/.test(text), `${path} links within its base`);
    assert.doesNotMatch(text, /<script>|<img src=x/, path);
  }
});

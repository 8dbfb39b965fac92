import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waits } from '../../domain/tools/coverage/support.ts';
import { fact } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { createWorld, publicEdge } from '../support.ts';
import { agreed, HOSTILE_NAMES, leadsSomewhere, pageAt, zoneFact } from './browse_support.ts';
import { emptyPages, pagesOver, wordsOf } from './support.ts';

const EDGES = [
  ...[1, 2].map((id) => publicEdge(`located_in:npc:zone:${id}:12`)),
  publicEdge('located_in:object:zone:80:12'),
  publicEdge('located_in:npc:zone:3:13'),
  publicEdge('located_in:object:zone:81:14'),
];

test('zones are listed by continent and level with their share of confirmed creatures and objects', async () => {
  const world = createWorld({ settings: { limits: false } });
  const inEast = { parentMapId: agreed(15) };
  await world.write({
    facts: [
      fact('maps', '12', { name: agreed('Westfall'), ...inEast }),
      fact('maps', '13', { name: agreed('Elwynn Forest'), ...inEast }),
      fact('maps', '15', { name: agreed('Eastern Kingdoms') }),
      ...[1, 3].map((id) =>
        fact('npcs', `${id}`, { levels: [agreed(id === 1 ? 20 : 6)], reactions: [agreed('hostile')] }),
      ),
      waits('npc:9', { npc: 1 }, [12]),
    ],
    edges: EDGES,
  });
  const text = await pageAt(world, '/zones');
  const tiles = [...text.matchAll(/<li><a href="\/zone\/(\d+)">([\s\S]*?)<\/a><\/li>/g)];
  assert.deepEqual(
    tiles.map(([, id, shown]) => [id, wordsOf(shown!)]),
    [
      ['13', 'Elwynn Forest level 6 all 1 confirmed'],
      ['12', 'Westfall level 20 3 of 4 confirmed'],
      ['14', 'Zone 14 all 1 confirmed'],
    ],
  );
  assert.match(text, /max="4" value="3" aria-label="3 of 4 creatures and objects confirmed"/);
  const headings = [...text.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => wordsOf(heading!));
  assert.deepEqual(headings, ['Eastern Kingdoms', 'Continent unknown']);
  assert.match(text, /<aside class="whose"[\s\S]*CC BY-SA 4\.0/);
  assert.doesNotMatch(text, /game’s files/);
  await leadsSomewhere(world, '/zones');
});

test('a name in another language or from the game files is marked, on the home page too', async () => {
  const tools = createToolWorld();
  await tools.write({
    facts: [fact('maps', '12', { name: { ...agreed('Wald von Elwynn'), locale: 'deDE' } })],
    edges: EDGES,
  });
  await importPieces(tools.writer, [
    ...piecesOf([]),
    { piece: 'name', name: { kind: 'zone', id: 13, name: 'Westfall' } },
  ]);
  for (const path of ['/zones', '/']) {
    const text = await pagesOver(tools).page(path);
    assert.match(text, /<bdi>Wald von Elwynn<\/bdi> <small class="lang">deDE<\/small>/, path);
    assert.match(text, /<bdi>Westfall<\/bdi> <abbr class="mark"[^>]*>game files<\/abbr>/, path);
    assert.match(text, /found in game files, unconfirmed, build 1\.15\.8\.67156/, path);
  }
});

test('the home page has the notice of the build if only its tasks name something from the game files', async () => {
  const tools = createToolWorld();
  const wolf = { family: 'npcs', subject: '26', body: { name: { value: 'Wolf', installs: 3 } } };
  await tools.write({ facts: [waits('npc:26', { npc_loot: 1 }, [14]), wolf] });
  assert.doesNotMatch(await pagesOver(tools).page('/'), /found in game files/);
  await importPieces(tools.writer, [
    ...piecesOf([]),
    { piece: 'name', name: { kind: 'zone', id: 14, name: 'Durotar' } },
  ]);
  const text = await pagesOver(tools).page('/');
  assert.match(
    text,
    /Loot <a [^>]+><bdi>Wolf<\/bdi><\/a> <small>one more report, <bdi>Durotar<\/bdi> <abbr class="mark"/,
  );
  assert.match(text, /found in game files, unconfirmed, build 1\.15\.8\.67156/);
});

test('hostile names are text, also below a path of the host', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data', limits: false } });
  await world.write({
    facts: HOSTILE_NAMES.map((name, at) => zoneFact(at + 1, name)),
    edges: HOSTILE_NAMES.map((_, at) => publicEdge(`located_in:npc:zone:7:${at + 1}`)),
  });
  for (const path of ['/zones', '/']) {
    const text = await pageAt(world, path);
    assert.ok(text.includes('<a href="/data/zone/1"><bdi>&lt;script&gt;alert(1)&lt;/script&gt;</bdi>'), path);
    assert.ok(!/ href="\/(?!data\/)/.test(text), path);
  }
});

test('without zones the page invites reports, and says when the first snapshot is due', async () => {
  assert.match(await emptyPages().page('/zones'), /is writing its first snapshot/);
  const world = createWorld();
  await world.write();
  assert.match(await pageAt(world, '/zones'), /No zone has been reported by three players yet/);
  world.breakStorage(true);
  await pageAt(world, '/zones', 503);
});

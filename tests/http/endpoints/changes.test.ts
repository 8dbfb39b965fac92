import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, edge, fact, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { pagesOver, partOf, wordsOf } from './support.ts';

test('several withdrawn fields of one subject share a sentence, in the singular or plural as needed', async () => {
  const tools = createToolWorld();
  await tools.facts(
    ['items', '5', { name: agreed('Axe'), quality: agreed('rare') }],
    ['items', '6', { name: agreed('Bar') }],
  );
  await tools.write({ facts: ['5', '6'].map((subject) => ({ family: 'items', subject, body: null })) });
  const words = wordsOf(await pagesOver(tools).page('/recent'));
  assert.match(words, /(?:Name and quality|Quality and name) withdrawn Item 5/);
  assert.match(words, /Name withdrawn Item 6/);
});

test('names in the change log are isolated, so that bidi text does not move the rest', async () => {
  const tools = createToolWorld();
  const rtl = '\u202eשלום';
  await tools.facts(
    ['realms', 'x', { spelling: rtl }],
    ['collections', `${rtl}:5`, { sources: [agreed('x')] }],
    ['items', '5', { name: agreed('Axe') }],
    ['trainer_services', `6:name:${rtl}`, { requiredSkill: agreed(5) }],
    ['trainer_services', '6:spell:9', { name: { ...agreed('Kochen'), locale: 'deDE' }, requiredLevel: agreed(5) }],
  );
  const page = await pagesOver(tools).page('/recent');
  assert.match(page, new RegExp(`<dt>New auction prices confirmed</dt>\\s*<dd><ul><li>realm “<bdi>${rtl}</bdi>”`));
  assert.ok(page.includes(`, collection “<bdi>${rtl}</bdi>”`));
  assert.ok(page.includes(`“<bdi>${rtl}</bdi>”, taught by <a href="/npc/6">NPC 6</a>`));
  assert.ok(page.includes('<dt>Required skill confirmed</dt>'));
  assert.ok(page.includes('“<bdi>Kochen</bdi>” <small class="lang">deDE</small>, taught by'));
});

test('a map is a link if players agree on its name, and plain text if it is unknown', async () => {
  const tools = createToolWorld();
  await tools.facts(
    ['maps', '12', { name: agreed('Elwynn'), parentMapId: agreed(13) }],
    ['maps', '13', { name: agreed('Azeroth'), parentMapId: agreed(14) }],
  );
  const world = pagesOver(tools);
  assert.ok((await world.page('/zone/12')).includes('<a href="/zone/13"><bdi>Azeroth</bdi></a>'));
  assert.ok((await world.page('/zone/13')).includes('part of Zone 14<'));
});

test('recent changes list new public facts, and the home page the newest drops, but none withdrawn or unnamed', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [
      source('npc', 60, 24, [
        [5, 3],
        [7, 3],
        [8, 3],
      ]),
      source('npc', 61, 24, [[5, 3]]),
    ],
    edges: [
      ...['5:60', '7:60', '8:60', '5:61'].map((ends) => edge(`dropped_by:item:npc:${ends}`)),
      edge('sold_by:item:npc:5:60'),
      edge('sold_by:item:npc:8:60'),
      edge('sold_by:item:npc:9:60'),
    ],
    facts: [
      fact('items', '5', { name: agreed('Axe'), quality: agreed('rare') }),
      fact('items', '8', { name: agreed('Bar') }),
      fact('items', '9', { name: agreed('Bread') }),
      fact('npcs', '60', { name: agreed('Wolf') }),
      fact('npcs', '61', { levels: [agreed(3)] }),
      fact('pins', '12:60', { pins: [{ x: 1, y: 1, installs: 3 }] }),
      fact('maps', '13', { name: agreed('Elwynn') }),
      fact('pins', '13:60', { pins: [{ x: 1, y: 1, installs: 3 }] }),
    ],
  });
  const world = pagesOver(tools);
  const drops = async (): Promise<string> => wordsOf(partOf(await world.page('/'), 'newest'));
  assert.match(
    await drops(),
    /^Newest confirmed drops (?:Bar 13% from Wolf, only \d players so far Axe 13% from|Axe 13% from .* Bar 13% from Wolf, only \d players so far) .*All recent changes$/,
  );
  for (const never of [/Item 7/, /Bread/]) assert.doesNotMatch(await drops(), never, 'no name, or no drop');
  await tools.facts(
    ['items', '5', { name: agreed('Axe') }],
    ['npcs', '60', { name: agreed('Wolf'), levels: [agreed(7)] }],
  );
  await tools.write({
    drops: [
      source('npc', 60, 24, [
        [5, 3],
        [7, 3],
      ]),
    ],
    edges: [{ name: edge('dropped_by:item:npc:8:60').name, edge: null }],
  });
  const words = wordsOf(await world.page('/recent'));
  assert.match(words, /Levels confirmed Wolf NPC 61 Name confirmed Wolf /);
  assert.match(words, /Drop source withdrawn Bar/);
  assert.match(words, /Name and quality confirmed Axe /);
  assert.match(words, /New locations confirmed in Elwynn Wolf /);
  assert.match(await drops(), /Axe 13% from/);
  assert.doesNotMatch(await drops(), /Bar/, 'it is sold, but its drop was withdrawn');
});

test('the home page leaves the section out if no new fact has a name', async () => {
  const tools = createToolWorld();
  await tools.write({ drops: [source('npc', 61, 24, [[5, 3]])] });
  assert.ok(!(await pagesOver(tools).page('/')).includes('id="newest"'));
});

test('the home page and the lists of creatures and cards link to the same data as JSON', async () => {
  const tools = createToolWorld();
  await tools.facts(['npcs', '60', { name: agreed('Wolf') }]);
  const world = pagesOver(tools);
  for (const [path, data] of [
    ['/', '/api/tools/everloot_plan'],
    ['/npcs', '/api/edges?from_kind=npc&to_kind=zone&rel=located_in&evidence=observed'],
    ['/tooltips', '/api/tooltip/npc/60'],
  ] as const) {
    const text = await world.page(path);
    assert.ok(text.includes(`<a href="${data.replaceAll('&', '&amp;')}">This page as data (JSON)</a>`), path);
    assert.equal((await world.ask(data)).status, 200, data);
  }
});

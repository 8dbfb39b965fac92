import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, edge, fact, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { WORLD } from '../browser/tooltip/tooltip_world.ts';
import { createWorld, LINKED_AHEAD } from '../support.ts';
import { axePages, emptyPages, pagesOver, wordsOf } from './support.ts';

const PATHS = ['/item/5', '/item/6', '/npc/60', '/npc/70', '/npc/71', '/quest/1', '/quest/2', '/object/80'];

test('an entity has a page if and only if it has a card', async () => {
  const world = createWorld({ settings: { limits: false } });
  await world.write(WORLD);
  let standing = 0;
  for (const type of ['item', 'npc', 'quest', 'object']) {
    for (const id of [1, 3, 6, 7, 8, 9, 14, 25, 26, 27, 61, 71, 88]) {
      const [card, page] = [await world.ask(`/api/tooltip/${type}/${id}`), await world.ask(`/${type}/${id}`)];
      assert.equal(page.status, card.status, `${type} ${id}`);
      if (card.status === 200) standing++;
    }
  }
  assert.equal(standing, 11);
});

test('an entity without public data gets a helpful page with status 404', async () => {
  const contact = { name: 'ops@tw.example', url: 'mailto:ops@tw.example' };
  const world = await axePages({ settings: { contact } });
  for (const [path, title] of [
    ['/item/77', 'Item 77'],
    ['/npc/77', 'NPC 77'],
    ['/quest/77', 'Quest 77'],
    ['/object/77', 'Object 77'],
  ] as const) {
    const { status, text } = await world.ask(path);
    assert.equal(status, 404, path);
    assert.ok(text.includes(`<h1>${title}: nothing public yet</h1>`), path);
    assert.match(wordsOf(text), /No public data for .* 77 yet\. It takes reports from three players/);
    for (const to of [
      'href="/coverage"',
      'href="/upload"',
      'action="/search"',
      'href="mailto:ops@tw.example"',
      'noindex',
    ]) {
      assert.ok(text.includes(to), `${path}: ${to}`);
    }
  }
  const { status, text } = await emptyPages().ask('/item/5');
  assert.equal(status, 404);
  assert.match(text, /is writing its first snapshot, so nothing is known yet, which does not mean zero/);
});

test('an invalid id gets 400 and a sentence', async () => {
  const world = await axePages();
  for (const id of ['0', '-1', '1.0', 'x', '9007199254740992', '%3Cb%3E']) {
    const { status, text } = await world.ask(`/item/${id}`);
    assert.equal(status, 400, id);
    assert.match(text, /id must be a whole number from 1/);
    assert.ok(!text.includes('<b>'));
  }
});

test('a page for missing data gets 404 and is not cached', async () => {
  const world = await axePages();
  for (const path of ['/item/999', '/npc/999', '/object/999', '/quest/999', '/none', '/zone/999', '/market/nowhere']) {
    const { status, headers } = await world.ask(path);
    assert.deepEqual([status, headers.get('cache-control'), headers.get('etag')], [404, 'no-store', null], path);
  }
});

test('if the storage is unreachable, a page says so, gets 503 and is not cached', async () => {
  const world = await axePages();
  for (const path of PATHS) {
    world.breakStorage(true);
    const { status, text, headers } = await world.ask(path);
    assert.equal(status, 503, path);
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.match(text, /cannot be read right now: what it holds is unrecorded, not zero/);
    world.breakStorage(false);
    assert.equal((await world.ask(path)).status, 200, path);
  }
});

test('pages have the licence and age of the observed data', async () => {
  const world = await axePages();
  for (const path of PATHS) {
    const { text, headers } = await world.ask(path);
    assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0', path);
    assert.match(headers.get('cache-control')!, /public, no-cache/);
    assert.ok(headers.get('etag') !== null, path);
    assert.ok(text.includes('latest upload <time datetime="2026-11-20T12:00:00.000Z">'), path);
  }
});

test('every link on the pages works, with the instance at the root of its host and below a path', async () => {
  for (const publicUrl of ['https://witness.example', 'https://a.example/tw']) {
    const world = await axePages({ files: true, settings: { publicUrl } });
    const base = new URL(publicUrl).pathname.replace(/\/$/, '');
    const followed = new Set<string>();
    for (const path of PATHS) {
      const text = await world.page(path);
      for (const [, to] of text.matchAll(/(?:href|src)="([^"#][^"]*)"/g)) {
        if (/^(?:data|mailto|https?):/.test(to!)) continue;
        assert.ok(to!.startsWith(`${base}/`), `${path} leads to ${to}`);
        const inside = to!.slice(base.length).replaceAll('&amp;', '&').replace(/#.*$/, '');
        if (followed.has(inside) || LINKED_AHEAD.test(inside)) continue;
        followed.add(inside);
        assert.equal((await world.ask(inside)).status, 200, `${path} leads to ${to}`);
      }
      for (const [, id] of text.matchAll(/href="#([^"]+)"/g)) assert.ok(text.includes(`id="${id}"`), `${path}#${id}`);
    }
    assert.ok(followed.size > 20, `${followed.size} links`);
  }
});

test('headings are in order and every table has a caption', async () => {
  const world = await axePages({ files: true });
  for (const path of PATHS) {
    const text = await world.page(path);
    const levels = [...text.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
    assert.deepEqual(levels.filter((level) => level === 1).length, 1, path);
    assert.ok(
      levels.every((level, at) => at === 0 || level <= levels[at - 1]! + 1),
      `${path}: ${levels}`,
    );
    assert.equal([...text.matchAll(/<table/g)].length, [...text.matchAll(/<caption>[^<]/g)].length, path);
  }
});

const HOSTILE = [
  '"><script>alert(1)</script>',
  "'><img src=x onerror=alert(1)>",
  '</title></style></textarea><svg onload=alert(1)>',
  '&lt;b&gt;&#x3c;',
  '{{7*7}}$(alert)`',
  'שלום עולם',
  'A'.repeat(300),
];

test('names that players sent are always escaped and isolated from the surrounding text', async () => {
  for (const name of HOSTILE) {
    const tools = createToolWorld();
    const said = agreed(name);
    await tools.write({
      drops: [source('npc', 60, 24, [[5, 3]])],
      edges: [edge('sold_by:item:npc:5:60'), edge('reward_from:item:quest:5:1'), edge('located_in:npc:zone:60:12')],
      facts: [
        fact('items', '5', { name: said }),
        fact('npcs', '60', { name: said }),
        fact('quests', '1', { title: said, giver: agreed(60), turnIn: agreed(60) }),
        fact('quest_chains', '30', { entry: agreed({ questLineId: 30, name, questIds: [1] }) }),
        fact('recipes', '900', { name: said, profession: said, itemId: agreed(5) }),
        fact('collections', `${name}:5`, { sources: [said] }),
        fact('trainer_services', '60:spell:9', { name: said, spellId: agreed(9), profession: said }),
        fact('maps', '12', { name: said }),
        fact('pins', '12:60', { pins: [{ x: 1, y: 1, installs: 3 }] }),
        fact('realms', 'r1', { spelling: name }),
      ],
      market: [
        {
          subject: { realmKey: 'r1', itemId: 5, day: 20_000 },
          houses: [{ house: '', value: { market: 100, min: 90, quantity: 7, reporters: 4 } }],
        },
      ],
    });
    const world = pagesOver(tools);
    for (const path of ['/item/5', '/npc/60', '/quest/1']) {
      const text = await world.page(path);
      assert.ok(
        !/<(?:script|svg onload|img src=x)/.test(
          text.replace(/<script src="[^"]*"(?: data-instance="here")? defer>/g, ''),
        ),
        `${path}: ${name}`,
      );
      const escaped = name
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;');
      assert.ok(text.includes(`<bdi>${escaped}</bdi>`), `${path}: ${name}`);
      const [, description] = /<meta name="description" content="([^"]*)">/.exec(text)!;
      assert.ok([...description!].length <= 1_300, `${path}: the description is cut`);
    }
  }
});

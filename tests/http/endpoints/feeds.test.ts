import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeLogMode } from '../../../domain/ports/change_log.ts';
import { FEED_ENTRIES_MAX } from '../../../domain/tools/changes/feeds.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { agreed, edge, fact } from '../../domain/tools/pages_world.ts';
import { createToolWorld, type ToolWorld } from '../../domain/tools/support.ts';
import { pagesOver, wordsOf } from './support.ts';

const HOSTILE = '</title><script>alert(1)</script> & \u0001"';
const DAY = Date.UTC(2026, 10, 20) / 86_400_000;

function marketDay(itemId: number, day: number, market: number) {
  const value = { market, min: market, quantity: 100 - itemId, reporters: 3 };
  const houses = (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house) => ({
    house,
    value: house === '' ? value : null,
  }));
  return { subject: { realmKey: 'stormrage', itemId, day }, houses };
}

async function world(changeLog: ChangeLogMode = 'write'): Promise<ToolWorld> {
  const tools = createToolWorld();
  await tools.write({
    changeLog,
    facts: [
      fact('maps', '12', { name: agreed('Elwynn') }),
      fact('npcs', '60', { name: agreed('Wolf') }),
      fact('npcs', '61', { name: agreed(HOSTILE) }),
      fact('items', '5', { name: agreed('Axe') }),
      fact('items', '6', { name: agreed('Bar') }),
      fact('pins', '12:60', { pins: [{ x: 1, y: 1, installs: 3 }] }),
      fact('pins', '12:61', { pins: [{ x: 1, y: 1, installs: 3 }] }),
      fact('pins', '13:60', { pins: [{ x: 1, y: 1, installs: 3 }] }),
      fact('realms', 'stormrage', { spelling: 'Stormrage' }),
    ],
    edges: [edge('dropped_by:item:npc:5:60'), edge('dropped_by:item:npc:5:61')],
    market: [
      ...[8, 7, 6, 5, 4, 3, 2, 1].map((ago) => marketDay(5, DAY - ago, 120)),
      marketDay(5, DAY, 12_345),
      marketDay(6, DAY, 40),
    ],
  });
  return tools;
}

/** Returns the texts of all elements of one kind. Throws if the elements of the document are not well-formed. */
function elements(xml: string, name: string): readonly string[] {
  const open: string[] = [];
  assert.ok(xml.startsWith('<?xml version="1.0" encoding="utf-8"?>\n'));
  for (const [, slash, tag, rest] of xml.matchAll(
    /<(\/?)([a-z:]+)((?:\s+[a-z:]+="[^"<&]*(?:&\w+;[^"<&]*)*")*\s*\/?)>/g,
  )) {
    if (slash === '/') assert.equal(open.pop(), tag);
    else if (!rest!.endsWith('/')) open.push(tag!);
  }
  assert.deepEqual(open, []);
  assert.doesNotMatch(xml, /&(?!amp;|lt;|gt;|quot;|#39;)/);
  assert.doesNotMatch(xml, /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  return [...xml.matchAll(new RegExp(`<${name}[^>]*>([\\s\\S]*?)</${name}>`, 'g'))].map(([, text]) => text!);
}

test('the feed of recent changes has an entry for each snapshot and topic, with links and escaped names', async () => {
  const tools = await world();
  await tools.facts(['items', '5', { name: agreed('Battle Axe') }]);
  const { ask } = pagesOver(tools);
  const { status, headers, text } = await ask('/feeds/recent.atom');
  assert.equal(status, 200);
  assert.equal(headers.get('content-type'), 'application/atom+xml; charset=utf-8');
  assert.equal(headers.get('cache-control'), 'public, max-age=60');
  assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
  const titles = elements(text, 'title').slice(1);
  assert.equal(titles[0], 'Items: Battle Axe');
  const named = (topic: string): readonly string[] => titles.filter((title) => title.startsWith(`${topic}: `));
  assert.deepEqual(named('Drops'), ['Drops: Battle Axe']);
  assert.deepEqual(named('Vendors and prices'), ['Vendors and prices: realm Stormrage']);
  assert.deepEqual(named('Zones'), ['Zones: Elwynn']);
  const [creatures] = named('Creatures and objects');
  assert.ok(creatures!.includes('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; \u{fffd}&quot;'), creatures);
  assert.equal(titles.length, 7);
  assert.match(text, /<p>New drop source confirmed:<\/p>\n<ul>\n<li><a href="[^"]+\/item\/5">Battle Axe<\/a><\/li>/);
  assert.match(text, /<p>New locations confirmed in <a href="https:[^"]+\/zone\/12">Elwynn<\/a>:<\/p>/);
  assert.match(text, /<p>New locations confirmed in Zone 13:<\/p>/);
  assert.match(text, /<author><name>[^<]+<\/name>/);
  assert.match(text, /<link rel="self" type="application\/atom\+xml" href="https:[^"]+\/feeds\/recent\.atom"\/>/);
  const ids = elements(text, 'id');
  assert.equal(new Set(ids).size, ids.length);
  for (const id of ids.slice(1)) assert.match(id, /^tag:[a-z.]+,2026:\/changes\/recent\/[a-z]+\/2023-[0-9TZ:.-]+$/);
});

test('a feed is the same after a rebuild that keeps the change log', async () => {
  const before = await world();
  const after = await world('silent');
  await after.writer.carryChanges(await before.writer.changeLines(), false);
  const feedOf = async (tools: ToolWorld) => (await pagesOver(tools).ask('/feeds/recent.atom')).text;
  const [one, other] = [await feedOf(before), await feedOf(after)];
  assert.ok(elements(one, 'entry').length > 3);
  assert.deepEqual(elements(other, 'id'), elements(one, 'id'));
  assert.deepEqual(elements(other, 'updated'), elements(one, 'updated'));
});

test('the feed of a zone has what concerns the zone, and that of an unknown zone does not exist', async () => {
  const { ask } = pagesOver(await world());
  const { text } = await ask('/feeds/zone/12.atom');
  const [title, ...titles] = elements(text, 'title');
  assert.match(title!, /^New in Elwynn – /);
  assert.equal(titles.length, 2);
  assert.ok(titles.includes('Zones: Elwynn'));
  assert.doesNotMatch(text, /Zone 13|Axe/);
  assert.equal((await ask('/feeds/zone/99.atom')).status, 404);
  for (const [path, sentence] of [
    ['/feeds/zone/x.atom', /zone must be a whole number/],
    ['/feeds/zone/12', /The name of a feed ends with \.atom; it is \\?"12/],
    ['/feeds/realm/x.atom', /realm must be the name of a realm/],
  ] as const) {
    const refused = await ask(path);
    assert.ok(refused.status === 400 || refused.status === 404);
    assert.match(refused.text, sentence);
  }
});

test('the feed of an entity has its changes, its relations and its loot, and its page links to it', async () => {
  const tools = await world();
  const { ask, page } = pagesOver(tools);
  const titlesOf = async (path: string) => elements((await ask(path)).text, 'title');
  assert.deepEqual((await titlesOf('/feeds/item/5.atom')).slice(1).sort(), ['Drops: Axe', 'Items: Axe']);
  assert.match((await titlesOf('/feeds/item/5.atom'))[0]!, /^Changes to Axe – /);
  assert.deepEqual((await titlesOf('/feeds/item/6.atom')).slice(1), ['Items: Bar']);
  assert.deepEqual((await titlesOf('/feeds/npc/60.atom')).slice(1).sort(), [
    'Creatures and objects: Wolf',
    'Locations: Wolf',
  ]);
  const hostile = await ask('/feeds/npc/61.atom');
  assert.ok(elements(hostile.text, 'title')[0]!.startsWith('Changes to &lt;/title&gt;&lt;script&gt;'));
  const html = await page('/item/5');
  const address = /<link rel="alternate" type="application\/atom\+xml" title="Changes to Axe" href="([^"]+)">/.exec(
    html,
  );
  assert.equal(address?.[1], '/feeds/item/5.atom');
  assert.match(html, /Follow in a feed reader: <a href="\/feeds\/item\/5\.atom"/);
  for (const [path, status] of [
    ['/feeds/item/99.atom', 404],
    ['/feeds/quest/1.atom', 404],
    ['/feeds/object/1.atom', 404],
    ['/feeds/npc/x.atom', 400],
    ['/feeds/spell/1.atom', 404],
  ] as const) {
    assert.equal((await ask(path)).status, status, path);
  }
});

test('the feed of a realm lists the prices of each day, and unusual ones by themselves', async () => {
  const { ask } = pagesOver(await world());
  const { text } = await ask('/feeds/realm/STORMRAGE.atom');
  const titles = elements(text, 'title');
  assert.match(titles[0]!, /^Auction prices on Stormrage – /);
  assert.deepEqual(
    titles.filter((title) => title.startsWith('Prices of ')),
    [
      'Prices of 2026-11-20: Axe 1g 23s 45c, Bar 40c',
      ...[19, 18, 17, 16, 15, 14].map((day) => `Prices of 2026-11-${day}: Axe 1s 20c`),
    ],
  );
  assert.ok(titles.includes('Unusual prices of 2026-11-20: Axe 1g 23s 45c, usually 1s 20c'), titles.join('\n'));
  assert.ok(titles.includes('Vendors and prices: realm Stormrage'));
  const updated = elements(text, 'updated');
  assert.equal(updated[1], '2026-11-20T12:00:00.000Z', 'the time of the newest upload');
  assert.ok(updated.includes('2026-11-19T23:59:59.999Z'));
  assert.equal((await ask('/feeds/realm/Nowhere.atom')).status, 404);
});

test('a feed has at most fifty entries, and leaves out a snapshot that it would cut', async () => {
  const tools = createToolWorld();
  for (let at = 0; at < FEED_ENTRIES_MAX + 5; at++) await tools.facts(['items', '5', { name: agreed(`Axe ${at}`) }]);
  const feedOf = async () => (await pagesOver(tools).ask('/feeds/recent.atom')).text;
  assert.equal(elements(await feedOf(), 'entry').length, FEED_ENTRIES_MAX);
  const many = Array.from({ length: 299 }, (_, at) => fact('items', `${100 + at}`, { name: agreed(`Bar ${at}`) }));
  await tools.write({ facts: many });
  const [entry, ...others] = elements(await feedOf(), 'entry');
  assert.match(entry!, /<li>and 259 more<\/li>/);
  assert.deepEqual(others, []);
});

test('feeds answer 304, HEAD, have a budget of their own, and an empty one is valid', async () => {
  const tools = createToolWorld();
  await tools.write({});
  const { ask } = pagesOver(tools, { settings: { limits: true } });
  const { status, headers, text } = await ask('/feeds/recent.atom');
  assert.equal(status, 200);
  assert.equal(elements(text, 'updated').length, 1);
  assert.match(wordsOf(text), /Recent changes/);
  const again = await ask('/feeds/recent.atom', { headers: { 'if-none-match': headers.get('etag')! } });
  assert.equal(again.status, 304);
  const head = await ask('/feeds/recent.atom', { method: 'HEAD' });
  assert.deepEqual([head.status, head.text], [200, '']);
  const rest = REQUEST_BUDGETS.feeds.anonymous - 3;
  for (let at = 0; at < rest; at++) assert.equal((await ask('/feeds/recent.atom')).status, 200);
  assert.equal((await ask('/feeds/zone/12.atom')).status, 429);
  assert.equal((await ask('/recent')).status, 200);
});

test('pages link to their feeds, in their heads and for readers', async () => {
  const { ask, page } = pagesOver(await world());
  for (const [path, feed] of [
    ['/recent?topic=drops', '/feeds/recent.atom'],
    ['/zone/12', '/feeds/zone/12.atom'],
    ['/market/stormrage', '/feeds/realm/Stormrage.atom'],
  ] as const) {
    const text = await page(path);
    const [head, body] = text.split('<body>');
    assert.match(
      head!,
      new RegExp(`<link rel="alternate" type="application/atom\\+xml" title="[^"]+" href="${feed}">`),
    );
    assert.ok(body!.includes(`<a href="${feed}" type="application/atom+xml">`));
    assert.equal((await ask(feed)).status, 200);
  }
  assert.ok(!(await page('/coverage')).includes('application/atom+xml'));
});

test('recent changes can be limited to a topic, but not to a topic and a kind', async () => {
  const { ask, page } = pagesOver(await world());
  const words = async (topic: string) =>
    wordsOf(/<main[\s\S]*?(?=<aside)/.exec(await page(`/recent?topic=${topic}`))![0]);
  assert.match(await words('drops'), /Tuesday 14 November Drops New drop source confirmed Axe$/);
  assert.match(await words('locations'), /New locations confirmed in Elwynn/);
  assert.match(await words('zones'), /Zones Name confirmed Elwynn$/);
  assert.match(await words('quests'), /Nothing of the kind “Quests” changed in that time\.$/);
  assert.ok(
    (await page('/recent?topic=drops')).includes('<a href="/recent?topic=drops" aria-current="true">Drops</a>'),
  );
  const { status, text } = await ask('/recent?topic=drops&kind=item');
  assert.equal(status, 400);
  assert.match(
    wordsOf(text),
    /kind cannot be combined with topic; it is &quot;item&quot;|kind cannot be combined with topic; it is "item"/,
  );
});

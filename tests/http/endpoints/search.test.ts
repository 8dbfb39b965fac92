import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderAnswerBox } from '../../../http/endpoints/search/page.ts';
import { listMentionedItems } from '../../../http/pages/parts/placeholders.ts';
import { document, takeIn } from '../../domain/knowledge/support.ts';
import { importPieces, piecesOf } from '../../support/game_build.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { createGameWorld } from '../game_world.ts';
import { createWorld } from '../support.ts';
import {
  agreed,
  HOSTILE_NAMES,
  itemFact,
  leadsSomewhere,
  npcFact,
  pageAt,
  questFact,
  zoneFact,
} from './browse_support.ts';

const FACTS = [
  itemFact(2589, 'Linen Cloth'),
  itemFact(2996, 'Bolt of Linen Cloth', 'uncommon'),
  npcFact(6, 'Kobold Vermin'),
  npcFact(7, 'Kobold Vermin'),
  questFact(60, 'Kobold Candles'),
  zoneFact(1429, 'Elwynn Forest'),
  {
    family: 'recipes',
    subject: '3275',
    body: { name: agreed('Linen Bandage'), profession: agreed('First Aid'), itemId: agreed(1251) },
  },
];

async function filled() {
  const world = createWorld();
  await world.write({ facts: FACTS });
  return world;
}

/** Returns the result that is highlighted at the top. */
function namedIn(text: string): string | null {
  return /<p class="name">(.*?)<\/p>/.exec(text)?.[1] ?? null;
}

test('an exact match is shown once, first and with a link', async () => {
  const world = await filled();
  const text = await pageAt(world, '/search?q=linen+CLOTH');
  assert.equal(
    namedIn(text),
    '<a href="/item/2589" class="item q-common"><i class="tile q-common" data-letter="L" aria-hidden="true"></i><bdi>Linen Cloth</bdi></a>',
  );
  assert.equal(text.split('href="/item/2589"').length, 2, 'it is not told twice');
  assert.match(
    text,
    /<h2>Items<\/h2>[\s\S]*<a href="\/item\/2996" class="item q-uncommon"><i class="tile q-uncommon"[^>]*><\/i><bdi>Bolt of Linen Cloth/,
  );
  assert.match(text, /<a rel="license" href="https:\/\/creativecommons\.org[^>]*>CC BY-SA 4\.0<\/a>/);
  assert.match(text, /<meta name="robots" content="noindex">/);
  assert.match(text, /name="q"[^>]*value="linen CLOTH"/);
  assert.match(text, /href="\/api\/tools\/search_knowledge\?query=linen\+CLOTH&amp;limit=50"/);
  await leadsSomewhere(world, '/search?q=linen+cloth', /^\/(zone|profession)/);
});

test('a question is answered first, with links to what the answer names', async () => {
  const world = await filled();
  const text = await pageAt(world, '/search?q=who+gives+Kobold+Candles');
  assert.match(
    text,
    /<section class="named answer" aria-label="Answer">\n<p><a href="\/quest\/60"><bdi>Kobold Candles<\/bdi><\/a>\.<\/p>\n<p>Who gives it is not known yet\.<\/p>/,
  );
  assert.ok(text.indexOf('aria-label="Answer"') < text.indexOf('<h2>'));
  const unknown = await pageAt(world, `/search?q=${encodeURIComponent('who sells <b>"Gold\u200bPot" & co')}`);
  assert.match(unknown, /<p>Nothing called <bdi>b gold pot co<\/bdi> is known here\.<\/p>/);
  assert.doesNotMatch(unknown, /<b>"/);
});

test('notes about the question are quiet, and the first fact is the headline', async () => {
  const world = await filled();
  const text = await pageAt(world, '/search?q=who+gives+Kobold+Candels');
  assert.match(
    text,
    /aria-label="Answer">\n<p class="quiet">Nothing is called .*Did you mean <bdi>Kobold Candles<\/bdi>\?<\/p>\n<p><a href="\/quest\/60">/,
  );
  assert.match(await pageAt(world, '/search?q=who+gives+xyzzyq'), /aria-label="Answer">\n<p>Nothing called/);
});

test('an answer links items with their icons, and other entities by name', () => {
  const box = String(
    renderAnswerBox(['"Axe \\"1\\" <b>" (item 5) drops from "Wolf" (npc 60, level 5).'], 'https://x.test/tw'),
  );
  assert.deepEqual(listMentionedItems(box), [5]);
  assert.match(
    box,
    /<p><item:5:A href="\/tw\/item\/5"><bdi>Axe &quot;1&quot; &lt;b&gt;<\/bdi><\/item:a> drops from <a href="\/tw\/npc\/60"><bdi>Wolf<\/bdi><\/a> \(level 5\)\.<\/p>/,
  );
});

test('the address behind a sentence becomes a link, and one in a name does not', () => {
  const lines = ['Wiki: https://y.test/tw/upload', 'No "A: https://evil.test" is known: https://x.test/b'];
  const box = String(renderAnswerBox(lines, 'https://x.test/tw'));
  assert.match(box, /<p><a href="https:\/\/y\.test\/tw\/upload">Wiki<\/a><\/p>/);
  assert.equal(box.match(/<a /g)?.length, 1);
});

test('addresses of this instance are linked by their paths, so that readers stay on the host that they opened', async () => {
  const settings = { publicUrl: 'https://games.example/tw' };
  const world = createGameWorld({ settings });
  await takeIn(world, [
    { ...document('a', 'Zebra guide'), url: `${settings.publicUrl}/item/5` },
    { ...document('b', 'Zebra wiki'), url: 'https://games.example/twice' },
  ]);
  const found = await pageAt(world, '/search?q=zebra');
  assert.match(found, /<a href="\/tw\/item\/5"><bdi>Zebra guide/);
  assert.match(found, /<a href="https:\/\/games\.example\/twice" rel="external nofollow"><bdi>Zebra wiki/);
  const answered = await pageAt(world, '/search?q=how+to+upload');
  assert.match(answered, /<p><a href="\/tw\/coverage">What players need most<\/a><\/p>/);
});

test('equal names stay in their group, misspelt names are found, and a recipe links to its profession', async () => {
  const world = await filled();
  const two = await pageAt(world, '/search?q=kobold+vermin');
  assert.equal(namedIn(two), null);
  assert.match(two, /<h2>Creatures and people<\/h2>/);
  assert.ok(two.includes('href="/npc/6"') && two.includes('href="/npc/7"'));
  assert.match(await pageAt(world, '/search?q=lienn+clohth'), /href="\/item\/2589"/);
  assert.match(
    await pageAt(world, '/search?q=linen+bandage'),
    /href="\/profession\/first-aid\?recipe=Linen\+Bandage#recipe-3275"/,
  );
  assert.match(await pageAt(world, '/search?q=elwynn'), /href="\/zone\/1429"/);
  assert.match(await pageAt(world, '/search?q=linen'), /<p class="snippet"><bdi>common<\/bdi><\/p>/);
});

test('an item, its recipe and its spell are one result, but a creature of that name hides no spell', async () => {
  const name = 'Bolt, "of" fire';
  const found = async (...facts: readonly (typeof FACTS)[number][]) => {
    const world = createGameWorld();
    await world.snapshots.write(snapshotChange(1, { facts }));
    await importPieces(world.snapshots, piecesOf([]));
    return pageAt(world, `/search?q=${encodeURIComponent('bolt of')}`);
  };
  const recipe = { name: agreed(name), profession: agreed('Alchemy'), itemId: agreed(5) };
  const made = await found(itemFact(5, name), { family: 'recipes', subject: '11', body: recipe });
  assert.equal(made.split('of&quot; fire</bdi>').length, 2);
  assert.match(made, /href="\/profession\/alchemy[^"]*"/);
  assert.doesNotMatch(made, /<h2>Spells/);
  assert.match(await found(npcFact(6, name)), /<h2>Spells/);
});

test('a list of results that is cut says so, and names in another language are marked', async () => {
  const world = createWorld();
  const items = (count: number) => Array.from({ length: count }, (_, i) => itemFact(i + 1, `Zebra hide ${i + 1}`));
  await world.write({ facts: items(50) });
  assert.match(await pageAt(world, '/search?q=zebra'), />50 results\.</);
  await world.write({ facts: items(51) });
  const cut = await pageAt(world, '/search?q=zebra');
  assert.match(cut, />The first 50 results\.</);
  assert.equal(cut.match(/<li><a href="\/item\//g)?.length, 50);
  await world.write({ facts: [itemFact(60, 'Zebra')] });
  assert.match(await pageAt(world, '/search?q=zebra'), />The first 49 other results:</);
  const german = (value: string) => ({ ...agreed(value), locale: 'deDE' });
  await world.write({
    facts: [
      { family: 'items', subject: '900', body: { name: german('Leinenstoff') } },
      {
        family: 'titles',
        subject: '5',
        body: { entry: { ...agreed({ titleId: 5, name: 'Leinenweber' }), locale: 'deDE' } },
      },
      itemFact(901, 'Leinenrest'),
    ],
  });
  const text = await pageAt(world, '/search?q=leinen');
  assert.match(text, />3 results\.</);
  assert.match(text, /<bdi>Leinenstoff<\/bdi> <small class="lang">deDE<\/small><\/a>/);
  assert.match(text, /<bdi>Leinenweber<\/bdi> <small class="lang">deDE</);
  assert.match(text, /<bdi>Leinenrest<\/bdi><\/a>/);
});

test('an empty result says so and links to lists, and an empty query explains how to search', async () => {
  const world = await filled();
  const none = await pageAt(world, '/search?q=xyzzyq');
  assert.match(none, /Nothing was found\. A name is known once three players have reported it/);
  for (const way of ['/items', '/npcs', '/quests', '/professions', '/talents'])
    assert.ok(none.includes(`href="${way}"`));
  for (const path of ['/search', '/search?q=', '/search?q=+++']) {
    assert.match(await pageAt(world, path), /Type a name or a part of it/);
  }
  await leadsSomewhere(world, '/search', /^\/(zone|profession|talents)/);
});

test('a result of only guides also explains how to search and links to lists, and one with an entity does not', async () => {
  const world = createGameWorld();
  await world.snapshots.write(snapshotChange(1, { facts: FACTS }));
  await takeIn(world, [document('a', 'Where fleece comes from', 'Fleece and linen drop from people.')]);
  const text = await pageAt(world, '/search?q=xyzzyq+fleece');
  assert.match(
    text,
    /No name or text here contains &quot;xyzzyq&quot;[\s\S]*Where fleece[\s\S]*Type a name or a part of it/,
  );
  assert.ok(text.includes('href="/items">items by category'));
  assert.doesNotMatch(await pageAt(world, '/search?q=linen'), /Type a name or a part of it|Or browse/);
});

test('a query has a maximum length and may be given only once', async () => {
  const world = await filled();
  const longest = 'ä'.repeat(200);
  await pageAt(world, `/search?q=${encodeURIComponent(longest)}`);
  const refused = await pageAt(world, `/search?q=${encodeURIComponent(`${longest}ä`)}`, 400);
  assert.match(refused, /q must be at most 200 characters; it has 201\./);
  assert.match(await pageAt(world, '/search?q=a&q=b', 400), /q was given 2 times/);
});

test('before the first snapshot the page says so, and unreachable storage gets 503', async () => {
  const world = createWorld();
  assert.match(await pageAt(world, '/search?q=linen'), /is writing its first snapshot/);
  await world.write({ facts: FACTS });
  assert.equal(namedIn(await pageAt(world, '/search?q=linen+cloth'))?.includes('2589'), true, 'and it was not kept');
  world.breakStorage(true);
  await pageAt(world, '/search?q=kobold', 503);
});

test('hostile names and queries are escaped', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data' } });
  await world.write({ facts: HOSTILE_NAMES.map((name, at) => itemFact(at + 1, `${name} zebra`)) });
  const text = await pageAt(world, '/search?q=zebra');
  assert.equal(
    text.match(
      /<li><a href="\/data\/item\/\d" class="item q-common"><i class="tile q-common" data-letter="."[^>]*><\/i><bdi>/gu,
    )?.length,
    HOSTILE_NAMES.length,
  );
  for (const name of HOSTILE_NAMES) await pageAt(world, `/search?q=${encodeURIComponent(name.slice(0, 190))}`);
});

test('prices on the realm of the reader come first in the answer', async () => {
  const world = await filled();
  const price = (realmKey: string, market: number) => ({
    subject: { realmKey, itemId: 2589, day: 20_777 },
    houses: [{ house: '' as const, value: { market, min: market, quantity: 7, reporters: 4 } }],
  });
  const realms = ['alpha', 'beta'].map((key) => ({ family: 'realms', subject: key, body: { spelling: key } }));
  await world.write({ facts: realms, market: [price('alpha', 40), price('beta', 50)] });
  const realmsIn = async (query: string) => {
    const text = await pageAt(world, `/search?q=linen+cloth+price${query}`);
    return [...text.matchAll(/piece on <bdi>(\w+)<\/bdi>/g)].map((match) => match[1]);
  };
  assert.deepEqual(await realmsIn(''), ['alpha', 'beta']);
  assert.deepEqual(await realmsIn('&realm=Beta'), ['beta', 'alpha']);
  assert.deepEqual(await realmsIn('&realm=Nowhere'), ['alpha', 'beta']);
  assert.deepEqual(await realmsIn('+on+alpha&realm=Beta'), ['alpha']);
  assert.equal((await world.ask(`/search?q=linen&realm=${'a'.repeat(200)}`)).status, 400);
});

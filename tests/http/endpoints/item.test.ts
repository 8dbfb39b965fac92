import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readStyleSheet } from '../../../adapters/bundles.ts';
import type { PictureFolder } from '../../../domain/ports/picture_folder.ts';
import { QUALITY_COLOURS } from '../../../http/pages/layout.ts';
import { agreed, edge, fact, importAxe, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { itemRate, plainEstimate } from '../../support/item_rate.ts';
import { axePages, pagesOver, partOf, rowsOf, wordsOf } from './support.ts';

test('the page of an item describes it, with the number of agreeing installs', async () => {
  const page = await (await axePages()).page('/item/5');
  assert.ok(page.includes('<h1 class="q-rare"><bdi>Axe</bdi></h1>'));
  assert.match(
    wordsOf(page),
    /Axe Item level 20 Rare · Item 5 Best source: Object 80 , 90% \(59 to 99%\), only 3 players so far\. Sold by NPC 71 for 90c\. Auction: 1s on Everlook \. Wolf , about 13% Elwynn at 40\.5, 60\.25 and 1 other location Confirmed by players Name Axe 4 players Quality Rare 3 players Item level 20 3 players Vendor price 1 s 10 c/,
  );
  assert.match(page, /<details class="agreement"><summary>/, 'the numbers of players are folded');
  assert.doesNotMatch(page, /class="mark"/, 'without game files nothing is from them');
  assert.ok(page.includes('href="/api/tools/item_page?itemId=5"'));
  assert.ok(page.includes('<meta property="og:image" content="https://witness.example/assets/preview-item.png">'));
  assert.ok(page.includes('<link rel="canonical" href="https://witness.example/item/5">'));
  const [, description] = /<meta name="description" content="([^"]+)">/.exec(page)!;
  assert.equal(
    description,
    'Axe: dropped by Object 80 (about 90%, only 3 players so far), Wolf (about 13%, only 4 players so far); sold by NPC 71 (90c), Innkeeper (1s 25c); reward from Wolves; made by Make axe; 1s at auction on Everlook; used for Recipe 901; rare quality.',
  );
});

test('one line says where an item comes from, in the words of its surest source', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [source('npc', 60, 1_000, [[5, 40]]), source('object', 80, 100, [[6, 10]])],
    edges: [edge('sold_by:item:npc:7:70'), edge('reward_from:item:quest:8:1')],
    facts: [
      fact('items', '9', { name: agreed('Stone') }),
      fact('vendor_goods', '70:5', { prices: [agreed(125)] }),
      fact('recipes', '900', { name: agreed('Make bar'), profession: agreed('Smithing'), itemId: agreed(10) }),
    ],
  });
  const world = pagesOver(tools);
  const answer = async (id: number): Promise<string | null> => {
    const text = /<p class="answer">(.*?)<\/p>/.exec(await world.page(`/item/${id}`))?.[1];
    return text === undefined ? null : wordsOf(text);
  };
  assert.match(
    (await answer(5))!,
    /^Best source: NPC 60 , 4% \(2\.9 to 5\.\d%\), about 25 looted corpses for one, only 3 players so far\.$/,
  );
  assert.match(
    (await answer(6))!,
    /^Best source: Object 80 , 10% \(5\.\d to 18%\), about 10 looted objects for one, only 3 players so far\.$/,
  );
  assert.deepEqual(
    [await answer(7), await answer(8), await answer(10), await answer(9)],
    ['Sold by NPC 70 .', 'Reward from Quest 1 .', 'Made with Make bar .', null],
  );
});

test('each drop has a bar, an interval, windows and installs', async () => {
  const part = partOf(await (await axePages()).page('/item/5'), 'dropped-by');
  assert.deepEqual(rowsOf(part), [
    [
      'Object 80',
      'About 90% between 59% and 99% Only 3 players so far',
      '9 of 10',
      '3 of 3',
      '–',
      'unknown',
      'unknown',
    ],
    [
      'Wolf',
      'About 13% between 4.3% and 32% Only 4 players so far',
      '3 of 24',
      '3 of 4',
      '2026-03-04',
      '5–7',
      'Elwynn at 40.5, 60.25 and 1 other location',
    ],
  ]);
  // The bars of the table end at 100%, so one unit is one percent.
  assert.match(part, /<rect class="interval" x="4.3" width="26.7" [^>]*\/><rect class="value" y="3" width="12.5"/);
  assert.ok(part.includes('<a href="/npc/60"><bdi>Wolf</bdi></a>'));
});

test('drops are sorted by the lower end of their interval on the page, in the tool and on the card, and headings say so', async () => {
  const tools = createToolWorld();
  await tools.write({ drops: [source('npc', 60, 1_000, [[5, 500]]), source('npc', 61, 4, [[5, 3]])] });
  const pages = pagesOver(tools);
  const part = partOf(await pages.page('/item/5'), 'dropped-by');
  assert.deepEqual(
    rowsOf(part).map(([name, , windows]) => [name, windows]),
    [
      ['NPC 60', '500 of 1000'],
      ['NPC 61', '3 of 4'],
    ],
  );
  assert.ok(part.includes('<caption>Dropped by, surest drops first</caption>'));
  const asked = await tools.ask('item_page', 'itemId=5');
  const lines = asked.text.split('\n');
  const heading = lines.findIndex((line) => line.startsWith('Drops from, surest first'));
  assert.match(lines[heading + 1]!, /npc 60/i);
  assert.match(lines[heading + 2]!, /npc 61/i);
  const card = (await pages.ask('/api/tooltip/item/5')).text;
  assert.ok(card.includes('NPC 60') && card.indexOf('NPC 60') < card.indexOf('NPC 61'), card);
});

test('a shared link has the colour of an agreed quality in light and dark mode, and none for a quality from the files', async () => {
  const page = await (await axePages()).page('/item/5');
  const themes = [
    ...page.matchAll(/<meta name="theme-color" media="\(prefers-color-scheme: (\w+)\)" content="(#\w+)">/g),
  ];
  const style = new TextDecoder().decode(readStyleSheet().bytes);
  const [light, dark] = [...style.matchAll(/--q-rare:(#[0-9a-f]{6})/g)].map(([, colour]) => colour);
  assert.deepEqual(
    themes.map(([, ground, colour]) => [ground, colour]),
    [
      ['light', light],
      ['dark', dark],
    ],
  );
  const tools = createToolWorld();
  await tools.facts(['items', '5', { name: agreed('Axe') }]);
  await importAxe(tools);
  assert.ok(!(await pagesOver(tools).page('/item/5')).includes('theme-color'));
});

test('the colours of qualities equal those in the style sheet', () => {
  const style = new TextDecoder().decode(readStyleSheet().bytes);
  // Blocks that look like the game's tooltips are dark in both themes and have colours of their own.
  const themes = style.replace(/\.gametip\{[^}]*\}/g, '');
  for (const [quality, colours] of Object.entries(QUALITY_COLOURS)) {
    const told = [...themes.matchAll(new RegExp(`--q-${quality}:(#[0-9a-f]{6})`, 'g'))].map(([, colour]) => colour);
    assert.deepEqual(told, colours === null ? [] : [colours.light, colours.dark], quality);
  }
});

test('drops seen by one or two players are listed separately, and rates on which players disagree are marked', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [
      source('npc', 60, 100, [[5, 30]]),
      { ...source('npc', 61, 100, []), items: [{ ...itemRate(5, 20, 100), disagrees: true }] },
      source('npc', 62, 10, [[5, 1, 1]]),
    ],
  });
  const part = partOf(await pagesOver(tools).page('/item/5'), 'dropped-by');
  const [confirmed, few] = part.split('Seen by one or two players only');
  assert.deepEqual(
    rowsOf(confirmed!).map(([name, rate, windows]) => [name, rate, windows]),
    [
      ['NPC 60', 'About 30% between 21% and 40% Only 3 players so far', '30 of 100'],
      [
        'NPC 61',
        'About 20% between 13% and 29% Only 3 players so far Players&#39; results differ more than chance explains',
        '20 of 100',
      ],
    ],
  );
  assert.match(few!, /A third player has not confirmed these yet/);
  assert.deepEqual(
    rowsOf(few!).map(([name, , windows, installs]) => [name, windows, installs]),
    [['NPC 62', '1 of 10', '1 of 3']],
  );
});

test('rates of quest items, of items that not everyone can get, and of rarely looted sources say so', async () => {
  const quest = { questId: 7, kills: 40, drops: 20, rate: 0.5, installs: 4, reporters: 5 };
  const tools = createToolWorld();
  await tools.write({
    drops: [
      {
        ...source('npc', 60, 100, []),
        items: [{ ...itemRate(5, 22, 100), ...plainEstimate(20, 40), basis: 'quest', quest }],
      },
      {
        ...source('npc', 61, 100, []),
        items: [{ ...itemRate(5, 30, 100), obtainable: 'some' }],
      },
      {
        ...source('npc', 62, 100, []),
        items: [{ ...itemRate(5, 3, 100), estimateLow: 0.004, estimateHigh: 0.3 }],
      },
      {
        ...source('npc', 63, 100, []),
        items: [{ ...itemRate(5, 3, 100), estimateLow: 0.001, estimateHigh: 0.03 }],
      },
      {
        ...source('npc', 64, 100, []),
        items: [{ ...itemRate(5, 12, 510), ...plainEstimate(12, 30), obtainable: 'once' }],
      },
      {
        ...source('npc', 65, 960, []),
        items: [
          {
            ...itemRate(5, 300, 960),
            ...plainEstimate(1, 500),
            changed: { since: '2026-06-03', before: 0.5, after: 0.002 },
          },
        ],
      },
    ],
  });
  const pages = pagesOver(tools);
  assert.deepEqual(
    rowsOf(partOf(await pages.page('/item/5'), 'dropped-by')).map((row) => row.slice(0, 4)),
    [
      ['NPC 60', 'About 50% on the quest between 35% and 65% Only 3 players so far', '20 of 40 on the quest', '4 of 5'],
      [
        'NPC 64',
        'About 40% between 24% and 58% Only 3 players so far Once per player, counted until it first dropped',
        '12 of 100',
        '3 of 3',
      ],
      [
        'NPC 61',
        'About 30% between 21% and 40%, for players who can get it Only 3 players so far',
        '30 of 100',
        '3 of 3',
      ],
      ['NPC 62', 'Too uncertain to say (0.4% to 30%) Only 3 players so far', '3 of 100', '3 of 3'],
      ['NPC 63', 'Rare somewhere between 0.1% and 3% Only 3 players so far', '3 of 100', '3 of 3'],
      [
        'NPC 65',
        'Rare somewhere between 0.035% and 1.2% Only 3 players so far Changed on 3 June 2026, about 50% before and 0.2% since',
        '300 of 960',
        '3 of 3',
      ],
    ],
  );
  const answer = await tools.ask('item_page', 'itemId=5');
  assert.match(answer.text, /^- npc 64: about 40%.*; once per player, counted until it first dropped\)$/m);
  assert.match(
    answer.text,
    /^- npc 60: about 50% on the quest, between 35% and 65% \(20 of 40 looted, 4 of 5 players\)$/m,
  );
});

test('vendors, quests, recipes and collections are tables with links', async () => {
  const page = await (await axePages()).page('/item/5');
  assert.deepEqual(rowsOf(partOf(page, 'sold-by')), [
    ['NPC 71', '90 c', '–', '3', 'unknown'],
    ['Innkeeper', '1 s 25 c 4 players or 1 s 30 c 3 players', '2', '5', 'Elwynn at 43.5, 64.25'],
  ]);
  assert.deepEqual(rowsOf(partOf(page, 'reward-from')), [['Wolves', '6', '3']]);
  assert.deepEqual(rowsOf(partOf(page, 'made-by')), [
    ['Make axe', 'Smithing 3 players', 'Axe', '4 × Bar , 1 × Item 8', 'unknown', 'Item 9'],
  ]);
  assert.deepEqual(rowsOf(partOf(page, 'reagent-for')), [['Recipe 901', 'unknown', 'unknown', '2', 'unknown']]);
  assert.deepEqual(rowsOf(partOf(page, 'collections')), [['pets: small', 'Vendor 3 players , Wolf 5 players']]);
});

test('skill thresholds are described in words and in the colours of the game', async () => {
  const tools = createToolWorld();
  await tools.facts(
    ['recipes', '900', { itemId: agreed(5) }],
    [
      'recipe_ranges',
      '900',
      {
        yellow: { low: 20, high: 25, installs: 3 },
        bounds: { yellow: { atLeast: 20, atMost: 25, installs: 3 }, grey: { atLeast: 60, installs: 4 } },
      },
    ],
  );
  const part = partOf(await pagesOver(tools).page('/item/5'), 'made-by');
  assert.ok(part.includes('<span class="turn yellow">yellow between 20 and 25</span>'));
  assert.ok(part.includes('<span class="turn grey">grey at 60 or later</span>'));
  assert.ok(part.includes('data-value="60"'), 'it sorts by where it turns grey');
});

test('locations are plotted and listed in a table', async () => {
  const part = partOf(await (await axePages()).page('/item/5'), 'where');
  assert.equal([...part.matchAll(/class="pin /g)].length, 3, 'three places');
  assert.deepEqual(rowsOf(part), [
    ['Wolf', '40.5, 60.25', '5'],
    ['Wolf', '41, 60', '3'],
    ['Innkeeper', '43.5, 64.25', '3'],
  ]);
});

test('the locations of a single source are labelled with its name', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [source('npc', 60, 24, [[5, 3]])],
    edges: [edge('located_in:npc:zone:60:12')],
    facts: [fact('pins', '12:60', { pins: [{ x: 40.5, y: 60.25, installs: 5 }] })],
  });
  const part = partOf(await pagesOver(tools).page('/item/5'), 'where');
  assert.deepEqual(rowsOf(part), [['NPC 60', '40.5, 60.25', '5']]);
});

test('auction prices mark an unusual day in the tables and in the plot, and say what that means', async () => {
  const tools = createToolWorld();
  const days = Array.from({ length: 9 }, (_, i) => ({
    subject: { realmKey: 'alpha', itemId: 5, day: 20_000 + i },
    houses: [{ house: '', value: { market: i === 8 ? 31 : 10, min: 5, quantity: 7, reporters: 4 } }] as const,
  }));
  const world = pagesOver(tools);
  await tools.write({ market: days.slice(0, 8), facts: [fact('realms', 'alpha', { spelling: 'Alpha' })] });
  assert.doesNotMatch(partOf(await world.page('/item/5'), 'market'), /unusual|noted/i);
  await tools.write({ market: days.slice(8) });
  const part = partOf(await world.page('/item/5'), 'market');
  assert.equal(
    [...part.matchAll(/<td[^>]*>2024-10-12(?:, 4 players)? <small>unusual<\/small><\/td>/g)].length,
    2,
    'newest day and figures',
  );
  assert.match(part, /<circle class="dot noted"[^>]*><title>2024-10-12: 31c, cheapest 5c, unusual<\/title>/);
  assert.match(wordsOf(part), /Unusual: more than three times, or less than a third, of the typical price/);
  const realm = await world.page('/market/Alpha');
  assert.match(realm, /<small>unusual<\/small>/);
  assert.match(wordsOf(realm), /Unusual: more than three times/);
});

test('a newer day that few players scanned stands beside the day of the price', async () => {
  const tools = createToolWorld();
  const day = (n: number, market: number, reporters: number) => ({
    subject: { realmKey: 'alpha', itemId: 5, day: n },
    houses: [{ house: '', value: { market, min: market, quantity: 7, reporters } }] as const,
  });
  await tools.write({
    market: [day(20_000, 100, 12), day(20_001, 20_310, 3)],
    facts: [fact('realms', 'alpha', { spelling: 'Alpha' })],
  });
  const world = pagesOver(tools);
  for (const [path, scan] of [
    ['/item/5', '12</td><td data-label="Day">2024-10-04'],
    ['/market/Alpha', '2024-10-04, 12 players'],
  ] as const) {
    const page = await world.page(path);
    const noted = page.split(`>${scan} <small>`)[1]?.split('</small>')[0];
    assert.equal(
      noted?.replaceAll(/<[^>]*>/g, ''),
      '(2024-10-05 does not count yet: 2g 3s 10c, 3 players, usually more)',
      path,
    );
  }
});

test('auction prices show the newest day of each realm, and all days of a requested realm', async () => {
  const tools = createToolWorld();
  const day = (realmKey: string, n: number, market: number) => ({
    subject: { realmKey, itemId: 5, day: n },
    houses: [{ house: '', value: { market, min: market - 10, quantity: 7, reporters: 4 } }] as const,
  });
  await tools.write({
    market: [day('alpha', 20_000, 100), day('beta & co', 20_001, 200), day('beta & co', 20_002, 10_205)],
    facts: [fact('realms', 'alpha', { spelling: 'Alpha' }), fact('realms', 'beta & co', { spelling: 'Beta & Co' })],
  });
  const world = pagesOver(tools);
  const first = partOf(await world.page('/item/5'), 'market');
  assert.deepEqual(
    rowsOf(first).map(([realm, value]) => [realm, value]),
    [
      ['Alpha', '1 s'],
      ['Beta & Co', '1 g 2 s 5 c'],
    ],
  );
  assert.ok(first.includes('Price history on <bdi>Alpha</bdi>'));
  assert.ok(first.includes('href="/item/5?realm=Beta%20%26%20Co#market"'));
  const asked = await world.page('/item/5?realm=Beta%20%26%20Co');
  const second = partOf(asked, 'market');
  assert.deepEqual(
    rowsOf(second).map(([realm]) => realm),
    ['Beta & Co', 'Alpha'],
    'the chosen realm comes first',
  );
  assert.match(wordsOf(asked), /Auction: 1g 2s 5c on Beta & Co \./);
  assert.ok(second.includes('Price history on <bdi>Beta &amp; Co</bdi>'));
  assert.equal([...second.matchAll(/<circle class="dot"/g)].length, 2);
  assert.ok(
    asked.includes('<link rel="canonical" href="https://witness.example/item/5">'),
    'one address for all realms',
  );
  assert.match(
    wordsOf(partOf(await world.page('/item/5?realm=Nowhere'), 'market')),
    /Fewer than three players have scanned/,
  );
  const { status, text } = await world.ask('/item/5?realm=x');
  assert.equal(status, 400);
  assert.match(text, /<p>realm must be [^<]*2[^<]*<\/p>/);
});

test('the vendor price of the game files is shown only where players saw none', async () => {
  const world = await axePages({ files: true });
  assert.doesNotMatch(wordsOf(await world.page('/item/5')), /Vendor price 5s/);
  const tools = createToolWorld();
  await tools.write({});
  await importAxe(tools);
  assert.match(wordsOf(await pagesOver(tools).page('/item/5')), /Sell price 1s Vendor price 5s, if one sells it/);
});

test('data from the game files is in marked blocks with the build and a notice', async () => {
  const page = await (await axePages({ files: true })).page('/item/5');
  const [, box] = /<div class="gametip">([\s\S]*?)<\/div>\n\n<div class="glance">/.exec(page)!;
  assert.match(
    wordsOf(box!),
    /^Axe Item level 20 Binds when equipped Unique \(20\) One-Hand One-Handed Axes 5 - 10 Damage Speed 2\.60 \(2\.8 damage per second\) 12 Armour \+3 Strength -1 to stat 99 \+7 Fire Resistance Durability 40 Classes: Warrior, Schurke Requires level 18 Requires Swords \(5\) Set: A Set \(2 items\) Starts Wolves Sell price 1s Kind: Weapon game files$/,
  );
  assert.doesNotMatch(box!, /Item level 22/, 'the level that players agree on replaces that of the files');
  assert.match(box!, /Starts <a href="\/quest\/1"><bdi>Wolves<\/bdi><\/a>/);
  assert.match(box!, /<a href="\/items\/weapon">Weapon<\/a>/);
  const [, spells] = /<div class="filed">([\s\S]*?)<\/div>\n<\/div>/.exec(page)!;
  assert.match(
    wordsOf(spells!),
    /^From the game’s files: found in game files, unconfirmed, build 1\.15\.8\.67156 Recipes/,
  );
  assert.match(wordsOf(page), /Recipes that make it \(game files\) Spell Reagents Bolt, &quot;of&quot; fire Bar/);
  assert.match(
    wordsOf(page),
    /Icons, marked parts and some name colours come from the game’s files: found in game files, unconfirmed, build 1\.15\.8\.67156, read 2026-11-19/,
  );
});

test('an item that only the files know has a page that says so and credits no players', async () => {
  const world = await axePages({ files: true });
  const page = await world.page('/item/10');
  assert.match(page, /No player reports of this item are public yet/);
  assert.ok(page.includes('<meta name="robots" content="noindex">'));
  assert.ok(!page.includes('og:image'));
  assert.equal((await world.ask('/api/tooltip/item/10')).status, 404);
  assert.ok(!(await world.page('/item/5')).includes('noindex'));
});

test('a page ends with the data that is missing and how to contribute it', async () => {
  const tools = createToolWorld();
  await tools.facts(['items', '9', { name: agreed('Stone') }], ['items', '5', { name: agreed('Axe') }]);
  const world = pagesOver(tools);
  const end =
    /Not known yet: what drops it, who sells it, which quests give it, which recipes make it or use it and what it costs at auction\. <a href="\/upload">Your report could be the first<\/a>\./;
  const bare = await world.page('/item/9');
  assert.match(bare, end);
  assert.match(bare, /No build of the game has been imported here/);
  assert.match(bare, /<h1 class="q-none"><bdi>Stone/);
  assert.doesNotMatch(bare, /<dt>(?!Name)/, 'only agreed values are listed');
  assert.ok(!/<section/.test(bare), 'empty parts are left out');
  await importAxe(tools);
  assert.match(await world.page('/item/9'), /imported game files have no such item/);
  const filed = await world.page('/item/5');
  assert.doesNotMatch(filed, /imported game files/);
  assert.match(filed, /Recipes that make it \(game files\)/);
  assert.doesNotMatch(filed, /which recipes make it/, 'the page says which do');
  assert.deepEqual(
    [...filed.matchAll(/<h([1-6])[ >]/g)].map(([, level]) => level),
    ['1', '2'],
  );
});

test('a quality that comes only from the game files is always marked', async () => {
  const tools = createToolWorld();
  await tools.facts(['items', '5', { name: agreed('Axe') }]);
  await importAxe(tools);
  const world = pagesOver(tools);
  const page = await world.page('/item/5');
  const [, box] = /<div class="gametip">([\s\S]*?)<\/div>\n\n<div class="glance">/.exec(page)!;
  assert.match(box!, /<h1 class="q-rare">[\s\S]*<p><abbr class="mark"[^>]*>game files<\/abbr><\/p>/);
  assert.doesNotMatch(page, /<dt>Quality/);
  assert.match(page, /name="description" content="Axe: rare quality \(game files 1\.15\.8\.67156\)\."/);
  await tools.facts(['items', '5', { name: agreed('Axe'), quality: agreed('rare') }]);
  const agreedPage = await world.page('/item/5');
  assert.match(wordsOf(agreedPage), /Confirmed by players Name Axe 3 players Quality Rare 3 players/);
  assert.match(agreedPage, /property="og:description" content="Axe: rare quality\."/);
});

test('the build is looked up in the snapshot that answers, even if a newer one is served meanwhile', async () => {
  const tools = createToolWorld();
  await tools.facts(['items', '9', { name: agreed('Stone') }]);
  const before = tools.store.current();
  await importAxe(tools);
  const world = pagesOver({ ...tools, store: { ...tools.store, current: () => before } });
  assert.match(await world.page('/item/9'), /imported game files have no such item/);
});

test('a long list is cut and links to the full list', async () => {
  const tools = createToolWorld();
  const ids = Array.from({ length: 70 }, (_, i) => i + 1);
  await tools.write({
    drops: ids.map((id) => source('npc', id, 200, [[5, 100 + id]])),
    edges: ids.map((id) => edge(`dropped_by:item:npc:5:${id}`)),
  });
  const world = pagesOver(tools);
  const part = partOf(await world.page('/item/5'), 'dropped-by');
  assert.equal(rowsOf(part).length, 10);
  for (const row of rowsOf(part)) assert.equal(row[4], '2026-03-04', 'the last day that three players saw the drop');
  assert.doesNotMatch(part, /on its page/, 'locations are read for every row');
  const [, to] = /The surest 10 of 70 rows\. <a href="([^"]+)">/.exec(part)!;
  assert.equal(JSON.parse((await world.ask(to!.replaceAll('&amp;', '&'))).text).total, 70);
});

test("the icon's picture is next to the name if the operator has it", async () => {
  const pictures = (held: string): PictureFolder => ({
    find: async (icon) => (icon === held ? `${held}.webp` : null),
    read: async () => null,
  });
  const shows = async (icons?: PictureFolder): Promise<boolean> => {
    const page = await (await axePages({ files: true, ...(icons === undefined ? {} : { icons }) })).page('/item/5');
    return page.includes(
      '<img class="tile q-rare large" src="/icons/inv_axe_01.webp" alt="" width="56" height="56"><h1 class="q-rare"><bdi>Axe',
    );
  };
  assert.deepEqual(
    [await shows(pictures('inv_axe_01')), await shows(pictures('inv_axe_02')), await shows()],
    [true, false, false],
  );
});

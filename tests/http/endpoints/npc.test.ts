import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, edge, fact, importAxe, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { axePages, pagesOver, partOf, rowsOf, wordsOf } from './support.ts';

test('the page of a creature describes it, its drops and its locations', async () => {
  const page = await (await axePages()).page('/npc/60');
  assert.match(
    wordsOf(page),
    /Wolf Level 5–7 · Hostile or neutral · Ends quests · NPC 60 Found in Elwynn at 40\.5, 60\.25 and 1 other location\. Drops Bar \(about 50%\), Axe \(about 13%\)\. Confirmed by players Name Wolf 9 players/,
  );
  assert.match(page, /<details class="agreement"><summary>/, 'the numbers of players are folded');
  assert.match(wordsOf(page), /Level 5 3 players , 7 8 players Reaction hostile 5 players , neutral 3 players/);
  const drops = partOf(page, 'drops');
  assert.match(wordsOf(drops), /^Drops 4 players looted 24 corpses\. How drop chances are estimated /);
  assert.deepEqual(rowsOf(drops), [
    ['Bar', 'About 50% between 31% and 69% Only 4 players so far', '12 of 24', '3 of 4', '–'],
    ['Axe', 'About 13% between 4.3% and 32% Only 4 players so far', '3 of 24', '3 of 4', '2026-03-04'],
  ]);
  assert.deepEqual(rowsOf(partOf(page, 'quests')), [['Wolves', '6', '3']]);
  assert.deepEqual(rowsOf(partOf(page, 'stands-at')), [
    ['40.5, 60.25', '5'],
    ['41, 60', '3'],
  ]);
  const [, description] = /<meta name="description" content="([^"]+)">/.exec(page)!;
  assert.equal(
    description,
    'Wolf: level 5–7, in Elwynn; drops Bar (about 50%, only 4 players so far), Axe (about 13%, only 4 players so far).',
  );
});

test('a zone name that comes only from the game files is always marked', async () => {
  const tools = createToolWorld();
  await tools.write({
    edges: [edge('located_in:npc:zone:60:13')],
    facts: [
      fact('npcs', '60', { name: agreed('Wolf') }),
      fact('pins', '13:60', { pins: [{ x: 1, y: 1, installs: 3 }] }),
      fact('quests', '1', { title: agreed('Wolves'), giver: agreed(60) }),
    ],
  });
  await importAxe(tools);
  const world = pagesOver(tools);
  const [, name] = /<h1><bdi>(.+)<\/bdi> <abbr class="mark"/.exec(await world.page('/zone/13'))!;
  const told = `${name} (game files 1.15.8.67156)`;
  for (const path of ['/npc/60', '/zone/13', '/quests?zone=13']) {
    const page = await world.page(path);
    assert.ok(page.includes(told), path);
    const marks = page.match(/<abbr class="mark"/g)?.length ?? 0;
    const shown = page.slice(page.indexOf('<main')).split(`<bdi>${name}</bdi>`).length - 1;
    assert.equal(marks, shown, `${path}: a name is not marked`);
    assert.match(page, /Icons, marked parts and some name colours come from the game’s files/, path);
  }
  assert.match(await world.page('/quests'), /<a href="\/quests\?zone=13"><bdi>[^<]+<\/bdi> <abbr class="mark"/);
});

test('a vendor and trainer lists its goods and lessons with prices and requirements', async () => {
  const page = await (await axePages()).page('/npc/70');
  assert.match(
    wordsOf(page),
    /Innkeeper Gives quests · Vendor · Trainer · NPC 70 Found in Elwynn at 43\.5, 64\.25\. Also found in 1 other zone\. Trains Smithing \. Sells 2 items \. Confirmed/,
  );
  assert.deepEqual(rowsOf(partOf(page, 'sells')), [
    ['Axe', '1 s 25 c 4 players or 1 s 30 c 3 players', '2', '5'],
    ['Bar', '10 c', '–', '3'],
  ]);
  assert.deepEqual(rowsOf(partOf(page, 'teaches')), [
    ['Make axe 3 players', 'Smithing', '25', '5', '60 c 4 players or 50 c 3 players'],
    ['Cooking 3 players', '', '–', '–', '10 c'],
  ]);
  assert.deepEqual(rowsOf(partOf(page, 'quests')), [['Wolves', '6', '6']]);
  assert.match(partOf(page, 'stands-at'), /Also seen in <a href="\/zone\/13">Zone 13<\/a>/);
  assert.ok(!page.includes('what it drops'), 'nobody misses the loot of an innkeeper');
});

test('nobody misses the loot of a friendly NPC without a role', async () => {
  const tools = createToolWorld();
  const named = (id: number, reaction: string) =>
    ['npcs', `${id}`, { name: agreed('Guard'), levels: null, reactions: [agreed(reaction)] }] as const;
  await tools.facts(named(61, 'friendly'), named(62, 'hostile'));
  const pages = pagesOver(tools);
  assert.match(await pages.page('/npc/61'), /Not known yet: its level and its location\./);
  assert.match(await pages.page('/npc/62'), /Not known yet: its level, its location and what it drops\./);
});

test('recipes and professions link to their place in the list of the profession', async () => {
  const world = await axePages();
  const [row] = ['/profession/smithing?recipe=Make+axe#recipe-900'];
  const item = await world.page('/item/5');
  assert.ok(item.includes(`<a href="${row}"><span><bdi>Make axe</bdi></span></a>`));
  assert.ok(item.includes('<a href="/profession/smithing"><bdi>Smithing</bdi></a>'));
  assert.ok(item.includes('<span>Recipe 901</span>'), 'a recipe of no known profession stands nowhere');
  const npc = await world.page('/npc/70');
  assert.ok(npc.includes(`<a href="${row}"><bdi>Make axe</bdi></a>`));
  assert.ok(npc.includes('Trains <a href="/profession/smithing"><bdi>Smithing</bdi></a>.'), 'what it trains');
  assert.ok((await world.page('/profession/smithing?recipe=Make+axe')).includes('id="recipe-900"'));
});

test('a lesson without a public recipe is not a link, and neither is a profession without recipes', async () => {
  const tools = createToolWorld();
  await tools.facts(
    [
      'trainer_services',
      '70:spell:900',
      { name: agreed('Make axe'), spellId: agreed(900), profession: agreed('Smithing') },
    ],
    ['trainer_services', '70:spell:901', { spellId: agreed(901), profession: agreed('Cooking') }],
    ['recipes', '901', { name: agreed('Soup + “salt” & 100%'), profession: agreed('Cooking') }],
  );
  const world = pagesOver(tools);
  const part = partOf(await world.page('/npc/70'), 'teaches');
  assert.deepEqual(
    [...part.matchAll(/href="([^"]+)"/g)].map(([, to]) => to),
    ['/profession/cooking?recipe=Soup+%2B+%E2%80%9Csalt%E2%80%9D+%26+100%25#recipe-901', '/profession/cooking'],
  );
  const [, to] = /href="([^"#]+)#/.exec(part)!;
  assert.ok((await world.page(to!)).includes('id="recipe-901"'));
});

test('long lists of goods, lessons and drops are cut and link to the full lists', async () => {
  const tools = createToolWorld();
  const ids = Array.from({ length: 150 }, (_, i) => i + 1);
  await tools.write({
    drops: [
      source(
        'npc',
        70,
        200,
        ids.map((id) => [id, 20] as const),
      ),
    ],
    edges: ids.flatMap((id) => [edge(`sold_by:item:npc:${id}:70`), edge(`dropped_by:item:npc:${id}:70`)]),
    facts: ids.map((id) => fact('trainer_services', `70:spell:${id}`, { spellId: agreed(id), costs: [agreed(5)] })),
  });
  const world = pagesOver(tools);
  const page = await world.page('/npc/70');
  for (const [id, all] of [
    ['drops', /"total":150/],
    ['sells', /"total":150/],
    ['teaches', /"services":\{"total":150/],
  ] as const) {
    const part = partOf(page, id);
    assert.equal(rowsOf(part).length, 25, id);
    if (id === 'drops') assert.ok(rowsOf(part).every((row) => row[4] === '2026-03-04'));
    const [, to] = /The (?:first|surest) 25 of 150 rows\. <a href="([^"]+)">/.exec(part)!;
    assert.match((await world.ask(to!.replaceAll('&amp;', '&'))).text, all, id);
  }
});

test('a measured zero is explained, with the highest rate that is still likely', async () => {
  const tools = createToolWorld();
  await tools.write({ drops: [source('npc', 61, 40, []), source('object', 80, 40, [])] });
  const world = pagesOver(tools);
  assert.match(
    wordsOf(partOf(await world.page('/npc/61'), 'drops')),
    /3 players looted 40 corpses and found nothing\. Anything it might drop is rarer than 8\.8% \(95% confidence\)\./,
  );
  assert.match(
    wordsOf(partOf(await world.page('/object/80'), 'drops')),
    /3 players looted it 40 times and found nothing\. Anything it might hold is rarer than 8\.8% \(95% confidence\)\./,
  );
});

test('a creature without confirmed drops still lists drops that one or two players saw', async () => {
  const tools = createToolWorld();
  await tools.write({ drops: [source('npc', 61, 40, [[5, 2, 2]])] });
  const words = wordsOf(partOf(await pagesOver(tools).page('/npc/61'), 'drops'));
  assert.match(
    words,
    /No item has been seen by three players yet\. How drop chances are estimated Seen by one or two players only/,
  );
});

test('a creature with many maps is plotted on a few and listed on the others', async () => {
  const tools = createToolWorld();
  const maps = Array.from({ length: 9 }, (_, i) => i + 1);
  await tools.write({
    edges: maps.map((map) => edge(`located_in:npc:zone:60:${map}`)),
    facts: maps.map((map) =>
      // The tool lists a hundred locations per map. These maps have more.
      fact('pins', `${map}:60`, {
        pins: Array.from({ length: 130 + map }, (_, i) => ({ x: i % 100, y: 1 + Math.floor(i / 100), installs: 3 })),
      }),
    ),
  });
  const part = partOf(await pagesOver(tools).page('/npc/60'), 'stands-at');
  assert.equal([...part.matchAll(/class="pin /g)].length, 2 * 25);
  assert.match(wordsOf(part), /The first 25 of 139 rows\./, 'the maps with most places are plotted');
  assert.match(wordsOf(part), /Also seen in Zone 7 \(137 locations\), Zone 6 \(136 locations\)/);
});

test('the page of an object lists its contents and says what is not known', async () => {
  const page = await (await axePages()).page('/object/80');
  assert.match(page, /<h1>Object with <bdi>Axe<\/bdi><\/h1>/);
  assert.match(
    wordsOf(page),
    /Something that players loot, such as a chest or a herb · Object 80 · name not confirmed yet Holds Axe : 90% \(59 to 99%\), only 3 players so far\. Confirmed by players Times looted 10 Players who looted it 3/,
  );
  assert.deepEqual(rowsOf(partOf(page, 'drops')), [
    ['Axe', 'About 90% between 59% and 99% Only 3 players so far', '9 of 10', '3 of 3'],
  ]);
  assert.match(page, /Not known yet: its name and its location\./);
  assert.match(page, /content="Object 80: contains Axe \(about 90%, only 3 players so far\)\."/);
});

test('the page of a quest says who starts and ends it and where, with its rewards and chain', async () => {
  const page = await (await axePages()).page('/quest/1');
  assert.match(
    wordsOf(page),
    /Wolves Level 6 · Quest 1 Starts at Innkeeper \( Elwynn at 43\.5, 64\.25\)\. Ends at Wolf \( Elwynn at 40\.5, 60\.25 and 1 other location\)\. Rewards: Axe , Bar \. Next quest: More wolves \. Confirmed by players Title Wolves 3 players Level 6 3 players Quest giver Innkeeper 6 players Turn-in Wolf 3 players/,
  );
  assert.deepEqual(rowsOf(partOf(page, 'rewards')), [
    ['Axe', '3', '7'],
    ['Bar', '4', 'fewer than three'],
  ]);
  assert.deepEqual(rowsOf(partOf(page, 'chains')), [['The hunt', '2 of 3 or more', 'Quest 3', 'More wolves', '5']]);
  assert.deepEqual(
    rowsOf(partOf(page, 'where')).map(([who]) => who),
    ['Innkeeper', 'Wolf', 'Wolf'],
  );
  assert.match(page, /content="Wolves: quest of level 6; starts at Innkeeper; ends at Wolf; rewards Axe, Bar\."/);
});

test('a quest that starts and ends at one person says so once, and an unknown person is not mentioned', async () => {
  const tools = createToolWorld();
  await tools.write({
    edges: [1, 2, 3, 4, 5, 6].map((item) => edge(`reward_from:item:quest:${item}:1`)),
    facts: [
      fact('quests', '1', { title: agreed('Wolves'), giver: agreed(60), turnIn: agreed(60) }),
      fact('quests', '2', { title: agreed('Bears'), turnIn: agreed(60) }),
    ],
  });
  const world = pagesOver(tools);
  const both = wordsOf(await world.page('/quest/1'));
  assert.match(
    both,
    /Quest 1 Starts and ends at NPC 60 \. Rewards: Item 1 , Item 2 , Item 3 , Item 4 and 2 more\. Confirmed/,
  );
  const one = wordsOf(await world.page('/quest/2'));
  assert.match(one, /Quest 2 Ends at NPC 60 \. Confirmed/);
  assert.match(one, /Not known yet: its level, who gives it and what it rewards\./);
});

test('the answer about a creature names three drops and counts the others, and says nothing about unknown facts', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [
      source('npc', 60, 100, [
        [5, 50],
        [6, 40],
        [7, 30],
        [8, 20],
        [9, 10],
      ]),
      source('npc', 61, 40, []),
    ],
  });
  const world = pagesOver(tools);
  assert.match(
    wordsOf(await world.page('/npc/60')),
    /Drops Item 5 \(about 50%\), Item 6 \(about 40%\), Item 7 \(about 30%\) and 2 more\./,
  );
  assert.doesNotMatch(await world.page('/npc/61'), /class="answer"/);
});

test('a name in another language is marked with that language', async () => {
  const tools = createToolWorld();
  await tools.facts(['npcs', '5', { name: { ...agreed('Wolf der Nacht'), locale: 'deDE' } }]);
  const page = await pagesOver(tools).page('/npc/5');
  assert.match(wordsOf(page), /Wolf der Nacht NPC 5 · name in deDE/);
});

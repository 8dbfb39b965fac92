import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldName } from '../../../domain/knowledge/words.ts';
import type { NamePosition } from '../../../domain/ports/knowledge.ts';
import { FIRST_NAME_PLACE } from '../../../domain/tools/browse/by_name.ts';
import { ok } from '../../../domain/values/result.ts';
import { readNamePosition, renderNamedList } from '../../../http/pages/parts/by_name.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { anyText } from '../../support/any_text.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { buildOf, createGameWorld } from '../game_world.ts';
import { createWorld, publicEdge } from '../support.ts';
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
import { pagesOver } from './support.ts';

/** Pages that belong to other tests. */
const ELSEWHERE = /^\/zone\//;

function namesIn(text: string): readonly string[] {
  return [...text.matchAll(/<tr><td><a href="[^"]*"[^>]*><bdi>(.*?)<\/bdi>/g)].map((match) => match[1]!);
}

test('creatures are listed by zone and by name, with level, location and role', async () => {
  const world = createWorld();
  await world.write({
    facts: [
      npcFact(40, 'Kobold Miner', 6),
      npcFact(6, 'Kobold Vermin', 1),
      npcFact(66, 'Tharynn Bouden', 12),
      zoneFact(1429, 'Elwynn Forest'),
    ],
    edges: ['40:1429', '6:1429', '6:1436'].map((ends) => publicEdge(`located_in:npc:zone:${ends}`)),
  });
  const text = await pageAt(world, '/npcs');
  assert.match(
    text,
    /<a href="\/npcs\?zone=1429"><bdi>Elwynn Forest<\/bdi> <small class="quiet">level 1–6<\/small> <small>2 NPCs/,
  );
  assert.match(text, /<a href="\/npcs\?zone=1436">Zone 1436 <small class="quiet">level 1<\/small> <small>1 NPC</);
  assert.deepEqual(namesIn(text), ['Kobold Miner', 'Kobold Vermin', 'Tharynn Bouden']);
  assert.match(
    text,
    /Tharynn Bouden<\/bdi><\/a><\/td><td class="n"[^>]* data-value="12">12<\/td><td[^>]*><span class="unknown">/,
  );
  assert.match(text, /<a href="\/npcs\?from=k">K<\/a><\/li><li><a href="\/npcs\?from=t">T<\/a>/);
  assert.deepEqual(namesIn(await pageAt(world, '/npcs?from=Kobold+V')), ['Kobold Vermin', 'Tharynn Bouden']);
  assert.match(await pageAt(world, '/npcs?from=zz'), /No more names/);
  await pageAt(world, `/npcs?from=${'a'.repeat(1000)}`);
  assert.match(
    await pageAt(world, `/npcs?from=${'a'.repeat(1001)}`, 400),
    /from must be at most 1000 characters; it has 1001/,
  );
  await leadsSomewhere(world, '/npcs', ELSEWHERE);
});

test('the pages of a long list contain each entry once, even with equal names', async () => {
  const world = createWorld();
  const named = (id: number) => npcFact(id, id <= 230 ? 'Guard' : `Guard ${String(id).padStart(3, '0')}`);
  await world.write({ facts: Array.from({ length: 250 }, (_, i) => named(i + 1)) });
  const met: string[] = [];
  let path: string | null = '/npcs';
  while (path !== null) {
    const text: string = await pageAt(world, path);
    met.push(...[...text.matchAll(/<td><a href="(\/npc\/\d+)"/g)].map((match) => match[1]!));
    path = /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? null;
  }
  assert.deepEqual([met.length, new Set(met).size], [250, 250]);
});

test('the pages of a list with very long common prefixes contain each entry once', async () => {
  const world = createWorld();
  const ids = Array.from({ length: 210 }, (_, i) => i + 1);
  await world.write({ facts: ids.map((id) => questFact(id, `${'Ä'.repeat(195)} ${String(id).padStart(3, '0')}`)) });
  const met: number[] = [];
  for (let path: string | undefined = '/quests'; path !== undefined && met.length <= ids.length; ) {
    const text: string = await pageAt(world, path);
    met.push(...[...text.matchAll(/<td><a href="\/quest\/(\d+)"/g)].map((match) => Number(match[1])));
    path = /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
  }
  assert.deepEqual(met, ids);
});

test('the link to the next page of a name list leads to exactly that place, for any name', () => {
  const wayOn = (next: NamePosition): string => {
    const shown = renderNamedList({
      names: { ids: [1], next, initials: ['a'] },
      place: FIRST_NAME_PLACE,
      path: '/npcs',
      none: '',
      table: () => '',
    });
    const href = /href="([^"]*)" rel="next"/.exec(String(shown))![1]!;
    return decodeHtml(href).slice('/npcs?'.length);
  };
  const name = fc
    .oneof(anyText({ minLength: 1, maxLength: 200 }), fc.string({ unit: 'grapheme', maxLength: 200 }))
    .map((text) => [...text].slice(0, 200).join(''))
    .filter((text) => foldName(text) !== '');
  fc.assert(
    fc.property(name, fc.nat(), (text, id) => {
      const place = { name: foldName(text), id: `npc:${id}` };
      assert.deepEqual(readNamePosition(wayOn(place)), ok(place));
    }),
  );
  // A character that normalisation expands to three. No name gets longer than this.
  const longest = { name: foldName('\u{1d160}'.repeat(200)), id: 'npc:1' };
  assert.equal([...longest.name].length, 600);
  assert.deepEqual(readNamePosition(wayOn(longest)), ok(longest));
});

function decodeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

test('quests are listed by name, and quests of a zone by level', async () => {
  const world = createWorld();
  await world.write({
    facts: [
      questFact(7, 'Kobold Camp Cleanup', { level: agreed(4), giver: agreed(197), turnIn: agreed(823) }),
      questFact(15, 'Investigate Echo Ridge', { level: agreed(2), giver: agreed(197) }),
      questFact(99, 'Elsewhere', { level: agreed(1), giver: agreed(500) }),
      npcFact(197, 'Marshal McBride'),
      zoneFact(1429, 'Elwynn Forest'),
    ],
    edges: [publicEdge('located_in:npc:zone:197:1429'), publicEdge('located_in:npc:zone:823:1430')],
  });
  const text = await pageAt(world, '/quests');
  assert.deepEqual(namesIn(text), ['Elsewhere', 'Investigate Echo Ridge', 'Kobold Camp Cleanup']);
  assert.match(text, /<a href="\/quests\?zone=1429"><bdi>Elwynn Forest<\/bdi> /);
  assert.ok(!text.includes('zone=1430'), 'nobody gives a quest there');
  assert.match(text, /<a href="\/npc\/823">NPC 823<\/a>/, 'who has no name is numbered');
  const zone = await pageAt(world, '/quests?zone=1429');
  assert.match(zone, /<h1>Quests in <bdi>Elwynn Forest<\/bdi><\/h1>/);
  assert.deepEqual(
    [...zone.matchAll(/href="\/quest\/(\d+)"/g)].map((match) => match[1]),
    ['15', '7'],
  );
  assert.match(await pageAt(world, '/quests?zone=1430'), /No quests are known here yet/);
  assert.match(await pageAt(world, '/quests?zone=5', 404), /No public data for zone 5 yet\./);
  assert.match(await pageAt(world, '/quests?zone=x', 400), /zone must be a whole number/);
  await leadsSomewhere(world, '/quests', ELSEWHERE);
});

test('many quests of a zone are split into pages, sorted by level across all pages', async () => {
  const ids = Array.from({ length: 230 }, (_, at) => 1000 + at);
  const world = createWorld();
  await world.write({
    facts: [
      ...ids.map((id) => questFact(id, `Quest ${id}`, { level: agreed(1 + (id % 7)), giver: agreed(197) })),
      npcFact(197, 'Marshal McBride'),
      zoneFact(1429, 'Elwynn Forest'),
    ],
    edges: [publicEdge('located_in:npc:zone:197:1429')],
  });
  const listed = (text: string) => [...text.matchAll(/href="\/quest\/(\d+)"/g)].map((match) => Number(match[1]));
  const pages = await Promise.all(['', '&page=2', '&page=3'].map((page) => pageAt(world, `/quests?zone=1429${page}`)));
  const ordered = ids.toSorted((a, b) => (a % 7) - (b % 7) || a - b);
  assert.deepEqual(pages.map(listed), [ordered.slice(0, 100), ordered.slice(100, 200), ordered.slice(200)]);
  assert.match(pages[0]!, /The first 100 of 230 rows\./);
  assert.match(pages[0]!, /<a href="\/quests\?zone=1429&amp;page=2" rel="next">/);
  assert.match(pages[1]!, /Rows 101.200 of 230\.[\s\S]*<a href="\/quests\?zone=1429" rel="prev">/);
  assert.match(await pageAt(world, '/quests?zone=1429&page=4'), /fewer pages\. <a href="\/quests\?zone=1429">/);
  await pageAt(world, '/quests?zone=1429&page=0', 400);
  await leadsSomewhere(world, '/quests?zone=1429&page=2', ELSEWHERE);
});

test('creatures of a zone are split into pages of a hundred, and vendors and trainers have separate lists', async () => {
  const world = createWorld();
  const ids = Array.from({ length: 230 }, (_, i) => i + 1);
  await world.write({
    facts: [
      ...ids.map((id) => npcFact(id, `Guard ${id}`)),
      zoneFact(1429, 'Elwynn Forest'),
      questFact(7, 'An Errand', { giver: agreed(220), turnIn: agreed(221) }),
    ],
    edges: [
      ...ids.map((id) => publicEdge(`located_in:npc:zone:${id}:1429`)),
      ...ids.filter((id) => id > 125).map((id) => publicEdge(`sold_by:item:npc:25:${id}`)),
    ],
  });
  const met = async (path: string): Promise<readonly number[]> => {
    const text = await pageAt(world, path);
    const next = /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    const own = [...text.matchAll(/<td><a href="\/npc\/(\d+)"/g)].map((match) => Number(match[1]));
    assert.ok(own.length <= 100);
    return next === undefined ? own : [...own, ...(await met(next))];
  };
  assert.deepEqual(await met('/npcs?zone=1429'), ids);
  assert.deepEqual(
    await met('/npcs?zone=1429&who=vendors'),
    ids.filter((id) => id > 125),
  );
  assert.deepEqual(await met('/npcs?zone=1429&who=quest-givers'), [220, 221]);
  assert.match(await pageAt(world, '/npcs?zone=1429&who=vendors'), /<h1>Vendors in <bdi>Elwynn Forest<\/bdi><\/h1>/);
  assert.match(await pageAt(world, '/npcs?zone=1429&who=trainers'), /No NPCs of this kind are known here yet/);
  assert.match(await pageAt(world, '/npcs?zone=1429&page=4'), /No more NPCs/);
  assert.deepEqual(await met('/npcs?zone=1429&name=UARD+12'), [12, ...Array.from({ length: 10 }, (_, i) => 120 + i)]);
  assert.deepEqual(await met('/npcs?zone=1429&who=vendors&name=guard+12'), [126, 127, 128, 129]);
  assert.match(await pageAt(world, '/npcs?zone=5', 404), /No public data for zone 5 yet\./);
  assert.match(await pageAt(world, '/npcs?zone=1429&who=bakers', 400), /who must be one of quest-givers, vendors/);
  await leadsSomewhere(world, '/npcs?zone=1429&who=vendors', ELSEWHERE);
  world.breakStorage(true);
  await pageAt(world, '/npcs?zone=1429&page=2', 503);
});

test('items are listed in the categories of the build, a hundred per page, with only agreed names', async () => {
  const world = createGameWorld();
  await world.observe();
  await importPieces(world.snapshots, buildOf(250));
  await world.observe([1]);
  const tree = await pageAt(world, '/items');
  assert.match(tree, /<a href="\/items\/weapon"><bdi>Weapons<\/bdi><\/a> <small class="quiet">125 items/);
  assert.match(tree, /href="\/items\/armor\?subclass=cloth"/);
  const weapons = await pageAt(world, '/items/weapon');
  assert.equal(weapons.match(/<tr>/g)?.length, 101);
  assert.match(
    weapons,
    /<span class="item q-common"><i [^>]*><\/i>Item 1<\/span>/,
    'without a name it is numbered and no link',
  );
  assert.match(weapons, /Page 1 of 2<\/span><a href="\/items\/weapon\?page=2" rel="next">/);
  const last = await pageAt(world, '/items/weapon?page=2&quality=common&slot=one-hand&subclass=');
  assert.equal(last.match(/<tr>/g)?.length, 26);
  assert.match(last, /rel="prev">Previous page/);
  assert.match(last, /<option value="common" selected>/);
  assert.match(last, /found in game files, unconfirmed, build 1\.15\.8\.67156/);
  assert.match(await pageAt(world, '/items/weapon?page=9'), /No matching items on this page of the list/);
  assert.match(await pageAt(world, '/items/weapon?quality=shiny', 400), /quality must be one of/);
  assert.match(await pageAt(world, '/items/weapon?page=0', 400), /page must be a whole number/);
  assert.match(await pageAt(world, '/items/weapons', 404), /no items of a class &quot;weapons&quot;/);
  await leadsSomewhere(world, '/items');
  await leadsSomewhere(world, '/items/armor?quality=common');
  world.breakBuild(true);
  await pageAt(world, '/items/weapon?page=3', 503);
});

test('without a build the page of items says so and lists the items that players named', async () => {
  const world = createWorld();
  await world.write({ facts: [itemFact(5, 'Epic Axe', 'epic')] });
  const text = await pageAt(world, '/items');
  assert.match(text, /No build of the game has been imported here/);
  assert.match(
    text,
    /<a href="\/item\/5" class="item q-epic"><i [^>]*><\/i><bdi>Epic Axe<\/bdi><\/a><\/td><td>epic<\/td>/,
  );
  assert.match(await pageAt(world, '/items/weapon', 404), /No build of the game has been imported/);
});

test('the page of items uses and marks data from the game files where players do not agree', async () => {
  const tools = createToolWorld();
  await tools.facts(
    ['items', '5', { name: agreed('Epic Axe'), quality: agreed('epic') }],
    ['items', '6', { name: agreed('Plain Axe') }],
    ['items', '7', { name: agreed('Odd Axe') }],
  );
  await importPieces(
    tools.writer,
    piecesOf([gameItem(5, { qualityId: 1, itemLevel: 30 }), gameItem(6, { qualityId: 2, itemLevel: 12 }), gameItem(7)]),
  );
  const table = async () => {
    const page = await pagesOver(tools).page('/items');
    const [, head] = /<th[^>]*>(Item level.*?)<\/th>/.exec(page)!;
    const rows = [...page.matchAll(/<bdi>(\w+ Axe)<\/bdi><\/a><\/td>(.*?)<\/tr>/g)];
    const cells = rows.map(([, name, rest]) => [
      name,
      ...rest!.split('</td>').map((cell) => cell.replaceAll(/<[^>]+>/g, '')),
    ]);
    return [head!.replaceAll(/<[^>]+>/g, ''), ...cells];
  };
  assert.deepEqual(await table(), [
    'Item level game files',
    ['Epic Axe', 'epic', '30', ''],
    ['Odd Axe', 'unknown', 'unknown', ''],
    ['Plain Axe', 'uncommon game files', '12', ''],
  ]);
  await tools.facts(['items', '5', { name: agreed('Epic Axe'), quality: agreed('epic'), itemLevel: agreed(31) }]);
  assert.deepEqual(await table(), [
    'Item level',
    ['Epic Axe', 'epic', '31', ''],
    ['Odd Axe', 'unknown', 'unknown', ''],
    ['Plain Axe', 'uncommon game files', '12 game files', ''],
  ]);
});

test('an empty instance explains how its lists get filled, and unreachable storage does not look empty', async () => {
  const world = createWorld();
  for (const path of ['/items', '/npcs', '/quests']) {
    assert.match(await pageAt(world, path), /is writing its first snapshot/, path);
  }
  await world.write();
  assert.match(await pageAt(world, '/npcs'), /No creature has been reported by three players in one zone yet/);
  assert.match(await pageAt(world, '/quests'), /No quest titles yet/);
  world.breakStorage(true);
  for (const path of ['/items?from=a', '/npcs?from=a', '/quests?from=a']) await pageAt(world, path, 503);
});

test('hostile names in lists are escaped, also below a path of the host', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data' } });
  const each = HOSTILE_NAMES.map((name, at) => [name, at + 1] as const);
  await world.write({
    facts: [
      ...each.map(([name, id]) => itemFact(id, name)),
      ...each.map(([name, id]) => npcFact(id, name)),
      ...each.map(([name, id]) => questFact(id, name, { giver: agreed(id) })),
      ...each.map(([name, id]) => zoneFact(id, name)),
    ],
    edges: each.map(([, id]) => publicEdge(`located_in:npc:zone:${id}:${id}`)),
  });
  for (const path of ['/items', '/npcs', '/quests', '/quests?zone=1']) {
    const text = await pageAt(world, path);
    assert.ok(!/ href="\/(?!data\/)/.test(text), `${path} links within its base`);
    assert.ok(/<a href="\/data\/(item|npc|quest)\/1"[^>]*>(<i [^>]*><\/i>)?<bdi>&lt;script&gt;/.test(text), path);
  }
});

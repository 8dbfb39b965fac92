import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, fact } from '../../domain/cards/support.ts';
import { source } from '../../domain/tools/pages_world.ts';
import { itemRate } from '../../support/item_rate.ts';
import { createWorld, publicEdge, rowsOf, SETTINGS, type World, type WorldOptions } from '../support.ts';
import { linesIn } from './support.ts';

const HOSTILE = `<img src=x onerror=alert(1)>"'&\u202egnissim\u202c${'x'.repeat(200)}`;
const DAY = 20_779;

function market(itemId: number, realmKey: string, quantity = 10) {
  return {
    subject: { realmKey, day: DAY, itemId },
    houses: (['', 'Alliance', 'Horde', 'Neutral'] as const).map((house) => ({
      house,
      value: house === 'Horde' || house === 'Neutral' ? null : { market: 12_345, min: 99, quantity, reporters: 3 },
    })),
  };
}

function cell(characters: number) {
  return { characters, installs: 3 };
}

const VALLEY = {
  facts: [
    fact('maps', '12', {
      name: agreed('Elwynn'),
      bounds: agreed([1535.4, -1935.4, -7939.6, -10254.2]),
      parentMapId: agreed(13),
    }),
    fact('npcs', '6', { name: agreed('Kobold'), levels: [agreed(2), agreed(3)], reactions: [agreed('hostile')] }),
    fact('npcs', '7', { name: agreed('Marshal'), levels: [agreed(20)] }),
    fact('npcs', '9', { name: agreed(HOSTILE) }),
    fact('quests', '3', { title: agreed('An Errand'), level: agreed(5), giver: agreed(7) }),
    fact('items', '25', { name: agreed('Linen'), quality: agreed('rare') }),
    fact('items', '26', { name: agreed(HOSTILE) }),
    fact('realms', 'skyfury', { spelling: 'SkyFury' }),
    fact('pins', '12:6', {
      pins: [
        { x: 10, y: 20, installs: 3 },
        { x: 30, y: 40, installs: 3 },
      ],
    }),
    fact('pins', '12:7', { pins: [{ x: 48.2, y: 42.9, installs: 4 }] }),
    fact('trainer_services', '9:spell:1', { profession: agreed('Cooking') }),
    fact('population', 'skyfury', {
      day: '2026-11-20',
      cuts: {
        '*:*': {
          factions: { total: 1200, cells: { horde: cell(1199) } },
          classes: { total: null, cells: {} },
          races: { total: null, cells: {} },
          levels: { total: 12, cells: { '10-19': cell(12) } },
        },
      },
    }),
  ],
  edges: [
    publicEdge('located_in:npc:zone:6:12'),
    publicEdge('located_in:npc:zone:7:12'),
    publicEdge('located_in:npc:zone:9:12'),
    publicEdge('sold_by:item:npc:25:9'),
  ],
  market: [market(25, 'skyfury'), market(26, 'skyfury', 500), market(25, 'süd & ost/1')],
};

async function valley(options: WorldOptions = {}): Promise<World> {
  const world = createWorld({ ...options, settings: { limits: false, ...options.settings } });
  await world.write(VALLEY as Parameters<World['write']>[0]);
  return world;
}

/** Returns the cells of the table with this caption as text, one array per row. */
function rowsIn(text: string, caption: string): readonly (readonly string[])[] {
  const from = text.indexOf(`<caption>${caption}</caption>`);
  assert.ok(from !== -1, `no table ${caption}`);
  const body = text.slice(text.indexOf('<tbody>', from), text.indexOf('</tbody>', from));
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row]) =>
    [...row!.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, one]) => one!.replaceAll(/<[^>]*>/g, '').trim()),
  );
}

const PAGES = [
  '/',
  '/zone/12',
  '/market',
  '/market/SkyFury',
  '/market/skyfury?house=Alliance',
  '/recent',
  '/recent?kind=npc',
  '/zones',
];

test('the page of a zone lists who is there and what there is to do', async () => {
  const { text, status } = await (await valley()).ask('/zone/12');
  assert.equal(status, 200);
  assert.match(text, /<title>Elwynn – /);
  assert.match(
    text,
    /name="description" content="Elwynn, levels 2–3, part of Zone 13: its map, creatures, people and quests\."/,
  );
  assert.match(text, /3,471 × 2,315 yd</);
  assert.match(text, /<h1><bdi>Elwynn<\/bdi><\/h1>\s*<p>Levels 2–3 · part of /);
  assert.deepEqual(linesIn(text, 'quest-givers'), ['Marshal 48.2, 42.9']);
  assert.deepEqual(linesIn(text, 'quests'), ['An Errand level 5 from Marshal']);
  assert.match(linesIn(text, 'trainers')[0]!, / sells, trains Cooking$/);
  assert.deepEqual(linesIn(text, 'creatures'), ['Kobold 10, 20 level 2–3']);
  assert.equal(text.match(/class="pin r\d"/g)?.length, 3);
  assert.match(text, /data-way="\/way #12 48\.2 42\.9 Marshal"/);
});

test('a creature of a zone has its surest drop', async () => {
  const world = await valley();
  await world.write({
    drops: [
      source('npc', 6, 100, [
        [25, 20],
        [26, 60],
      ]),
    ],
    facts: [fact('items', '26', { name: agreed('Candle') })],
  } as Parameters<World['write']>[0]);
  const { text } = await world.ask('/zone/12');
  assert.match(
    linesIn(text, 'creatures')[0]!,
    /^Kobold 10, 20 level 2–3 · drops Candle ?, about \d+%, only 3 players so far$/,
  );
});

test('a creature of a zone that has always dropped an item says so', async () => {
  const world = await valley();
  await world.write({
    drops: [{ ...source('npc', 6, 100, []), items: [{ ...itemRate(99, 100, 100), always: true }] }],
  } as Parameters<World['write']>[0]);
  const { text } = await world.ask('/zone/12');
  assert.match(linesIn(text, 'creatures')[0]!, /^Kobold 10, 20 level 2–3 · drops Item 99 ?, always so far, only 3/);
});

test('an unknown zone is not found, and a zone without a name is called by its number', async () => {
  const world = await valley();
  assert.equal((await world.ask('/zone/99')).status, 404);
  assert.equal((await world.ask('/zone/x')).status, 400);
  await world.write({ edges: [publicEdge('located_in:npc:zone:6:44')] });
  assert.match((await world.ask('/zone/44')).text, /<h1>Zone 44<\/h1>[\s\S]*No location on this map is public yet/);
});

/** A zone with 260 NPCs, of which the last 90 are vendors. Two of them give all quests. */
const crowd = {
  facts: [
    fact('maps', '50', { name: agreed('Stormwind') }),
    ...Array.from({ length: 130 }, (_, i) =>
      fact('quests', `${i + 1}`, { level: agreed(1 + (i % 60)), giver: agreed(1000 + (i % 2)) }),
    ),
  ],
  edges: Array.from({ length: 260 }, (_, i) => [
    publicEdge(`located_in:npc:zone:${1000 + i}:50`),
    ...(i < 170 ? [] : [publicEdge(`sold_by:item:npc:25:${1000 + i}`)]),
  ]).flat(),
};

test('a crowded zone counts everyone in it, lists some of each group, and links to the full lists', async () => {
  const world = await valley();
  await world.write(crowd);
  const { text } = await world.ask('/zone/50');
  assert.match(text, /<h2>Quests <small class="quiet">130<\/small><\/h2>/);
  assert.equal(linesIn(text, 'quests').length, 30);
  assert.match(text, /<summary>22 more<\/summary>/);
  assert.match(text, /<a href="\/quests\?zone=50">All quests given here<\/a>/);
  const given = await Promise.all(['', '&page=2'].map((page) => world.ask(`/quests?zone=50${page}`)));
  assert.deepEqual(
    given.map((one) => one.text.match(/href="\/quest\/\d+"/g)?.length),
    [100, 30],
  );
  assert.equal(linesIn(text, 'vendors').length, 40);
  assert.match(text, /<h2>Vendors <small class="quiet">90<\/small>/);
  assert.match(text, /<a href="\/npcs\?zone=50&amp;who=vendors">All vendors seen here<\/a>/);
  assert.equal((await world.ask('/npcs?zone=50&who=vendors')).text.match(/<td><a href="\/npc\//g)?.length, 90);
  assert.doesNotMatch(text, /Trainers/, 'none of the 260 trains');
  assert.match(text, /<h2>Creatures <small class="quiet">168<\/small>/);
  assert.match(text, /<a href="\/npcs\?zone=50">All 260 NPCs seen here<\/a>/);
});

test('a list of vendors that is cut has its total', async () => {
  const world = await valley();
  const ids = Array.from({ length: 130 }, (_, i) => 2000 + i);
  await world.write({
    edges: ids.flatMap((id) => [publicEdge(`located_in:npc:zone:${id}:51`), publicEdge(`sold_by:item:npc:25:${id}`)]),
  });
  const { text } = await world.ask('/zone/51');
  assert.match(
    text,
    /<h2>Vendors <small class="quiet">130<\/small><\/h2>[\s\S]*<a href="\/npcs\?zone=51&amp;who=vendors">/,
  );
  assert.doesNotMatch(text, /at least|may be more|Trainers/);
});

/** Returns the text of each element of a class, with its white space collapsed. */
function textsOf(text: string, element: string, className: string): readonly string[] {
  const pattern = new RegExp(`<${element} class="${className}">([\\s\\S]*?)</${element}>`, 'g');
  return [...text.matchAll(pattern)].map(([, content]) =>
    content!
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

const NO_MOVERS = 'No price moved within a week, or too few days are known to tell.';

test('the list of markets has a panel with the number of items and the newest day of each realm', async () => {
  const world = await valley();
  const { text } = await world.ask('/market');
  assert.deepEqual(textsOf(text, 'section', 'panel'), [
    `SkyFury 2 items, 22 November 2026, Alliance ${NO_MOVERS}`,
    `süd &amp; ost/1 1 item, 22 November 2026, Alliance ${NO_MOVERS}`,
  ]);
  assert.match(text, /href="\/market\/s%C3%BCd%20%26%20ost%2F1"/);
  assert.doesNotMatch(text, /<table/, 'every realm has a panel');
  const gone = market(26, 'skyfury');
  const none = { ...gone, houses: gone.houses.map((one) => ({ ...one, value: null })) };
  await world.write({ market: [none, { ...none, subject: { ...none.subject, itemId: 25, realmKey: 'süd & ost/1' } }] });
  const later = (await world.ask('/market')).text;
  assert.deepEqual(textsOf(later, 'section', 'panel'), [`SkyFury 1 item, 22 November 2026, Alliance ${NO_MOVERS}`]);
  assert.doesNotMatch(later, /Compare/, 'one realm cannot be compared');
});

test('the market of the chosen realm comes first, and the page says for whom it remembers the choice', async () => {
  const world = await valley();
  const first = (text: string) => textsOf(text, 'section', 'panel')[0]!.slice(0, 7);
  const chosen = (await world.ask('/market?realm=s%C3%BCd+%26+ost/1')).text;
  assert.equal(first(chosen), 'süd &am');
  assert.match(chosen, /<form[^>]* data-realm="süd &amp; ost\/1">/);
  assert.match(chosen, /<option selected>süd &amp; ost\/1<\/option>/);
  assert.match(chosen, /Prices on <bdi>süd &amp; ost\/1<\/bdi> come first\./);
  const none = (await world.ask('/market?realm=')).text;
  assert.match(none, /<form[^>]* data-realm="">/, 'the script forgets the choice');
  const unknown = (await world.ask('/market?realm=Nowhere')).text;
  assert.match(unknown, /<form[^>]* data-realm="">/);
  const { text } = await world.ask('/market');
  assert.doesNotMatch(text + none + unknown, /come first\./);
  for (const one of [text, none, unknown]) assert.equal(first(one), 'SkyFury');
  assert.doesNotMatch(text, /data-realm/, 'the script keeps the choice');
  assert.equal((await world.ask('/market?realm=x')).status, 400);
});

/** Returns public days of an item on a realm: the values of the days up to 22 November, newest first. */
function pricesOf(itemId: number, realm: string, ...values: readonly number[]) {
  const { subject, houses } = market(itemId, realm);
  return values.map((value, back) => ({
    subject: { ...subject, day: subject.day - back },
    houses: houses.map((one) => ({ ...one, value: one.value && { ...one.value, market: value } })),
  }));
}

test('prices that moved within a week are on the page of their realm and in its panel', async () => {
  const world = await valley();
  await world.write({
    market: [
      ...pricesOf(25, 'skyfury', 150, 140, 130, 120, 120, 110, 105, 100),
      ...pricesOf(27, 'skyfury', 50, 60, 70, 80, 90, 90, 95, 100),
    ],
  });
  const { text } = await world.ask('/market');
  assert.deepEqual(textsOf(text, 'ul', 'movers'), ['Linen 1s 50c ▲up 50% Item 27 50c ▼down 50%']);
  const home = (await world.ask('/')).text;
  assert.deepEqual(textsOf(home, 'ul', 'movers'), ['Linen SkyFury 1s 50c ▲up 50%', 'Item 27 SkyFury 50c ▼down 50%']);
  assert.match(home, /Rising this week[\s\S]*Falling this week/);
  const realm = (await world.ask('/market/SkyFury')).text;
  assert.deepEqual(textsOf(realm, 'ul', 'movers'), ['Linen 1s 50c ▲up 50%', 'Item 27 50c ▼down 50%']);
  const [spark] = realm.match(/<svg class="spark"[\s\S]*?<\/svg>/)!;
  assert.ok(spark.length <= 300, `${spark.length} bytes`);
  assert.deepEqual(
    rowsIn(realm, 'Items at auction, most units first')
      .map((row) => row[2])
      .toSorted(),
    ['–', '▲up 50%', '▼down 50%'],
  );
  assert.doesNotMatch((await world.ask('/market/SkyFury?house=Alliance')).text, /Movers of the week/);
});

test('several realms are shown side by side, with the cheapest one and unknown prices marked', async () => {
  const world = await valley();
  await world.write({ market: pricesOf(25, 'süd & ost/1', 50) });
  const rows = rowsIn(
    (await world.ask('/market?realms=skyfury,S%C3%9CD+%26+ost/1')).text,
    'Market value on each realm',
  );
  assert.deepEqual(
    rows.map(([, ...row]) => row),
    [
      ['1g 23s 45c', '–', '–', '–'],
      ['1g 23s 45c', '50c', 'süd &amp; ost/1', '24,590%'],
    ],
  );
  const { text } = await world.ask('/market?realms=SkyFury&realms=Nowhere');
  assert.match(text, /No prices are public on “<bdi>Nowhere<\/bdi>”/);
  assert.equal(rowsIn(text, 'Market value on each realm').length, 2);
  const refused = await world.ask('/market?realms=a1,b2,c3,d4,e5');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /realms must name at most 4 realms; it names 5\./);
  assert.match((await world.ask('/market?realms=x')).text, /realms must be the name of a realm, of 2 to 40 characters/);
});

test('a market can be filtered by the reagents of a profession, and without game files not by class', async () => {
  const world = await valley();
  const said = { installs: 3 };
  await world.write({
    facts: [
      {
        family: 'recipes',
        subject: '900',
        body: {
          name: { value: 'Linen Bandage', ...said },
          profession: { value: 'First Aid', ...said },
          reagents: { value: [{ itemId: 25, count: 1 }], ...said },
        },
      },
    ],
  });
  const { text } = await world.ask('/market/SkyFury?house=&class=&profession=first-aid');
  assert.deepEqual(
    rowsIn(text, 'Items at auction, most units first').map(([name]) => name),
    ['Linen'],
  );
  assert.match(text, /<option value="first-aid" selected>First Aid<\/option>/);
  assert.doesNotMatch(text, /name="class"|rel="next"/);
  for (const [query, sentence] of [
    ['profession=fishing', 'profession must be one of first-aid; it is &quot;fishing&quot;.'],
    ['class=weapon', 'class must be absent, because no item class is known yet; it is &quot;weapon&quot;.'],
  ]) {
    const refused = await world.ask(`/market/SkyFury?${query}`);
    assert.equal(refused.status, 400);
    assert.ok(refused.text.includes(sentence!), refused.text);
  }
});

test('the page of a realm lists its items by units and its population, with unknown values marked', async () => {
  const world = await valley();
  const { text } = await world.ask('/market/skyfury');
  assert.match(text, /<h1><bdi>SkyFury<\/bdi><\/h1>/);
  const rows = rowsIn(text, 'Items at auction, most units first');
  assert.deepEqual(rows[1]!.slice(0, 4), ['Linen', '1g 23s 45c', '–', '99c']);
  assert.deepEqual(
    rows.map((row) => row[5]),
    ['500', '10'],
  );
  assert.match(text, /href="\/item\/25" class="item q-rare"/);
  assert.deepEqual(rowsIn(text, 'Characters by faction'), [
    ['Alliance', 'unknown', 'unknown'],
    ['Horde', '1,199', '99.9%'],
  ]);
  assert.equal((await world.ask('/market/SKYFURY?house=Horde')).status, 200);
  assert.match((await world.ask('/market/SKYFURY?house=Horde')).text, /No item has a value in this house/);
  for (const [path, status] of [
    ['/market/nowhere', 404],
    ['/market/skyfury?house=x', 400],
    [`/market/${'x'.repeat(200)}`, 400],
    ['/market/%E0%A4', 404],
  ] as const) {
    assert.equal((await world.ask(path)).status, status, path);
  }
});

test('links reach every item of a large market, including equal quantities, for each house', async () => {
  const world = await valley();
  const ids = Array.from({ length: 310 }, (_, i) => i + 1);
  await world.write({ market: ids.map((id) => market(id, 'large', id < 200 ? 7.5 : 1 + (id % 3))) });
  for (const start of ['/market/large', '/market/large?house=Alliance']) {
    const met: number[] = [];
    const sizes: number[] = [];
    for (let path: string | undefined = start; path !== undefined; ) {
      const { text } = await world.ask(path);
      const own = [...text.matchAll(/<td><a href="\/item\/(\d+)"/g)].map((match) => Number(match[1]));
      sizes.push(own.length);
      met.push(...own);
      assert.match(text, /<p>310 items, /);
      assert.match(text, /All items of this market as data \(JSON\)/);
      path = /<a href="([^"]*)" rel="next">/.exec(text)?.[1]?.replaceAll('&amp;', '&');
      assert.equal(text.includes('From the beginning'), met.length > own.length);
    }
    assert.deepEqual(sizes, [...Array.from({ length: 12 }, () => 25), 10]);
    assert.deepEqual(
      [...met].sort((a, b) => a - b),
      ids,
    );
    assert.deepEqual(met.slice(0, 199), ids.slice(0, 199), 'most units first, then by number');
  }
  assert.match((await world.ask('/market/large?after=1.1')).text, /No more items/);
  for (const after of ['x', '1', '1.2.3', '99999999999999999.1', '-1.1']) {
    assert.equal((await world.ask(`/market/large?after=${after}`)).status, 400, after);
  }
});

test('realms beyond the first page are on the next page', async () => {
  const world = createWorld({ settings: { limits: false } });
  const keys = Array.from({ length: 503 }, (_, i) => `realm ${String(i).padStart(3, '0')}`);
  await world.write({ market: keys.map((key) => market(25, key)) });
  const { text } = await world.ask('/market');
  assert.equal(rowsIn(text, 'Realms with a market').length, 500);
  assert.match(text, /The first 500 of 503 rows\.[\s\S]*<a href="\/market\?page=2" rel="next">/);
  const second = (await world.ask('/market?page=2')).text;
  assert.deepEqual(
    rowsIn(second, 'Realms with a market').map(([name]) => name),
    keys.slice(500),
  );
  assert.match(second, /Rows 501–503 of 503\./);
  assert.match((await world.ask('/market?page=3')).text, /No more realms/);
  assert.equal((await world.ask('/market?page=0')).status, 400);
});

test('recent changes are grouped by day and topic, with links to their subjects', async () => {
  const { text } = await (await valley()).ask('/recent');
  assert.match(
    text,
    /<dt>Title, level and quest giver confirmed<\/dt>\s*<dd><ul><li><a href="\/quest\/3"><bdi>An Errand<\/bdi><\/a><\/li>/,
  );
  assert.match(
    text,
    /New locations confirmed in <a href="\/zone\/12"><bdi>Elwynn<\/bdi><\/a><\/dt>\s*<dd><ul><li><a href="\/npc\/7"><bdi>Marshal<\/bdi><\/a>/,
  );
  const world = await valley();
  assert.doesNotMatch((await world.ask('/recent?kind=quest')).text, /Marshal<\/bdi>/);
  assert.match((await world.ask('/recent?since=2099-01-01')).text, /Nothing changed since|changed since 2099-01-01/);
  assert.equal((await world.ask('/recent?kind=planet')).status, 400);
  assert.equal((await world.ask('/recent?since=today')).status, 400);
});

test('the page about the instance plots growth once there are two data points', async () => {
  const world = await valley();
  assert.doesNotMatch((await world.ask('/about')).text, /id="growth"/);
  world.clock.ms += 86_400_000;
  await world.write({ corpus: [rowsOf('loot', 0, 50)] });
  const { text } = await world.ask('/about');
  assert.match(text, /<section id="growth">[\s\S]*<svg class="plot /);
  assert.match(text, /Next update about<\/dt><dd><time datetime="[^"]*T\d\d:10:00/);
});

test('an instance without data explains the first steps', async () => {
  const world = createWorld();
  const home = (await world.ask('/')).text;
  assert.match(
    home,
    /No reports yet\. Yours could be the first\.[\s\S]*npm run job -- import-game-files[\s\S]*TW_PUBLIC_URL/,
  );
  assert.match((await world.ask('/about')).text, /is writing its first snapshot/);
  for (const path of ['/market', '/recent', '/zones']) {
    const { status, text } = await world.ask(path);
    assert.equal(status, 200, path);
    assert.match(text, /is writing its first snapshot/, path);
  }
  assert.equal((await world.ask('/zone/12')).status, 404);
});

test('names that players sent are escaped and isolated, and no page has inline scripts or styles', async () => {
  const world = await valley();
  for (const path of PAGES) {
    const { text, status } = await world.ask(path);
    assert.equal(status, 200, path);
    assert.doesNotMatch(text, /<img|<script(?! src="\/)|style=|onerror=alert\(1\)>/, path);
    const body = text.slice(text.indexOf('<body>'));
    for (const [, before] of body.matchAll(/(.{5})&lt;img src=x/g)) {
      assert.ok(['<bdi>', 'itle>', 'bel="'].includes(before!), `${path}: ${before}`);
    }
  }
});

test('every link on these pages works, also below a path of the host', async () => {
  for (const publicUrl of ['https://witness.example', 'https://witness.example/data']) {
    const world = await valley({ settings: { publicUrl } });
    const base = new URL(publicUrl).pathname.replace(/\/$/, '');
    const seen = new Set<string>();
    for (const page of [...PAGES, '/nothing']) {
      const { text } = await world.ask(`${base}${page}`);
      for (const [, to] of text.matchAll(/href="([^"#]+)[^"]*"/g))
        if (to!.startsWith('/')) seen.add(to!.replaceAll('&amp;', '&'));
    }
    assert.ok(seen.size > 30);
    for (const to of seen) {
      assert.ok(to.startsWith(base), to);
      const { status } = await world.ask(to);
      assert.equal(status, 200, to);
    }
  }
});

test('if the storage is unreachable, these pages say so and are not cached', async () => {
  const world = await valley();
  world.breakStorage(true);
  for (const path of PAGES.slice(1)) {
    const { status, text } = await world.ask(path);
    assert.equal(status, 503, path);
    assert.match(text, /<h1>Unavailable right now<\/h1>[\s\S]*href="\/api\/health"/, path);
  }
  world.breakStorage(false);
  for (const path of PAGES) assert.equal((await world.ask(path)).status, 200, path);
});

test('a page that is not found offers a search for the last part of its path', async () => {
  const world = await valley();
  const searched = async (path: string): Promise<string | undefined> =>
    /<h1>Not found<\/h1>[\s\S]*name="q"[^>]*value="([^"]*)"/.exec((await world.ask(path)).text)?.[1];
  assert.equal(await searched('/items/linen-cloth.html'), 'linen cloth');
  assert.equal(await searched('/x/M%C3%BChle'), 'Mühle');
  assert.equal(await searched('/x/%3Cb%3E'), 'b');
  assert.equal(await searched('/x/%E0%A4'), 'E0 A4');
  assert.equal(await searched('/zone/99'), '');
  assert.equal((await searched(`/x/${'y'.repeat(500)}`))?.length, 80);
  assert.match((await world.ask('/zone/x')).text, /<h1>This address cannot be read<\/h1>/);
});

test('a client that sends too many requests is asked to wait', async () => {
  const world = createWorld({ settings: { budgets: { ...SETTINGS.budgets, tooltip: { anonymous: 1, keyed: 1 } } } });
  await world.write();
  await world.ask('/recent');
  const { status, text } = await world.ask('/recent');
  assert.equal(status, 429);
  assert.match(text, /<h1>Too many requests<\/h1>[\s\S]*again in \d+ minutes/);
});

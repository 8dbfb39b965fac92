import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importPieces } from '../../support/game_build.ts';
import { buildOf, createGameWorld, type GameWorld } from '../game_world.ts';
import { EPOCH, type Json, PUBLIC_URL, parsed } from '../support.ts';

const ITEMS = '/api/items';
const CATEGORIES = '/api/items/categories';
const BUILD = '1.15.8.67156';

async function worldWithBuild(items = 5): Promise<GameWorld> {
  const world = createGameWorld({ settings: { limits: false } });
  await world.observe([25]);
  await importPieces(world.snapshots, buildOf(items), BUILD);
  return world;
}

async function answer(world: GameWorld, shape: string, path: string): Promise<Json> {
  const heard = await world.ask(path);
  assert.equal(heard.status, 200, heard.text);
  return parsed(shape, heard.text);
}

const NOTICE = {
  label: 'found in game files, unconfirmed',
  build: BUILD,
  extractedAt: '2026-11-19',
  credit: 'These data were read from the game’s files and belong to the game’s publisher.',
};

test('the items answer has every field in the published order', async () => {
  const page = await answer(await worldWithBuild(), 'itemsResponse', `${ITEMS}?quality=common&class=weapon&limit=1`);
  assert.deepEqual(page, {
    generatedAt: '2026-11-20T08:00:00.000Z',
    items: [
      {
        itemId: 1,
        class: 'weapon',
        subclass: 'one-handed-axes',
        slot: 'one-hand',
        quality: 'common',
        itemLevel: 1,
        requiredLevel: null,
        icon: 'inv_axe_01',
        stack: null,
        buyPriceCopper: null,
        sellPriceCopper: null,
        setId: null,
      },
    ],
    gameData: NOTICE,
    offset: 0,
    limit: 1,
    total: 3,
    next: `${PUBLIC_URL}${ITEMS}?class=weapon&quality=common&offset=1&limit=1&snapshot=${EPOCH}.2`,
    snapshot: `${EPOCH}.2`,
  });
  assert.deepEqual(Object.keys(page), [
    ...['generatedAt', 'items', 'gameData', 'offset', 'limit', 'total', 'next', 'snapshot'],
  ]);
});

test('items have no licence of ours, are cached privately, and count towards the limit', async () => {
  const world = createGameWorld();
  await importPieces(world.snapshots, buildOf(2));
  const { headers } = await world.ask(ITEMS);
  assert.equal(headers.get('x-service-licence'), null);
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('vary'), 'Authorization, X-API-Key, Accept-Encoding');
  assert.match(headers.get('ratelimit-policy') ?? '', /^"items";q=120;w=3600$/);
  const again = await world.ask(ITEMS, { headers: { 'if-none-match': headers.get('etag')! } });
  assert.equal(again.status, 304);
});

test('a walk returns every item once, also while snapshots are written', async () => {
  const world = await worldWithBuild(1_201);
  const ids: number[] = [];
  for (let path: string | null = ITEMS; path !== null; ) {
    const page = await answer(world, 'itemsResponse', path);
    assert.equal(page.total, 1_201);
    ids.push(...page.items.map(({ itemId }: Json) => itemId));
    path = page.next?.slice(PUBLIC_URL.length) ?? null;
    await world.observe();
  }
  assert.deepEqual(
    ids,
    Array.from({ length: 1_201 }, (_, i) => i + 1),
  );
});

test('a walk of items or edges is asked to start again if its import is no longer served', async () => {
  const world = await worldWithBuild();
  const { next } = await answer(world, 'itemsResponse', `${ITEMS}?limit=1`);
  const edges = await answer(world, 'edgesResponse', '/api/edges?limit=2');
  await importPieces(world.snapshots, buildOf(3), BUILD);
  for (const url of [next, edges.next]) {
    const refused = await world.ask(url.slice(PUBLIC_URL.length));
    assert.equal(refused.status, 400);
    assert.match(parsed('apiError', refused.text).error, /^snapshot must .*start again/);
  }
});

test('a page of edges has a notice if and only if it has rows of the build', async () => {
  const world = await worldWithBuild();
  const rows: [query: string, build: string | null, evidences: string[], total: number][] = [
    ['', BUILD, ['observed', 'client', 'client', 'client', 'client', 'client'], 6],
    ['?limit=1', null, ['observed'], 6],
    ['?limit=1&offset=1', BUILD, ['client'], 6],
    ['?evidence=observed', null, ['observed'], 1],
    ['?evidence=client&limit=1', BUILD, ['client'], 5],
    ['?rel=part_of_set', null, [], 0],
    ['?offset=6', null, [], 6],
    ['?from_id=2&rel=same_icon', BUILD, ['client'], 1],
    [`?snapshot=${EPOCH}.1`, null, ['observed'], 1],
  ];
  for (const [query, build, evidences, total] of rows) {
    const heard = await world.ask(`/api/edges${query}`);
    const page = parsed('edgesResponse', heard.text);
    assert.deepEqual(page.gameData, build === null ? null : NOTICE, query);
    assert.deepEqual(
      page.edges.map(({ evidence }: Json) => evidence),
      evidences,
      query,
    );
    assert.equal(page.total, total, query);
    assert.equal(heard.headers.get('x-service-licence'), 'CC BY-SA 4.0');
  }
});

test('an edge of the build has the fields of an observed one, with null for observations', async () => {
  const page = await answer(await worldWithBuild(), 'edgesResponse', '/api/edges?evidence=client&limit=1');
  assert.deepEqual(page.edges, [
    {
      fromKind: 'item',
      fromId: 1,
      rel: 'same_icon',
      toKind: 'icon',
      toId: 9,
      evidence: 'client',
      build: BUILD,
      installs: null,
      firstSeen: null,
      lastSeen: null,
    },
  ]);
});

const refusals: readonly [query: string, ...parts: string[]][] = [
  ['class=swords', 'class must be one of weapon, armor', '"swords"'],
  ['class=', 'class must be', '""'],
  ['class=Weapon', '"Weapon"'],
  ['class=weapon&class=armor', 'class', 'once', '2 times'],
  ['subclass=cloth', 'subclass must be', 'class is absent', '"cloth"'],
  ['class=weapon&subclass=cloth', 'subclass must be one-handed-axes within weapon, or its number', '"cloth"'],
  ['class=weapon&subclass=-1', 'subclass', '"-1"'],
  ['slot=nose', 'slot must be one of head, neck', '"nose"'],
  ['quality=junk', 'quality must be one of poor, common', '"junk"'],
  ['item=0', 'item must be a whole number from 1', '"0"'],
  ['item=1e3', 'item', '"1e3"'],
  ['limit=0', 'limit', '"0"'],
  [`class=${'x'.repeat(200)}`, `"${'x'.repeat(80)}…"`],
  ['snapshot=zzzz1234.1', 'snapshot', 'start again'],
  [`snapshot=${EPOCH}.1`, 'snapshot', 'start again'],
];

test('a wrong parameter is refused with a sentence that names it', async () => {
  const world = await worldWithBuild();
  for (const [query, ...parts] of refusals) {
    const refused = await world.ask(`${ITEMS}?${query}`);
    assert.equal(refused.status, 400, query);
    const { error } = parsed('apiError', refused.text);
    for (const part of parts) assert.ok(error.includes(part), `${query}: ${error}`);
  }
});

test('categories list what items can be filtered by, and each filter works', async () => {
  const world = await worldWithBuild();
  const found = await answer(world, 'itemCategoriesResponse', CATEGORIES);
  assert.deepEqual(
    found.classes.map(({ slug, items, subclasses }: Json) => [slug, items, subclasses.map(({ slug }: Json) => slug)]),
    [
      ['weapon', 3, ['one-handed-axes']],
      ['armor', 2, ['cloth']],
    ],
  );
  assert.deepEqual(found.gameData, NOTICE);
  const asked = [
    ...found.classes.map(({ slug }: Json) => `class=${slug}`),
    ...found.classes.flatMap(({ slug, subclasses }: Json) =>
      subclasses.flatMap((one: Json) => [`class=${slug}&subclass=${one.slug}`, `class=${slug}&subclass=${one.id}`]),
    ),
    ...found.slots.map(({ slug }: Json) => `slot=${slug}`),
    ...found.qualities.map(({ slug }: Json) => `quality=${slug}`),
  ];
  assert.equal(asked.length, 2 + 4 + 23 + 8);
  for (const query of asked) await answer(world, 'itemsResponse', `${ITEMS}?${query}`);
  const { headers } = await world.ask(CATEGORIES);
  assert.equal(headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(headers.get('x-service-licence'), null);
  const again = await world.ask(CATEGORIES, { headers: { 'if-none-match': headers.get('etag')! } });
  assert.equal(again.status, 304);
});

test('before a build is imported, items are unreachable and categories are empty', async () => {
  const world = createGameWorld({ settings: { limits: false } });
  const refused = async (): Promise<string> => {
    const items = await world.ask(ITEMS);
    assert.equal(items.status, 503);
    return parsed('apiError', items.text).error;
  };
  const sentence =
    /^No build of the game files was imported .* `npm run job -- import-game-files --dir FOLDER --build /;
  assert.match(await refused(), /is writing its first snapshot/);
  await world.observe([25]);
  assert.match(await refused(), sentence);
  assert.deepEqual(await answer(world, 'itemCategoriesResponse', CATEGORIES), {
    classes: [],
    slots: [],
    qualities: [],
    gameData: { ...NOTICE, build: 'unrecorded', extractedAt: null },
  });
});

test('a storage fault gets 503 and is not cached', async () => {
  const world = await worldWithBuild();
  world.breakBuild(true);
  for (const path of [ITEMS, CATEGORIES]) {
    const refused = await world.ask(path);
    assert.equal(refused.status, 503);
    assert.match(parsed('apiError', refused.text).error, /^The storage behind this answer cannot be read/);
  }
  world.breakBuild(false);
  assert.equal((await answer(world, 'itemsResponse', ITEMS)).total, 5);
  assert.equal((await answer(world, 'itemCategoriesResponse', CATEGORIES)).classes.length, 2);
});

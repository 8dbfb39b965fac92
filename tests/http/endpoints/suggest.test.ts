import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBundleReader } from '../../../adapters/bundles.ts';
import type { PictureFolder } from '../../../domain/ports/picture_folder.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { agreed, fact } from '../../domain/cards/support.ts';
import { createApiSnapshots } from '../openapi/openapi_world.ts';
import { createWorld, type Json, PUBLIC_URL, parsed, SETTINGS, START_MS, type World } from '../support.ts';

async function cloth(options: Parameters<typeof createWorld>[0] = {}): Promise<World> {
  const world = createWorld(options);
  await world.write({
    facts: [
      fact('items', '25', { name: agreed('Linen Cloth'), quality: agreed('common') }),
      fact('npcs', '6', { name: agreed('Linen Weaver'), levels: [agreed(9), agreed(10)] }),
    ],
  });
  return world;
}

async function suggest(world: World, q: string): Promise<Json> {
  const { status, text } = await world.ask(`/api/suggest?q=${encodeURIComponent(q)}`);
  assert.equal(status, 200, text);
  return parsed('suggestResponse', text);
}

test('names that fit a text are suggested with their lines, credit and age', async () => {
  const world = await cloth();
  const { q, rows, dataAsOf, attribution, gameData } = await suggest(world, 'LIN');
  const plain = { quality: null, icon: null, line: '' };
  assert.deepEqual(rows, [
    {
      ...plain,
      ...{ kind: 'item', id: 'item:25', name: 'Linen Cloth', quality: 'common' },
      line: 'common',
      url: `${PUBLIC_URL}/item/25`,
    },
    { ...plain, ...{ kind: 'npc', id: 'npc:6', name: 'Linen Weaver' }, line: 'level 9–10', url: `${PUBLIC_URL}/npc/6` },
  ]);
  assert.deepEqual([q, dataAsOf, gameData], ['LIN', new Date(START_MS - 60_000).toISOString(), null]);
  assert.equal(attribution.source, `${PUBLIC_URL}/`);
  assert.deepEqual((await suggest(world, 'silk')).rows, []);
});

test('the notice of the game’s files is present only if a row shows something of them', async () => {
  const { store } = await createApiSnapshots([]);
  const world = createWorld({ store: () => store });
  assert.equal((await suggest(world, 'kobold')).gameData, null);
  const { rows, gameData } = await suggest(world, 'shortsword');
  assert.equal(rows[0].icon, 'inv_sword_04');
  assert.equal(gameData.build, '1.15.8.67156');
});

test('a text that is missing, empty, too long or given twice is refused', async () => {
  const world = await cloth();
  const needed = 'q must be text of 1 to 60 characters';
  const rows: readonly (readonly [query: string, error: string])[] = [
    ['', `${needed}; it is missing.`],
    ['?query=linen', `${needed}; it is missing.`],
    ['?q=', `${needed}; it has 0.`],
    [`?q=${'x'.repeat(61)}`, `${needed}; it has 61.`],
    [`?q=${encodeURIComponent('🔥'.repeat(61))}`, `${needed}; it has 61.`],
    ['?q=a&q=b', 'q was given 2 times; give it once.'],
  ];
  for (const [query, error] of rows) {
    const { status, text } = await world.ask(`/api/suggest${query}`);
    assert.deepEqual([status, parsed('apiError', text).error], [400, error], query);
  }
  assert.deepEqual((await suggest(world, '🔥'.repeat(60))).rows, []);
  for (const odd of [' ', '"', '*', 'a OR b', '%', '\u0000', 'NEAR(a b)']) await suggest(world, odd);
});

test('other sites may not read suggestions, and every cache keeps them for a minute', async () => {
  const world = await cloth();
  const { headers } = await world.ask('/api/suggest?q=linen');
  const expected: readonly (readonly [name: string, value: string | null])[] = [
    ['access-control-allow-origin', null],
    ['cache-control', 'public, max-age=60'],
    ['vary', 'Accept-Encoding'],
    ['x-service-licence', 'CC BY-SA 4.0'],
    ['ratelimit', null],
  ];
  for (const [name, value] of expected) assert.equal(headers.get(name), value, name);
  const again = await world.ask('/api/suggest?q=linen', { headers: { 'If-None-Match': headers.get('etag')! } });
  assert.equal(again.status, 304);
  const preflight = await world.ask('/api/suggest?q=linen', { method: 'OPTIONS' });
  assert.equal(preflight.headers.get('access-control-allow-origin'), null);
  await world.write({ facts: [fact('items', '26', { name: agreed('Linen Bag') })] });
  assert.equal((await suggest(world, 'linen')).rows.length, 3, 'a cached answer lives as long as its snapshot');
});

test('before the first snapshot nothing is suggested, which the instance does not cache', async () => {
  const world = createWorld();
  const { rows, dataAsOf, gameData } = await suggest(world, 'linen');
  assert.deepEqual([rows, dataAsOf, gameData], [[], null, null]);
  await world.write({ facts: [fact('items', '25', { name: agreed('Linen Cloth') })] });
  assert.equal((await suggest(world, 'linen')).rows.length, 1);
});

test('unreachable storage gets 503', async () => {
  const world = await cloth();
  world.breakStorage(true);
  const { status, headers, text } = await world.ask('/api/suggest?q=linen');
  assert.deepEqual([status, headers.get('cache-control')], [503, 'no-store']);
  parsed('apiError', text);
  world.breakStorage(false);
  assert.equal((await suggest(world, 'linen')).rows.length, 2);
});

test('suggestions have their own limit', async () => {
  assert.equal(REQUEST_BUDGETS.suggest.anonymous, 3_600);
  const budgets = { ...SETTINGS.budgets, suggest: { anonymous: 2, keyed: 2 } };
  const world = await cloth({ settings: { budgets } });
  for (let i = 0; i < 2; i++) await suggest(world, 'linen');
  const { status, headers } = await world.ask('/api/suggest?q=linen');
  assert.equal(status, 429);
  assert.ok(Number(headers.get('retry-after')) > 0);
  assert.equal((await world.ask('/api/tooltip/item/25')).status, 200, 'other limits are untouched');
});

test('every page loads the script for suggestions, which knows whether there are icons', async () => {
  const none: PictureFolder = { find: async () => null, read: async () => null };
  const texts = await Promise.all(
    [{}, { icons: none }].map(async (more) => {
      const world = await cloth({
        bundles: createBundleReader(),
        settings: { publicUrl: 'https://a.example/tw' },
        ...more,
      });
      for (const path of ['/', '/terms', '/item/25', '/search']) {
        const { text } = await world.ask(path);
        assert.ok(text.includes('<script src="/tw/assets/suggest.js" defer></script>'), path);
        assert.match(
          text,
          /<form class="find" role="search"[^>]* action="\/tw\/search" method="get">/,
          'works without it',
        );
      }
      const { headers, text } = await world.ask('/assets/suggest.js');
      assert.deepEqual(
        [headers.get('content-type'), headers.get('cache-control')],
        ['text/javascript; charset=utf-8', 'public, max-age=3600'],
      );
      assert.ok(text.length < 4_000, `${text.length} characters`);
      assert.doesNotMatch(text, /innerHTML|outerHTML|insertAdjacentHTML|document\.write|localStorage|\.style\b|eval\(/);
      return text;
    }),
  );
  assert.deepEqual(
    texts.map((text) => /icons:(!0|!1|true|false)/.exec(text)?.[1]),
    ['false', 'true'],
  );
});

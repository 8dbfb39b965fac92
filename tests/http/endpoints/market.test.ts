import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { House, MarketValue } from '../../../domain/ports/market.ts';
import { HOUSES } from '../../../schema/vocabulary.ts';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import { createWorld, type Json, PUBLIC_URL, parsed, type World, type WorldOptions } from '../support.ts';

const PRICES = '/api/market/prices';
const NOVEMBER_20 = Date.UTC(2026, 10, 20) / 86_400_000;

interface MarketWorld extends World {
  /** States the public values of an item on a day, counted from 20 November, and writes a snapshot. */
  state(realmKey: string, itemId: number, day: number, values: Partial<Record<House | '', MarketValue>>): Promise<void>;
  spell(realmKey: string, spelling: string): Promise<void>;
  breakMarket(): void;
}

/** Creates an app. The test states the market values day by day. */
async function createMarket(options: WorldOptions = {}): Promise<MarketWorld> {
  let broken = false;
  const world = createWorld({
    ...options,
    settings: { limits: false, ...options.settings },
    store: (store) =>
      replaceReads(store, ({ market }) => ({ market: breakable(market, (name) => broken && name === 'items') })),
  });
  await world.write();
  return {
    ...world,
    state: async (realmKey, itemId, day, values) => {
      const houses = (['', ...HOUSES] as const).map((house) => ({ house, value: values[house] ?? null }));
      await world.write({ market: [{ subject: { realmKey, itemId, day: NOVEMBER_20 + day }, houses }] });
    },
    spell: async (realmKey, spelling) => {
      await world.write({ facts: [{ family: 'realms', subject: realmKey, body: { spelling } }] });
    },
    breakMarket: () => {
      broken = true;
    },
  };
}

function worth(market: number, quantity: number, reporters = 3): MarketValue {
  return {
    market,
    min: 2.5,
    quantity,
    reporters,
  };
}

async function answer(world: World, shape: string, query: string): Promise<Json> {
  const heard = await world.ask(PRICES + query);
  assert.equal(heard.status, 200, heard.text);
  return parsed(shape, heard.text);
}
function prices(world: World, query: string): Promise<Json> {
  return answer(world, 'marketPricesResponse', query);
}

const ATTRIBUTION = {
  licence: 'CC BY-SA 4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
  credit: 'Data: Third Witness contributors',
  source: `${PUBLIC_URL}/`,
  terms: `${PUBLIC_URL}/terms`,
};

test('without a realm, the answer has the realms with public values and their houses', async () => {
  const world = await createMarket();
  await world.state('stormrage', 7, 0, { '': worth(5, 2), Horde: worth(5, 2) });
  await world.state('eastmoor', 7, 0, { '': worth(5, 2) });
  await world.spell('stormrage', 'Stormrage');
  await world.write();
  const page = await answer(world, 'marketRealmsResponse', '');
  assert.deepEqual(page, {
    ok: true,
    dataAsOf: '2026-11-21T11:59:00.000Z',
    realms: ['Stormrage', 'eastmoor'],
    houses: { Stormrage: ['Horde'], eastmoor: [] },
    attribution: ATTRIBUTION,
  });
  assert.deepEqual((await answer(await createMarket(), 'marketRealmsResponse', '?')).realms, []);
});

test('with a realm, the answer has its items, most units first, with values rounded half up', async () => {
  const world = await createMarket();
  await world.state('stormrage', 7, -1, { '': worth(40, 4) });
  await world.state('stormrage', 7, 0, { '': worth(14.5, 2.5, 4) });
  await world.state('stormrage', 3, 0, { '': worth(14.49, 2) });
  await world.state('stormrage', 9, 0, { '': worth(1, 3) });
  await world.spell('stormrage', 'Stormrage');
  await world.write();
  const { rule, ...page } = await prices(world, '?realm=%20sTORMrage');
  assert.deepEqual(page, {
    ok: true,
    dataAsOf: '2026-11-21T11:59:00.000Z',
    fields: ['itemId', 'market', 'min', 'historical', 'quantity', 'day', 'reporters'],
    realm: 'Stormrage',
    items: [
      [9, 1, 3, 1, 3, '2026-11-20', 3],
      [7, 15, 3, 27, 3, '2026-11-20', 4],
      [3, 14, 3, 14, 2, '2026-11-20', 3],
    ],
    attribution: ATTRIBUTION,
  });
  for (const said of ['3 reporters', '15%', '30%', '1.2 times', '1.5', 'median', '60 days', 'half up']) {
    assert.ok(rule.includes(said), said);
  }
});

test('with a house, the answer has only values of that house', async () => {
  const world = await createMarket();
  await world.state('stormrage', 7, 0, { '': worth(5, 2), Horde: worth(6, 2) });
  const horde = await prices(world, '?realm=Stormrage&house=Horde');
  assert.deepEqual([horde.house, horde.items[0]?.[1]], ['Horde', 6]);
  assert.deepEqual(Object.keys(horde).slice(-4), ['realm', 'house', 'items', 'attribution']);
  const neutral = await prices(world, '?realm=Stormrage&house=Neutral');
  assert.deepEqual([neutral.house, neutral.items], ['Neutral', []]);
  assert.equal('house' in (await prices(world, '?realm=Stormrage')), false);
});

test('an unknown realm is named as requested, without items', async () => {
  const world = await createMarket();
  await world.state('stormrage', 7, 0, { '': worth(5, 2) });
  const rows: [query: string, realm: string][] = [
    ['?realm=Nowhere', 'Nowhere'],
    ['?realm=+Nowhere%20', 'Nowhere'],
    ['?realm=Pozzo%20dell%E2%80%99Eternita%CC%80', 'Pozzo dell’Eternit\u00e0'],
    ['?realm=__proto__', '__proto__'],
    ['?realm=%F0%9F%90%89%F0%9F%90%89', '🐉🐉'],
    [`?realm=${'x'.repeat(40)}`, 'x'.repeat(40)],
    [`?realm=${encodeURIComponent('🐉'.repeat(40))}`, '🐉'.repeat(40)],
  ];
  for (const [query, realm] of rows) {
    const page = await prices(world, query);
    assert.deepEqual([page.realm, page.items], [realm, []]);
  }
  assert.equal((await prices(world, '?realm=STORMRAGE')).realm, 'stormrage', 'no spelling is agreed on');
});

test('wrong parameters are refused', async () => {
  const world = await createMarket();
  const rows: [query: string, error: string][] = [
    ['?realm=', 'realm must be the name of a realm, of 2 to 40 characters; it is "".'],
    ['?realm=x', 'realm must be the name of a realm, of 2 to 40 characters; it is "x".'],
    ['?realm=%F0%9F%90%89', 'realm must be the name of a realm, of 2 to 40 characters; it is "🐉".'],
    ['?realm=%20x%20', 'realm must be the name of a realm, of 2 to 40 characters; it is " x ".'],
    [
      `?realm=${'x'.repeat(41)}`,
      `realm must be the name of a realm, of 2 to 40 characters; it is "${'x'.repeat(41)}".`,
    ],
    [
      `?realm=${'x'.repeat(9_000)}`,
      `realm must be the name of a realm, of 2 to 40 characters; it is "${'x'.repeat(80)}…".`,
    ],
    ['?realm=Aa&realm=Bb', 'realm was given 2 times; give it once.'],
    ['?realm=Aa&house=horde', 'house must be one of Alliance, Horde, Neutral; it is "horde".'],
    ['?realm=Aa&house=', 'house must be one of Alliance, Horde, Neutral; it is "".'],
    ['?realm=Aa&house=Horde&house=Horde', 'house was given 2 times; give it once.'],
    ['?house=Horde', 'realm must name a realm where house is given; it is absent and house is Horde.'],
  ];
  for (const [query, error] of rows) {
    const heard = await world.ask(PRICES + query);
    assert.equal(heard.status, 400, query);
    assert.deepEqual(parsed('apiError', heard.text).error, error);
  }
  assert.equal((await world.ask(`${PRICES}?realm=Aa&limit=x&kinds=1`)).status, 200, 'unknown parameters are ignored');
});

test('the answer has the two thousand items with the most units', async () => {
  const world = await createMarket();
  for (let item = 1; item <= 2_001; item++) await world.state('stormrage', item, 0, { '': worth(1, item) });
  const { items } = await prices(world, '?realm=stormrage');
  assert.deepEqual([items.length, items[0][0], items.at(-1)[0]], [2_000, 2_001, 2]);
});

test('the answer may be cached publicly and is revalidated on every use', async () => {
  const world = await createMarket();
  await world.state('stormrage', 7, 0, { '': worth(5, 2) });
  for (const query of ['', '?realm=stormrage']) {
    const { headers } = await world.ask(PRICES + query);
    assert.equal(headers.get('cache-control'), 'public, no-cache');
    assert.equal(headers.get('vary'), 'Accept-Encoding');
    assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
    assert.equal(headers.get('x-service-credit'), 'Data: Third Witness contributors');
    assert.match(headers.get('link') ?? '', /rel="license".*rel="terms-of-service"/);
    assert.equal(headers.get('access-control-allow-origin'), null);
    const etag = headers.get('etag')!;
    assert.equal((await world.ask(PRICES + query, { headers: { 'if-none-match': etag } })).status, 304);
  }
  const before = (await world.ask(`${PRICES}?realm=stormrage`)).headers.get('etag');
  await world.state('stormrage', 7, 0, { '': worth(6, 2) });
  const after = await world.ask(`${PRICES}?realm=stormrage`);
  assert.notEqual(after.headers.get('etag'), before);
  assert.equal(parsed('marketPricesResponse', after.text).items[0][1], 6);
});

test('an address may send a hundred and twenty requests an hour, with a key or without', async () => {
  const world = await createMarket({ settings: { limits: true } });
  const { headers } = await world.ask(PRICES);
  assert.equal(headers.get('ratelimit-policy'), null, 'a shared cache may keep the answer');
  for (let i = 0; i < 119; i++) assert.equal((await world.ask(`${PRICES}?realm=Nowhere`)).status, 200);
  const heard = await world.ask(PRICES, { headers: { 'x-api-key': 'tw_unknown' } });
  assert.equal(heard.status, 429);
  assert.equal(heard.headers.get('retry-after'), '3600');
  assert.equal(heard.headers.get('ratelimit-policy'), '"market";q=120;w=3600');
  parsed('apiError', heard.text);
});

test('unreachable storage gets 503 and never an empty list', async () => {
  const world = await createMarket();
  await world.state('stormrage', 7, 0, { '': worth(5, 2) });
  world.breakMarket();
  const heard = await world.ask(`${PRICES}?realm=stormrage`);
  assert.equal(heard.status, 503);
  parsed('apiError', heard.text);
  assert.equal(heard.headers.get('cache-control'), 'no-store');
  world.breakStorage(true);
  for (const query of ['', '?realm=stormrage']) assert.equal((await world.ask(PRICES + query)).status, 503);
});

test('before the first snapshot nothing is known', async () => {
  const world = createWorld();
  for (const query of ['', '?realm=stormrage']) assert.equal((await world.ask(PRICES + query)).status, 503);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PUBLIC_KINDS } from '../../../schema/record_kinds.ts';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import {
  createWorld,
  EPOCH,
  type Json,
  PUBLIC_URL,
  parsed,
  publicSource,
  rowsOf,
  START_MS,
  type World,
  withdrawnSource,
} from '../support.ts';

const CORPUS = '/api/corpus/public';
const DROPS = '/api/rollups/drops';

async function worldWithRows(): Promise<World> {
  const world = createWorld({ settings: { limits: false } });
  await world.write({
    corpus: [rowsOf('item_seen', 0, 3), rowsOf('loot', 0, 4)],
    drops: [publicSource(1, 2), publicSource(2, 0), publicSource(3, 1)],
    queued: 9,
  });
  return world;
}

async function answer(world: World, shape: string, path: string): Promise<Json> {
  const heard = await world.ask(path);
  assert.equal(heard.status, 200, heard.text);
  return parsed(shape, heard.text);
}
function corpus(world: World, query = ''): Promise<Json> {
  return answer(world, 'corpusPublicResponse', CORPUS + query);
}
function drops(world: World, query = ''): Promise<Json> {
  return answer(world, 'dropsResponse', DROPS + query);
}

const ATTRIBUTION = {
  licence: 'CC BY-SA 4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
  credit: 'Data: Third Witness contributors',
  source: `${PUBLIC_URL}/`,
  terms: `${PUBLIC_URL}/terms`,
};

test('the corpus answer has every field in the published order', async () => {
  const page = await corpus(await worldWithRows(), '?kinds=loot,item_seen,loot&limit=5');
  const { records, ...rest } = page;
  assert.deepEqual(
    records.map((one: Json) => one.kind),
    ['item_seen', 'item_seen', 'item_seen', 'loot', 'loot'],
  );
  assert.deepEqual(rest, {
    ok: true,
    uploads: 1,
    dataAsOf: '2026-11-21T11:59:00.000Z',
    kinds: ['loot', 'item_seen'],
    legacyRecords: 2,
    attribution: ATTRIBUTION,
    offset: 0,
    limit: 5,
    total: 7,
    next: `${PUBLIC_URL}${CORPUS}?kinds=loot,item_seen&offset=5&limit=5&snapshot=${EPOCH}.1`,
    snapshot: `${EPOCH}.1`,
  });
  assert.deepEqual(Object.keys(page), [
    'ok',
    'uploads',
    'records',
    'dataAsOf',
    'kinds',
    'legacyRecords',
    'attribution',
    'offset',
    'limit',
    'total',
    'next',
    'snapshot',
  ]);
  assert.equal('kinds' in (await corpus(await worldWithRows())), false, 'only where asked for');
});

test('the drops answer says how much evidence does not count yet, unless it is that of one or two installs', async () => {
  const world = await worldWithRows();
  const waiting = async (waitingInstalls: number | null, waitingWindows: number | null) => {
    await world.write({ waitingInstalls, waitingWindows });
    return (await drops(world))['stats'].waiting;
  };
  assert.deepEqual(await waiting(3, 40), { installs: 3, windows: 40 });
  assert.equal(await waiting(null, null), null);
});

/** Returns a rate with its bounds. The fixtures' estimates equal them. */
function interval(rate: number, low: number, high: number) {
  return { rate, low, high, estimate: rate, estimateLow: low, estimateHigh: high };
}

test('the drops answer has every field', async () => {
  const page = await drops(await worldWithRows());
  const waiting = { installs: 0, windows: 0 };
  const dataAsOf = '2026-11-21T11:59:00.000Z';
  const stats = { uploads: 1, lootWindows: 5, records: 7, waiting, unreachable: false, dataAsOf };
  const source = { kills: 40, reporters: 3, topShare: 0.5, public: true };
  const estimated = { effectiveWindows: 40, basis: 'all', ...source };
  const once = { ...interval(0.025, 0.004427, 0.128814), ...estimated };
  assert.deepEqual(page, {
    generatedAt: '2026-11-21T12:00:00.000Z',
    dataAsOf: '2026-11-21T11:59:00.000Z',
    stats,
    unreachable: false,
    rates: [
      { sourceNpcId: 1, itemId: 1000, drops: 1, installs: 1, ...once },
      { sourceNpcId: 1, itemId: 1001, drops: 2, installs: 2, ...interval(0.05, 0.013821, 0.165039), ...estimated },
      { sourceNpcId: 3, itemId: 1000, drops: 1, installs: 1, ...once },
    ],
    measuredZeros: [{ sourceObjectId: 2, high: 0.087622, ...source }],
    queued: 9,
    totalRates: 3,
    totalMeasuredZeros: 1,
    attribution: ATTRIBUTION,
    offset: 0,
    limit: 500,
    total: 4,
    next: null,
    snapshot: `${EPOCH}.1`,
  });
});

test('valid parameters are accepted', async () => {
  const world = await worldWithRows();
  const rows: [query: string, offset: number, limit: number, records: number, hasNext: boolean][] = [
    ['', 0, 500, 7, false],
    ['?', 0, 500, 7, false],
    ['?limit=1', 0, 1, 1, true],
    ['?limit=6', 0, 6, 6, true],
    ['?limit=7', 0, 7, 7, false],
    ['?limit=500', 0, 500, 7, false],
    ['?limit=501', 0, 500, 7, false],
    ['?limit=9007199254740991', 0, 500, 7, false],
    ['?limit=007', 0, 7, 7, false],
    ['?offset=6&limit=1', 6, 1, 1, false],
    ['?offset=7', 7, 500, 0, false],
    ['?offset=9007199254740991&limit=500', Number.MAX_SAFE_INTEGER, 500, 0, false],
    ['?offset=0&unknown=%zz&unknown=2', 0, 500, 7, false],
    ['?%6Fffset=2', 2, 500, 5, false],
    ['?kinds=quest', 0, 500, 0, false],
    [`?kinds=${PUBLIC_KINDS.join(',')}`, 0, 500, 7, false],
    ['?kinds=loot%2Citem_seen', 0, 500, 7, false],
    [`?snapshot=${EPOCH}.1`, 0, 500, 7, false],
    [`?since=${EPOCH}.0`, 0, 500, 7, false],
    [`?since=${EPOCH}.1`, 0, 500, 0, false],
  ];
  for (const [query, offset, limit, records, hasNext] of rows) {
    const page = await corpus(world, query);
    assert.deepEqual(
      [page.offset, page.limit, page.records.length, page.next !== null],
      [offset, limit, records, hasNext],
      query,
    );
  }
});

const WHOLE = 'in plain decimal digits';
const refusals: readonly [query: string, ...parts: string[]][] = [
  ['offset=', 'offset', WHOLE, '""'],
  ['offset=-1', 'offset', 'from 0', '"-1"'],
  ['offset=1e3', 'offset', WHOLE, '"1e3"'],
  ['offset=%2B1', 'offset', WHOLE, '"+1"'],
  ['offset=+1', 'offset', WHOLE, '" 1"'],
  ['offset=0x1', 'offset', WHOLE, '"0x1"'],
  ['offset=1.0', 'offset', WHOLE, '"1.0"'],
  ['offset=٣', 'offset', WHOLE, '"٣"'],
  ['offset=9007199254740992', 'offset', 'to 9007199254740991', '"9007199254740992"'],
  [`offset=${'9'.repeat(400)}`, 'offset', 'to 9007199254740991', `"${'9'.repeat(80)}…"`],
  ['offset=1&offset=1', 'offset', 'once', '2 times'],
  ['limit=0', 'limit', 'from 1', '"0"'],
  ['limit=', 'limit', WHOLE, '""'],
  ['limit=%FF', 'limit', WHOLE],
  [`limit=${'😀'.repeat(90)}`, 'limit', `"${'😀'.repeat(80)}…"`],
  ['snapshot=', 'snapshot', '<epoch>.<number>', '""'],
  ['snapshot=3', 'snapshot', '<epoch>.<number>', '"3"'],
  [`snapshot=${EPOCH}.01`, 'snapshot', '<epoch>.<number>'],
  [`snapshot=${EPOCH}.2`, 'snapshot', 'start again'],
  ['snapshot=other123.1', 'snapshot', 'start again'],
];
const corpusRefusals: readonly [query: string, ...parts: string[]][] = [
  ['kinds=', 'kinds', ...PUBLIC_KINDS],
  ['kinds=loot,', 'kinds', 'it is ""'],
  ['kinds=loot,dragon', 'kinds', 'it is "dragon"', ...PUBLIC_KINDS],
  ['kinds=Loot', 'kinds', 'it is "Loot"'],
  ['kinds=census_self', 'kinds', 'it is "census_self"'],
  ['kinds=loot&kinds=quest', 'kinds', 'once'],
  ['since=x', 'since', '<epoch>.<number>', '"x"'],
  [`since=${EPOCH}.2`, 'since', 'start again'],
  ['since=other123.1', 'since', 'start again'],
];

test('a wrong parameter is refused with a sentence that names it', async () => {
  const world = await worldWithRows();
  const ask = async (path: string, [query, ...parts]: readonly string[]) => {
    const heard = await world.ask(`${path}?${query}`);
    assert.equal(heard.status, 400, query);
    const { error } = parsed('apiError', heard.text);
    for (const part of parts) assert.ok(error.includes(part), `${part} in: ${error}`);
    assert.equal(heard.headers.get('cache-control'), 'no-store');
  };
  for (const row of [...refusals, ...corpusRefusals]) await ask(CORPUS, row);
  for (const row of refusals) await ask(DROPS, row);
});

test('the page size caps the limit, in the answer and in next', async () => {
  const world = createWorld({ settings: { page: { anonymous: 2, keyed: 9 }, limits: false } });
  await world.write({ corpus: [rowsOf('loot', 0, 5)] });
  const page = await corpus(world, '?limit=3');
  assert.deepEqual([page.limit, page.records.length], [2, 2]);
  assert.ok(page.next.includes('offset=2&limit=2&'));
  assert.equal((await corpus(world)).limit, 2);
});

test('a walk returns each row of its pinned set exactly once while snapshots are written', async () => {
  const world = await worldWithRows();
  await world.write({ corpus: [rowsOf('item_seen', 100, 2), rowsOf('loot', 100, 2)] });
  let newRows = 0;
  for (const query of ['?limit=2', '?limit=2&kinds=loot', `?limit=1&kinds=loot,item_seen&since=${EPOCH}.1`]) {
    const whole = await corpus(world, query.replace(/limit=\d/, 'limit=500'));
    const met: string[] = [];
    let page = await corpus(world, query);
    for (;;) {
      met.push(...page.records.map((one: Json) => `${one.kind}${one.eventId}`));
      assert.equal(page.total, whole.total, 'the total is that of the pin');
      if (page.next === null) break;
      newRows += 1000;
      const n = await world.write({ corpus: [rowsOf('item_seen', newRows, 3)] });
      page = await corpus(world, new URL(page.next).search);
      assert.equal(page.snapshot, whole.snapshot, 'the pin stays');
      assert.equal(page.uploads, n, 'figures are the newest');
    }
    assert.deepEqual(
      met,
      whole.records.map((one: Json) => `${one.kind}${one.eventId}`),
      query,
    );
    assert.equal(new Set(met).size, met.length);
  }
});

test('a walk of the corpus leaves out rows withdrawn in the meantime and returns every other row once', async () => {
  const world = createWorld({ settings: { limits: false } });
  await world.write({ corpus: [rowsOf('item_seen', 0, 3), rowsOf('loot', 0, 250)] });
  await world.write({ corpus: [rowsOf('loot', 250, 3)], corpusWithdrawals: [{ kind: 'item_seen', place: 2 }] });
  const ids = (page: Json): string[] => page.records.map((one: Json) => `${one.kind}${one.eventId}`);
  const whole = ids(await corpus(world));
  assert.equal(whole.length, 255);
  const gone = [0, 100, 101, 252].map((place) => ({ kind: 'loot', place }));
  const met: string[] = [];
  let page = await corpus(world, '?limit=40');
  for (let i = 0; ; i++) {
    met.push(...ids(page));
    assert.equal(page.total, 255, 'the total is that of the pin');
    if (page.next === null) break;
    await world.write({ corpusWithdrawals: i === 0 ? gone : [], corpus: [rowsOf('loot', 1000 + i, 1)] });
    page = await corpus(world, new URL(page.next).search);
  }
  // The first page was read before place 0 was withdrawn.
  const withdrawn = new Set([100, 101, 252].map((i) => `loot${String(i).padStart(24, '0')}`));
  assert.deepEqual(
    met,
    whole.filter((id) => !withdrawn.has(id)),
  );
  const now = await corpus(world, '?kinds=loot&limit=1');
  assert.equal(now.total, 253 - 4 + 6);
  assert.equal(now.records[0].eventId, String(1).padStart(24, '0'));
  const health = parsed('healthResponse', (await world.ask('/api/health')).text);
  assert.equal(health.snapshot.records, 2 + 253 - 4 + 6, 'rows that stand');
  assert.ok((await world.ask('/about')).text.includes('<dd>257</dd>'), 'and so does the page about the instance');
  assert.ok((await world.ask('/')).text.includes('257 records'), 'and the home page');
});

test('a walk of drops leaves out rows withdrawn in the meantime and returns every other row once', async () => {
  const world = await worldWithRows();
  const first = await drops(world, '?limit=1');
  assert.equal(first.rates[0].sourceNpcId, 1);
  await world.write({ drops: [withdrawnSource(3), publicSource(5, 2), publicSource(6, 0)] });
  const met: string[] = [];
  for (let page = first; ; page = await drops(world, new URL(page.next).search)) {
    for (const row of [...page.rates, ...page.measuredZeros]) met.push(`${row.sourceNpcId ?? row.sourceObjectId}`);
    assert.deepEqual([page.total, page.totalRates, page.totalMeasuredZeros], [4, 3, 1]);
    if (page.next === null) break;
  }
  assert.deepEqual(met, ['1', '1', '2']);
  assert.deepEqual([(await drops(world)).totalRates, (await drops(world)).totalMeasuredZeros], [4, 2]);
});

test('rates come before measured zeros, also across pages', async () => {
  const world = await worldWithRows();
  const page = await drops(world, '?offset=2&limit=2');
  assert.deepEqual([page.rates.length, page.measuredZeros.length, page.next], [1, 1, null]);
  const last = await drops(world, '?offset=3&limit=2');
  assert.deepEqual([last.rates.length, last.measuredZeros.length], [0, 1]);
});

test('if storage is unreachable, drops say so, the corpus gets 503 and health is unavailable', async () => {
  const world = await worldWithRows();
  world.clock.ms += 60_000;
  await drops(world);
  world.breakStorage(true);
  const page = await drops(world, '?offset=3&limit=20');
  assert.deepEqual(page, {
    generatedAt: '2026-11-21T12:00:00.000Z',
    dataAsOf: null,
    stats: { uploads: 0, lootWindows: 0, records: 0, waiting: null, unreachable: true, dataAsOf: null },
    unreachable: true,
    rates: [],
    measuredZeros: [],
    queued: null,
    totalRates: 0,
    totalMeasuredZeros: 0,
    attribution: ATTRIBUTION,
    offset: 3,
    limit: 20,
    total: 0,
    next: null,
  });
  const refused = await world.ask(CORPUS);
  assert.equal(refused.status, 503);
  assert.match(parsed('apiError', refused.text).error, /unrecorded, not zero/);
  const health = await world.ask('/api/health');
  assert.equal(health.status, 503);
  assert.equal(parsed('healthResponse', health.text).snapshot.state, 'unavailable');
  world.breakStorage(false);
  assert.equal((await drops(world, '?offset=3&limit=20')).unreachable, false, 'nothing of it is kept');
  assert.equal((await corpus(world)).records.length, 7);
});

test('a storage fault between the view and the rows is reported as unreachable and not cached', async () => {
  let broken = true;
  const world = createWorld({
    store: (store) =>
      replaceReads(store, ({ rates, corpus }) => ({
        rates: breakable(rates, () => broken, 'SQLITE_CORRUPT'),
        corpus: breakable(corpus, () => broken, 'SQLITE_CORRUPT'),
      })),
  });
  await world.write({ corpus: [rowsOf('loot', 0, 1)] });
  assert.equal((await drops(world)).unreachable, true);
  assert.equal((await world.ask(CORPUS)).status, 503);
  broken = false;
  assert.equal((await drops(world)).unreachable, false);
  assert.equal((await world.ask(CORPUS)).status, 200);
});

test('before the first snapshot the answer does not claim to be empty', async () => {
  const world = createWorld();
  const page = await drops(world);
  assert.deepEqual([page.unreachable, page.queued, page.generatedAt], [true, null, new Date(START_MS).toISOString()]);
  assert.equal((await world.ask(CORPUS)).status, 503);
  const health = await world.ask('/api/health');
  assert.equal(health.status, 503);
  assert.deepEqual(parsed('healthResponse', health.text), {
    ok: false,
    release: { version: '1.2.3', commit: null },
    game: null,
    snapshot: {
      state: 'missing',
      id: null,
      writtenAt: null,
      dataAsOf: null,
      ageSeconds: null,
      maxAgeSeconds: 1800,
      uploads: null,
      records: null,
    },
    exports: { state: null, reason: null, writtenAt: null },
  });
});

test('health is fresh up to its maximum age, and stale one second later', async () => {
  const world = await worldWithRows();
  world.clock.ms += 1_800_999;
  const fresh = await world.ask('/api/health');
  assert.equal(fresh.status, 200);
  assert.deepEqual(parsed('healthResponse', fresh.text), {
    ok: true,
    release: { version: '1.2.3', commit: null },
    game: null,
    snapshot: {
      state: 'fresh',
      id: `${EPOCH}.1`,
      writtenAt: '2026-11-21T12:00:00.000Z',
      dataAsOf: '2026-11-21T11:59:00.000Z',
      ageSeconds: 1800,
      maxAgeSeconds: 1800,
      uploads: 1,
      records: 7,
    },
    exports: { state: null, reason: null, writtenAt: null },
  });
  world.clock.ms += 1;
  const stale = await world.ask('/api/health');
  assert.equal(stale.status, 503);
  assert.deepEqual(
    [parsed('healthResponse', stale.text).snapshot.state, stale.headers.get('cache-control')],
    ['stale', 'no-store'],
  );
});

test('next uses the public URL, whatever host was requested', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data', limits: false } });
  await world.write({ corpus: [rowsOf('loot', 0, 2)], drops: [publicSource(1, 2)] });
  for (const path of [CORPUS, DROPS]) {
    const heard = await world.ask(`${path}?limit=1`);
    assert.ok(!heard.text.includes('some.host'));
    assert.ok(JSON.parse(heard.text).next.startsWith(`https://a.example/data${path}?`));
    assert.ok(!JSON.stringify([...heard.headers]).includes('some.host'));
  }
});

test('drops can be limited to a source, an item, or both', async () => {
  const world = await worldWithRows();
  const figures = async (query: string) => {
    const { rates, measuredZeros, total, totalRates, totalMeasuredZeros, next } = await drops(world, query);
    assert.equal(total, totalRates + totalMeasuredZeros);
    return {
      rates: rates.map((rate: Json) => [rate.sourceNpcId ?? rate.sourceObjectId, rate.itemId]),
      zeros: measuredZeros.map((zero: Json) => zero.sourceObjectId),
      next,
    };
  };
  assert.deepEqual(await figures('?npc=1'), {
    rates: [
      [1, 1000],
      [1, 1001],
    ],
    zeros: [],
    next: null,
  });
  assert.deepEqual(await figures('?object=2'), { rates: [], zeros: [2], next: null });
  assert.deepEqual(await figures('?object=2&item=1000'), { rates: [], zeros: [], next: null });
  assert.deepEqual(await figures('?npc=2'), { rates: [], zeros: [], next: null }, 'an NPC is not an object');
  assert.deepEqual((await figures('?item=1000')).rates, [
    [1, 1000],
    [3, 1000],
  ]);
  assert.deepEqual((await figures('?npc=3&item=1000')).rates, [[3, 1000]]);
  const whole = (await drops(world, '?limit=2')).rates;
  assert.deepEqual((await drops(world, '?npc=1')).rates, whole, 'the rows are the same');
  const both = await world.ask(`${DROPS}?npc=1&object=2`);
  assert.equal(both.status, 400);
  assert.match(both.text, /object must be absent where npc is given; it is \\"2\\"/);
});

test('a walk over the drops of an item repeats its filter, and starts again if a row was withdrawn', async () => {
  const world = await worldWithRows();
  const first = await drops(world, '?item=1000&limit=1');
  assert.match(first.next, /\?item=1000&offset=1&limit=1&snapshot=/);
  const rest = first.next.slice(`${PUBLIC_URL}${DROPS}`.length);
  assert.deepEqual(
    (await drops(world, rest)).rates.map((rate: Json) => rate.sourceNpcId),
    [3],
  );
  await world.write({ drops: [withdrawnSource(1)] });
  const later = await world.ask(DROPS + rest);
  assert.equal(later.status, 400);
  assert.match(later.text, /start again/i);
  assert.deepEqual(
    (await drops(world, '?item=1000')).rates.map((rate: Json) => rate.sourceNpcId),
    [3],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import {
  createWorld,
  EPOCH,
  type Json,
  PUBLIC_URL,
  parsed,
  publicEdge,
  START_MS,
  type World,
  withdrawnEdge,
} from '../support.ts';

const EDGES = '/api/edges';

/** In list order: by snapshot, then group, then `from` and `to`. */
const FIRST = [
  'dropped_by:item:npc:25:6',
  'dropped_by:item:npc:25:7',
  'dropped_by:item:object:25:6',
  'located_in:npc:zone:6:12',
  'reward_from:item:quest:30:25',
  'sold_by:item:npc:25:6',
  'sold_by:item:npc:25:9',
];
const SECOND = ['dropped_by:item:npc:24:6', 'sold_by:item:npc:26:9'];

async function worldWithEdges(): Promise<World> {
  const world = createWorld({ settings: { limits: false } });
  await world.write({ edges: [...FIRST].reverse().map((subject) => publicEdge(subject)) });
  await world.write({ edges: SECOND.map((subject) => publicEdge(subject, 5)) });
  return world;
}

async function edges(world: World, query = ''): Promise<Json> {
  const heard = await world.ask(EDGES + query);
  assert.equal(heard.status, 200, heard.text);
  return parsed('edgesResponse', heard.text);
}

function subjects(page: Json): string[] {
  return page.edges.map((e: Json) => `${e.rel}:${e.fromKind}:${e.toKind}:${e.fromId}:${e.toId}`);
}

const ATTRIBUTION = {
  licence: 'CC BY-SA 4.0',
  licenceUrl: 'https://creativecommons.org/licenses/by-sa/4.0/',
  credit: 'Data: Third Witness contributors',
  source: `${PUBLIC_URL}/`,
  terms: `${PUBLIC_URL}/terms`,
};

test('the edges answer has every field in the published order', async () => {
  const page = await edges(await worldWithEdges(), '?from_kind=item&to_id=9&limit=1&evidence=observed');
  assert.deepEqual(page, {
    generatedAt: '2026-11-21T12:00:00.000Z',
    dataAsOf: '2026-11-21T11:59:00.000Z',
    unreachable: false,
    edges: [
      {
        fromKind: 'item',
        fromId: 25,
        rel: 'sold_by',
        toKind: 'npc',
        toId: 9,
        evidence: 'observed',
        build: null,
        installs: 3,
        firstSeen: '2026-11-01',
        lastSeen: '2026-11-20',
      },
    ],
    attribution: ATTRIBUTION,
    gameData: null,
    offset: 0,
    limit: 1,
    total: 2,
    next: `${PUBLIC_URL}${EDGES}?from_kind=item&to_id=9&evidence=observed&offset=1&limit=1&snapshot=${EPOCH}.2`,
    snapshot: `${EPOCH}.2`,
  });
  assert.deepEqual(Object.keys(page), [
    ...['generatedAt', 'dataAsOf', 'unreachable', 'edges', 'attribution', 'gameData'],
    ...['offset', 'limit', 'total', 'next', 'snapshot'],
  ]);
});

test('next keeps every filter', async () => {
  const world = await worldWithEdges();
  await world.write({ edges: [publicEdge('sold_by:item:npc:25:8')] });
  const filters = 'from_kind=item&from_id=25&to_kind=npc&rel=sold_by&evidence=observed';
  const { total, next } = await edges(world, `?limit=1&${filters}`);
  assert.equal(total, 3);
  assert.equal(next, `${PUBLIC_URL}${EDGES}?${filters}&offset=1&limit=1&snapshot=${EPOCH}.3`);
});

test('the answer has credit, is cached privately, and is revalidated on every use', async () => {
  const world = await worldWithEdges();
  const { headers } = await world.ask(`${EDGES}?limit=2`);
  assert.equal(headers.get('x-service-licence'), 'CC BY-SA 4.0');
  assert.match(headers.get('link') ?? '', /rel="license".*rel="next"/);
  assert.equal(headers.get('cache-control'), 'private, no-cache');
  assert.equal(headers.get('vary'), 'Authorization, X-API-Key, Accept-Encoding');
  const again = await world.ask(`${EDGES}?limit=2`, { headers: { 'if-none-match': headers.get('etag')! } });
  assert.equal(again.status, 304);
  const counted = await createWorld().ask(EDGES);
  assert.match(counted.headers.get('ratelimit-policy') ?? '', /^"edges";q=120;w=3600$/);
});

test('filters work individually and combined', async () => {
  const world = await worldWithEdges();
  const all = [...FIRST, ...SECOND];
  const rows: [query: string, expected: string[]][] = [
    ['', all],
    ['?rel=dropped_by', [FIRST[0]!, FIRST[1]!, FIRST[2]!, SECOND[0]!]],
    ['?rel=created_by', []],
    ['?from_kind=npc', [FIRST[3]!]],
    ['?from_kind=spell', []],
    ['?to_kind=quest', [FIRST[4]!]],
    ['?to_kind=object&rel=sold_by', []],
    ['?from_id=25', FIRST.filter((subject) => subject.includes(':25:'))],
    ['?to_id=6', [FIRST[0]!, FIRST[2]!, FIRST[5]!, SECOND[0]!]],
    ['?to_id=6&to_kind=npc', [FIRST[0]!, FIRST[5]!, SECOND[0]!]],
    ['?from_id=25&to_id=6', [FIRST[0]!, FIRST[2]!, FIRST[5]!]],
    ['?from_id=25&to_id=6&rel=sold_by', [FIRST[5]!]],
    ['?from_id=1', []],
    ['?from_id=9007199254740991&to_id=1', []],
    ['?evidence=observed', all],
    ['?evidence=client', []],
    ['?evidence=client&from_id=25', []],
    ['?offset=6&limit=2', [FIRST[6]!, SECOND[0]!]],
    ['?from_id=25&offset=4&limit=5', [FIRST[6]!]],
    ['?from_id=25&offset=5', []],
    ['?offset=9', []],
    [`?snapshot=${EPOCH}.1`, FIRST],
    [`?snapshot=${EPOCH}.1&to_id=6`, [FIRST[0]!, FIRST[2]!, FIRST[5]!]],
  ];
  for (const [query, expected] of rows) assert.deepEqual(subjects(await edges(world, query)), expected, query);
});

const refusals: readonly [query: string, ...parts: string[]][] = [
  ['from_kind=dragon', 'from_kind', 'one of item, spell, npc, object, quest, zone, item_set, icon, skill', '"dragon"'],
  ['to_kind=', 'to_kind', 'one of item, spell', '""'],
  ['to_kind=Item', 'to_kind', '"Item"'],
  ['rel=drops', 'rel', 'one of dropped_by, sold_by, reward_from, located_in, created_by', '"drops"'],
  ['rel=sold_by,dropped_by', 'rel', '"sold_by,dropped_by"'],
  ['rel=sold_by&rel=sold_by', 'rel', 'once', '2 times'],
  ['evidence=both', 'evidence', 'one of observed, client', '"both"'],
  ['from_id=0', 'from_id', 'from 1', '"0"'],
  ['from_id=-5', 'from_id', 'from 1', '"-5"'],
  ['to_id=1e3', 'to_id', 'plain decimal digits', '"1e3"'],
  ['to_id=', 'to_id', 'plain decimal digits', '""'],
  ['to_id=9007199254740992', 'to_id', 'to 9007199254740991'],
  [`rel=${'x'.repeat(200)}`, 'rel', `"${'x'.repeat(80)}…"`],
  ['limit=0', 'limit', 'from 1'],
  [`snapshot=${EPOCH}.3`, 'snapshot', 'start again'],
  ['snapshot=other123.1&from_id=25', 'snapshot', 'start again'],
];

test('a wrong parameter is refused with a sentence that names it', async () => {
  const world = await worldWithEdges();
  for (const [query, ...parts] of refusals) {
    const heard = await world.ask(`${EDGES}?${query}`);
    assert.equal(heard.status, 400, query);
    const { error } = parsed('apiError', heard.text);
    for (const part of parts) assert.ok(error.includes(part), `${part} in: ${error}`);
  }
});

test('a walk leaves out edges withdrawn in the meantime and returns every other edge once, with any filter', async () => {
  for (const filter of ['', '&from_id=25', '&rel=dropped_by', '&to_kind=npc']) {
    const world = await worldWithEdges();
    const whole = subjects(await edges(world, `?limit=500${filter}`));
    const met: string[] = [];
    let page = await edges(world, `?limit=1${filter}`);
    for (let i = 0; ; i++) {
      met.push(...subjects(page));
      assert.deepEqual([page.total, page.snapshot], [whole.length, `${EPOCH}.2`], 'as at the pin');
      if (page.next === null) break;
      const gone = i === 0 ? [withdrawnEdge(FIRST[1]!)] : [];
      // The edge becomes public again at another place, so it is not part of this walk.
      const back = i === 1 ? [publicEdge(FIRST[1]!)] : [];
      await world.write({ edges: [...gone, ...back, publicEdge(`sold_by:item:npc:25:${100 + i}`)] });
      page = await edges(world, new URL(page.next).search);
    }
    assert.deepEqual(
      met,
      whole.filter((subject) => subject !== FIRST[1]),
      filter,
    );
    assert.equal(subjects(await edges(world, `?limit=500${filter}`)).filter((one) => one === FIRST[1]).length, 1);
  }
});

test('figures of a pinned walk are the newest', async () => {
  const world = await worldWithEdges();
  world.clock.ms += 600_000;
  await world.write({ edges: [publicEdge(FIRST[0]!, 44)] });
  const page = await edges(world, `?snapshot=${EPOCH}.1&limit=1`);
  assert.deepEqual([page.edges[0].installs, page.generatedAt], [44, '2026-11-21T12:10:00.000Z']);
});

test('unreachable storage is reported and not cached', async () => {
  const world = await worldWithEdges();
  world.clock.ms += 60_000;
  await edges(world);
  world.breakStorage(true);
  assert.deepEqual(await edges(world, '?offset=3&limit=20&rel=sold_by'), {
    generatedAt: '2026-11-21T12:00:00.000Z',
    dataAsOf: null,
    unreachable: true,
    edges: [],
    attribution: ATTRIBUTION,
    gameData: null,
    offset: 3,
    limit: 20,
    total: 0,
    next: null,
  });
  world.breakStorage(false);
  assert.equal((await edges(world, '?offset=3&limit=20&rel=sold_by')).unreachable, false);
});

test('a storage fault between the view and the rows is reported as unreachable too', async () => {
  let broken = true;
  const world = createWorld({
    store: (store) =>
      replaceReads(store, ({ edges: reads }) => ({ edges: breakable(reads, () => broken, 'SQLITE_CORRUPT') })),
  });
  await world.write({ edges: [publicEdge(FIRST[0]!)] });
  assert.equal((await edges(world)).unreachable, true);
  assert.equal((await edges(world, '?from_id=25')).unreachable, true);
  broken = false;
  assert.equal((await edges(world)).total, 1);
  assert.equal((await edges(world, '?from_id=25')).total, 1);
});

test('before the first snapshot the answer does not claim to be empty', async () => {
  const page = await edges(createWorld());
  assert.deepEqual([page.unreachable, page.generatedAt], [true, new Date(START_MS).toISOString()]);
});

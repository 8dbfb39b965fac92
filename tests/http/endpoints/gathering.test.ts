import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DropFacts, GatheredType } from '../../../domain/ports/drops.ts';
import { createWorld, EPOCH, type Json, PUBLIC_URL, parsed, publicSource, type World } from '../support.ts';

const GATHERING = '/api/rollups/gathering';

/** A public source of gathering with `items` rates. */
function gatheredFrom(type: GatheredType, id: number, items: number): DropFacts {
  return { ...publicSource(id, items), measuredZero: false, source: { type, id } };
}

function gone(type: GatheredType, id: number): DropFacts {
  return { ...gatheredFrom(type, id, 0), public: false };
}

async function worldWithGathering(): Promise<World> {
  const world = createWorld({ settings: { limits: false } });
  await world.write({
    drops: [
      publicSource(1, 2),
      publicSource(2, 0),
      gatheredFrom('disenchanting:item', 7, 1),
      gatheredFrom('fishing:zone', 12, 2),
      gatheredFrom('mining:object', 8, 1),
      gatheredFrom('pickpocketing:npc', 1, 1),
      gatheredFrom('pickpocketing:npc', 9, 0),
      gatheredFrom('skinning:npc', 1, 2),
    ],
    queued: 9,
  });
  return world;
}

async function ask(world: World, query = ''): Promise<Json> {
  const heard = await world.ask(GATHERING + query);
  assert.equal(heard.status, 200, heard.text);
  return parsed('gatheringResponse', heard.text);
}

/** Returns the method, source and item of each row. */
function namesOf({ rates }: Json): readonly string[] {
  return rates.map(
    ({ method, sourceNpcId, sourceObjectId, sourceItemId, mapId, itemId }: Json) =>
      `${method} ${[sourceNpcId, sourceObjectId, sourceItemId, mapId].map((id) => id ?? '-').join(' ')}: ${itemId}`,
  );
}

const ALL = [
  'disenchanting - - 7 -: 1000',
  'fishing - - - 12: 1000',
  'fishing - - - 12: 1001',
  'mining - 8 - -: 1000',
  'pickpocketing 1 - - -: 1000',
  'skinning 1 - - -: 1000',
  'skinning 1 - - -: 1001',
];

test('the answer has every field, and rows like those of drops with a method', async () => {
  const world = await worldWithGathering();
  const page = await ask(world, '?limit=1');
  const [rate] = page['rates'];
  assert.deepEqual(
    { ...page, attribution: null },
    {
      generatedAt: '2026-11-21T12:00:00.000Z',
      dataAsOf: '2026-11-21T11:59:00.000Z',
      unreachable: false,
      rates: [rate],
      attribution: null,
      offset: 0,
      limit: 1,
      total: 7,
      next: `${PUBLIC_URL}${GATHERING}?offset=1&limit=1&snapshot=${EPOCH}.1`,
      snapshot: `${EPOCH}.1`,
    },
  );
  const { rates } = JSON.parse((await world.ask('/api/rollups/drops?npc=1&item=1000')).text);
  const { sourceNpcId: _, ...drop } = rates[0];
  assert.deepEqual(rate, { method: 'disenchanting', sourceItemId: 7, ...drop });
});

test('rates of gathering and of drops are lists apart', async () => {
  const world = await worldWithGathering();
  assert.deepEqual(namesOf(await ask(world)), ALL);
  const drops = JSON.parse((await world.ask('/api/rollups/drops')).text);
  assert.deepEqual([drops.totalRates, drops.totalMeasuredZeros, drops.queued], [2, 1, 9]);
  assert.ok(!JSON.stringify(drops.rates).includes('method'));
});

test('a walk of pages has each row once, also while rows are added and withdrawn', async () => {
  const world = await worldWithGathering();
  const seen: string[] = [];
  let path: string | null = `${GATHERING}?limit=3`;
  while (path !== null) {
    const page: Json = parsed('gatheringResponse', (await world.ask(path)).text);
    seen.push(...namesOf(page));
    path = page['next'] === null ? null : page['next'].slice(PUBLIC_URL.length);
    await world.write({ drops: [gatheredFrom('skinning:npc', 100 + seen.length, 1)] });
    if (seen.length === 3) await world.write({ drops: [gone('mining:object', 8)] });
  }
  assert.deepEqual(
    seen,
    ALL.filter((name) => !name.startsWith('mining')),
    'a row that was withdrawn meanwhile is left out',
  );
  const now = await ask(world);
  assert.deepEqual([now['total'], namesOf(now).some((name) => name.startsWith('mining'))], [9, false]);
});

test('rates can be limited to a source with any method, an item, or both', async () => {
  const world = await worldWithGathering();
  const names = async (query: string) => namesOf(await ask(world, query));
  assert.deepEqual(await names('?npc=1'), ALL.slice(4));
  assert.deepEqual(await names('?object=8'), [ALL[3]]);
  assert.deepEqual(await names('?sourceItem=7'), [ALL[0]]);
  assert.deepEqual(await names('?map=12&item=1001'), [ALL[2]]);
  assert.deepEqual(await names('?item=1001'), [ALL[2], ALL[6]]);
  assert.deepEqual(await names('?object=1'), []);
  const page = await ask(world, '?npc=1&limit=2');
  assert.deepEqual([page['total'], namesOf(page)], [3, ALL.slice(4, 6)]);
  assert.equal(page['next'], `${PUBLIC_URL}${GATHERING}?npc=1&offset=2&limit=2&snapshot=${EPOCH}.1`);
  await world.write({ drops: [gatheredFrom('herbalism:npc', 1, 1)] });
  const rest = parsed('gatheringResponse', (await world.ask(page['next'].slice(PUBLIC_URL.length))).text);
  assert.deepEqual([rest['total'], namesOf(rest)], [3, [ALL[6]]]);
  await world.write({ drops: [gone('skinning:npc', 1)] });
  assert.equal((await world.ask(page['next'].slice(PUBLIC_URL.length))).status, 400);
});

test('two sources are refused', async () => {
  const refused = await (await worldWithGathering()).ask(`${GATHERING}?npc=1&map=12`);
  assert.deepEqual([refused.status, /map must be absent where npc is given/.test(refused.text)], [400, true]);
});

test('CSV has the method and the source of each row', async () => {
  const { text } = await (await worldWithGathering()).ask(`${GATHERING}?map=12&format=csv`);
  const [head, ...rows] = text.trimEnd().split('\r\n');
  assert.ok(head!.startsWith('method,sourceNpcId,sourceObjectId,sourceItemId,mapId,itemId,kills,drops,'));
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(0, 6)),
    [
      ['fishing', '', '', '', '12', '1000'],
      ['fishing', '', '', '', '12', '1001'],
    ],
  );
});

test('unreadable storage is said to be unreachable', async () => {
  const world = await worldWithGathering();
  world.breakStorage(true);
  const page = await ask(world, '?npc=1');
  assert.deepEqual([page['unreachable'], page['rates'], page['total'], page['dataAsOf']], [true, [], 0, null]);
  world.breakStorage(false);
  assert.equal((await ask(world, '?npc=1'))['unreachable'], false);
});

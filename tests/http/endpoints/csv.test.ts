import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importPieces } from '../../support/game_build.ts';
import { breakable, replaceReads } from '../../support/replace_reads.ts';
import { buildOf, createGameWorld } from '../game_world.ts';
import {
  createWorld,
  PUBLIC_URL,
  publicEdge,
  publicSource,
  rowsOf,
  type World,
  type WorldOptions,
} from '../support.ts';

const NOVEMBER_20 = Date.UTC(2026, 10, 20) / 86_400_000;

async function worldWithLists(options: WorldOptions = {}): Promise<World> {
  const world = createWorld({ ...options, settings: { limits: false } });
  const value = { market: 14.5, min: 2, quantity: 3, reporters: 3 };
  await world.write({
    corpus: [rowsOf('item_seen', 0, 2)],
    drops: [publicSource(1, 2), publicSource(2, 0)],
    edges: [publicEdge('sold_by:item:npc:25:6')],
    facts: [{ family: 'items', subject: '7', body: { name: { value: '=SUM(1;-2), "x"', installs: 3 } } }],
    market: [
      { subject: { realmKey: 'stormrage', itemId: 7, day: NOVEMBER_20 }, houses: [{ house: '', value }] },
      { subject: { realmKey: 'stormrage', itemId: 8, day: NOVEMBER_20 }, houses: [{ house: '', value }] },
    ],
  });
  return world;
}

/** Returns the lines of a CSV answer. The first line names the columns. */
async function linesOf(world: Pick<World, 'ask'>, path: string): Promise<readonly string[]> {
  const { status, headers, text } = await world.ask(path);
  assert.equal(status, 200, text);
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8');
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="[a-z]+\.csv"$/);
  assert.ok(text.endsWith('\r\n'));
  return text.slice(0, -2).split('\r\n');
}

test('drop rates and measured zeros are available as CSV', async () => {
  const [head, ...rows] = await linesOf(await worldWithLists(), '/api/rollups/drops?format=csv');
  assert.match(
    head!,
    /^sourceNpcId,sourceObjectId,itemId,kills,drops,rate,low,high,reporters,installs,topShare,estimate/,
  );
  assert.deepEqual(
    rows.map((row) => row.split(',').slice(0, 6)),
    [
      ['1', '', '1000', '40', '1', '0.025'],
      ['1', '', '1001', '40', '2', '0.05'],
      ['', '2', '', '40', '0', '0'],
    ],
  );
});

test('relations and records are available as CSV', async () => {
  const world = await worldWithLists();
  assert.deepEqual(await linesOf(world, '/api/edges?format=csv&evidence=observed'), [
    '\uFEFFfromKind,fromId,rel,toKind,toId,evidence,build,installs,firstSeen,lastSeen,gameData.label,gameData.credit',
    'item,25,sold_by,npc,6,observed,,3,2026-11-01,2026-11-20,,',
  ]);
  const [head, first] = await linesOf(world, '/api/corpus/public?format=csv');
  assert.equal(head, '\uFEFFeventId,kind,capturedAt,record');
  assert.match(first!, /^[^,]*,item_seen,[^,]*,"\{""/);
});

test('items of the game files are available as CSV, marked as unconfirmed and with their build', async () => {
  const world = createGameWorld({ settings: { limits: false } });
  await world.observe([25]);
  await importPieces(world.snapshots, buildOf(5), '1.15.8.67156');
  const [head, first] = await linesOf(world, '/api/items?format=csv&limit=1');
  assert.match(head!, /^\uFEFFitemId,class,subclass,slot,quality,.*,gameData\.label,gameData\.build,gameData\.credit$/);
  assert.match(first!, /^1,weapon,one-handed-axes,one-hand,common,1,,inv_axe_01,/);
  assert.match(first!, /,"found in game files, unconfirmed",1\.15\.8\.67156,[^,]* belong to the game’s publisher\.$/);
  const { headers } = await world.ask('/api/items?format=csv&limit=1');
  assert.match(
    headers.get('link') ?? '',
    /^<https:\/\/witness\.example\/api\/items\?format=csv&offset=1&[^>]*>; rel="next"$/,
  );
});

test('relations of the game files are marked as unconfirmed in CSV', async () => {
  const world = createGameWorld({ settings: { limits: false } });
  await importPieces(world.snapshots, buildOf(5), '1.15.8.67156');
  const [, first] = await linesOf(world, '/api/edges?format=csv&evidence=client&limit=1');
  assert.match(
    first!,
    /,client,1\.15\.8\.67156,,,,"found in game files, unconfirmed",[^,]* belong to the game’s publisher\.$/,
  );
});

test('market values are available as CSV with names that no spreadsheet reads as formulas', async () => {
  const world = await worldWithLists();
  assert.deepEqual(await linesOf(world, '/api/market/prices?realm=stormrage&format=csv'), [
    '\uFEFFitemId,name,market,min,historical,quantity,day,reporters,unusual',
    `7,"'=SUM(1;'-2), ""x""",15,2,15,3,2026-11-20,3,`,
    '8,,15,2,15,3,2026-11-20,3,',
  ]);
  assert.deepEqual(await linesOf(world, '/api/market/prices?format=csv'), ['\uFEFFname,houses', 'stormrage,[]']);
});

test('the next page of a CSV list is in Link, and another format is refused', async () => {
  const world = await worldWithLists();
  const { headers } = await world.ask('/api/rollups/drops?format=csv&limit=1');
  const link = headers.get('link') ?? '';
  assert.ok(link.includes(`<${PUBLIC_URL}/api/rollups/drops?format=csv&offset=1&limit=1&snapshot=`), link);
  const refused = await world.ask('/api/edges?format=xml');
  assert.equal(refused.status, 400);
  assert.match(refused.text, /format must be one of json, csv; it is \\"xml\\"/);
});

test('if the storage cannot be read, a CSV list is refused instead of empty', async () => {
  const world = await worldWithLists({
    store: (store) => replaceReads(store, ({ rates }) => ({ rates: breakable(rates, () => true, 'SQLITE_CORRUPT') })),
  });
  assert.equal((await world.ask('/api/rollups/drops')).status, 200);
  assert.equal((await world.ask('/api/rollups/drops?format=csv')).status, 503);
});

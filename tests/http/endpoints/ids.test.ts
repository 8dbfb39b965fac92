import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importPieces } from '../../support/game_build.ts';
import { buildOf, createGameWorld, type GameWorld } from '../game_world.ts';
import { type Json, parsed } from '../support.ts';

async function worldWithBuild(limits = false): Promise<GameWorld> {
  const world = createGameWorld({ settings: { limits } });
  await world.observe([2, 4]);
  await importPieces(world.snapshots, buildOf(5), '1.15.8.67156');
  return world;
}

async function answer(world: GameWorld, shape: string, path: string): Promise<Json> {
  const heard = await world.ask(path);
  assert.equal(heard.status, 200, heard.text);
  return parsed(shape, heard.text);
}

test('several items are one request', async () => {
  const world = await worldWithBuild();
  const ids = async (query: string) =>
    (await answer(world, 'itemsResponse', `/api/items?${query}`)).items.map((item: Json) => item.itemId);
  assert.deepEqual(await ids('ids=4,2,99,2'), [2, 4]);
  assert.deepEqual(await ids('ids=4,2&item=4'), [4]);
  assert.deepEqual(await ids('ids=4,2&class=weapon&quality=epic'), []);
  const first = await answer(world, 'itemsResponse', '/api/items?ids=1,3,5&limit=2');
  assert.equal(first.total, 3);
  assert.match(first.next, /\?ids=1,3,5&offset=2&limit=2&/);
});

test('several cards are one request, and entities without data are named', async () => {
  const world = await worldWithBuild();
  const { cards, missing } = await answer(world, 'tooltipsResponse', '/api/tooltip/item?ids=4,3,2');
  assert.deepEqual([cards.map(({ id }: Json) => id), missing], [[4, 2], [3]]);
  assert.deepEqual(cards[0], await answer(world, 'tooltipResponse', '/api/tooltip/item/4'));
});

test('wrong ids are refused', async () => {
  const world = await worldWithBuild();
  const needed = 'ids must be 1 to 100 ids';
  const many = Array.from({ length: 101 }, (_, i) => i + 1).join(',');
  for (const ids of ['', '0', '1,,2', 'x', '1,-2', many]) {
    for (const path of ['/api/tooltip/item?', '/api/items?', '/api/market/prices?realm=Nowhere&']) {
      const { status, text } = await world.ask(`${path}ids=${ids}`);
      assert.equal(status, 400, path + ids);
      assert.ok(text.includes(needed), text);
    }
  }
  for (const path of ['/api/tooltip/item', '/api/tooltip/spell?ids=1', '/api/market/prices?ids=1']) {
    assert.equal((await world.ask(path)).status, 400, path);
  }
});

test('each id counts against the budget, and a request beyond it is refused without being counted', async () => {
  const world = await worldWithBuild(true);
  const ask = (count: number, from: number) =>
    world.ask(`/api/items?ids=${Array.from({ length: count }, (_, i) => from + i).join(',')}`);
  assert.match((await ask(100, 1)).headers.get('ratelimit') ?? '', /;r=20;/);
  const refused = await ask(21, 200);
  assert.equal(refused.status, 429);
  assert.match(refused.text, /20 of them are left, where this one counts as 21; ask again/);
  assert.match((await ask(20, 300)).headers.get('ratelimit') ?? '', /;r=0;/);
  assert.match((await ask(1, 400)).text, /all of them are used/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agreed, fact } from '../../../domain/cards/support.ts';
import { breakable, replaceReads } from '../../../support/replace_reads.ts';
import { createWorld, parsed } from '../../support.ts';
import { createPublic, WORLD } from './tooltip_world.ts';

test('wrong types and ids are refused', async () => {
  const world = await createPublic();
  const number = 'a whole number from 1 to 9007199254740991 in plain decimal digits';
  const rows: [path: string, error: string][] = [
    ['spell/25', 'type must be one of item, npc, quest, object; it is "spell".'],
    ['Item/25', 'type must be one of item, npc, quest, object; it is "Item".'],
    ['item/0', `id must be ${number}; it is "0".`],
    ['item/1e3', `id must be ${number}; it is "1e3".`],
    ['item/-1', `id must be ${number}; it is "-1".`],
    ['item/9007199254740992', `id must be ${number}; it is "9007199254740992".`],
    [`item/${'9'.repeat(81)}`, `id must be ${number}; it is "${'9'.repeat(80)}…".`],
  ];
  for (const [path, error] of rows) {
    const heard = await world.ask(`/api/tooltip/${path}`);
    assert.equal(heard.status, 400, path);
    assert.equal(parsed('apiError', heard.text).error, error);
  }
  const page = await world.ask('/item/%3Cb%3E');
  assert.equal(page.status, 400);
  assert.equal(page.text.includes('<b>'), false);
  assert.equal((await world.ask('/api/tooltip/item')).status, 400, 'ids are missing');
  assert.equal((await world.ask('/api/tooltip/item/25/')).status, 308);
});

test('any site may read a card, and shared caches keep it for an hour', async () => {
  const world = await createPublic();
  const { headers } = await world.ask('/api/tooltip/item/25');
  const told: [name: string, value: string][] = [
    ['access-control-allow-origin', '*'],
    ['cache-control', 'public, s-maxage=3600'],
    ['vary', 'Accept-Encoding'],
    ['x-service-licence', 'CC BY-SA 4.0'],
    ['x-service-credit', 'Data: Third Witness contributors'],
  ];
  for (const [name, value] of told) assert.equal(headers.get(name), value);
  assert.match(headers.get('link') ?? '', /rel="license"/);
  const again = await world.ask('/api/tooltip/item/25', { headers: { 'If-None-Match': headers.get('etag')! } });
  assert.equal(again.status, 304);
  const preflight = await world.ask('/api/tooltip/item/25', { method: 'OPTIONS' });
  assert.equal(preflight.headers.get('access-control-allow-origin'), '*');
  await world.write({ facts: [fact('items', '25', { name: agreed('Sharp Sword') })] });
  assert.equal((await world.card('item/25')).title, 'Sharp Sword', 'a kept card lives as long as its snapshot');
});

test('unreachable storage gets 503, and so does an instance without a snapshot', async () => {
  const world = await createPublic();
  world.breakStorage(true);
  const empty = createWorld();
  for (const asked of [await world.ask('/api/tooltip/item/25'), await empty.ask('/api/tooltip/item/25')]) {
    assert.equal(asked.status, 503);
    parsed('apiError', asked.text);
  }
  assert.equal((await world.ask('/item/25')).status, 503);
  world.breakStorage(false);
  await world.card('item/25');
});

test('cards have their own limit', async () => {
  const world = createWorld();
  await world.write(WORLD);
  for (let i = 0; i < 3_600; i++) await world.ask('/api/tooltip/item/x');
  const heard = await world.ask('/api/tooltip/item/25');
  assert.equal(heard.status, 429);
  parsed('apiError', heard.text);
});

test('a card that could not be read is read again', async () => {
  let broken = true;
  const world = createWorld({
    store: (store) => replaceReads(store, ({ rates }) => ({ rates: breakable(rates, () => broken) })),
  });
  await world.write(WORLD);
  assert.equal((await world.ask('/api/tooltip/item/25')).status, 503);
  broken = false;
  assert.equal((await world.ask('/api/tooltip/item/25')).status, 200);
});

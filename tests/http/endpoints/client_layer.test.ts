import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { importPieces } from '../../support/game_build.ts';
import { buildOf, createGameWorld, type GameWorld } from '../game_world.ts';
import { type Json, parsed } from '../support.ts';

const LAYER = '/api/edges/client-layer';

async function worldWithBuild(items = 300): Promise<GameWorld> {
  const world = createGameWorld();
  await importPieces(world.snapshots, buildOf(items));
  return world;
}

test('the layer is one object with its notice, and may be cached publicly for an hour', async () => {
  const { status, headers, text } = await (await worldWithBuild()).ask(LAYER);
  assert.equal(status, 200);
  const layer = JSON.parse(text) as Json;
  assert.deepEqual(Object.keys(layer), ['ok', 'protocol', 'build', 'extractedAt', 'fields', 'edges', 'gameData']);
  assert.deepEqual(layer.fields, ['fromKind', 'fromId', 'rel', 'toKind', 'toId']);
  assert.equal(layer.edges.length, 300);
  assert.deepEqual(layer.edges.at(-1), ['item', 300, 'same_icon', 'icon', 9]);
  assert.equal(layer.gameData.build, layer.build);
  assert.equal(headers.get('cache-control'), 'public, max-age=3600');
  assert.equal(headers.get('vary'), 'Accept-Encoding');
  assert.equal(headers.get('content-type'), 'application/json');
  assert.equal(headers.get('content-length'), String(Buffer.byteLength(text)));
  assert.equal(headers.get('access-control-allow-origin'), null);
  assert.equal(headers.get('x-service-licence'), null);
  assert.equal(headers.get('ratelimit'), null);
});

test('every coding has the same body and its own ETag', async () => {
  const world = await worldWithBuild();
  const plain = await world.ask(LAYER);
  const tags = new Set([plain.headers.get('etag')]);
  for (const coding of ['br', 'gzip']) {
    const packed = await world.ask(LAYER, { headers: { 'accept-encoding': coding } });
    assert.equal(packed.headers.get('content-encoding'), coding);
    assert.equal(packed.headers.get('content-length'), String(packed.bytes.byteLength));
    assert.ok(packed.bytes.byteLength < plain.bytes.byteLength / 4);
    assert.equal(packed.text, plain.text);
    const tag = packed.headers.get('etag')!;
    tags.add(tag);
    const again = await world.ask(LAYER, { headers: { 'accept-encoding': coding, 'if-none-match': tag } });
    assert.deepEqual([again.status, again.bytes.byteLength], [304, 0]);
  }
  assert.equal(tags.size, 3);
  const head = await world.ask(LAYER, { method: 'HEAD' });
  assert.deepEqual([head.status, head.bytes.byteLength], [200, 0]);
});

test('the ETag changes with the content and not with each snapshot', async () => {
  const world = await worldWithBuild();
  const { headers } = await world.ask(LAYER);
  await world.observe([25]);
  assert.equal((await world.ask(LAYER)).headers.get('etag'), headers.get('etag'));
  await importPieces(world.snapshots, buildOf(299));
  const after = await world.ask(LAYER, { headers: { 'if-none-match': headers.get('etag')! } });
  assert.equal(after.status, 200);
  assert.equal((JSON.parse(after.text) as Json).edges.length, 299);
});

test('ranges of the layer can be requested', async () => {
  const world = await worldWithBuild();
  const plain = await world.ask(LAYER);
  const part = await world.ask(LAYER, { headers: { range: 'bytes=10-19' } });
  assert.deepEqual([part.status, part.text], [206, plain.text.slice(10, 20)]);
});

test('before a build is imported the layer is empty and says so', async () => {
  const world = createGameWorld();
  await world.observe();
  for (const coding of ['br', 'gzip', 'identity']) {
    const { status, text, headers } = await world.ask(LAYER, { headers: { 'accept-encoding': coding } });
    assert.equal(status, 200);
    assert.equal(headers.get('cache-control'), 'public, max-age=3600');
    const { build, edges, extractedAt, gameData } = JSON.parse(text) as Json;
    assert.deepEqual([build, edges, extractedAt, gameData.build], ['unrecorded', [], null, 'unrecorded']);
  }
});

test('a storage fault gets 503, and an unknown coding is refused', async () => {
  const world = await worldWithBuild();
  const refused = await world.ask(LAYER, { headers: { 'accept-encoding': 'identity;q=0, *;q=0' } });
  assert.equal(refused.status, 406);
  world.breakBuild(true);
  const gone = await world.ask(LAYER);
  assert.equal(gone.status, 503);
  parsed('apiError', gone.text);
  world.breakBuild(false);
  assert.equal((await world.ask(LAYER)).status, 200);
});

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { locateFile } from '../../../adapters/program_files.ts';
import { PICTURE_SIZE, PREVIEW_PICTURES, type PreviewName, toPreviewPath } from '../../../http/pages/picture.ts';
import { TOOLTIP_TYPES } from '../../../schema/vocabulary.ts';
import { createWorld, type World } from '../support.ts';

const NAMES = Object.keys(PREVIEW_PICTURES) as PreviewName[];

/** Reads the width and height of a PNG picture, whose file must be complete. */
function sizeOf(png: Uint8Array) {
  const bytes = Buffer.from(png);
  assert.deepEqual([...bytes.subarray(0, 8)], [137, 80, 78, 71, 13, 10, 26, 10]);
  assert.equal(bytes.subarray(-12).toString('hex'), '0000000049454e44ae426082');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

async function readPicture(world: World, path: string) {
  const { status, headers, bytes } = await world.ask(path, { headers: { 'accept-encoding': 'br' } });
  assert.deepEqual([status, headers.get('content-type')], [200, 'image/png'], path);
  assert.equal(headers.get('content-encoding'), null, 'a picture is packed in itself');
  return { bytes, headers };
}

test('each kind of page has a small picture of the announced size, which is cached for a day', async () => {
  const world = createWorld({ settings: { publicUrl: 'https://a.example/data' } });
  const files = readdirSync(locateFile('http/pictures/'));
  assert.deepEqual(files.sort(), ['icon.png', ...NAMES.map((name) => `${name}.png`)].sort());
  const contents = new Set<string>();
  for (const name of NAMES) {
    const { bytes, headers } = await readPicture(world, toPreviewPath(name));
    assert.deepEqual(sizeOf(bytes), PICTURE_SIZE, name);
    assert.ok(bytes.byteLength < 12_000, `${name}: ${bytes.byteLength} bytes`);
    assert.equal(headers.get('cache-control'), 'public, max-age=86400, immutable');
    const again = await world.ask(toPreviewPath(name), { headers: { 'if-none-match': headers.get('etag')! } });
    assert.equal(again.status, 304, name);
    contents.add(Buffer.from(bytes).toString('base64'));
  }
  assert.equal(contents.size, NAMES.length, 'the pictures differ');
  assert.equal((await world.ask('/assets/preview-nothing.png')).status, 404);
});

test('the instance has an icon', async () => {
  const world = createWorld();
  for (const path of ['/icon.png', '/favicon.ico'])
    assert.deepEqual(sizeOf((await readPicture(world, path)).bytes), { width: 32, height: 32 });
  assert.match((await world.ask('/icon.svg')).text, /^<svg xmlns=/);
});

test('the address that the picture of an entity had in release 0.6.0 has the picture of its kind', async () => {
  const world = createWorld();
  world.breakStorage(true);
  for (const type of TOOLTIP_TYPES) {
    const { bytes, headers } = await readPicture(world, `/${type}/5/picture.png`);
    assert.deepEqual(bytes, (await world.ask(toPreviewPath(type))).bytes, type);
    assert.equal(headers.get('cache-control'), 'public, max-age=86400, immutable');
  }
});

import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPictureFolder, openPictureFolders } from '../../../adapters/picture_folder.ts';
import { drawMap } from '../../../http/pages/maps/drawn_map.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { createWorld, parsed } from '../support.ts';

const PICTURE = Uint8Array.from({ length: 3_000 }, (_, i) => i % 7);

/** The cells 0, 1 and 20 of the upper left tile of map 12: two beside each other, and one below the first. */
const CELLS = { family: 'map_cells', subject: '12:0', body: { cells: '100003' } };

test('a map without a picture is drawn from the cells in which three players were', async () => {
  const world = createWorld();
  await world.write({ facts: [CELLS] });
  const heard = await world.ask('/maps/12');
  assert.deepEqual(
    ['content-type', 'cache-control'].map((field) => heard.headers.get(field)),
    ['image/svg+xml', 'public, max-age=3600'],
  );
  assert.match(heard.text, /<path d="M2,1h3M2,3h0" /);
  const again = await world.ask('/maps/12', { headers: { 'if-none-match': heard.headers.get('etag')! } });
  assert.equal(again.status, 304);
  const empty = await world.ask('/maps/13');
  assert.deepEqual([empty.status, empty.text.includes('<path')], [200, false]);
});

test('the picture of the operator goes before the drawing', () =>
  withFolder(async (folder) => {
    await writeFile(join(folder, '12.webp'), PICTURE);
    await writeFile(join(folder, '14.png'), new Uint8Array(4_000_001));
    await writeFile(join(folder, 'elwynn.png'), PICTURE);
    const mapArt = openPictureFolder('maps', folder);
    assert.ok(mapArt.ok);
    const world = createWorld({ mapArt: mapArt.value });
    await world.write({ facts: [CELLS] });
    for (const name of ['12', '12.webp']) {
      const { status, bytes, headers } = await world.ask(`/maps/${name}`);
      assert.deepEqual([status, headers.get('content-type'), bytes], [200, 'image/webp', PICTURE], name);
      assert.deepEqual(
        ['cache-control', 'content-encoding'].map((field) => headers.get(field)),
        ['public, max-age=86400, immutable', null],
      );
    }
    assert.equal((await world.ask('/maps/13')).headers.get('content-type'), 'image/svg+xml');
    for (const name of [
      '12.png',
      '14.png',
      'elwynn',
      'elwynn.png',
      '0',
      '012',
      '-1',
      '1e3',
      '12345678901',
      '..%2f12',
    ]) {
      const { status, text } = await world.ask(`/maps/${name}`);
      assert.equal(status, 404, name);
      assert.match(parsed('apiError', text).error, /^There is no map picture of this name; it is "/);
    }
  }));

test('a folder of maps that is missing stops the start, and one that disappeared gets 503', async () => {
  const gone = await withFolder(async (folder) => {
    const refused = openPictureFolders({ iconDir: folder, mapDir: join(folder, 'none') });
    assert.match(refused.ok ? '' : refused.error, /^TW_MAP_DIR must name a readable folder; it is "/);
    return openPictureFolders({ iconDir: null, mapDir: folder });
  });
  assert.ok(gone.ok && gone.value.icons === null && gone.value.mapArt !== null);
  assert.equal((await createWorld({ mapArt: gone.value.mapArt }).ask('/maps/12')).status, 503);
});

test('the drawing of a map stays short however much of it was visited', () => {
  const cells = (isVisited: (column: number, row: number) => boolean) =>
    Array.from({ length: 40_000 }, (_, at) => [at % 200, Math.floor(at / 200)] as const).filter(([column, row]) =>
      isVisited(column, row),
    );
  assert.match(drawMap(cells(() => true)), /"M12,8h576M12,24h576/);
  for (const visited of [cells((column, row) => (column + row) % 2 === 0), cells((column) => column % 3 === 0)]) {
    assert.ok(drawMap(visited).length < 16_000);
  }
  // Half of a map, in no order.
  const scattered = cells((column, row) => (column * 7919 + row * 104_729) % 13 < 4).reverse();
  assert.ok(drawMap(scattered).length < 16_000);
});

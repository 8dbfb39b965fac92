import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openPictureFolder } from '../../../adapters/picture_folder.ts';
import { StorageFault } from '../../../domain/values/storage_fault.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { createWorld, parsed, type World } from '../support.ts';

const PICTURE = Uint8Array.from({ length: 3_000 }, (_, i) => i % 7);

/** Runs `work` with a world whose icon folder has these files. `secret.png` lies next to the folder. */
function withIcons(files: readonly string[], work: (world: World, folder: string) => Promise<void>): Promise<void> {
  return withFolder(async (parent) => {
    const folder = join(parent, 'icons');
    await mkdir(folder);
    await writeFile(join(parent, 'secret.png'), PICTURE);
    for (const name of files) await writeFile(join(folder, name), PICTURE);
    const icons = openPictureFolder('icons', folder);
    assert.ok(icons.ok);
    await work(createWorld({ icons: icons.value }), folder);
  });
}

test('a picture is served unchanged, and cached for a day', () =>
  withIcons(['inv_sword_05.png', 'INV_Axe-1.JPG', 'ring.webp'], async ({ ask }) => {
    const types: [name: string, mediaType: string][] = [
      ['inv_sword_05.png', 'image/png'],
      ['inv_axe-1.jpg', 'image/jpeg'],
      ['ring.webp', 'image/webp'],
    ];
    for (const [name, mediaType] of types) {
      const heard = await ask(`/icons/${name}`, { headers: { 'accept-encoding': 'br, gzip' } });
      assert.equal(heard.status, 200, name);
      assert.deepEqual(heard.bytes, PICTURE);
      const told = ['content-type', 'content-encoding', 'access-control-allow-origin', 'x-content-type-options'];
      assert.deepEqual(
        told.map((field) => heard.headers.get(field)),
        [mediaType, null, null, 'nosniff'],
      );
      assert.equal(heard.headers.get('cache-control'), 'public, max-age=86400, immutable');
      const again = await ask(`/icons/${name}`, { headers: { 'if-none-match': heard.headers.get('etag')! } });
      assert.equal(again.status, 304);
    }
    for (const [name, mediaType] of types) {
      const heard = await ask(`/icons/${name.slice(0, name.indexOf('.'))}`);
      assert.deepEqual(
        [heard.status, heard.headers.get('content-type')],
        [200, mediaType],
        `${name} without its ending`,
      );
    }
    const part = await ask('/icons/ring.webp', { headers: { range: 'bytes=1-3' } });
    assert.deepEqual([part.status, [...part.bytes]], [206, [1, 2, 3]]);
  }));

test('a name that is not a picture in the folder gets 404', () =>
  withIcons(['inv_sword_05.png', 'notes.txt', 'a b.png', 'long.svg'], async ({ ask }, folder) => {
    await mkdir(join(folder, 'inner'));
    await writeFile(join(folder, 'inner', 'inner.png'), PICTURE);
    await mkdir(join(folder, 'folder.png'));
    await symlink(join(folder, '..', 'secret.png'), join(folder, 'link.png'));
    await writeFile(join(folder, 'large.png'), new Uint8Array(1_000_001));
    await writeFile(join(folder, 'largest.png'), new Uint8Array(1_000_000));
    const names = [
      ...[
        'inv_sword_0',
        'inv_sword_05.',
        'inv_sword_05.jpg',
        'inv_sword_06.png',
        'INV_Sword_05.png',
        'notes.txt',
        'long.svg',
      ],
      ...['a%20b.png', 'inner.png', 'folder.png', 'link.png', 'large.png', '%2e%2e%2fsecret.png', '..%2Fsecret.png'],
      ...['..%5Csecret.png', '%00.png', 'inner%2Finner.png', '.png', '__proto__'],
    ];
    for (const name of names) {
      const heard = await ask(`/icons/${name}`);
      assert.equal(heard.status, 404, name);
      assert.equal(heard.headers.get('access-control-allow-origin'), null, name);
      assert.match(parsed('apiError', heard.text).error, /^There is no icon picture of this name; it is "/);
    }
    for (const path of ['/icons/../secret.png', '/icons/inner/inner.png', '/icons']) {
      assert.equal((await ask(path)).status, 404, path);
    }
    assert.equal((await ask('/icons/largest.png')).status, 200);
  }));

test('added and changed pictures are served', () =>
  withIcons(['a.png'], async ({ ask }, folder) => {
    assert.equal((await ask('/icons/b.png')).status, 404);
    await new Promise((done) => setTimeout(done, 20));
    await writeFile(join(folder, 'b.png'), PICTURE);
    assert.equal((await ask('/icons/b.png')).status, 200);
    await writeFile(join(folder, 'a.png'), 'new');
    assert.equal((await ask('/icons/a.png')).text, 'new');
  }));

test('an icon uses the picture with its name, whatever the extension', () =>
  withIcons(['a.webp', 'a.jpg', 'b.jpg', 'b.png', 'c.txt'], async (_, folder) => {
    const icons = openPictureFolder('icons', folder);
    assert.ok(icons.ok);
    const found = await Promise.all(['a', 'b', 'c', '', '../secret'].map(icons.value.find));
    assert.deepEqual(found, ['a.webp', 'b.png', null, null, null]);
  }));

test('without a folder there is no route, and a missing folder is refused', async () => {
  const heard = await createWorld().ask('/icons/a.png');
  assert.deepEqual([heard.status, heard.text.includes('There is nothing at this path.')], [404, true]);
  await withFolder(async (folder) => {
    await writeFile(join(folder, 'file'), '');
    for (const path of [join(folder, 'none'), join(folder, 'file')]) {
      const icons = openPictureFolder('icons', path);
      assert.equal(!icons.ok && icons.error, `TW_ICON_DIR must name a readable folder; it is ${JSON.stringify(path)}.`);
    }
  });
});

test('a folder that disappeared gets 503, and pages have no pictures', async () => {
  const gone = await withFolder(async (folder) => openPictureFolder('icons', folder));
  assert.ok(gone.ok);
  assert.equal((await createWorld({ icons: gone.value }).ask('/icons/a.png')).status, 503);
  await assert.rejects(gone.value.find('a'), StorageFault);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PictureFolder } from '../../../domain/ports/picture_folder.ts';
import { agreed, fact, source } from '../../domain/tools/pages_world.ts';
import { createToolWorld } from '../../domain/tools/support.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { replaceReads } from '../../support/replace_reads.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { pageAt } from '../endpoints/browse_support.ts';
import { createGameWorld } from '../game_world.ts';
import { createWorld } from '../support.ts';

const PICTURE =
  /<a href="\/tw\/item\/5" class="item q-rare"><img class="tile q-rare" src="\/tw\/icons\/inv_axe_01\.webp"/;
const LETTER = /<a href="\/tw\/item\/5" class="item q-none"><i class="tile q-none" data-letter="A"/;

function iconsOf(find: PictureFolder['find']): PictureFolder {
  return { find, read: async () => null };
}

test('a list shows pictures within the base path, and a letter of the same place where the operator has none', async () => {
  const asked: string[] = [];
  const icons = iconsOf(async (icon) => {
    asked.push(icon);
    return icon === 'inv_axe_01' ? 'inv_axe_01.webp' : null;
  });
  const world = createGameWorld({ icons, settings: { publicUrl: 'https://a.example/tw' } });
  await world.observe([5, 6]);
  await importPieces(
    world.snapshots,
    piecesOf([
      gameItem(5, { classId: 2, subclassId: 0, qualityId: 3, icon: 'inv_axe_01' }),
      gameItem(6, { classId: 2, subclassId: 0, icon: 'inv_other' }),
      gameItem(7, { classId: 2, subclassId: 0, icon: 'inv_axe_01' }),
    ]),
  );
  await world.observe([5, 6]);
  const text = await pageAt(world, '/items/weapon');
  assert.match(text, /<span class="item q-rare"><img class="tile q-rare" src="\/tw\/icons\/inv_axe_01\.webp" alt=""/);
  assert.match(text, /<span class="item q-none"><i class="tile q-none" data-letter="\?"[^>]*><\/i>Item 6/);
  assert.deepEqual(asked.sort(), ['inv_axe_01', 'inv_other'], 'each picture is looked up once');
});

test('if pictures or looks cannot be read, the page shows letters and is not cached', async () => {
  for (const broken of ['pictures', 'files']) {
    let isBroken = false;
    const fail = <T>(name: string, read: () => Promise<T>): Promise<T> =>
      isBroken && broken === name ? storageFails('snapshot', 'SQLITE_IOERR') : read();
    const tools = createToolWorld();
    await tools.write({
      drops: [source('npc', 60, 10, [[5, 5]])],
      facts: [fact('items', '5', { name: agreed('Axe'), quality: agreed('rare') })],
    });
    await importPieces(tools.writer, piecesOf([gameItem(5, { icon: 'inv_axe_01' })]));
    const world = createWorld({
      settings: { publicUrl: 'https://a.example/tw', limits: false },
      icons: iconsOf((icon) => fail('pictures', async () => `${icon}.webp`)),
      store: () =>
        replaceReads(tools.store, (snapshot) => ({
          game: {
            ...snapshot.game,
            factsAmong: (family, subjects) => fail('files', () => snapshot.game.factsAmong(family, subjects)),
          },
        })),
    });
    isBroken = true;
    const page = await pageAt(world, '/npc/60');
    assert.match(page, LETTER, broken);
    isBroken = false;
    assert.match(await pageAt(world, '/npc/60'), PICTURE, broken);
  }
});

test('a page ends with the notice of the build only if an icon or a quality on it comes from the files', async () => {
  const tools = createToolWorld();
  await tools.write({
    drops: [60, 61, 62].map((npc, at) => source('npc', npc, 10, [[5 + at, 5]])),
    facts: [
      fact('items', '5', { name: agreed('Axe'), quality: agreed('rare') }),
      fact('items', '6', { name: agreed('Bar') }),
      fact('items', '7', { name: agreed('Stone'), quality: agreed('common') }),
    ],
  });
  await importPieces(
    tools.writer,
    piecesOf([gameItem(5, { icon: 'inv_axe_01' }), gameItem(6, { qualityId: 2 }), gameItem(7, { qualityId: 3 })]),
  );
  const world = createWorld({ settings: { limits: false }, store: () => tools.store });
  const notice =
    /<p>Icons, marked parts and some name colours come from the game’s files:\nfound in game files, unconfirmed, build 1\.15\.8/g;
  const noticesAt = async (path: string): Promise<number> => (await pageAt(world, path)).match(notice)?.length ?? 0;
  assert.deepEqual([await noticesAt('/npc/60'), await noticesAt('/npc/61'), await noticesAt('/npc/62')], [1, 1, 0]);
  assert.equal(await noticesAt('/item/7'), 1, 'a page that already has the notice has it once');
});

test('a page without items reads no looks', async () => {
  const asked: string[] = [];
  const world = createWorld({
    store: (store) =>
      replaceReads(store, (snapshot) => ({
        factsAmong: (family, subjects) => {
          asked.push(family.name);
          return snapshot.factsAmong(family, subjects);
        },
      })),
  });
  await world.write();
  await pageAt(world, '/terms');
  assert.deepEqual(asked, []);
});

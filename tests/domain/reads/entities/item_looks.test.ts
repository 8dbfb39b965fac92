import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readItemLooks } from '../../../../domain/reads/entities/item_looks.ts';
import { gameItem, importPieces, piecesOf } from '../../../support/game_build.ts';
import { agreed } from '../../tools/pages_world.ts';
import { createToolWorld } from '../../tools/support.ts';

test('an item has the agreed quality before that of the files, and the icon of the files, and says if the files were needed', async () => {
  const tools = createToolWorld();
  await tools.facts(
    ['items', '5', { name: agreed('Axe'), quality: agreed('epic') }],
    ['items', '6', { name: agreed('Bar') }],
    ['items', '7', { quality: agreed('poor') }],
  );
  await importPieces(
    tools.writer,
    piecesOf([
      gameItem(5, { qualityId: 1, icon: 'inv_axe_01' }),
      gameItem(6, { qualityId: 2, icon: '' }),
      gameItem(8, { qualityId: 99 }),
    ]),
  );
  assert.deepEqual(
    [...(await readItemLooks((await tools.store.newest())!, [5, 6, 7, 8, 9]))],
    [
      [5, { quality: 'epic', icon: 'inv_axe_01', fromFiles: true }],
      [6, { quality: 'uncommon', icon: null, fromFiles: true }],
      [7, { quality: 'poor', icon: null, fromFiles: false }],
      [8, { quality: null, icon: null, fromFiles: false }],
      [9, { quality: null, icon: null, fromFiles: false }],
    ],
  );
});

test('the looks of many items take two reads, and are kept until the next snapshot', async () => {
  const tools = createToolWorld();
  await tools.facts(['items', '5', { quality: agreed('epic') }]);
  const reads: string[] = [];
  const looksNow = async () => {
    const snapshot = (await tools.store.newest())!;
    const counted: Parameters<typeof readItemLooks>[0] = {
      view: snapshot.view,
      factsAmong: (family, subjects) => {
        reads.push(`${subjects.length} ${family.name}`);
        return snapshot.factsAmong(family, subjects);
      },
      game: {
        ...snapshot.game,
        factsAmong: (family, subjects) => {
          reads.push(`${subjects.length} files: ${family}`);
          return snapshot.game.factsAmong(family, subjects);
        },
      },
    };
    return readItemLooks(
      counted,
      Array.from({ length: 300 }, (_, i) => i + 1),
    );
  };
  const looks = await looksNow();
  assert.deepEqual([looks.size, looks.get(5)?.quality], [300, 'epic']);
  await looksNow();
  assert.deepEqual(reads, ['300 items', '300 files: item']);
  await tools.facts(['items', '5', { quality: agreed('rare') }]);
  assert.equal((await looksNow()).get(5)?.quality, 'rare');
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gatheringWorld } from '../../domain/tools/gathering_world.ts';
import { pagesOver, partOf, rowsOf, wordsOf } from './support.ts';

test('pages of items, creatures and objects show what is gathered', async () => {
  const pages = pagesOver(await gatheringWorld());
  const leather = partOf(await pages.page('/item/2'), 'gathered-from');
  assert.deepEqual(rowsOf(leather)[0]?.slice(0, 2), ['Skinning', 'Wolf']);
  assert.match(leather, /href="[^"]*\/npc\/60"/);
  const wolf = await pages.page('/npc/60');
  assert.deepEqual(
    rowsOf(partOf(wolf, 'gathered')).map((row) => [...row.slice(0, 2), row[3], row[4]]),
    [
      ['Pickpocketing', 'Coin', '10 of 40', '3 of 7'],
      ['Skinning', 'Leather', '30 of 40', '3 of 7'],
    ],
  );
  assert.match(wordsOf(partOf(wolf, 'gathered')), / Chance Found \/ gathered Players /);
  assert.deepEqual(
    rowsOf(partOf(wolf, 'drops')).map(([name]) => name),
    ['Axe'],
  );
  const herb = await pages.page('/object/80');
  assert.deepEqual(rowsOf(partOf(herb, 'gathered'))[0]?.slice(0, 2), ['Gathering herbs', 'Herb']);
  assert.doesNotMatch(wordsOf(herb), /Times looted|looted it 0/);
  assert.match(wordsOf(herb), / By gathering herbs · .* Gives Herb : \d+% \(\d+ to \d+%\)/);
  assert.deepEqual(rowsOf(partOf(await pages.page('/item/5'), 'gathered'))[0]?.slice(0, 2), ['Disenchanting', 'Dust']);
});

test('the page of a zone shows what players fish there', async () => {
  const pages = pagesOver(await gatheringWorld());
  assert.match(wordsOf(partOf(await pages.page('/zone/12'), 'fishing')), /^Fishing 1 Trout about 75%/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { IconReader } from '../../domain/ports/icons.ts';
import { ok } from '../../domain/values/result.ts';
import { gameFiles, gameItem } from '../cards/support.ts';
import { createFiled, SWORD } from './tooltip_world.ts';

test('a page has the lines of its card, escaped, with links', async () => {
  const world = await createFiled(gameFiles([SWORD]));
  const page = await world.text('/item/25');
  const held = [
    '<title>Worn &quot;Sword&quot; &lt;b&gt; – Third Witness</title>',
    '<h1>Worn &quot;Sword&quot; &lt;b&gt;</h1>',
    '<p>Item 25 · Epic</p>',
    '<li>One-Hand · Sword</li>',
    '<li>Drops from <a href="/npc/6">Kobold</a> (12.5%, 3 of 24)</li>',
    '<li>Starts <a href="/quest/3">An Errand</a></li>',
    'found in game files, unconfirmed, build 1.15.8.67156, read 2026-11-01',
    'Data: Third Witness contributors',
    'href="/"',
  ];
  for (const text of held) assert.ok(page.includes(text), `${text} in ${page}`);
  assert.equal(page.includes('[?]'), false);
  const letter = await createFiled(gameFiles([gameItem({}, { startsQuestId: 4 })]));
  assert.ok((await letter.text('/item/25')).includes('<li>Starts Quest 4</li>'), 'what has no page is no link');
  assert.ok((await world.text('/item/26')).includes('[?] stands for a value'));
});

test('a page shows the picture of its icon where there is one', async () => {
  const pictures: IconReader = {
    find: async (icon) => (icon === 'inv_sword_05' ? 'inv_sword_05.webp' : null),
    read: async () => ok(null),
  };
  const picture = '<h1><img src="/icons/inv_sword_05.webp" alt="" width="40" height="40"> Worn';
  const shows = async (icon: string | null, icons: IconReader | null) => {
    const world = await createFiled(gameFiles([gameItem({ icon })]), icons);
    const page = await world.text('/item/25');
    assert.equal((await world.card('item/25')).icon, icon, 'the card names the icon alone');
    assert.equal(page.includes('<img'), page.includes(picture));
    return page.includes(picture);
  };
  assert.equal(await shows('inv_sword_05', pictures), true);
  assert.equal(await shows('inv_sword_05', null), false);
  assert.equal(await shows('inv_sword_06', pictures), false);
  assert.equal(await shows(null, pictures), false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GameFiles, gameFiles, gameItem } from '../../../domain/cards/support.ts';
import { causeOf, storageFails } from '../../../support/storage_fails.ts';
import { createFiled, SWORD } from './tooltip_world.ts';

test('the card of an item shows data from the game files', async () => {
  const world = await createFiled(gameFiles([SWORD]));
  const card = await world.card('item/25');
  assert.deepEqual(card.lines.slice(0, -4), [
    'Item level 3',
    'Binds when picked up',
    'One-Hand · Sword',
    '2 - 4 Damage · Speed 2.00',
    '(1.5 damage per second)',
    '+1 Stamina',
    'Classes: Warrior',
    'Requires Blacksmithing (125)',
    'Set: Defias Leather (5 items)',
    'Starts An Errand',
    'Sell price 1s 1c',
  ]);
  assert.deepEqual([card.color, card.icon, card.partial], ['#a335ee', 'inv_sword_05', false]);
  assert.equal(card.gameData.label, 'found in game files, unconfirmed');
  assert.deepEqual([card.gameData.build, card.gameData.extractedAt], ['1.15.8.67156', '2026-11-01T00:00:00Z']);
});

test('a card has the notice if and only if it shows game files', async () => {
  const world = await createFiled(gameFiles([SWORD, gameItem({ qualityId: 4, classId: 4 }, {}, 28)]));
  const rows: [path: string, gameData: boolean][] = [
    ['item/25', true],
    ['item/26', false],
    ['item/28', true],
    ['npc/6', true],
    ['npc/8', false],
    ['quest/3', false],
    ['object/61', false],
  ];
  for (const [path, gameData] of rows) assert.equal((await world.card(path)).gameData !== null, gameData, path);
  assert.ok((await world.card('npc/6')).lines.includes('Found in Filed Forest'));
  assert.equal((await world.card('item/28')).color, '#a335ee', 'the quality of the files, where none is agreed on');
});

test('an item that only the game files have has no card', async () => {
  const world = await createFiled(gameFiles([gameItem({}, {}, 29)]));
  const answer = await world.ask('/api/tooltip/item/29');
  assert.equal(!answer.ok && answer.error.kind, 'not-found');
});

test('unreachable game files do not look like missing ones', async () => {
  const gone = async (): Promise<never> => storageFails('snapshot', 'SQLITE_IOERR');
  const rows: [path: string, said: Partial<GameFiles>][] = [
    ['item/25', { item: gone }],
    ['item/25', { itemClass: gone }],
    ['item/25', { set: gone }],
    ['item/25', { name: gone }],
    ['npc/6', { name: gone }],
  ];
  for (const [path, said] of rows) {
    const world = await createFiled(gameFiles([SWORD], said));
    assert.equal(await causeOf(world.ask(`/api/tooltip/${path}`)), 'SQLITE_IOERR', path);
  }
});

test('the agreed name of a zone takes precedence over that in the files', async () => {
  const world = await createFiled(gameFiles([], { name: async () => 'Filed' }));
  const { lines } = await world.card('npc/6');
  assert.deepEqual(lines.slice(2, 4), ['Found in Filed', 'Found in Elwynn (2 places)']);
  const agreedOnly = gameFiles([], { name: async (_, id) => (id === 14 ? 'Filed' : null) });
  assert.equal((await (await createFiled(agreedOnly)).card('npc/6')).gameData, null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { suggestNames } from '../../../../domain/knowledge/suggest.ts';
import { NO_FILTER } from '../../../../domain/ports/knowledge.ts';
import { named, state } from '../../../domain/knowledge/support.ts';
import { type Stores, withStores } from '../../../domain/snapshot/support.ts';
import { importPieces, piecesOf } from '../../../support/game_build.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';
import { snapshotOf } from './game_support.ts';

async function suggested(on: Stores, text: string): Promise<readonly string[]> {
  return (await suggestNames(await snapshotOf(on), text, 9)).map(({ id }) => id);
}

/** Writes the next snapshot with these sources of an item, or without them. */
async function stateDrops(on: Stores, itemId: number, npcIds: readonly number[], isPublic: boolean): Promise<void> {
  const n = (await on.snapshots.newest())!.n + 1;
  const edge = isPublic ? { installs: 3, firstSeen: '2026-01-01', lastSeen: '2026-01-02' } : null;
  const edges = npcIds.map((toId) => ({ name: { group: 'dropped_by:item:npc', fromId: itemId, toId }, edge }));
  await on.snapshots.write(snapshotChange(n, { edges }));
}

test('things that players confirmed come before recipes, and both before names of the game files', () =>
  withStores(async (on) => {
    await state(on, ['recipes', '1', named('Linen Bandage')], ['items', '2', named('Linen Cloth')]);
    const spell = { kind: 'spell', id: 3, name: 'Linen Belt' } as const;
    await importPieces(on.snapshots, [...piecesOf([]), { piece: 'name', name: spell }]);
    assert.deepEqual(await suggested(on, 'linen'), ['item:2', 'recipe:1', 'spell:3']);
  }));

test('a name rises with the public facts behind it, and falls again without them', () =>
  withStores(async (on) => {
    await state(on, ['items', '1', named('Wool Boots')], ['items', '2', named('Wool Cloth')]);
    const order = async (): Promise<readonly string[]> => suggested(on, 'wool');
    assert.deepEqual(await order(), ['item:1', 'item:2']);
    await stateDrops(on, 2, [5, 6, 7, 8], true);
    assert.deepEqual(await order(), ['item:2', 'item:1']);
    await stateDrops(on, 2, [5, 6, 7, 8], false);
    assert.deepEqual(await order(), ['item:1', 'item:2']);
    const recipe = { name: { value: 'Bolt', installs: 3 }, itemId: { value: 2, installs: 3 } };
    await state(on, ['recipes', '9', recipe]);
    assert.deepEqual(await order(), ['item:2', 'item:1'], 'a recipe mentions it');
    await state(on, ['recipes', '9', null]);
    assert.deepEqual(await order(), ['item:1', 'item:2']);
  }));

test('quality and the number of witnesses matter', () =>
  withStores(async (on) => {
    const item = (name: string, installs: number, quality: string) => ({
      name: { value: name, installs },
      quality: { value: quality, installs: 3 },
    });
    await state(
      on,
      ['items', '1', item('Axe of Ash', 3, 'poor')],
      ['items', '2', item('Axe of Bone', 3, 'epic')],
      ['items', '3', item('Axe of Coal', 3, 'common')],
      ['items', '4', item('Axe of Dust', 30, 'common')],
    );
    assert.deepEqual(await suggested(on, 'axe'), ['item:2', 'item:4', 'item:3', 'item:1']);
  }));

test('a search that finds too many names returns the most important ones', () =>
  withStores(async (on) => {
    const many = Array.from({ length: 30 }, (_, i) => ['recipes', String(i + 1), named(`Silk Robe ${i}`)] as const);
    await state(on, ...many, ['items', '40', named('Silk Cloth')]);
    const words = { among: 'names', groups: [[{ word: 's', prefix: true }]], match: 'all' } as const;
    const found = await (await snapshotOf(on)).knowledge.matching(words, NO_FILTER, 3);
    assert.deepEqual(
      found.map(({ id }) => id),
      ['item:40', 'recipe:1', 'recipe:2'],
    );
  }));

test('a name with an apostrophe is found with and without it', () =>
  withStores(async (on) => {
    await state(on, ['npcs', '1', named("Anub'Rekhan")], ['npcs', '2', named('Twilight’s Hammer')]);
    assert.deepEqual(await suggested(on, "anub'rek"), ['npc:1']);
    assert.deepEqual(await suggested(on, 'anubrek'), ['npc:1']);
    assert.deepEqual(await suggested(on, 'twilights ham'), ['npc:2']);
    await state(on, ['npcs', '1', null], ['npcs', '2', null]);
    assert.deepEqual(await (await snapshotOf(on)).knowledge.nameWords(), []);
  }));

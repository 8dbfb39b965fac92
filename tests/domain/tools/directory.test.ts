import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDirectoryEntries, readDirectory } from '../../../domain/tools/search/directory.ts';
import { snapshotOf } from '../../adapters/libsql/snapshot/game_support.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { state } from '../knowledge/support.ts';
import { type Stores, withStores } from '../snapshot/support.ts';
import { agreed } from './craft_world.ts';

async function fill(on: Stores): Promise<void> {
  const classes = { total: 5, cells: { MAGE: { characters: 5, installs: 3 } } };
  const none = { total: null, cells: {} };
  await state(
    on,
    ['recipes', '1', { name: agreed('Bolt'), profession: agreed('Tailoring') }],
    ['recipes', '2', { name: agreed('Robe'), profession: agreed('tailoring') }],
    ['trainer_services', '5:spell:9', { name: agreed('Stew'), profession: agreed('First Aid') }],
    ['realms', 'whitemane', { spelling: 'Whitemane' }],
    ['population', '*', { day: '2026-01-01', cuts: { '*:*': { classes, factions: none, races: none, levels: none } } }],
    ['quests', '7', { title: agreed('Wanted'), giver: agreed(5) }],
  );
  const seen = { installs: 3, firstSeen: '2026-01-01', lastSeen: '2026-01-02' };
  const edge = (group: string, fromId: number, toId: number) => ({ name: { group, fromId, toId }, edge: seen });
  await on.snapshots.write(
    snapshotChange(2, { edges: [edge('sold_by:item:npc', 9, 5), edge('located_in:npc:zone', 5, 12)] }),
  );
}

test('professions, classes, roles and realms are entries if public facts mention them', () =>
  withStores(async (on) => {
    await fill(on);
    const entries = await readDirectory(await snapshotOf(on));
    assert.deepEqual(
      entries.map(({ id, name }) => [id, name]),
      [
        ['profession:first-aid', 'First Aid'],
        ['profession:tailoring', 'Tailoring'],
        ['player_class:mage', 'Mage'],
        ['role:trainer:first-aid', 'First Aid trainer'],
        ['role:quest_giver', 'Quest giver'],
        ['role:vendor', 'Vendor'],
        ['realm:whitemane', 'Whitemane'],
      ],
    );
  }));

test('a snapshot without such facts has an empty directory', () =>
  withStores(async (on) => {
    await state(on, ['quests', '7', { title: agreed('Wanted') }]);
    assert.deepEqual(await readDirectory(await snapshotOf(on)), []);
  }));

test('entries are found by the beginnings of their words, and by plurals', () =>
  withStores(async (on) => {
    await fill(on);
    const snapshot = await snapshotOf(on);
    const rows: readonly (readonly [words: string, ids: string])[] = [
      ['first aid', 'profession:first-aid,role:trainer:first-aid'],
      ['trainers fir', 'role:trainer:first-aid'],
      ['quest givers', 'role:quest_giver'],
      ['white', 'realm:whitemane'],
      ['mages', 'player_class:mage'],
      ['banker', ''],
      ['', ''],
    ];
    for (const [text, ids] of rows) {
      const found = await findDirectoryEntries(snapshot, text.split(' ').filter(Boolean), 5);
      assert.equal(found.map(({ id }) => id).join(','), ids, text);
    }
    assert.equal((await findDirectoryEntries(snapshot, ['first'], 1)).length, 1);
  }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverage } from '../../domain/families/coverage.ts';
import { PUBLIC_KINDS, RECORD_KINDS } from '../../schema/record_kinds.ts';
import { byInstalls, factsOf, type Report } from './support.ts';

const sighting = (npcId: number, mapId = 12) => ({
  ...{ npcId, name: 'Ragged Wolf', mapId, x: 10, y: 20, level: 5, reaction: 'hostile' },
});
const goods = { vendorNpcId: 25, items: [{ itemId: 5, priceCopper: 10 }] };
const window = (source: object) => ({ ...source, sourceEvidence: 'loot-api', items: [{ itemId: 5, count: 1 }] });

const after = (...reports: readonly Report[][]): unknown => factsOf(coverage, reports.flat());

test('one install leaves two missing, two leave one, three leave nothing to say', () => {
  const told = (installs: readonly number[]): unknown => after(byInstalls(installs, 'npc_sighting', sighting(25)));
  assert.deepEqual(told([1]), { 'npc:25': { missing: { npc: 2 }, zones: [12] } });
  assert.deepEqual(told([1, 2]), { 'npc:25': { missing: { npc: 1 }, zones: [12] } });
  assert.deepEqual(told([1, 1, 1]), { 'npc:25': { missing: { npc: 2 }, zones: [12] } });
  assert.deepEqual(told([1, 2, 3]), {});
});

test('installs that contradict each other have told of it all the same', () => {
  const as = (installs: readonly number[], name: string): Report[] =>
    byInstalls(installs, 'item_seen', { itemId: 5, name, quality: 'common' });
  assert.deepEqual(after(as([1], 'Rock'), as([2], 'Stone')), { 'item:5': { missing: { item: 1 }, zones: [] } });
  assert.deepEqual(after(as([1], 'Rock'), as([2], 'Stone'), as([3], 'Pebble')), {});
});

test('the sides of an NPC wait by themselves, in the zones it was seen in', () => {
  const seen = byInstalls([1, 2, 3], 'npc_sighting', sighting(25));
  const told = after(
    seen,
    byInstalls([1], 'npc_sighting', sighting(25, 14), '2026-01-10T00:00:00Z'),
    byInstalls([1, 2], 'vendor', goods),
    byInstalls([4], 'trainer_seen', { trainerNpcId: 25, services: [{ name: 'Cooking', costCopper: 1 }] }),
    byInstalls([5], 'loot', window({ sourceNpcId: 25 })),
  );
  assert.deepEqual(told, { 'npc:25': { missing: { npc_loot: 2, vendor: 1, trainer: 2 }, zones: [12, 14] } });
});

test('objects, quests, recipes and maps wait, too; a window without a source and map 0 are nothing', () => {
  const bounds = { name: 'Vale', continentId: 1, left: 1, right: 0, top: 1, bottom: 0 };
  const told = after(
    byInstalls([1], 'loot', window({ sourceObjectId: 7 })),
    byInstalls([1], 'loot', window({})),
    byInstalls([1], 'loot', { ...window({ sourceNpcId: 8 }), sourceEvidence: undefined }),
    byInstalls([1], 'quest', { questId: 3, title: 'Wolves', level: 5, rewardItemIds: [9] }),
    byInstalls([1], 'recipe_seen', { profession: 'Cooking', recipeId: 4, name: 'Stew' }),
    byInstalls([2], 'recipe_observed', {
      ...{ profession: 'Cooking', recipeId: 4, name: 'Stew', skill: 1, difficulty: 'optimal', reagents: [] },
    }),
    byInstalls([1], 'map_bounds', { mapId: 12, ...bounds }),
    byInstalls([1], 'map_bounds', { mapId: 0, ...bounds }),
    byInstalls([1], 'npc_sighting', sighting(25, 0)),
  );
  assert.deepEqual(told, {
    'object:7': { missing: { object: 2 }, zones: [] },
    'quest:3': { missing: { quest: 2 }, zones: [] },
    'recipe:4': { missing: { recipe: 1 }, zones: [] },
    'zone:12': { missing: { zone: 2 }, zones: [12] },
    'npc:25': { missing: { npc: 2 }, zones: [] },
  });
});

test('of many zones those stand that most installs told of', () => {
  const zones = Array.from({ length: 12 }, (_, i) => 100 + i);
  const told = after(
    ...zones.map((zone) => byInstalls([1], 'npc_sighting', sighting(25, zone))),
    byInstalls([2], 'npc_sighting', sighting(25, 111)),
  );
  assert.deepEqual(told, { 'npc:25': { missing: { npc: 1 }, zones: [...zones.slice(0, 7), 111] } });
});

test('it holds no text that a record holds, and reads only what the feed shows to everyone', () => {
  const text = JSON.stringify(
    after(byInstalls([1], 'npc_sighting', sighting(25)), byInstalls([1, 2], 'vendor', goods)),
  );
  assert.doesNotMatch(text, /Ragged|hostile|\b5\b|\b10\b/);
  for (const kind of coverage.kinds) {
    assert.ok((PUBLIC_KINDS as readonly string[]).includes(kind), kind);
    assert.equal(RECORD_KINDS.get(kind)?.sharing, null, kind);
  }
});

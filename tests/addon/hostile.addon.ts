import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RECORD_KINDS } from '../../schema/record_kinds.ts';
import { CLIENTS, countsOf, fieldsOf, play, refusalsOf } from './support.ts';

test('the contract accepts every record, whatever values the client returns', async () => {
  for (const client of CLIENTS) {
    const layout = client === 'era' ? 'older' : 'newer';
    const { saved } = await play('hostile', { seed: 5, layout, client });
    assert.deepEqual(refusalsOf(saved), []);
    const counts = countsOf(saved);
    for (const kind of ['npc_sighting', 'loot', 'quest', 'vendor', 'trainer_seen', 'recipe_observed', 'map_bounds']) {
      assert.ok(counts[kind]! > 9, `${kind}: ${counts[kind]}`);
    }
  }
});

test('names are cut and cleaned, or their record is dropped', async () => {
  const { saved, chat } = await play('hostile', { client: 'forever' });
  const names = new Set(fieldsOf(saved, 'npc_sighting').map((one) => (one as { name: string }).name));
  for (const name of [
    'abc',
    'Red [Link]',
    'txet',
    'zerowidth',
    'x'.repeat(120),
    '😀'.repeat(120),
    'ok',
    'Étoile d’Élune'.replace('’', "'"),
  ]) {
    assert.ok(names.has(name), JSON.stringify(name.slice(0, 20)));
  }
  for (const name of names) assert.ok(!/player.\d/iu.test(name.normalize('NFKC')), name);
  assert.ok(!names.has('Secret name'));
  assert.ok(chat.some((line) => /^ {2}npc_sighting: \d+ not recorded, because a value was missing/.test(line)));
});

test('data that is too long for one record is split into several or dropped', async () => {
  const { saved } = await play('hostile');
  const sizes = (kind: string, npc: string, list: string): readonly number[] =>
    fieldsOf(saved, kind).flatMap((one) => {
      const fields = one as Record<string, unknown>;
      return fields[npc] === 6003 || fields[npc] === 6004 ? [(fields[list] as unknown[]).length] : [];
    });
  assert.deepEqual(sizes('vendor', 'vendorNpcId', 'items'), [200, 200, 50]);
  assert.deepEqual(sizes('trainer_seen', 'trainerNpcId', 'services'), [200, 200, 50]);
  assert.ok(!fieldsOf(saved, 'loot').some((one) => (one as { sourceNpcId?: number }).sourceNpcId === 6100));
});

test("the addon's own check refuses every random record that the contract refuses", async () => {
  for (const seed of [1, 2]) {
    const { saved } = await play('fuzz', { seed });
    assert.deepEqual(refusalsOf(saved), []);
    const counts = countsOf(saved);
    assert.equal(Object.keys(counts).length, 15);
    for (const [kind, count] of Object.entries(counts)) assert.ok(count > 20, `${kind}: ${count}`);
  }
});

test('the addon keeps every field that the contract has for loot, vendors and trainers', async () => {
  const { saved } = await play('fuzz');
  for (const kind of ['loot', 'vendor', 'trainer_seen'] as const) {
    const kept = new Set(fieldsOf(saved, kind).flatMap((fields) => Object.keys(fields)));
    assert.deepEqual([...kept].sort(), Object.keys(RECORD_KINDS.get(kind)!.fields).sort(), kind);
  }
  const windows = fieldsOf(saved, 'loot') as readonly { questIds?: unknown[]; items: readonly object[] }[];
  assert.equal(Math.max(...windows.map(({ questIds = [] }) => questIds.length)), 50);
  const kept = new Set(windows.flatMap(({ items }) => items.flatMap((item) => Object.keys(item))));
  assert.deepEqual([...kept].sort(), ['count', 'itemId', 'questId', 'questItem']);
  const standings = new Set(fieldsOf(saved, 'vendor').map((one) => (one as { standing?: number }).standing));
  for (let standing = 4; standing <= 8; standing++) assert.ok(standings.has(standing), String(standing));
});

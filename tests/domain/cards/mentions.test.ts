import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGE_GROUPS } from '../../../domain/families/edges.ts';
import { RULE_VERSIONS } from '../../../domain/families/mod.ts';
import type { MentionedType } from '../../../domain/ports/facts.ts';
import type { SnapshotChange } from '../../../domain/ports/snapshots.ts';
import { snapshotChange } from '../../support/snapshot_change.ts';
import { type Stores, withStores } from '../snapshot/support.ts';
import { edge } from '../tools/pages_world.ts';
import { agreed, fact } from './support.ts';

async function write(on: Stores, n: number, change: Partial<SnapshotChange>): Promise<void> {
  await on.snapshots.write(snapshotChange(n, change as Partial<Omit<SnapshotChange, 'row'>>));
  await on.store.refresh();
}

/** Returns every mention as `family member subject`. */
async function mentions(on: Stores, type: MentionedType, id: number): Promise<readonly string[]> {
  return (await (await on.store.newest())!.mentionsOf(type, id))
    .toSorted((a, b) => (`${a.family} ${a.member}` < `${b.family} ${b.member}` ? -1 : 1))
    .flatMap(({ family, member, subjects, total }) => {
      assert.equal(total, subjects.length);
      return subjects.map((subject) => `${family} ${member} ${subject}`);
    });
}

function value(house: string, market: number | null) {
  return {
    house: house as '',
    value: market === null ? null : { market, min: 5, quantity: 1, reporters: 3 },
  };
}

function marketOf(realmKey: string, all: number | null): SnapshotChange['market'][number] {
  return {
    subject: { realmKey, itemId: 25, day: 20_000 },
    houses: [value('', all), value('Alliance', null), value('Horde', null), value('Neutral', null)],
  };
}

/** Public facts in which item 25, NPC 8 and quest 3 are mentioned. */
const FACTS = [
  fact('quests', '10', { giver: agreed(8), turnIn: agreed(8) }),
  fact('quests', '9', { giver: agreed(8), title: agreed('An Errand') }),
  fact('quests', '11', { giver: agreed(25) }),
  fact('quest_chains', '5', { entry: agreed({ questIds: [3, 4, 3] }) }),
  fact('collections', 'Mounts: 8:25', { sources: [agreed('vendor')] }),
  fact('recipes', '700', { itemId: agreed(25), name: agreed('Soup') }),
  fact('recipes', '701', { taughtByItemId: agreed(25), itemId: agreed(0) }),
  fact('recipes', '702', {
    reagents: agreed([
      { itemId: 25, count: 1 },
      { itemId: 26, count: 2 },
    ]),
  }),
  fact('items', '25', { itemId: agreed(25) }),
];

const OF_ITEM = [
  'collections subject Mounts: 8:25',
  'market itemId stormrage',
  'recipes itemId 700',
  'recipes reagents 702',
  'recipes taughtByItemId 701',
];
const OF_NPC = ['quests giver 9', 'quests giver 10', 'quests turnIn 10'];

test('an entity is found by the facts that mention it', () =>
  withStores(async (on) => {
    await write(on, 1, { facts: FACTS, market: [marketOf('stormrage', 5)] });
    assert.deepEqual(await mentions(on, 'item', 25), OF_ITEM);
    assert.deepEqual(await mentions(on, 'item', 26), ['recipes reagents 702']);
    assert.deepEqual(await mentions(on, 'npc', 8), OF_NPC);
    assert.deepEqual(await mentions(on, 'npc', 25), ['quests giver 11']);
    assert.deepEqual(await mentions(on, 'quest', 3), ['quest_chains entry 5']);
    assert.deepEqual(await mentions(on, 'quest', 8), []);
  }));

test('a fact that changes or is withdrawn loses its old mentions', () =>
  withStores(async (on) => {
    await write(on, 1, { facts: FACTS, market: [marketOf('stormrage', 5)] });
    await write(on, 2, {
      facts: [
        fact('quests', '10', { turnIn: agreed(9) }),
        fact('recipes', '702', { reagents: agreed([{ itemId: 26, count: 1 }]) }),
        fact('recipes', '700', null),
      ],
      wholeFamilies: ['collections'],
      market: [marketOf('stormrage', null)],
    });
    assert.deepEqual(await mentions(on, 'npc', 8), ['quests giver 9']);
    assert.deepEqual(await mentions(on, 'npc', 9), ['quests turnIn 10']);
    assert.deepEqual(await mentions(on, 'item', 25), ['recipes taughtByItemId 701']);
  }));

test('long lists of mentions are cut and have their total', () =>
  withStores(async (on) => {
    const many = Array.from({ length: 250 }, (_, i) => i + 1);
    await write(on, 1, {
      facts: many.flatMap((id) => [
        fact('quests', `${id}`, { giver: agreed(8) }),
        fact('vendor_goods', `8:${id}`, { prices: [agreed(id)] }),
        fact('pins', `1:${id}`, { pins: [{ x: id / 10, y: 50, installs: 3 }] }),
      ]),
      edges: many.map((id) => edge(`sold_by:item:npc:${id}:8`)),
    });
    await write(on, 2, {
      facts: [
        fact('quests', '7', null),
        fact('vendor_goods', '8:7', null),
        fact('vendor_goods', '8:8', { prices: [agreed(1)] }),
        fact('pins', '1:7', null),
        fact('pins', '1:8', { pins: [8, 9].map((y) => ({ x: 0.75, y, installs: 3 })) }),
      ],
      edges: [{ ...edge('sold_by:item:npc:7:8'), edge: null }, edge('sold_by:item:npc:8:8', 9)],
    });
    const snapshot = (await on.store.newest())!;
    const [quests] = await snapshot.mentionsOf('npc', 8);
    assert.deepEqual([quests?.total, quests?.subjects.length], [249, 200]);
    assert.deepEqual(quests?.subjects.slice(5, 8), ['6', '8', '9']);

    const goods = await snapshot.factsOf({ name: 'vendor_goods' }, '8', 3);
    assert.deepEqual([goods.total, goods.facts.map(({ subject }) => subject)], [249, ['8:1', '8:10', '8:100']]);
    assert.equal((await snapshot.factsOf({ name: 'vendor_goods' }, '', 0)).total, 249);
    assert.deepEqual(await snapshot.factsOf({ name: 'vendor_goods' }, '9', 3), { facts: [], total: 0 });

    const groups = EDGE_GROUPS.filter(({ name }) => name === 'sold_by:item:npc');
    const sold = await snapshot.edges.at(groups, 'to', 8, 7);
    assert.deepEqual([sold.total, sold.rows.map(({ fromId }) => fromId)], [249, [1, 2, 3, 4, 5, 6, 8]]);
    assert.equal((await snapshot.edges.at(groups, 'from', 7, 7)).total, 0);

    const near = await snapshot.pinsNear(1, { x: 1, y: 50, radius: 0.35, role: null, yards: null }, 3);
    assert.deepEqual(near, {
      entities: [10, 9, 11].map((id) => ({ kind: 'npc', id })),
      total: 5,
      onMap: 250,
    });
  }));

test('a database without mentions is rebuilt', () => {
  assert.equal(RULE_VERSIONS['mentions'], 1);
});

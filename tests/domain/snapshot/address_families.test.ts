import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Order, StoredRecord } from '../../../domain/ports/uploads.ts';
import { item, looted, npc } from '../../support/world.ts';
import { type Asked, kept, listedUploads, published, snap, withOracle, withStores } from './support.ts';

type Sent = readonly [install: number, family: 4 | 6];

/** Returns one loot window on NPC 5 with item 7 per entry, in this order. */
function sent(...list: readonly Sent[]): readonly StoredRecord[] {
  return kept(list.map(([install, family]) => ({ install, ipv6: family === 6, ...looted(npc(5), item(7)) })));
}

const TWO_AND_TWO: readonly Sent[] = [
  [1, 4],
  [2, 4],
  [3, 6],
  [4, 6],
];

test('if one network is enough, address families are added up', () =>
  withStores(async (stores) => {
    assert.ok((await snap(stores, listedUploads(sent(...TWO_AND_TWO)))).ok);
    assert.deepEqual((await published(stores.store)).rates, ['npc 5 item 7: 4/4 by 4']);
  }));

for (const [where, withEvidence] of [
  ['in a database', withStores],
  ['in memory', withOracle],
] as const) {
  test(`installs of different address families are not added up, with evidence ${where}`, () =>
    withEvidence(async (stores) => {
      const seen = async (records: readonly StoredRecord[], asked: Asked = {}): Promise<readonly string[]> => {
        assert.ok((await snap(stores, listedUploads(records, undefined, asked), { witnessNetworks: 2 })).ok);
        const { rates, edges } = await published(stores.store);
        assert.equal(edges.length, rates.length, 'the relation to its source is public with the rate');
        return rates;
      };
      assert.deepEqual(await seen(sent(...TWO_AND_TWO)), []);
      const five = sent(...TWO_AND_TWO, [5, 6]);
      assert.deepEqual(await seen(five), ['npc 5 item 7: 5/5 by 3'], 'all windows count, by the larger family');
      const order: Order = { n: 1, kind: 'install', installN: 4, state: 'erased' };
      assert.deepEqual(await seen(five, { erased: [4], orders: [order] }), [], 'an IPv6 install is taken out');
      const anew = sent(...TWO_AND_TWO, [5, 6], [1, 4], [6, 4]);
      assert.deepEqual(await seen(anew, { erased: [4], orders: [order] }), ['npc 5 item 7: 6/6 by 3']);
    }));
}

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EDGE_GROUPS, edgeOfSubject } from '../../domain/families/edges.ts';
import { families } from '../../domain/families/mod.ts';
import { snapshotChange } from '../support/snapshot_change.ts';
import { viewOf } from './game_support.ts';
import { must, withStores } from './support.ts';

const agreed = (value: string) => ({ value, installs: 3 });
const SOLD_BY = EDGE_GROUPS.find(({ name }) => name === 'sold_by:item:npc')!;

test('what tools look up at once is what stands, and nothing else', () =>
  withStores(async (on) => {
    const recipe = (subject: string, profession: string | null) => ({
      ...{ family: 'recipes', subject },
      body: { name: agreed(`R${subject}`), ...(profession === null ? {} : { profession: agreed(profession) }) },
    });
    const edge = { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' };
    const value = (market: number) => ({ market, min: 1, quantity: 2, reporters: 3 });
    const day = (itemId: number, n: number, market: number) => ({
      ...{ subject: { realmKey: 'everlook', itemId, day: n } },
      houses: [{ house: '' as const, value: value(market) }],
    });
    must(
      await on.snapshots.write(
        snapshotChange(1, {
          facts: [recipe('2', 'Cooking'), recipe('10', 'COOKING'), recipe('3', 'Mining'), recipe('4', null)],
          edges: ['5:7', '5:6', '8:6'].map((ends) => ({ name: edgeOfSubject(`sold_by:item:npc:${ends}`), edge })),
          market: [day(5, 100, 10), day(5, 101, 30), day(8, 100, 7)],
        }),
      ),
    );
    const view = await viewOf(on);
    const { reader } = on;
    const subjects = async (profession: string) =>
      must(await reader.factsOfProfession(view, families.recipes, profession)).map(({ subject }) => subject);
    assert.deepEqual(await subjects(' cooking '), ['2', '10']);
    assert.deepEqual(await subjects('Fishing'), []);
    const some = must(await reader.factsAmong(view, { name: 'recipes' }, ['4', '2', '2', '99']));
    assert.deepEqual([...some.keys()].sort(), ['2', '4']);
    const told = must(await reader.publicAmong(view, { name: 'recipes' }, ['4', '2', '2', '99']));
    assert.deepEqual([...told].sort(), ['2', '4']);
    assert.equal(must(await reader.publicAmong(view, { name: 'recipes' }, [])).size, 0);
    const vendors = must(await reader.edgesFrom(view, SOLD_BY, [5, 8, 9], 1));
    assert.deepEqual([vendors.get(5)?.length, vendors.get(8), vendors.get(9)], [1, [6], []]);
    const items = must(await reader.marketItemsAmong(view, 'everlook', '', [8, 5, 6]));
    assert.deepEqual([items.get(5)?.day, items.get(8)?.market, items.has(6)], [101, 7, false]);
    const days = must(await reader.marketDays(view, 'everlook', '', 5)).map(({ day: n }) => n);
    assert.deepEqual(days, [101, 100]);
    assert.equal(must(await reader.marketItem(view, 'elsewhere', '', 5)), null);
  }));

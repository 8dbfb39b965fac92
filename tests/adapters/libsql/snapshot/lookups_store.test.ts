import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { EDGE_GROUPS, parseEdgeSubject } from '../../../../domain/families/edges.ts';
import { families } from '../../../../domain/families/mod.ts';
import { withStores } from '../../../domain/snapshot/support.ts';
import { rowsText } from '../../../support/rows_text.ts';
import { snapshotChange } from '../../../support/snapshot_change.ts';
import { snapshotOf } from './game_support.ts';

function agreed(value: string) {
  return { value, installs: 3 };
}
const SOLD_BY = EDGE_GROUPS.find(({ name }) => name === 'sold_by:item:npc')!;

test('bulk look-ups of tools return exactly what is public', () =>
  withStores(async (on) => {
    const recipe = (subject: string, profession: string | null) => ({
      family: 'recipes',
      subject,
      body: { name: agreed(`R${subject}`), ...(profession === null ? {} : { profession: agreed(profession) }) },
    });
    const edge = { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' };
    const value = (market: number) => ({ market, min: 1, quantity: 2, reporters: 3 });
    const day = (itemId: number, n: number, market: number) => ({
      subject: { realmKey: 'everlook', itemId, day: n },
      houses: [{ house: '' as const, value: value(market) }],
    });
    await on.snapshots.write(
      snapshotChange(1, {
        facts: [recipe('2', 'Cooking'), recipe('10', 'COOKING'), recipe('3', 'Mining'), recipe('4', null)],
        edges: ['5:7', '5:6', '8:6'].map((ends) => ({ name: parseEdgeSubject(`sold_by:item:npc:${ends}`), edge })),
        market: [day(5, 100, 10), day(5, 101, 30), day(8, 100, 7)],
      }),
    );
    const snapshot = await snapshotOf(on);
    const subjects = async (profession: string) =>
      (await snapshot.factsOfProfession(families.recipes, profession)).map(({ subject }) => subject);
    assert.deepEqual(await subjects(' cooking '), ['2', '10']);
    assert.deepEqual(await subjects('Fishing'), []);
    const some = await snapshot.factsAmong({ name: 'recipes' }, ['4', '2', '2', '99']);
    assert.deepEqual([...some.keys()].sort(), ['2', '4']);
    const told = await snapshot.publicAmong({ name: 'recipes' }, ['4', '2', '2', '99']);
    assert.deepEqual([...told].sort(), ['2', '4']);
    assert.equal((await snapshot.publicAmong({ name: 'recipes' }, [])).size, 0);
    const vendors = await snapshot.edges.from(SOLD_BY, [5, 8, 9], 1);
    assert.deepEqual([vendors.get(5)?.length, vendors.get(8), vendors.get(9)], [1, [6], []]);
    const on8 = await snapshot.market.itemOn(['elsewhere', 'everlook'], '', 8);
    assert.deepEqual(
      [...on8].map(([realm, { day: n, market }]) => [realm, n, market]),
      [['everlook', 100, 7]],
    );
    const items = await snapshot.market.itemsAmong('everlook', '', [8, 5, 6]);
    assert.deepEqual([items.get(5)?.day, items.get(8)?.market, items.has(6)], [101, 7, false]);
    const days = (await snapshot.market.days('everlook', '', 5, 10)).map(({ day: n }) => n);
    assert.deepEqual(days, [101, 100]);
    assert.equal((await snapshot.market.itemOn(['elsewhere'], '', 5)).size, 0);
  }));

const GROUPS = ['sold_by:item:npc', 'dropped_by:item:npc', 'reward_from:item:quest'] as const;
const small = fc.integer({ min: 1, max: 4 });
const subjects = fc.uniqueArray(
  fc.tuple(fc.constantFrom(...GROUPS), small, small).map((parts) => parts.join(':')),
  { maxLength: 30 },
);

test('the edges of an entity are the first public ones by group and place, however they are requested', () =>
  fc.assert(
    fc.asyncProperty(subjects, subjects, fc.boolean(), small, fc.nat(5), async (one, other, isFrom, id, limit) =>
      withStores(async ({ snapshots, store }) => {
        const seen = { installs: 3, firstSeen: '2026-01-02', lastSeen: '2026-03-04' };
        const name = parseEdgeSubject;
        const first = snapshotChange(1, { edges: one.map((subject) => ({ name: name(subject), edge: seen })) });
        // The second snapshot withdraws some of the first edges, keeps some and adds others.
        const edges = [...new Set([...one, ...other])].map((subject) => ({
          name: name(subject),
          edge: other.includes(subject) ? seen : null,
        }));
        await snapshots.write(first);
        await store.refresh();
        const earlier = (await store.newest())!;
        await snapshots.write(snapshotChange(2, { edges }));
        await store.refresh();
        const snapshot = (await store.newest())!;
        const end = isFrom ? 'from' : 'to';
        const groups = EDGE_GROUPS.filter((group) => GROUPS.some((known) => known === group.name));
        const ends = isFrom ? { fromId: id, toId: null } : { fromId: null, toId: id };
        const textOf = ({ fromKind, fromId, rel, toKind, toId }: Readonly<Record<string, unknown>>): string =>
          `${rel}:${fromKind}:${toKind}:${fromId}:${toId}`;
        const standing = async (asked: typeof groups): Promise<readonly string[]> => {
          const places = (await snapshot.edges.places(asked, ends)).filter(({ withdrawn }) => withdrawn === null);
          const rows = await Promise.all(
            places.map(({ group, place }) => snapshot.edges.rows([{ kind: group, from: place, to: place + 1 }])),
          );
          return rows.map((row) => textOf(JSON.parse(rowsText(row.pieces))));
        };
        for (const asked of [groups, groups.slice(0, 1)]) {
          const expected = await standing(asked);
          const found = await snapshot.edges.at(asked, end, id, limit);
          assert.deepEqual([found.total, found.rows.map(textOf)], [expected.length, expected.slice(0, limit)]);
          // Readers of the earlier snapshot never see edges that were added later.
          const before = (await earlier.edges.at(asked, end, id, 30)).rows.map(textOf);
          const all = (await snapshot.edges.at(asked, end, id, 30)).rows.map(textOf);
          assert.deepEqual(
            before,
            all.filter((edge) => one.includes(edge) && other.includes(edge)),
          );
        }
        for (const group of groups) {
          const each = await snapshot.edges.atEach(group, end, [id, id, 99], limit);
          const { total, rows } = await snapshot.edges.at([group], end, id, limit);
          assert.deepEqual([...each], total === 0 ? [] : [[id, { total, rows }]]);
        }
      }),
    ),
    { numRuns: 20 },
  ));

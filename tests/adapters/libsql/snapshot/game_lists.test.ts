import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CLIENT_GROUPS, type GameItem } from '../../../../domain/ports/build.ts';
import type { EdgeFilter } from '../../../../domain/reads/edges.ts';
import type { ItemFilter } from '../../../../domain/reads/item_index.ts';
import { withStores } from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { gameItem, importPieces, piecesOf } from '../../../support/game_build.ts';
import { causeOf } from '../../../support/storage_fails.ts';
import { BARE, BUILD, EDGES, edgesOf, itemsOf, observe, snapshotOf } from './game_support.ts';

/** Size limits that end a page after one, two or three rows, and one limit that is never reached. */
const pageBytes = fc.constantFrom(1, 350, 600, 4_000_000);

test('an item is stored as the finished row of the answer', () =>
  withStores(async (on) => {
    await importPieces(on.snapshots, BUILD);
    const found = await itemsOf(on, {});
    assert.ok('rows' in found);
    assert.deepEqual(found.rows, [
      {
        itemId: 25,
        class: 'weapon',
        subclass: 'one-handed-axes',
        slot: 'one-hand',
        quality: 'uncommon',
        itemLevel: 5,
        requiredLevel: 1,
        icon: 'inv_axe_01',
        stack: 1,
        buyPriceCopper: 36,
        sellPriceCopper: 7,
        setId: 0,
      },
      ...[
        { itemId: 30, class: 'weapon', subclass: '5', slot: null, quality: null },
        { itemId: 31, class: 'armor', subclass: 'cloth', slot: 'chest', quality: 'uncommon' },
        { itemId: 40, class: null, subclass: null, slot: null, quality: null },
      ].map((row) => ({
        ...row,
        itemLevel: null,
        requiredLevel: null,
        icon: null,
        stack: null,
        buyPriceCopper: null,
        sellPriceCopper: null,
        setId: null,
      })),
    ]);
  }));

test('items are found by individual and combined filters', () =>
  withStores(async (on) => {
    await importPieces(on.snapshots, BUILD);
    const rows: [filter: Partial<ItemFilter>, ids: number[] | RegExp][] = [
      [{}, [25, 30, 31, 40]],
      [{ item: 25 }, [25]],
      [{ item: 24 }, []],
      [{ item: Number.MAX_SAFE_INTEGER }, []],
      [{ item: 25, quality: 'uncommon' }, [25]],
      [{ item: 25, quality: 'rare' }, []],
      [{ class: 'weapon' }, [25, 30]],
      [{ class: 'weapon', subclass: 'one-handed-axes' }, [25]],
      [{ class: 'weapon', subclass: '0' }, [25]],
      [{ class: 'weapon', subclass: '5' }, [30]],
      [{ slot: 'chest' }, [31]],
      [{ slot: 'head' }, []],
      [{ quality: 'uncommon' }, [25, 31]],
      [{ class: 'armor', quality: 'uncommon', slot: 'chest' }, [31]],
      [{ class: 'axes' }, /^class must be one of weapon, armor; it is "axes"\.$/],
      [{ class: 'quest' }, /^class must be one of weapon, armor; it is "quest"/],
      [{ class: 'weapon', subclass: 'cloth' }, /^subclass must be one of one-handed-axes, 5 within weapon.*"cloth"/],
      [{ subclass: 'cloth' }, /^subclass must be .*it is "cloth" and class is absent\.$/],
    ];
    for (const [filter, expected] of rows) {
      const found = await itemsOf(on, filter);
      if (expected instanceof RegExp) assert.match('error' in found ? found.error : '', expected);
      else assert.deepEqual('ids' in found ? found.ids : found, expected, JSON.stringify(filter));
    }
  }));

test('without a build items are unreachable, and nothing is claimed about them', () =>
  withStores(async (on) => {
    await observe(on, [25]);
    assert.equal(await causeOf(itemsOf(on, {})), 'NO_BUILD_YET');
    const snapshot = await snapshotOf(on);
    assert.equal(await snapshot.game.fact('set', '7'), null);
    assert.equal(await snapshot.game.clientLayer('identity'), null);
    const edges = await edgesOf(on, {});
    assert.deepEqual('names' in edges ? [edges.total, edges.names, edges.game] : edges, [1, ['sold_by 25 5'], null]);
    assert.equal(snapshot.view.game, null);
  }));

test('edges of the build follow the observed ones, each with its build', () =>
  withStores(async (on) => {
    await observe(on, [25, 31]);
    await importPieces(on.snapshots, BUILD);
    const observed = ['sold_by 25 5', 'sold_by 31 5'];
    const client = EDGES.map((edge) => edge.join(' '));
    const rows: [filter: Partial<EdgeFilter>, offset: number, limit: number, total: number, names: string[]][] = [
      [{}, 0, 100, 9, [...observed, ...client]],
      [{}, 1, 2, 9, [observed[1]!, client[0]!]],
      [{}, 0, 2, 9, observed],
      [{}, 3, 2, 9, [client[1]!, client[2]!]],
      [{}, 9, 2, 9, []],
      [{ evidence: 'observed' }, 0, 100, 2, observed],
      [{ evidence: 'client' }, 0, 100, 7, client],
      [{ evidence: 'client', rel: 'reagent_for' }, 1, 5, 2, [client[4]!]],
      [{ evidence: 'client', rel: 'sold_by' }, 0, 5, 0, []],
      [{ fromId: 25 }, 0, 5, 3, [observed[0]!, client[0]!, client[5]!]],
      [{ fromId: 25 }, 1, 1, 3, [client[0]!]],
      [{ toId: 11 }, 0, 5, 2, [client[0]!, client[3]!]],
      [{ toId: 9, fromId: 31, rel: 'same_icon' }, 0, 5, 1, [client[6]!]],
      [{ fromKind: 'spell' }, 0, 5, 1, [client[1]!]],
      [{ toKind: 'spell' }, 0, 5, 3, [client[0]!, client[3]!, client[4]!]],
    ];
    for (const [filter, offset, limit, total, names] of rows) {
      const found = await edgesOf(on, filter, offset, limit);
      assert.ok('names' in found);
      const told = JSON.stringify([filter, offset, limit]);
      assert.deepEqual([found.total, found.names], [total, names], told);
      const ofBuild = found.rows.filter(({ evidence }) => evidence === 'client');
      assert.equal(found.game, ofBuild.length > 0 ? '1.15.8.67156' : null, told);
      assert.ok(ofBuild.every(({ build }) => build === '1.15.8.67156'));
    }
  }));

test('a walk of items or edges ends with its import, even if the next has the same name', () =>
  withStores(async (on) => {
    await observe(on, [25]);
    await importPieces(on.snapshots, BUILD);
    assert.ok('rows' in (await itemsOf(on, {}, 0, 1, 2)));
    await observe(on, [31]);
    assert.ok('rows' in (await itemsOf(on, {}, 1, 1, 2)), 'a snapshot between does no harm');
    const between = await edgesOf(on, {}, 0, 100, 2);
    assert.deepEqual('total' in between ? [between.total, between.rows.length] : between, [8, 8]);
    await importPieces(on.snapshots, piecesOf([BARE]));
    for (const refusal of [await itemsOf(on, {}, 1, 1, 2), await edgesOf(on, {}, 1, 1, 3)]) {
      assert.ok('kind' in refusal && refusal.kind === 'bad-parameter');
      assert.match(refusal.error, /^snapshot must name a snapshot that this instance still serves.*start again/);
    }
    // Snapshot 1 had no import, so its walk continues without one.
    const earlier = await edgesOf(on, {}, 0, 100, 1);
    assert.deepEqual('total' in earlier ? [earlier.total, earlier.names] : earlier, [1, ['sold_by 25 5']]);
    assert.ok('kind' in (await itemsOf(on, {}, 0, 1, 1)), 'and has no items');
    const now = await itemsOf(on, {});
    assert.deepEqual('ids' in now ? now.ids : now, [40]);
  }));

test('items with any filter equal a plain search, page by page', () =>
  fc.assert(
    fc.asyncProperty(
      buildOfItems,
      fc.array(itemFilter, { minLength: 1, maxLength: 6 }),
      pageBytes,
      (items, filters, bytesMax) =>
        withStores(async (on) => {
          await importPieces(on.snapshots, piecesOf(items));
          const all = await itemsOf(on, {});
          assert.ok('rows' in all);
          for (const filter of filters) {
            const expected = plainSearch(all.rows as unknown as Row[], filter);
            const walked: number[] = [];
            for (let offset: number | null = 0; offset !== null; ) {
              const page = await itemsOf(on, filter, offset, 3, null, bytesMax);
              // Classes and subclasses without any item in this build are refused.
              if ('kind' in page) {
                assert.deepEqual([page.kind, expected], ['bad-parameter', []]);
                break;
              }
              assert.equal(page.total, expected.length);
              walked.push(...page.ids);
              offset = page.next;
            }
            assert.deepEqual(walked, expected);
          }
        }),
    ),
    { numRuns: propertyRuns(30) },
  ));

test('edges with any filter equal a plain search, page by page', () =>
  fc.assert(
    fc.asyncProperty(
      observedItems,
      buildEdges,
      fc.array(edgeFilter, { maxLength: 6 }),
      pageBytes,
      (observed, edges, filters, bytesMax) =>
        withStores(async (on) => {
          await observe(on, observed);
          await importPieces(on.snapshots, piecesOf([], edges));
          const all = await edgesOf(on, {});
          assert.ok('rows' in all);
          assert.equal(all.total, observed.length + edges.length);
          assert.deepEqual(
            new Set(all.names),
            new Set([...observed.map((id) => `sold_by ${id} 5`), ...edges.map((edge) => edge.join(' '))]),
          );
          for (const filter of filters) {
            const expected: readonly string[] = all.names.filter((_, i) => letsThrough(filter, all.rows[i]!));
            const walked: string[] = [];
            for (let offset: number | null = 0; offset !== null; ) {
              const page = await edgesOf(on, filter, offset, 4, null, bytesMax);
              assert.ok('rows' in page);
              assert.ok(page.rows.length === 1 || JSON.stringify(page.rows).length - 2 <= bytesMax);
              assert.equal(
                page.game !== null,
                page.rows.some(({ evidence }) => evidence === 'client'),
              );
              assert.equal(page.total, expected.length);
              walked.push(...page.names);
              offset = page.next;
            }
            assert.deepEqual(walked, expected);
          }
        }),
    ),
    { numRuns: propertyRuns(30) },
  ));

function letsThrough(filter: Partial<EdgeFilter>, row: object): boolean {
  return Object.entries(filter).every(
    ([name, value]) => value === null || value === (row as Record<string, unknown>)[name],
  );
}

const observedItems = fc.uniqueArray(fc.integer({ min: 1, max: 6 }), { maxLength: 4 });

const buildEdges = fc.uniqueArray(
  fc.tuple(
    fc.constantFrom(...CLIENT_GROUPS.map(({ rel }) => rel)),
    fc.integer({ min: 1, max: 6 }),
    fc.integer({ min: 1, max: 6 }),
  ),
  { maxLength: 40, selector: (edge) => edge.join(' ') },
);

const edgeFilter = fc.record({
  fromKind: fc.constantFrom(null, null, 'item', 'spell'),
  fromId: fc.constantFrom(null, null, 1, 5, 9),
  toKind: fc.constantFrom(null, null, 'npc', 'spell', 'icon'),
  toId: fc.constantFrom(null, null, 5, 2),
  rel: fc.constantFrom(null, null, 'sold_by', 'reagent_for'),
  evidence: fc.constantFrom(null, null, 'observed' as const, 'client' as const),
});

interface Row {
  readonly itemId: number;
  readonly [field: string]: string | number | null;
}

function plainSearch(rows: readonly Row[], filter: Partial<ItemFilter>): readonly number[] {
  return rows
    .filter(({ itemId }) => filter.item === undefined || filter.item === null || itemId === filter.item)
    .filter((row) =>
      (['class', 'subclass', 'slot', 'quality'] as const).every((name) => (filter[name] ?? row[name]) === row[name]),
    )
    .map(({ itemId }) => itemId);
}

const itemSketch = fc.record({
  itemId: fc.integer({ min: 1, max: 60 }),
  sort: fc.constantFrom([2, 0], [2, 5], [4, 1], [4, 2], [4, 9], [null, null], [13, 1]),
  inventoryType: fc.constantFrom(0, 1, 5, 20, 13, null),
  qualityId: fc.constantFrom(0, 2, 4, null),
});

const buildOfItems = fc.uniqueArray(itemSketch, { selector: ({ itemId }) => itemId, maxLength: 40 }).map((sketches) =>
  sketches
    .toSorted((a, b) => a.itemId - b.itemId)
    .map(({ itemId, sort, ...said }): GameItem => {
      const [classId = null, subclassId = null] = sort;
      return gameItem(itemId, { classId, subclassId, ...said });
    }),
);

function sometimes<T>(values: readonly T[]) {
  return fc.constantFrom(null, ...values);
}

const itemFilter = fc.oneof(
  fc.record({ item: sometimes([1, 7, 30]), slot: sometimes(['head', 'chest']), quality: sometimes(['poor', 'epic']) }),
  fc.record({
    class: fc.constantFrom('weapon', 'armor'),
    subclass: sometimes(['one-handed-axes', '5', 'cloth', '9']),
    slot: sometimes(['one-hand', 'chest', 'tabard']),
    quality: sometimes(['poor', 'uncommon']),
  }),
);

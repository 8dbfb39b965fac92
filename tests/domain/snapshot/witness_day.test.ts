import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Order, StoredRecord } from '../../../domain/ports/uploads.ts';
import { propertyRuns } from '../../runner/properties.ts';
import { character, item, looted, met, npc, plays, reportedBy, usedAddon } from '../../support/world.ts';
import { lootHistory, history as smallWorld } from './small_world.ts';
import {
  type Asked,
  type Comparable,
  facts,
  kept,
  listedUploads,
  published,
  type Sketch,
  smallBounds,
  snap,
  T0_MS,
  withOracle,
  withStores,
} from './support.ts';

const DAY_MS = 86_400_000;
const DAY = Math.floor(T0_MS / DAY_MS);
const AGE_DAYS = 2;

/** Records received in the last millisecond of the given day, counted from T0. */
function receivedBy(sketches: readonly Sketch[], dayOf: (record: StoredRecord) => number): readonly StoredRecord[] {
  return kept(sketches).map((record) => ({ ...record, receivedAtMs: T0_MS + (dayOf(record) + 1) * DAY_MS - 1 }));
}

function on(day: number, installAgeDays = AGE_DAYS) {
  return { installAgeDays, witnessDay: DAY + day, witnessNetworks: 2 };
}

const LOOT = receivedBy(reportedBy([1, 2, 3], looted(npc(5), item(7))), ({ installN }) => (installN === 3 ? 1 : 0));

test('an install is a witness from its nth day on, whatever the hour it started', async () => {
  const table: [ageDays: number, day: number, isPublic: boolean][] = [
    [0, 0, true],
    [1, 1, false],
    [1, 2, true],
    [2, 2, false],
    [2, 3, true],
    [365, 365, false],
    [365, 366, true],
  ];
  for (const [ageDays, day, isPublic] of table) {
    await withStores(async (stores) => {
      assert.ok((await snap(stores, listedUploads(LOOT), on(day, ageDays))).ok);
      const { rates, corpus } = await published(stores.store);
      assert.equal(rates.length, Number(isPublic), `${ageDays} days, on day ${day}`);
      assert.equal(corpus['loot']?.length, 3, 'rows of the feed stand at once');
    });
  }
});

test('a new day is enough to make facts public, and a clock that is set back withdraws nothing', () =>
  withStores(async (stores) => {
    const rates = async (day: number): Promise<number> => {
      assert.ok((await snap(stores, listedUploads(LOOT), on(day))).ok);
      return (await published(stores.store)).rates.length;
    };
    assert.deepEqual([await rates(2), await rates(3), await rates(1)], [0, 1, 1]);
  }));

test('an install without a place in its network is in the feed but does not count until it has one', () =>
  withStores(async (stores) => {
    const order: Order = { n: 1, kind: 'install', installN: 3, state: 'in' };
    const seen = async (asked: Asked, witnessNetworks = 2): Promise<[rates: number, records: number | undefined]> => {
      assert.ok((await snap(stores, listedUploads(LOOT, undefined, asked), { witnessNetworks })).ok);
      const { rates, corpus } = await published(stores.store);
      return [rates.length, corpus['loot']?.length];
    };
    const waits = (orderN: number | null) => ({ networkWaits: [{ installN: 3, orderN }] });
    assert.deepEqual(await seen(waits(null)), [0, 3]);
    assert.deepEqual(await seen(waits(1)), [0, 3], 'it was placed after the orders were read');
    assert.deepEqual(await seen({ ...waits(1), orders: [order] }), [1, 3]);
    assert.deepEqual(await seen({}), [1, 3], 'the order was cleared');
    assert.deepEqual(await seen(waits(null)), [1, 3], 'what stands is not looked at again');
  }));

test('the evidence of waiting installs is counted, unless only one or two wait', () =>
  withStores(async (stores) => {
    const seen = [
      ...reportedBy([1, 2, 3, 4, 4], looted(npc(5), item(7))),
      ...reportedBy([5], met(npc(5))),
      ...reportedBy([6], usedAddon('Recorder')),
    ];
    const records = receivedBy(seen, () => 0);
    const waiting = async (asked: Asked, day: number, upTo?: number) => {
      assert.ok((await snap(stores, listedUploads(records, upTo, asked), on(day))).ok);
      const { row } = await published(stores.store);
      return [row.waitingInstalls, row.waitingWindows];
    };
    const order = (n: number, installN: number, state: 'in' | 'withheld' | 'erased'): Order => ({
      n,
      kind: 'install',
      installN,
      state,
    });
    const withheld = { withheld: [4], orders: [order(1, 4, 'withheld')] };
    const erased = { ...withheld, erased: [3], orders: [...withheld.orders, order(2, 3, 'erased')] };
    const unplaced = { ...erased, networkWaits: [1, 2, 5].map((installN) => ({ installN, orderN: null })) };
    assert.deepEqual(await waiting({}, 0, 0), [0, 0]);
    assert.deepEqual(await waiting({}, 0, 2), [null, null], 'two installs');
    assert.deepEqual(await waiting({}, 0, 3), [3, 3]);
    assert.deepEqual(await waiting({}, 0), [5, 5], 'what is private is no evidence');
    assert.deepEqual(await waiting(withheld, 0), [4, 3]);
    assert.deepEqual(await waiting(erased, 0), [3, 2]);
    assert.deepEqual(await waiting(unplaced, AGE_DAYS + 1), [3, 2], 'old enough, but without a place');
    const placed = [
      { installN: 1, orderN: 3 },
      { installN: 2, orderN: null },
      { installN: 5, orderN: null },
    ];
    const one = { ...erased, networkWaits: placed, orders: [...erased.orders, order(3, 1, 'in')] };
    assert.deepEqual(await waiting(one, AGE_DAYS + 1), [null, null]);
    assert.deepEqual(await waiting(erased, AGE_DAYS + 1), [0, 0]);
  }));

test('if one network is enough, installs need no place', () =>
  withStores(async (stores) => {
    const asked = { networkWaits: [{ installN: 3, orderN: null }] };
    assert.ok((await snap(stores, listedUploads(LOOT, undefined, asked))).ok);
    assert.equal((await published(stores.store)).rates.length, 1);
  }));

/** What happens before a run. */
const deed = fc.constantFrom('nothing', 'withhold', 'lift', 'erase', 'revoke', 'place', 'clear');

const steps = fc.array(
  fc.record({
    percent: fc.integer({ min: 0, max: 100 }),
    /** Day of the builder's clock, which may go back. */
    day: fc.integer({ min: 0, max: 6 }),
    deed,
    install: fc.integer({ min: 1, max: 4 }),
    records: fc.integer({ min: 1, max: 7 }),
  }),
  { maxLength: 5, size: 'max' },
);

type Steps = typeof steps extends fc.Arbitrary<infer T> ? T : never;

/**
 * Collects requests about installs and grants, one action at a time. The installs in `unplaced` were not admitted as
 * witnesses of their network at first.
 */
function createAsking(unplaced: readonly number[]) {
  const orders: { n: number; of: 'install' | 'grant'; number: number }[] = [];
  const [withheld, erased, revoked] = [new Set<number>(), new Set<number>(), new Set<number>()];
  const waits = new Map<number, number | null>(unplaced.map((installN) => [installN, null]));
  let clearedTo = 0;
  const order = (of: 'install' | 'grant', number: number): number => orders.push({ n: orders.length + 1, of, number });
  const stateOf = (n: number) => (erased.has(n) ? 'erased' : withheld.has(n) ? 'withheld' : 'in');
  return {
    take: (what: Steps[number]['deed'], install: number): void => {
      if (what === 'revoke') revoked.add(install);
      if (what === 'withhold' && !erased.has(install)) withheld.add(install);
      if (what === 'lift') withheld.delete(install);
      if (what === 'erase') {
        erased.add(install);
        withheld.delete(install);
      }
      // The previous run has carried out all earlier orders.
      if (what === 'clear') clearedTo = orders.length;
      if (what === 'erase') waits.delete(install);
      if (what === 'place' && waits.get(install) === null) waits.set(install, order('install', install));
      if (['withhold', 'lift', 'erase', 'revoke'].includes(what))
        order(what === 'revoke' ? 'grant' : 'install', install);
    },
    asked: (): Asked => ({
      orders: orders
        .slice(clearedTo)
        .map(
          ({ n, of, number }): Order =>
            of === 'grant'
              ? { n, kind: 'grant', grantN: number }
              : { n, kind: 'install', installN: number, state: stateOf(number) },
        ),
      withheld: [...withheld],
      erased: [...erased],
      revoked: [...revoked],
      networkWaits: [...waits]
        .filter(([, orderN]) => orderN === null || orderN > clearedTo)
        .map(([installN, orderN]) => ({ installN, orderN })),
    }),
  };
}

const someInstalls = fc.subarray([1, 2, 3, 4]);

const world = fc.oneof(smallWorld(16), lootHistory(16));

/** Records that arrive day by day. The installs in `ipv6` send over IPv6. */
function inTime(sketches: readonly Sketch[], ipv6: readonly number[]): readonly StoredRecord[] {
  return receivedBy(
    sketches.map((sketch) => ({ ...sketch, ipv6: ipv6.includes(sketch.install ?? 1) })),
    ({ seq }) => Math.floor(seq / 4),
  );
}

/** Returns what is public after these steps, with the requests made and the latest day. */
async function afterSteps(
  records: readonly StoredRecord[],
  list: Steps,
  unplaced: readonly number[],
  keep = withStores,
) {
  return keep(async (stores) => {
    const asking = createAsking(unplaced);
    let day = 0;
    const inOrder = list.map(({ percent }) => percent).sort((a, b) => a - b);
    for (const [i, { day: asOf, deed: what, install, records: most }] of list.entries()) {
      asking.take(what, install);
      const upTo = Math.floor((inOrder[i]! * records.length) / 100);
      const bounds = smallBounds(most, 2);
      assert.ok((await snap(stores, listedUploads(records, upTo, asking.asked()), { ...on(asOf), bounds })).ok);
      day = Math.max(day, asOf);
    }
    const asked = asking.asked();
    assert.ok((await snap(stores, listedUploads(records, undefined, asked), on(day))).ok);
    return { after: await facts(stores.store), asked, day };
  });
}

function built(
  records: readonly StoredRecord[],
  asked: Asked,
  settings: Parameters<typeof snap>[2],
): Promise<Comparable> {
  return withStores(async (stores) => {
    assert.ok((await snap(stores, listedUploads(records, undefined, asked), settings)).ok);
    return facts(stores.store);
  });
}

function waitingOf({ counts }: Comparable): unknown {
  return [counts['waitingInstalls'], counts['waitingWindows']];
}

/** Returns the part of the data that depends on witnesses. */
function witnessed({ corpus: _corpus, counts: _counts, ...rest }: Comparable) {
  return rest;
}

function census(install: number, upload: number): Sketch {
  return { install, upload, at: '2026-01-07T23:59:00Z', ...plays('Everlook', character(10)) };
}

/**
 * Three installs see a character. The newest records belong to an install that is erased before the first run sees
 * them.
 */
const NEWEST_ARE_GONE: [sketches: readonly Sketch[], list: Steps, unplaced: number[], ipv6: number[]] = [
  [
    ...[2, 3, 4].map((install) => census(install, 1)),
    ...[2, 2, 2, 3, 3].map((upload) => ({ upload, ...looted(npc(1)) })),
  ],
  [{ percent: 0, day: 3, deed: 'erase', install: 1, records: 1 }],
  [],
  [],
];

test('with any days, clocks, networks and orders, the facts equal those of a rebuild and those without the excluded installs', () =>
  fc.assert(
    fc.asyncProperty(world, steps, someInstalls, someInstalls, async (sketches, list, unplaced, ipv6) => {
      const records = inTime(sketches, ipv6);
      const { after, asked, day } = await afterSteps(records, list, unplaced);
      // Records erased before any run saw them do not make the data newer. A rebuild is never older than the data
      // served before.
      const dataAsOfMs = after.counts['dataAsOfMs'] as number | null;
      const anew = await built(records, asked, { ...on(day), dataAsOfMs });
      assert.deepEqual(witnessed(after), witnessed(anew));
      assert.deepEqual(after.corpus, anew.corpus);
      assert.deepEqual(waitingOf(after), waitingOf(anew));
      const first = new Map<number, number>();
      for (const { installN, seq } of records) if (!first.has(installN)) first.set(installN, Math.floor(seq / 4));
      const young = [...first].filter(([, began]) => began + AGE_DAYS > day).map(([n]) => n);
      const waiting = (asked.networkWaits ?? []).flatMap(({ installN, orderN }) => (orderN === null ? [installN] : []));
      const withheld = [...new Set([...(asked.withheld ?? []), ...young, ...waiting])];
      const without = { ...asked, orders: [], withheld, networkWaits: [] };
      assert.deepEqual(witnessed(anew), witnessed(await built(records, without, { dataAsOfMs, witnessNetworks: 2 })));
    }),
    { numRuns: propertyRuns(15), examples: [NEWEST_ARE_GONE] },
  ));

test('both evidence stores publish the same', () =>
  fc.assert(
    fc.asyncProperty(world, steps, someInstalls, someInstalls, async (sketches, list, unplaced, ipv6) => {
      const records = inTime(sketches, ipv6);
      const inMemory = await afterSteps(records, list, unplaced, withOracle);
      assert.deepEqual(await afterSteps(records, list, unplaced), inMemory);
    }),
    { numRuns: propertyRuns(5) },
  ));

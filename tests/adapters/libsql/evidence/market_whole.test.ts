import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { computeScanValue } from '../../../../domain/families/counting/market_value.ts';
import type { DayInHistory, House } from '../../../../domain/ports/market.ts';
import type { SnapshotStore } from '../../../../domain/ports/snapshots.ts';
import type { Order } from '../../../../domain/ports/uploads.ts';
import { DAY_MS } from '../../../../domain/values/instant.ts';
import { HOUSES } from '../../../../schema/vocabulary.ts';
import {
  kept,
  listedUploads,
  type Sketch,
  smallBounds,
  snap,
  T0_MS,
  withStores,
} from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';

/** Compares the path of scans from records to public values with a direct computation. */

/** Sixty days before the day on which the records are received. */
const FIRST_DAY = T0_MS / DAY_MS - 60;
const SPELLINGS = ['Stormrage', 'STORMRAGE', 'Eastmoor'] as const;

interface AnonymousRecord {
  readonly install: number;
  readonly realm: (typeof SPELLINGS)[number];
  readonly house: House | '';
  readonly scanId: string;
  readonly atMs: number;
  readonly complete: boolean | undefined;
  readonly items: readonly { readonly itemId: number; readonly unitPriceCopper: number; readonly quantity: number }[];
}

/**
 * Few installs, scans and items, so that they collide. The days are before and after the start of the 60 days of
 * `historical`, and before and after the 7 days within which scans are in time; the last is dated after its receipt.
 */
const told: fc.Arbitrary<AnonymousRecord> = fc
  .record({
    install: fc.integer({ min: 1, max: 4 }),
    realm: fc.constantFrom(...SPELLINGS, 'Stormrage' as const),
    house: fc.constantFrom<House | ''>('', 'Horde', 'Horde', 'Neutral'),
    scanId: fc.constantFrom('scan-9', 'scan-10', 'scan-11'),
    day: fc.constantFrom(0, 0, 52, 54, 58, 59, 60, 61),
    hour: fc.constantFrom(0, 12, 23),
    complete: fc.constantFrom(true, true, true, false, undefined),
    items: fc.array(
      fc.record({
        itemId: fc.constantFrom(1, 1, 2),
        unitPriceCopper: fc.constantFrom(10, 11, 12, 60, 9_000),
        quantity: fc.integer({ min: 1, max: 20 }),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ day, hour, ...rest }) => ({ ...rest, atMs: (FIRST_DAY + day) * DAY_MS + hour * 3_600_000 }));

function sketchOf({ install, realm, house, scanId, atMs, complete, items }: AnonymousRecord): Sketch {
  return {
    install,
    kind: 'auction_scan',
    at: new Date(atMs).toISOString(),
    fields: { realm, ...(house && { house }), scanId, ...(complete !== undefined && { complete }), items },
  };
}

function groups<T>(all: readonly T[], keyOf: (one: T) => string): readonly (readonly T[])[] {
  const found = new Map<string, T[]>();
  for (const one of all) found.set(keyOf(one), [...(found.get(keyOf(one)) ?? []), one]);
  return [...found.values()];
}

/** Returns the price of every unit of an item in ascending order. */
function unitsOf(records: readonly AnonymousRecord[], item: number): readonly number[] {
  return records
    .flatMap(({ items }) => items.filter(({ itemId }) => itemId === item))
    .flatMap(({ unitPriceCopper, quantity }) => Array.from({ length: quantity }, () => unitPriceCopper))
    .sort((a, b) => a - b);
}

function middle(values: readonly number[]): number {
  const ascending = [...values].sort((a, b) => a - b);
  const at = (ascending.length - 1) / 2;
  return (ascending[Math.floor(at)]! + ascending[Math.ceil(at)]!) / 2;
}

/** Like `middle`, but the lower of the middle two if they differ by more than a factor of three. */
function priceMiddle(prices: readonly number[]): number {
  const below = [...prices].sort((a, b) => a - b)[(prices.length - 1) >> 1]!;
  return middle(prices) > 2 * below ? below : middle(prices);
}

interface Told extends AnonymousRecord {
  readonly receivedMs: number;
}

/** Applies the rules of the contract to one realm and house, using all records at once. */
function counted(records: readonly Told[], realm: string, house: House | ''): readonly unknown[] {
  const present = Math.floor(Math.max(...records.map(({ receivedMs }) => receivedMs)) / DAY_MS);
  const own = records.filter((one) => one.realm.toLowerCase() === realm && (house === '' || one.house === house));
  const scans = groups(own, (one) => `${one.install} ${one.house} ${one.scanId}`).map((parts) => ({
    parts,
    install: parts[0]!.install,
    house: parts[0]!.house,
    scanId: parts[0]!.scanId,
    firstMs: Math.min(...parts.map((one) => Math.min(one.atMs, one.receivedMs))),
    receivedMs: Math.max(...parts.map((one) => one.receivedMs)),
    complete: parts.every((one) => one.complete === true),
  }));
  const byRank = scans.toSorted(
    (a, b) => Number(b.complete) - Number(a.complete) || b.firstMs - a.firstMs || (a.scanId < b.scanId ? 1 : -1),
  );
  return [1, 2]
    .flatMap((item) => {
      const holding = byRank.filter(({ parts }) => unitsOf(parts, item).length > 0);
      const days = groups(holding, (one) => String(Math.floor(one.firstMs / DAY_MS))).flatMap((ofDay) => {
        const isPublicIn = (one: House): boolean =>
          new Set(ofDay.filter((scan) => scan.house === one).map(({ install }) => install)).size >= 3;
        const inFactions = isPublicIn('Horde') || isPublicIn('Alliance');
        const there = house === '' && inFactions ? ofDay.filter((scan) => scan.house !== 'Neutral') : ofDay;
        const inTime = there.filter(({ firstMs, receivedMs }) => receivedMs - firstMs <= 7 * DAY_MS);
        const [all, early] = [there, inTime].map((scans) => {
          const chosen = groups(scans, (one) => `${one.install} ${one.house}`).map(([best]) => best!);
          const reports = groups(chosen, (one) => String(one.install)).map((each) =>
            unitsOf(
              each.flatMap(({ parts }) => parts),
              item,
            ),
          );
          if (reports.length < 3) return null;
          const values = reports.map((units) =>
            computeScanValue(groups(units, String).map((same) => [same[0]!, same.length] as const)),
          );
          return {
            reporters: reports.length,
            market: middle(values),
            min: middle(reports.map((units) => units[0]!)),
            quantity: middle(reports.map((units) => units.length)),
          };
        }) as [Figures | null, Figures | null];
        return all === null ? [] : [{ day: Math.floor(ofDay[0]!.firstMs / DAY_MS), all, early }];
      });
      const sorted = days.toSorted((a, b) => b.day - a.day);
      const usual = (some: typeof days): readonly Figures[] => {
        const early = some.flatMap((one) => one.early ?? []);
        return early.length > 0 ? early : some.map((one) => one.all);
      };
      const inHistory = (at: number) => {
        const { day, all } = sorted[at]!;
        const recent = sorted.slice(at).filter((one) => one.day > day - 60);
        return { day, ...all, historical: priceMiddle(usual(recent).map(({ market }) => market)).toFixed(9) };
      };
      const leads = sorted.findIndex(({ day, all }, at) => {
        const before = usual(sorted.slice(at + 1)).slice(0, 14);
        const enough = before.length === 0 ? 0 : middle(before.map(({ reporters }) => reporters));
        return all.reporters >= (day === present ? enough : enough / 3);
      });
      if (leads < 0) return [];
      return [{ itemId: item, ...inHistory(leads), newer: leads === 0 ? null : inHistory(0) }];
    })
    .toSorted((a, b) => b.quantity - a.quantity || a.itemId - b.itemId);
}

interface Figures {
  readonly reporters: number;
  readonly market: number;
  readonly min: number;
  readonly quantity: number;
}

async function published(store: SnapshotStore, realm: string, house: House | ''): Promise<readonly unknown[]> {
  await store.refresh();
  const snapshot = await store.newest();
  assert.ok(snapshot !== null);
  const items = await snapshot.market.items(realm, house, 10);
  const shown = ({ unusual: _, historical, ...day }: DayInHistory) => ({ ...day, historical: historical.toFixed(9) });
  return items.map(({ newer, trend: _, weekChange: __, ...item }) => ({
    ...shown(item),
    newer: newer && shown(newer),
  }));
}

const HOUSES_AND_ALL = ['', ...HOUSES] as const;

/** `gone` is the install that is withheld at the end, or 0. */
const history = fc.record({
  records: fc.array(told, { minLength: 1, maxLength: 40, size: 'max' }),
  seen: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 4 }),
  chunk: fc.integer({ min: 1, max: 5 }),
  gone: fc.integer({ min: 0, max: 4 }),
});

test('the market shows what a direct computation gives, in any order of any reports', () =>
  fc.assert(
    fc.asyncProperty(history, async ({ records, seen, chunk, gone }) => {
      const sketches = kept(records.map(sketchOf));
      const bounds = smallBounds(3 * chunk, chunk);
      await withStores(async (on) => {
        for (const upTo of seen.toSorted((a, b) => a - b)) {
          assert.ok((await snap(on, listedUploads(sketches, upTo), { bounds })).ok);
        }
        const order: Order = { n: 1, kind: 'install', installN: gone, state: 'withheld' };
        const withheld = gone === 0 ? {} : { orders: [order], withheld: [gone] };
        assert.ok((await snap(on, listedUploads(sketches, undefined, withheld), { bounds })).ok);
        const standing = records
          .map((record, i): Told => ({ ...record, receivedMs: sketches[i]!.receivedAtMs }))
          .filter(({ install }) => install !== gone);
        for (const realm of ['stormrage', 'eastmoor', 'nowhere']) {
          for (const house of HOUSES_AND_ALL) {
            assert.deepEqual(await published(on.store, realm, house), counted(standing, realm, house));
          }
        }
      });
    }),
    { numRuns: propertyRuns(30) },
  ));

test('a realm is shown in its most reported spelling once its values are public', () =>
  withStores(async (on) => {
    const items = [{ itemId: 1, unitPriceCopper: 5, quantity: 1 }];
    const scans = [SPELLINGS[1], SPELLINGS[0], SPELLINGS[0]].map(
      (realm, i): AnonymousRecord => ({
        install: i + 1,
        realm,
        house: '',
        scanId: 'scan',
        atMs: FIRST_DAY * DAY_MS,
        complete: true,
        items,
      }),
    );
    const realms = async (): Promise<unknown> => {
      await on.store.refresh();
      return await (await on.store.newest())!.market.realms();
    };
    const uploads = kept(scans.map(sketchOf));
    assert.ok((await snap(on, listedUploads(uploads, 2))).ok);
    assert.deepEqual(await realms(), []);
    assert.ok((await snap(on, listedUploads(uploads))).ok);
    assert.deepEqual(await realms(), [{ realmKey: 'stormrage', name: 'Stormrage', houses: [] }]);
  }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { StoredRecord } from '../../../domain/ports/uploads.ts';
import { items, looted, npc } from '../../support/world.ts';
import {
  type Asked,
  AT_THE_END,
  kept,
  listedUploads,
  published,
  type Sketch,
  type Stores,
  smallBounds,
  snap,
  T0_MS,
  withOracle,
  withStores,
} from './support.ts';

/** An upload is received as many seconds after T0 as its number says. */
const DAY = 86_400;
/** Monday. In a week, weights are fitted once, and only then all sources are estimated again. */
const FIRST_DAY = 2;
const [CANDLE, TAIL] = [772, 2];

/** Windows of an install, opened on the day on which they are received. */
function seen(install: number, day: number, drops: number, windows: number, on = 6): Sketch[] {
  return Array.from({ length: windows }, (_, i) => ({
    install,
    upload: (FIRST_DAY + day) * DAY + install,
    event: `${install}:${day}:${on}:${i}`,
    at: new Date(T0_MS + (FIRST_DAY + day) * DAY * 1_000 + i * 1_000).toISOString(),
    ...looted(npc(on), ...items(i < drops ? CANDLE : TAIL)),
  }));
}

async function estimatesOf(on: Stores): Promise<readonly string[]> {
  return (await published(on.store, { corpus: false })).estimates;
}

/** Returns the estimates after one snapshot of all records. */
function atOnce(records: readonly StoredRecord[], upTo: number): Promise<readonly string[]> {
  return withStores(async (on) => {
    assert.ok((await snap(on, listedUploads(records, upTo))).ok);
    return estimatesOf(on);
  });
}

test('windows change counts at once and estimates on the next day, even if their source has no new ones', () =>
  withStores(async (on) => {
    const first = [1, 2, 3, 4].flatMap((install) => [...seen(install, 0, 6, 20), ...seen(install, 0, 5, 9, 7)]);
    const second = seen(1, 1, 7, 7);
    const third = seen(2, 2, 1, 1, 7);
    const records = kept([...first, ...second, ...third]);
    const ratesUpTo = async (upTo: number) => {
      assert.ok((await snap(on, listedUploads(records, upTo))).ok);
      const { estimates, rates } = await published(on.store, { corpus: false });
      assert.deepEqual(estimates, await atOnce(records, upTo));
      const isCandle = (line: string) => line.startsWith(`npc 6 item ${CANDLE}`);
      return [rates.find(isCandle), estimates.find(isCandle)];
    };
    const [counts, estimate] = await ratesUpTo(first.length);
    const [secondCounts, secondEstimate] = await ratesUpTo(first.length + second.length);
    assert.deepEqual([counts, secondCounts], ['npc 6 item 772: 24/80 by 4', 'npc 6 item 772: 31/87 by 4']);
    assert.equal(secondEstimate, estimate);
    const [thirdCounts, thirdEstimate] = await ratesUpTo(records.length);
    assert.equal(thirdCounts, secondCounts);
    assert.notEqual(thirdEstimate, estimate);
  }));

/** Windows of an install on one of two creatures, on one of the days after the first. */
const visits = fc.array(
  fc.record({
    install: fc.integer({ min: 1, max: 6 }),
    day: fc.integer({ min: 1, max: 4 }),
    drops: fc.integer({ min: 0, max: 4 }),
    windows: fc.integer({ min: 1, max: 8 }),
    on: fc.constantFrom(6, 7),
  }),
  { minLength: 2, maxLength: 10 },
);

const FIRST = [1, 2, 3, 4].flatMap((install) => [6, 7].map((on) => ({ install, day: 0, drops: 9, windows: 30, on })));

test('estimates do not depend on when snapshots were taken', () =>
  fc.assert(
    fc.asyncProperty(
      visits,
      fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }),
      fc.boolean(),
      fc.boolean(),
      async (some, stops, inMemory, clockGoesBack) => {
        const inOrder = some.toSorted((a, b) => a.day - b.day || a.install - b.install);
        const uploads = [...FIRST, ...(clockGoesBack ? some : inOrder)].map((one, i) =>
          seen(one.install, one.day, one.drops, one.windows, one.on).map((sketch) => ({
            ...sketch,
            event: `${i}:${sketch.event}`,
          })),
        );
        const records = kept(uploads.flat());
        const all = await atOnce(records, records.length);
        await (inMemory ? withOracle : withStores)(async (on) => {
          let upTo = 0;
          for (const [i, { length }] of uploads.entries()) {
            upTo += length;
            if (upTo < records.length && (i < FIRST.length || !stops[i])) continue;
            assert.ok(
              (await snap(on, listedUploads(records, upTo), { bounds: smallBounds(60, 30, inMemory ? 0 : AT_THE_END) }))
                .ok,
            );
          }
          assert.deepEqual((await estimatesOf(on)).toSorted(), all.toSorted());
        });
      },
    ),
    { numRuns: 30 },
  ));

test('windows of an earlier day that begin or cease to count change the estimates of the same day', () =>
  withStores(async (on) => {
    const first = [1, 2, 3, 4].flatMap((install) => [...seen(install, 0, 6, 20), ...seen(install, 0, 5, 9, 7)]);
    const records = kept([
      ...first,
      ...seen(4, 1, 1, 2),
      ...seen(4, 1, 2, 3),
      ...seen(1, 0, 0, 8),
      ...seen(2, 1, 1, 3),
    ]);
    const [second, third, fourth] = [first.length + 2, first.length + 5, first.length + 13];
    const estimateAfter = async (upTo: number, asked: Asked = {}) => {
      assert.ok((await snap(on, listedUploads(records, upTo, asked))).ok);
      const once = await withStores(async (fresh) => {
        assert.ok((await snap(fresh, listedUploads(records, upTo, asked))).ok);
        return estimatesOf(fresh);
      });
      assert.deepEqual((await estimatesOf(on)).toSorted(), once.toSorted());
      return once.find((line) => line.startsWith(`npc 6 item ${CANDLE}`));
    };
    const ofFirstDay = await estimateAfter(second);
    assert.equal(await estimateAfter(third), ofFirstDay);
    const killed = async (): Promise<never> => Promise.reject(new Error('killed'));
    await assert.rejects(
      snap({ ...on, snapshots: { ...on.snapshots, write: killed } }, listedUploads(records, fourth)),
    );
    const withLate = await estimateAfter(fourth);
    assert.notEqual(withLate, ofFirstDay, 'the clock was set back, and eight windows are received on the first day');
    const withheld: Asked = { withheld: [3], orders: [{ n: 1, kind: 'install', installN: 3, state: 'withheld' }] };
    assert.notEqual(await estimateAfter(fourth, withheld), withLate);
    await estimateAfter(records.length, withheld);
  }));

/** Serves an import with these items. */
async function importItems({ snapshots }: Stores, cards: Readonly<Record<number, object>>): Promise<void> {
  const n = await snapshots.beginImport({
    build: '1.15.8.1',
    extractedAt: null,
    importedAtMs: T0_MS,
    protocol: '1.5.0',
  });
  const facts = Object.entries(cards).map(([itemId, card]) => {
    return { family: 'item' as const, subject: itemId, body: JSON.stringify({ itemId: Number(itemId), card }) };
  });
  await snapshots.addToImport(n, { items: [], edges: [], facts });
  await snapshots.finishImport(n, T0_MS, 'write');
}

const USUAL = { unique: 0, startsQuestId: null };

test('an import estimates again what players can have once, without new windows', () =>
  withStores(async (on) => {
    const windows = [1, 2, 3].flatMap((install) => [...seen(install, 0, 1, 41), ...seen(install, 0, 0, 30, 7)]);
    const records = kept([...windows, ...seen(1, 1, 0, 1, 8)]);
    const rateAfterSnap = async () => {
      assert.ok((await snap(on, listedUploads(records))).ok);
      assert.deepEqual((await on.snapshots.onceOnly()).sources, []);
      const estimates = await estimatesOf(on);
      return estimates.find((line) => line.startsWith(`npc 6 item ${CANDLE}`))!;
    };
    const usual = await rateAfterSnap();
    assert.match(usual, /: 0\.0[\d]+ /);
    await importItems(on, { [CANDLE]: { ...USUAL, unique: -1 }, [TAIL]: { ...USUAL, unique: 5 } });
    assert.deepEqual(await on.snapshots.onceOnly(), { itemIds: [], sources: [] });
    assert.equal(await rateAfterSnap(), usual);
    for (const card of [
      { ...USUAL, unique: 1 },
      { ...USUAL, unique: true },
      { ...USUAL, startsQuestId: 60 },
    ]) {
      await importItems(on, { [CANDLE]: card, [TAIL]: USUAL });
      assert.deepEqual(await on.snapshots.onceOnly(), { itemIds: [CANDLE], sources: [{ type: 'npc', id: 6 }] });
      assert.match(await rateAfterSnap(), /: 0\.9\d+ .*, once$/);
      await importItems(on, {});
      assert.equal(await rateAfterSnap(), usual);
    }
  }));

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Order, StoredRecord } from '../../../domain/ports/uploads.ts';
import { usedAddon } from '../../support/world.ts';
import { history } from './small_world.ts';
import {
  type Asked,
  type Comparable,
  facts,
  kept,
  listedUploads,
  type Sketch,
  type Stores,
  smallBounds,
  snap,
  withStores,
} from './support.ts';

/**
 * Five installs report few subjects. A sixth install sends on another day, so that the population of the previous day
 * is counted.
 */
function recordsOf(sketches: readonly Sketch[]): readonly StoredRecord[] {
  return kept([
    ...sketches.map((sketch, i) => ({ ...sketch, event: `event-${i}` })),
    { install: 6, upload: 90_000, event: 'last', ...usedAddon('Recorder') },
  ]);
}

const TRIES = 8;
const NO_EVENTS = 'eventId';

/**
 * Returns what is public without the event digests and without `dataAsOf` and the newest sequence number, which the
 * contract exempts.
 */
function figures({ counts, corpus, ...rest }: Comparable): unknown {
  const { dataAsOfMs: _at, seq: _seq, ...others } = counts;
  const bare = (row: string): string => {
    const { [NO_EVENTS]: _event, ...fields } = JSON.parse(row) as Record<string, unknown>;
    return JSON.stringify(fields);
  };
  const rows = Object.fromEntries(Object.entries(corpus).map(([kind, list]) => [kind, list.map(bare).sort()]));
  return { ...rest, counts: others, corpus: rows };
}

const BOUNDS = smallBounds(7, 4);

/** Runs the builder once per set of orders, each time with all records, and returns the figures after each run. */
function after(records: readonly StoredRecord[], steps: readonly Asked[]): Promise<unknown[]> {
  return withStores(async (on: Stores) => {
    const seen: unknown[] = [];
    for (const asked of steps) {
      assert.ok((await snap(on, listedUploads(records, Number.POSITIVE_INFINITY, asked), { bounds: BOUNDS })).ok);
      seen.push(figures(await facts(on.store)));
    }
    return seen;
  });
}

function install(n: number, installN: number, state: 'in' | 'withheld' | 'erased'): Order {
  return {
    n,
    kind: 'install',
    installN,
    state,
  };
}

test('withholding an install equals never having had it, and reinstating it restores everything', () =>
  fc.assert(
    fc.asyncProperty(history(30), fc.integer({ min: 1, max: 5 }), async (sketches, out) => {
      const records = recordsOf(sketches);
      const [all, without, back] = await after(records, [
        {},
        { orders: [install(1, out, 'withheld')], withheld: [out] },
        { orders: [install(2, out, 'in')] },
      ]);
      const [never] = await after(
        records.filter(({ installN }) => installN !== out),
        [{}],
      );
      assert.deepEqual(without, never);
      assert.deepEqual(back, all);
    }),
    { numRuns: TRIES },
  ));

test('erasing an install equals never having had it, whether it was counted, withheld or partly processed', () =>
  fc.assert(
    fc.asyncProperty(history(30), fc.integer({ min: 1, max: 5 }), fc.boolean(), async (sketches, out, held) => {
      const records = recordsOf(sketches);
      const erased: Asked = { orders: [install(2, out, 'erased')], erased: [out] };
      const withheld: Asked = { orders: [install(1, out, 'withheld')], withheld: [out] };
      const seen = await after(records, held ? [{}, withheld, erased] : [{}, erased]);
      const others = records.filter(({ installN }) => installN !== out);
      assert.deepEqual(seen.at(-1), (await after(others, [{}]))[0]);
    }),
    { numRuns: TRIES },
  ));

test('revoking a grant removes its records unless another grant covers them, and a new grant restores them', () =>
  fc.assert(
    fc.asyncProperty(history(30), fc.constantFrom(1, 9), async (sketches, grantN) => {
      const records = recordsOf(sketches);
      const [all, without, back] = await after(records, [
        {},
        { orders: [{ n: 1, kind: 'grant', grantN }], revoked: [grantN] },
        { orders: [{ n: 2, kind: 'grant', grantN }] },
      ]);
      const [never] = await after(records, [{ revoked: [grantN] }]);
      assert.deepEqual(without, never);
      assert.deepEqual(back, all);
    }),
    { numRuns: TRIES },
  ));

test('a rebuild leaves out installs that were withheld before', () =>
  fc.assert(
    fc.asyncProperty(history(20), fc.integer({ min: 1, max: 5 }), async (sketches, out) => {
      const records = recordsOf(sketches);
      const [rebuilt] = await after(records, [{ withheld: [out] }]);
      const others = records.filter(({ installN }) => installN !== out);
      assert.deepEqual(rebuilt, (await after(others, [{}]))[0]);
    }),
    { numRuns: TRIES },
  ));

test('a rebuild in many snapshots, which knows dataAsOf from the start, gives the same result', () =>
  fc.assert(
    fc.asyncProperty(history(20), async (sketches) => {
      const records = recordsOf(sketches);
      const dataAsOfMs = records.at(-1)!.receivedAtMs;
      const rebuilt = await withStores(async (on) => {
        assert.ok((await snap(on, listedUploads(records), { bounds: BOUNDS, dataAsOfMs })).ok);
        return figures(await facts(on.store));
      });
      assert.deepEqual(rebuilt, (await after(records, [{}]))[0]);
    }),
    { numRuns: TRIES },
  ));

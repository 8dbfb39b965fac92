import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Order, StoredRecord } from '../../../domain/ports/uploads.ts';
import { propertyRuns } from '../../runner/properties.ts';
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

const TRIES = propertyRuns(16);
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

/** Orders about an install before it is erased. */
const BEFORE_ERASED = ['nothing', 'withheld', 'withheld and reinstated'] as const;

test('withholding or erasing an install equals never having had it, and reinstating it restores everything', () =>
  fc.assert(
    fc.asyncProperty(
      history(30),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(...BEFORE_ERASED),
      async (sketches, out, before) => {
        const records = recordsOf(sketches);
        const others = records.filter(({ installN }) => installN !== out);
        const [never] = await after(others, [{}]);
        const withheld: Asked = { orders: [install(1, out, 'withheld')], withheld: [out] };
        const reinstated: Asked = { orders: [install(2, out, 'in')] };
        const erased: Asked = { orders: [install(3, out, 'erased')], erased: [out] };
        const asked = { nothing: [], withheld: [withheld], 'withheld and reinstated': [withheld, reinstated] }[before];
        const seen = await after(records, [{}, ...asked, erased]);
        const [all, without, back] = seen;
        assert.deepEqual(without, never);
        if (asked.length === 2) assert.deepEqual(back, all);
        assert.deepEqual(seen.at(-1), never, 'erased');
        assert.deepEqual(await after(records, [{ withheld: [out] }]), [never], 'a rebuild leaves it out');
      },
    ),
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

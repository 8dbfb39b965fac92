import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredRecord } from '../../../domain/ports/uploads.ts';
import { findMonday } from '../../../domain/snapshot/rate_weights.ts';
import type { SnapshotSettings } from '../../../domain/snapshot/run.ts';
import { FITTED_PAIRS_MIN } from '../../../domain/values/estimates/fit_weights.ts';
import { DEFAULT_WEIGHTS } from '../../../domain/values/estimates/model.ts';
import { items, looted, npc } from '../../support/world.ts';
import {
  type Asked,
  AT_THE_END,
  kept,
  listedUploads,
  published,
  type Sketch,
  smallBounds,
  snap,
  withStores,
} from './support.ts';

/** T0 is a Saturday, and an upload is received as many seconds after it as its number says. */
const MONDAY = 2 * 86_400;
const SOURCES = FITTED_PAIRS_MIN + 10;

/** The windows of an install on many NPCs. A lucky install finds the item in all of them, another in some. */
function seen(install: number, upload: number, isLucky = false): Sketch[] {
  return Array.from({ length: SOURCES }, (_, source) =>
    [0, 1, 2].map((window) => ({
      install,
      upload,
      event: `${upload}:${source}:${window}`,
      ...looted(npc(source + 1), ...items(...(isLucky || (source + window + install) % 3 === 0 ? [7] : []))),
    })),
  ).flat();
}

const BEFORE = [...seen(1, 1), ...seen(2, 2), ...seen(3, 3)];
const LUCKY_BEFORE = seen(4, 4, true);
const AFTER = [...seen(1, MONDAY + 5), ...seen(5, MONDAY + 6, true)];

interface Step {
  /** Number of records received before the run, or all. */
  readonly upTo?: number;
  readonly asked?: Asked;
  readonly settings?: Partial<SnapshotSettings>;
}

/** Runs the builder once per step and returns the weights and estimates after the last. */
function after(records: readonly StoredRecord[], steps: readonly Step[]) {
  return withStores(async (on) => {
    for (const { upTo, asked, settings } of steps) {
      const run = await snap(on, listedUploads(records, upTo, asked), {
        bounds: smallBounds(700, 300, AT_THE_END),
        ...settings,
      });
      assert.ok(run.ok);
    }
    const { weights, estimates } = await published(on.store, { corpus: false });
    return { weights, estimates };
  });
}

test('a week begins on Monday', () => {
  const day = (text: string): number => Date.parse(text) / 86_400_000;
  assert.equal(findMonday(day('2026-01-10')), day('2026-01-05'));
  assert.equal(findMonday(day('2026-01-12')), day('2026-01-12'));
  assert.equal(findMonday(day('2026-01-18')), day('2026-01-12'));
});

test('weights come from windows received before Monday, and are fitted once a week begins', async () => {
  const records = kept([...BEFORE, ...LUCKY_BEFORE, ...AFTER]);
  const count = BEFORE.length + LUCKY_BEFORE.length;
  const inFirstWeek = await after(records, [{ upTo: count }]);
  assert.deepEqual(inFirstWeek.weights, DEFAULT_WEIGHTS);
  const inSecond = await after(records, [{}]);
  assert.notDeepEqual(inSecond.weights, DEFAULT_WEIGHTS);
  // Another upload of the second week changes nothing, nor does the first one.
  const later = kept([...BEFORE, ...LUCKY_BEFORE, ...AFTER, ...seen(6, MONDAY + 9, true)]);
  assert.deepEqual((await after(later, [{}])).weights, inSecond.weights);
  assert.deepEqual((await after(later, [{ upTo: count + 1 }])).weights, inSecond.weights);
  const other = await after(kept([...BEFORE, ...AFTER]), [{}]);
  assert.notDeepEqual(other.weights, inSecond.weights);
});

test('estimates and weights equal those of a rebuild, wherever the runs begin', async () => {
  const records = kept([...BEFORE, ...LUCKY_BEFORE, ...AFTER]);
  const rebuilt = await after(records, [{}]);
  const steps = [100, BEFORE.length, BEFORE.length + LUCKY_BEFORE.length, BEFORE.length + LUCKY_BEFORE.length + 9];
  assert.deepEqual(await after(records, [...steps.map((upTo) => ({ upTo })), {}]), rebuilt);
});

test('rates published with other weights on the same day are estimated again', async () => {
  const records = kept([...BEFORE, ...LUCKY_BEFORE, ...AFTER]);
  // Half of the sources have no new windows on Monday, on which facts are published before the weights are fitted.
  const upTo = BEFORE.length + LUCKY_BEFORE.length + Math.floor((3 * SOURCES) / 2);
  const inSteps = await after(records, [{ upTo, settings: { bounds: smallBounds(700, 300) } }]);
  assert.notDeepEqual(inSteps.weights, DEFAULT_WEIGHTS);
  assert.deepEqual(inSteps, await after(records, [{ upTo }]));
});

test('withholding or erasing an install fits the weights without it, and reinstating it with it', async () => {
  const records = kept([...BEFORE, ...LUCKY_BEFORE, ...AFTER]);
  const order = (n: number, state: 'in' | 'withheld' | 'erased') =>
    ({ n, kind: 'install', installN: 4, state }) as const;
  const withAll = await after(records, [{}]);
  const without = await after(
    records.filter(({ installN }) => installN !== 4),
    [{}],
  );
  assert.notDeepEqual(without.weights, withAll.weights);
  const withheld: Step = { asked: { orders: [order(1, 'withheld')], withheld: [4] } };
  assert.deepEqual(await after(records, [{}, withheld]), without);
  assert.deepEqual(await after(records, [{}, withheld, { asked: { orders: [order(2, 'in')] } }]), withAll);
  assert.deepEqual(await after(records, [{}, { asked: { orders: [order(1, 'erased')], erased: [4] } }]), without);
});

test('an install counts for the weights if it was a witness on Monday', async () => {
  const records = kept([...BEFORE, ...LUCKY_BEFORE, ...AFTER]);
  const saturday = Date.parse('2026-01-10T00:00:00Z') / 86_400_000;
  const on = (day: number): Step => ({ settings: { installAgeDays: 3, witnessDay: day } });
  // All installs of the first week came of age on Tuesday, so no window counts for Monday.
  const rebuilt = await after(records, [on(saturday + 9)]);
  assert.deepEqual(rebuilt.weights, DEFAULT_WEIGHTS);
  assert.ok(rebuilt.estimates.length > 0);
  assert.deepEqual(await after(records, [on(saturday + 2), on(saturday + 3), on(saturday + 9)]), rebuilt);
});

test('the week is that of dataAsOf, even if no stored record was received in it', async () => {
  const records = kept(BEFORE);
  const dataAsOfMs = Date.parse('2026-01-13T00:00:00Z');
  const [run, again] = [{ settings: { dataAsOfMs } }, {}];
  const { weights } = await after(records, [run]);
  assert.notDeepEqual(weights, DEFAULT_WEIGHTS);
  assert.deepEqual((await after(records, [{}, run, again])).weights, weights);
});

import { test } from 'node:test';
import { playRealm } from '../realm/play.ts';
import { DAY_MS } from '../realm/record.ts';

const START_MS = Date.UTC(2026, 2, 1);

/** The full realm is tests/realm/realm.data.ts. This small one needs no data. */
test('a small realm equals an independent count after withholding, erasure and rebuild', () =>
  playRealm({
    seed: 7,
    world: null,
    region: 3,
    installs: 26,
    days: 4,
    startMs: START_MS,
    phasesMs: [START_MS + 2 * DAY_MS, START_MS + 5 * DAY_MS],
    share: 0.12,
    zeal: 1,
    clock: false,
    snapshotEvery: 30,
    thorough: false,
  }));

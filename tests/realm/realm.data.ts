import { test } from 'node:test';
import { dataFolder } from '../data/loot_fixture.ts';
import { playRealm } from './play.ts';
import { DAY_MS } from './record.ts';
import { realWorld } from './world.ts';

const START_MS = Date.UTC(2026, 2, 1);
/**
 * Returns a time between records, which have whole seconds. No scan was made in the three minutes from seven days before
 * a phase on, so the slowed clock passes no scan that is about to count as late.
 */
function middayOf(day: number): number {
  return START_MS + day * DAY_MS + DAY_MS / 2 + 4 * 60_000 + 500;
}

test('a realm of 200 installs over 30 days equals an independent count after withholding, erasure and rebuild', (t) =>
  playRealm({
    seed: 20260301,
    world: realWorld(`${dataFolder()}/world.json.gz`),
    region: null,
    installs: 200,
    days: 30,
    startMs: START_MS,
    // The last day is so late that the first days are outside the population's window.
    phasesMs: [middayOf(12), middayOf(22), middayOf(31), middayOf(34)],
    share: 1,
    zeal: 0.5,
    clock: true,
    snapshotEvery: 40,
    thorough: true,
    tables: `${dataFolder()}/client-1.15.8.67156`,
    say: (what) => t.diagnostic(`equal: ${what}`),
  }));

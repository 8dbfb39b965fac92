import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemStopwatch } from '../../adapters/clock.ts';
import { type JobSchedule, type ScheduleOptions, startSchedule } from '../../jobs/schedule.ts';
import { inVirtualTime, sleep, type VirtualTime } from '../support/virtual_time.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

type Run = ScheduleOptions['run'];

interface Running extends JobSchedule, VirtualTime {
  /** The times at which runs began, in milliseconds. */
  readonly begunMs: readonly number[];
}

/** Starts a schedule in virtual time. */
function scheduled(
  options: Pick<ScheduleOptions, 'intervalS' | 'run'> & Partial<ScheduleOptions>,
  work: (running: Running) => Promise<void>,
): Promise<void> {
  return inVirtualTime(async (time) => {
    const begunMs: number[] = [];
    const run: Run = (signal) => {
      begunMs.push(time.nowMs());
      return options.run(signal);
    };
    const schedule = startSchedule({ stopwatch: { elapsedMs: time.nowMs }, log: SILENT, ...options, run });
    await work({ ...schedule, ...time, begunMs });
  });
}

test('the first run starts immediately, the next after the interval, and none after stop', () =>
  scheduled({ intervalS: 0.1, run: async () => true }, async ({ pass, stop, begunMs }) => {
    await pass(250);
    await stop();
    assert.deepEqual(begunMs, [0, 100, 200]);
    await pass(150);
    assert.equal(begunMs.length, 3);
  }));

test('a run longer than the interval is followed by the next one immediately, and runs never overlap', async () => {
  let inHand = 0;
  let most = 0;
  const run = async () => {
    most = Math.max(most, ++inHand);
    await sleep(60);
    inHand--;
    return true;
  };
  await scheduled({ intervalS: 0.02, run }, async ({ pass, stop, begunMs }) => {
    await pass(220);
    const stopped = stop();
    await pass(60);
    await stopped;
    assert.equal(most, 1);
    // Even a delay of nothing is a timer, which ends a millisecond later.
    assert.deepEqual(begunMs, [0, 61, 122, 183]);
  });
});

test('stop asks the current run to end and waits for it', async () => {
  let asked = false;
  const run: Run = async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    asked = true;
    await sleep(50);
    return true;
  };
  await scheduled({ intervalS: 60, run }, async ({ pass, stop }) => {
    await pass(20);
    assert.equal(asked, false);
    let stopped = false;
    const stopping = stop().then(() => {
      stopped = true;
    });
    await pass(49);
    assert.deepEqual([asked, stopped], [true, false]);
    await pass(1);
    await stopping;
  });
});

test('a run that fails or throws does not end the schedule', async () => {
  let runs = 0;
  const errors: unknown[] = [];
  const log = {
    ...SILENT,
    error: (event: string, _fields: unknown, bug: unknown) => errors.push([event, (bug as Error).name]),
  };
  const run = async () => {
    if (++runs === 1) return false;
    throw new RangeError('not for the log');
  };
  await scheduled({ intervalS: 0.03, log, run }, async ({ pass, stop, begunMs }) => {
    await pass(100);
    await stop();
    assert.deepEqual(begunMs, [0, 30, 60, 90]);
    assert.deepEqual(errors, Array(3).fill(['schedule.run_failed', 'RangeError']));
  });
});

test('a run that fails repeatedly is retried with doubled delays, up to the interval', () =>
  scheduled({ intervalS: 0.4, retryS: 0.1, run: async () => false }, async ({ pass, stop, begunMs }) => {
    await pass(1_200);
    await stop();
    assert.deepEqual(begunMs, [0, 100, 300, 700, 1_100]);
  }));

test('waking the schedule starts a run immediately, or another one after the current run', async () => {
  const run = async () => {
    await sleep(50);
    return true;
  };
  await scheduled({ intervalS: 60, run }, async ({ pass, wake, stop, begunMs }) => {
    await pass(20);
    wake();
    await pass(200);
    assert.deepEqual(begunMs, [0, 50], 'it was woken during its first run');
    wake();
    await pass(100);
    assert.deepEqual(begunMs, [0, 50, 220]);
    await stop();
  });
});

test('setting the clock back or forward does not change when runs start', async () => {
  const { now } = Date;
  let stepMs = 0;
  Date.now = () => now() + stepMs;
  const run = async () => {
    stepMs = stepMs < 0 ? 3_600_000 : -3_600_000;
    return true;
  };
  try {
    const beforeMs = systemStopwatch.elapsedMs();
    await scheduled({ intervalS: 0.05, run }, async ({ pass, stop, begunMs }) => {
      await pass(120);
      await stop();
      assert.deepEqual(begunMs, [0, 50, 100]);
    });
    const tookMs = systemStopwatch.elapsedMs() - beforeMs;
    assert.ok(tookMs >= 0 && tookMs < 1_800_000, `the stopwatch of the system says ${tookMs} ms`);
  } finally {
    Date.now = now;
  }
});

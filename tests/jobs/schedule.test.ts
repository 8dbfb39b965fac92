import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemStopwatch } from '../../adapters/clock.ts';
import { startSchedule } from '../../jobs/schedule.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function schedule(intervalS: number, run: (signal: AbortSignal) => Promise<boolean>) {
  return startSchedule({ intervalS, run, stopwatch: systemStopwatch, log: SILENT });
}

test('the first run starts immediately, the next after the interval, and none after stop', async () => {
  const startedMs: number[] = [];
  const began = Date.now();
  const running = schedule(0.1, async () => {
    startedMs.push(Date.now() - began);
    return true;
  });
  await sleep(250);
  await running.stop();
  const runs = startedMs.length;
  assert.ok(runs >= 2 && runs <= 3, `${startedMs}`);
  assert.ok(startedMs[0]! < 50 && startedMs[1]! >= 90, `${startedMs}`);
  await sleep(150);
  assert.equal(startedMs.length, runs);
});

test('a run longer than the interval is followed by the next one immediately, and runs never overlap', async () => {
  let inHand = 0;
  let most = 0;
  let runs = 0;
  const running = schedule(0.02, async () => {
    inHand++;
    most = Math.max(most, inHand);
    await sleep(60);
    inHand--;
    runs++;
    return true;
  });
  await sleep(220);
  await running.stop();
  assert.equal(most, 1);
  assert.ok(runs >= 3, `${runs}`);
});

test('stop asks the current run to end and waits for it', async () => {
  let ended = false;
  const running = schedule(60, async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    await sleep(50);
    ended = true;
    return true;
  });
  await sleep(20);
  await running.stop();
  assert.equal(ended, true);
});

test('a run that fails or throws does not end the schedule', async () => {
  let runs = 0;
  const errors: unknown[] = [];
  const running = startSchedule({
    intervalS: 0.03,
    stopwatch: systemStopwatch,
    log: { ...SILENT, error: (event, _fields, bug) => errors.push([event, (bug as Error).name]) },
    run: async () => {
      runs++;
      if (runs === 1) return false;
      throw new RangeError('not for the log');
    },
  });
  await sleep(150);
  await running.stop();
  assert.ok(runs >= 3, `${runs}`);
  assert.deepEqual(errors[0], ['schedule.run_failed', 'RangeError']);
});

test('a run that fails repeatedly is retried with doubled delays, up to the interval', async () => {
  const startedMs: number[] = [];
  const began = Date.now();
  const running = startSchedule({
    intervalS: 0.4,
    retryS: 0.1,
    stopwatch: systemStopwatch,
    log: SILENT,
    run: async () => {
      startedMs.push(Date.now() - began);
      return false;
    },
  });
  await sleep(1_000);
  await running.stop();
  const gaps = startedMs.slice(1).map((ms, i) => ms - startedMs[i]!);
  assert.ok(gaps.length >= 2 && gaps.length <= 3, `${gaps}`);
  assert.ok(gaps[0]! >= 95 && gaps[1]! >= 195 && (gaps[2] ?? 400) >= 395, `${gaps}`);
});

test('waking the schedule starts a run immediately, or another one after the current run', async () => {
  let runs = 0;
  const running = schedule(60, async () => {
    runs++;
    await sleep(50);
    return true;
  });
  await sleep(20);
  running.wake();
  await sleep(200);
  assert.equal(runs, 2, 'it was woken during its first run');
  running.wake();
  await sleep(100);
  assert.equal(runs, 3);
  await running.stop();
});

test('setting the clock back or forward does not change when runs start', async () => {
  const { now } = Date;
  let stepMs = 0;
  Date.now = () => now() + stepMs;
  const startedMs: number[] = [];
  const running = schedule(0.05, async () => {
    startedMs.push(performance.now());
    stepMs = startedMs.length % 2 === 0 ? 3_600_000 : -3_600_000;
    return true;
  });
  try {
    await sleep(400);
    await running.stop();
    const gaps = startedMs.slice(1).map((ms, i) => ms - startedMs[i]!);
    assert.ok(startedMs.length >= 3, `${startedMs.length} runs`);
    for (const gap of gaps) assert.ok(gap >= 45, `${gaps}`);
  } finally {
    Date.now = now;
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type JobSchedule, type PublishingOptions, startPublishing } from '../../jobs/schedule.ts';
import { inVirtualTime, sleep, type VirtualTime } from '../support/virtual_time.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

interface Publishing extends JobSchedule, VirtualTime {
  /** The times at which runs began, in milliseconds. */
  readonly begunMs: readonly number[];
}

/** Starts publishing in virtual time. `run` gets the number of the run as well. */
function publishing(
  run: (n: number, signal: AbortSignal) => Promise<boolean>,
  work: (started: Publishing) => Promise<void>,
): Promise<void> {
  return inVirtualTime(async (time) => {
    const begunMs: number[] = [];
    const numbered: PublishingOptions['run'] = (signal) => run(begunMs.push(time.nowMs()), signal);
    const started = startPublishing({ run: numbered, log: SILENT, retryMs: { first: 40, most: 80 } });
    await work({ ...started, ...time, begunMs });
  });
}

test('nothing is published before the first snapshot, and each snapshot that is waited for once', () =>
  publishing(
    async () => true,
    async ({ pass, wake, stop, begunMs }) => {
      await pass(30);
      assert.deepEqual(begunMs, []);
      wake();
      await pass(30);
      assert.deepEqual(begunMs, [30]);
      wake();
      await pass(30);
      assert.deepEqual(begunMs, [30, 60]);
      await stop();
    },
  ));

test('snapshots written during a publication are published together after it', async () => {
  let inHand = 0;
  const run = async () => {
    assert.equal(++inHand, 1);
    await sleep(60);
    inHand--;
    return true;
  };
  await publishing(run, async ({ pass, wake, stop, begunMs }) => {
    for (let i = 0; i < 5; i++) {
      wake();
      await pass(8);
    }
    await pass(160);
    assert.deepEqual(begunMs, [0, 60]);
    await stop();
  });
});

test('failed publications are retried with increasing delays up to a maximum', async () => {
  const run = async (n: number) => {
    if (n === 2) throw new Error('as bad as any failure');
    return n === 5;
  };
  await publishing(run, async ({ pass, wake, stop, begunMs }) => {
    wake();
    // Another snapshot does not make the next attempt earlier.
    await pass(10);
    wake();
    await pass(500);
    await stop();
    assert.deepEqual(begunMs, [0, 40, 120, 200, 280]);
  });
});

test('stop ends a delay and the running publisher', async () => {
  await publishing(
    async () => false,
    async ({ pass, wake, stop, begunMs }) => {
      wake();
      await pass(10);
      await stop();
      await pass(100);
      assert.deepEqual(begunMs, [0]);
    },
  );
  let ended = false;
  const run = async (_n: number, signal: AbortSignal) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
    ended = true;
    return false;
  };
  await publishing(run, async ({ pass, wake, stop }) => {
    wake();
    await pass(10);
    assert.equal(ended, false);
    await stop();
    assert.ok(ended);
  });
});

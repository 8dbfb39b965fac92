import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPublishing } from '../../jobs/schedule.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Starts publishing with `answer` as the result of each run. `begunMs` collects the start times of the runs, in ms. */
function publishing(answer: (run: number) => Promise<boolean>) {
  const begunMs: number[] = [];
  const began = performance.now();
  const started = startPublishing({
    run: () => answer(begunMs.push(performance.now() - began)),
    log: SILENT,
    retryMs: { first: 40, most: 80 },
  });
  return { ...started, begunMs };
}

test('nothing is published before the first snapshot, and each snapshot that is waited for once', async () => {
  const { wake, stop, begunMs } = publishing(async () => true);
  await sleep(30);
  assert.equal(begunMs.length, 0);
  wake();
  await sleep(30);
  assert.equal(begunMs.length, 1);
  wake();
  await sleep(30);
  assert.equal(begunMs.length, 2);
  await stop();
});

test('snapshots written during a publication are published together after it', async () => {
  let inHand = 0;
  const { wake, stop, begunMs } = publishing(async () => {
    assert.equal(++inHand, 1);
    await sleep(60);
    inHand--;
    return true;
  });
  for (let i = 0; i < 5; i++) {
    wake();
    await sleep(8);
  }
  await sleep(160);
  assert.equal(begunMs.length, 2);
  await stop();
});

test('failed publications are retried with increasing delays up to a maximum', async () => {
  const { wake, stop, begunMs } = publishing(async (run) => {
    if (run === 2) throw new Error('as bad as any failure');
    return run === 5;
  });
  wake();
  // Another snapshot does not make the next attempt earlier.
  await sleep(10);
  wake();
  await sleep(500);
  await stop();
  assert.equal(begunMs.length, 5);
  const waits = begunMs.slice(1).map((ms, i) => ms - begunMs[i]!);
  for (const [i, least] of [40, 80, 80, 80].entries()) assert.ok(waits[i]! >= least - 2, `${waits}`);
});

test('stop ends a delay and the running publisher', async () => {
  const waiting = publishing(async () => false);
  waiting.wake();
  await sleep(10);
  await waiting.stop();
  let ended = false;
  const started = startPublishing({
    run: async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      ended = true;
      return false;
    },
    log: SILENT,
  });
  started.wake();
  await sleep(10);
  await started.stop();
  assert.ok(ended);
});

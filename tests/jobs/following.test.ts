import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFollower } from '../../jobs/following.ts';

const DAY_MS = 86_400_000;

/** Creates a follower whose runs end as `now` says. `asked` collects the `checks` argument of every run. */
function following() {
  const asked: boolean[] = [];
  const now = { ms: 0, upToDate: true, readable: true, undamaged: true, refreshed: 0 };
  const follower = createFollower({
    bringUp: async (_signal, checks) => {
      asked.push(checks);
      return now.upToDate;
    },
    isReadable: () => now.undamaged,
    refresh: async () => {
      now.refreshed++;
      return now.readable;
    },
    clock: { nowMs: () => 1_000_000 + now.ms },
    stopwatch: { elapsedMs: () => now.ms },
  });
  return { follower, asked, now };
}

const GOING_ON = new AbortController().signal;

test('the served copy is checked completely at the start, once a day, and when it cannot be read', async () => {
  const { follower, asked, now } = following();
  const run = async (ms: number): Promise<boolean> => {
    now.ms = ms;
    await follower.run(GOING_ON);
    return asked.at(-1)!;
  };
  now.upToDate = false;
  assert.equal(await run(0), true);
  assert.equal(await run(1_000), true, 'the first that went well counts');
  now.upToDate = true;
  assert.equal(await run(2_000), true);
  assert.equal(await run(3_000), false);
  assert.equal(await run(2_000 + DAY_MS - 1), false);
  assert.equal(await run(2_000 + DAY_MS), true);
  now.readable = false;
  assert.equal(await run(3_000 + DAY_MS), false);
  now.readable = true;
  assert.equal(await run(4_000 + DAY_MS), true);
  assert.equal(await run(5_000 + DAY_MS), false);
  now.undamaged = false;
  assert.equal(await run(6_000 + DAY_MS), true, 'a request has met damage');
  now.undamaged = true;
  assert.equal(await run(7_000 + DAY_MS), false);
  assert.equal(now.refreshed, asked.length);
});

test('the result of the last check is reported, and nothing before the first one', async () => {
  const { follower, now } = following();
  assert.equal(follower.lastLook(), null);
  now.ms = 5;
  assert.equal(await follower.run(GOING_ON), true);
  assert.deepEqual(follower.lastLook(), { upToDate: true, atMs: 1_000_005 });
  now.ms = 9;
  now.upToDate = false;
  assert.equal(await follower.run(GOING_ON), false);
  assert.deepEqual(follower.lastLook(), { upToDate: false, atMs: 1_000_009 });
  // A run that was stopped says nothing about the server.
  now.ms = 20;
  await follower.run(AbortSignal.abort());
  assert.deepEqual(follower.lastLook(), { upToDate: false, atMs: 1_000_009 });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { createAnswerPool } from '../../../adapters/answer_pool/pool.ts';
import type { PoolBounds } from '../../../adapters/answer_pool/pool_bounds.ts';
import type { PoolThread } from '../../../adapters/answer_pool/thread.ts';

const BOUNDS: PoolBounds = {
  threadsMax: 1,
  tasksPerThread: 2,
  waitingMax: 100,
  startWithinMs: 2_000,
  idleMs: 60_000,
  hereMsMax: 100,
  restartAfterMs: 5_000,
};

/** A thread whose tasks the test answers. */
interface FakeThread extends PoolThread<string, string> {
  readonly given: string[];
  becomeReady(): void;
  reply(task: string): void;
  die(): void;
  isClosed(): boolean;
}

function createFakeThread(): FakeThread {
  let becomeReady = (): void => {};
  let end = (): void => {};
  let closed = false;
  const replies = new Map<string, (reply: string | null) => void>();
  const given: string[] = [];
  return {
    given,
    ready: new Promise((resolve) => {
      becomeReady = resolve;
    }),
    ended: new Promise((resolve) => {
      end = resolve;
    }),
    run: (task) =>
      new Promise((resolve) => {
        given.push(task);
        replies.set(task, resolve);
      }),
    close: async () => {
      closed = true;
      end();
    },
    becomeReady: () => becomeReady(),
    reply: (task) => replies.get(task)?.(`${task} in a thread`),
    die: () => {
      for (const settle of replies.values()) settle(null);
      end();
    },
    isClosed: () => closed,
  };
}

function createWorld(bounds: Partial<PoolBounds> = {}) {
  let nowMs = 0;
  const threads: FakeThread[] = [];
  const logged: string[] = [];
  const note = (event: string): void => void logged.push(event);
  const pool = createAnswerPool<string, string>({
    startThread: () => {
      const thread = createFakeThread();
      threads.push(thread);
      return thread;
    },
    stopwatch: { elapsedMs: () => nowMs },
    log: { info: note, warn: note, error: note },
    bounds: { ...BOUNDS, ...bounds },
  });
  const here: string[] = [];
  return {
    pool,
    threads,
    here,
    logged,
    pass: (ms: number) => {
      nowMs += ms;
    },
    /** Asks for an answer that takes `hereMs` on the calling thread. */
    ask: (client: string, task: string, hereMs = 1) =>
      pool.run(client, task, async () => {
        here.push(task);
        await turn();
        nowMs += hereMs;
        return `${task} here`;
      }),
  };
}

/** Waits until pending work is done. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

/** Creates a pool with a thread that is ready. */
async function createBusyWorld(bounds: Partial<PoolBounds> = {}) {
  const world = createWorld(bounds);
  await Promise.all([world.ask('a', 'long', 200), world.ask('a', 'next'), world.ask('a', 'last')]);
  world.threads[0]!.becomeReady();
  await settle();
  return world;
}

test('an idle instance computes answers on the calling thread and starts no thread', async () => {
  const { ask, threads, pool, pass } = createWorld();
  for (let i = 0; i < 10; i++) {
    assert.equal(await ask('a', `t${i}`, 30), `t${i} here`);
    pass(150);
  }
  await settle();
  assert.equal(threads.length, 0);
  assert.deepEqual(pool.load(), { threads: 0, running: 0, waiting: 0, refused: 0, sinceRefusedMs: null });
  await pool.close();
});

test('answers on the calling thread are computed one at a time', async () => {
  const { ask, here, pool } = createWorld();
  const asked = Promise.all([ask('a', '1'), ask('a', '2')]);
  assert.deepEqual(here, ['1']);
  assert.equal(pool.load().waiting, 1);
  assert.deepEqual(await asked, ['1 here', '2 here']);
  await pool.close();
});

test('a thread is started under load, and gets all tasks once it is ready', async () => {
  const { ask, threads, here, pool, logged } = await createBusyWorld();
  assert.equal(threads.length, 1);
  assert.deepEqual(logged, ['answers.thread_started']);
  const before = here.length;
  const asked = Promise.all([ask('a', 'x'), ask('b', 'y'), ask('b', 'z')]);
  assert.deepEqual(threads[0]!.given, ['x', 'y']);
  threads[0]!.reply('x');
  await settle();
  assert.deepEqual(threads[0]!.given, ['x', 'y', 'z']);
  for (const task of ['y', 'z']) threads[0]!.reply(task);
  assert.deepEqual(await asked, ['x in a thread', 'y in a thread', 'z in a thread']);
  assert.equal(here.length, before);
  await pool.close();
  assert.ok(threads[0]!.isClosed());
});

test('a pool for long tasks runs none on the calling thread, and starts a thread for the first one', async () => {
  const { ask, threads, here, pool, pass } = createWorld({ hereMsMax: null, tasksPerThread: 1, startWithinMs: 30_000 });
  const asked = [ask('a', 'x'), ask('a', 'y'), ask('b', 'z')];
  assert.equal(threads.length, 1);
  threads[0]!.die();
  await settle();
  assert.equal(pool.load().waiting, 3, 'tasks wait for the next thread');
  pass(5_000);
  await wait(100);
  assert.equal(threads.length, 2);
  threads[1]!.becomeReady();
  await settle();
  for (const task of ['x', 'z', 'y']) {
    assert.equal(threads[1]!.given.at(-1), task, 'one at a time, clients in turn');
    threads[1]!.reply(task);
    await settle();
  }
  assert.deepEqual(await Promise.all(asked), ['x in a thread', 'y in a thread', 'z in a thread']);
  assert.deepEqual(here, []);
  await pool.close();
});

for (const [waitedMs, started] of [
  [1_999, true],
  [2_000, false],
] as const) {
  test(`a task that waited ${waitedMs} ms is ${started ? 'started' : 'refused'}`, async () => {
    const { ask, threads, pool, pass } = await createBusyWorld();
    const inHand = [ask('a', 'x'), ask('a', 'y')];
    const waiting = ask('b', 'late');
    pass(waitedMs);
    threads[0]!.reply('x');
    await settle();
    assert.equal(threads[0]!.given.includes('late'), started);
    for (const task of ['y', 'late']) threads[0]!.reply(task);
    assert.equal(await waiting, started ? 'late in a thread' : null);
    assert.equal(pool.load().refused, started ? 0 : 1);
    await Promise.all(inHand);
    await pool.close();
  });
}

test('a task is refused at its deadline even if no thread becomes free', async () => {
  const { ask, pool, pass } = await createBusyWorld();
  void ask('a', 'x');
  void ask('a', 'y');
  const waiting = ask('b', 'late');
  pass(2_000);
  assert.equal(await Promise.race([waiting, wait(5_000, 'still waiting', { ref: false })]), null);
  await pool.close();
});

test('a full pool refuses the newest task of the client with the most tasks', async () => {
  const { ask, pool } = await createBusyWorld({ waitingMax: 2 });
  const asked = ['1', '2', '3', '4'].map((task) => ask('greedy', task));
  const other = ask('other', 'one');
  assert.equal(await asked[3], null);
  assert.equal(pool.load().waiting, 2);
  await pool.close();
  assert.equal(await other, null);
});

test('the tasks of a thread that dies are refused, and the calling thread takes over', async () => {
  const { ask, threads, pool, here } = await createBusyWorld();
  const lost = ask('a', 'lost');
  threads[0]!.die();
  assert.equal(await lost, null);
  await settle();
  assert.equal(pool.load().threads, 0);
  assert.equal(await ask('a', 'again'), 'again here');
  assert.ok(here.includes('again'));
  await Promise.all([ask('a', 'long', 1_000), ask('a', 'b'), ask('a', 'c')]);
  assert.equal(threads.length, 1, 'none is started at once');
  await pool.close();
});

test('an idle thread is closed', async () => {
  const { threads, pool, pass } = await createBusyWorld({ idleMs: 20 });
  pass(20);
  await wait(50);
  assert.ok(threads[0]!.isClosed());
  assert.equal(pool.load().threads, 0);
  await pool.close();
});

test('a slow answer on the calling thread delays the next answer only briefly', async () => {
  const { ask, pool } = createWorld();
  await ask('a', 'slow', 10_000);
  assert.equal(await Promise.race([ask('a', 'next'), wait(1_000, 'still waiting')]), 'next here');
  await pool.close();
});

test('a failure on the calling thread affects only its caller', async () => {
  const { ask, pool } = createWorld();
  await assert.rejects(
    pool.run('a', 'bad', async () => {
      throw new TypeError('a bug');
    }),
    TypeError,
  );
  assert.equal(await ask('a', 'good'), 'good here');
  await pool.close();
});

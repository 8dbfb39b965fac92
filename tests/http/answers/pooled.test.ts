import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTaskAnswerer } from '../../../http/answers/answerer.ts';
import type { AppDeps } from '../../../http/context.ts';
import type { AnswerReply, AnswerTask } from '../../../http/middleware/answer_in_pool.ts';
import { WORLD } from '../browser/tooltip/tooltip_world.ts';
import { createWorld, EPOCH, publicSource, rowsOf, type World } from '../support.ts';

type Pool = NonNullable<AppDeps['pool']>;

const IDLE = { threads: 1, running: 0, waiting: 0, refused: 0, sinceRefusedMs: null };

/** Returns a pool whose tasks and replies are copied as between threads. `before` runs before each task. */
function createCopyingPool(deps: AppDeps, before: () => Promise<void> = async () => {}): Pool & { tasks: number } {
  const answer = createTaskAnswerer(deps);
  const pool = {
    tasks: 0,
    run: async (_client: string, task: AnswerTask) => {
      pool.tasks++;
      await before();
      const { reply, transfer } = await answer(structuredClone(task));
      return structuredClone(reply, { transfer }) as AnswerReply;
    },
    load: () => IDLE,
  };
  return pool as Pool & { tasks: number };
}

async function fill(world: World): Promise<World> {
  await world.write({ ...WORLD, corpus: [rowsOf('item_seen', 0, 330), rowsOf('loot', 0, 1_217)] });
  await world.write({ drops: Array.from({ length: 120 }, (_, i) => publicSource(100 + i, i % 11)) });
  return world;
}

const PATHS = [
  '/',
  '/search?q=kobold',
  '/item/25',
  '/npc/6',
  '/npc/999999',
  '/zone/14',
  '/recent',
  '/coverage',
  '/sitemap.xml',
  '/api/corpus/public',
  '/api/corpus/public?offset=3&limit=400',
  '/api/corpus/public?kinds=nothing',
  '/api/rollups/drops?limit=50',
  '/api/edges?rel=sold_by',
  '/api/items',
  '/api/items/categories',
  '/api/market/prices',
  '/api/tools/item_page?itemId=25',
  '/api/tools/search?query=Wron',
  '/api/tools/nothing',
  '/api/tools/npc_page?npcId=none',
  '/api/tooltip/item/25',
  '/api/tooltip/item/99',
];

test('answers of another thread are byte for byte those of the calling thread', async () => {
  const settings = { limits: false };
  let pool: ReturnType<typeof createCopyingPool> | undefined;
  const plain = await fill(createWorld({ settings }));
  const pooled = await fill(
    createWorld({
      settings,
      pool: (deps) => {
        pool = createCopyingPool(deps);
        return pool;
      },
    }),
  );
  for (const path of PATHS) {
    for (const coding of ['identity', 'gzip', 'br, gzip']) {
      const headers = { 'accept-encoding': coding };
      const [here, there] = [await plain.ask(path, { headers }), await pooled.ask(path, { headers })];
      assert.equal(there.status, here.status, path);
      assert.deepEqual([...there.headers], [...here.headers], `${path} as ${coding}`);
      assert.equal(there.text, here.text, `${path} as ${coding}`);
    }
  }
  assert.ok(pool!.tasks >= 2 * PATHS.length, 'most of them are made in the pool');
});

test('short pages of lists without filters are made on the calling thread', async () => {
  let pool: ReturnType<typeof createCopyingPool> | undefined;
  const world = await fill(
    createWorld({
      settings: { limits: false, page: { anonymous: 5_000, keyed: 5_000 } },
      pool: (deps) => {
        pool = createCopyingPool(deps);
        return pool;
      },
    }),
  );
  const tasksFor = async (path: string): Promise<number> => {
    const before = pool!.tasks;
    await world.ask(path);
    return pool!.tasks - before;
  };
  for (const query of ['', '?offset=3', '?limit=1000', '?offset=7&limit=20', `?limit=9&snapshot=${EPOCH}.2`]) {
    assert.equal(await tasksFor(`/api/corpus/public${query}`), 0, query);
  }
  for (const query of ['?limit=1001', '?offset=3&limit=5000', '?kinds=loot', '?limit=20&kinds=loot', '?format=csv']) {
    assert.equal(await tasksFor(`/api/corpus/public${query}`), 1, query);
  }
  assert.equal(await tasksFor('/api/edges?limit=20'), 0);
  assert.equal(await tasksFor('/api/edges?limit=20&rel=sold_by'), 1);
});

test('MCP messages are answered in the pool', async () => {
  let pool: ReturnType<typeof createCopyingPool> | undefined;
  const world = await fill(
    createWorld({
      pool: (deps) => {
        pool = createCopyingPool(deps);
        return pool;
      },
    }),
  );
  const call = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 'npc_page', arguments: { npcId: 6 } } };
  const heard = await world.ask('/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost:8787' },
    body: JSON.stringify(call),
  });
  assert.equal(heard.status, 200, heard.text);
  assert.match(heard.text, /Kobold/);
  assert.equal(pool!.tasks, 1);
});

test('tables are compared only on other threads, and answered as on the calling thread', async () => {
  const plain = await fill(createWorld({ settings: { limits: false } }));
  const started: (readonly [route: string, mayRunHere: boolean])[] = [];
  const pooled = await fill(
    createWorld({
      settings: { limits: false },
      pool: (deps) => {
        const copying = createCopyingPool(deps);
        const run = (client: string, task: AnswerTask, makeHere: (() => Promise<unknown>) | null) => {
          started.push([task.route, makeHere !== null]);
          return copying.run(client, task, makeHere);
        };
        return { ...copying, run } as Pool;
      },
    }),
  );
  const form = '--b\r\nContent-Disposition: form-data; name="table"\r\n\r\n25,6,99\r\n--b--\r\n';
  for (const [type, body, query] of [
    ['text/csv', '25,6,99\n', '?format=json'],
    ['text/plain', 'nothing', ''],
    ['multipart/form-data; boundary=b', form, ''],
    ['multipart/form-data; boundary=c', form, ''],
    ['application/json', '{}', ''],
  ] as const) {
    const init = { method: 'POST', headers: { 'content-type': type, 'sec-fetch-site': 'same-origin' }, body };
    const [here, there] = [await plain.ask(`/compare${query}`, init), await pooled.ask(`/compare${query}`, init)];
    assert.deepEqual([there.status, ...there.headers, there.text], [here.status, ...here.headers, here.text], type);
  }
  assert.deepEqual(started, Array(4).fill(['POST /compare', false]));
});

test('a table that waited too long is refused, as a program or as a person needs it', async () => {
  const world = createWorld({ pool: () => ({ run: async () => null, load: () => IDLE }) });
  const body = '25,6,99\n';
  const heard = await world.ask('/compare', { method: 'POST', headers: { 'content-type': 'text/csv' }, body });
  assert.deepEqual([heard.status, heard.headers.get('retry-after')], [503, '60']);
  assert.match(
    JSON.parse(heard.text).error,
    /not started and does not count against your limit\. Ask again in 60 seconds\.$/,
  );
});

test('a request that cannot be started gets 503 and does not count towards the rate limit', async () => {
  const refusing: Pool = { run: async () => null, load: () => IDLE };
  const world = await fill(createWorld({ pool: () => refusing }));
  for (let i = 0; i < 40; i++) {
    const heard = await world.ask(`/api/corpus/public?kinds=loot&offset=${i}`);
    assert.equal(heard.status, 503);
    assert.match(heard.text, /not started and does not count/);
    assert.equal(heard.headers.get('retry-after'), '5');
    assert.match(heard.headers.get('ratelimit')!, /r=30;/, 'a client has 30 an hour');
  }
  assert.equal((await world.ask('/api/health')).status, 200);
  assert.equal((await world.ask('/terms')).status, 200);
});

test('an answer from an older snapshot is not sent to the next client', async () => {
  let pool: ReturnType<typeof createCopyingPool> | undefined;
  const world = createWorld({
    settings: { limits: false },
    pool: (deps) => {
      const copying = createCopyingPool(deps);
      pool = copying;
      return {
        ...copying,
        run: async (...args: Parameters<Pool['run']>) => {
          const reply = await copying.run(...args);
          const isFirst = copying.tasks === 1;
          if (!isFirst || reply === null) return reply;
          const { answer, ...rest } = reply as AnswerReply;
          return { ...rest, answer: { ...answer, snapshot: 'abcd1234.1' } };
        },
      } as Pool;
    },
  });
  await world.write({ facts: WORLD.facts! });
  await world.write({});
  const ask = async () => (await world.ask('/api/tooltip/quest/3')).status;
  for (const tasks of [1, 2, 2]) {
    assert.equal(await ask(), 200);
    assert.equal(pool!.tasks, tasks);
  }
});

test('damage found by another thread makes the instance unavailable, like damage found by the main thread', async () => {
  const world = createWorld({
    pool: (deps) => {
      const copying = createCopyingPool(deps);
      return {
        ...copying,
        run: async (...args: Parameters<Pool['run']>) => ({
          ...((await copying.run(...args)) as AnswerReply),
          damage: { epoch: EPOCH, cause: 'SQLITE_CORRUPT' },
        }),
      } as Pool;
    },
  });
  await world.write({ facts: WORLD.facts! });
  assert.equal((await world.ask('/api/health')).status, 200);
  await world.ask('/api/tooltip/quest/3');
  const health = await world.ask('/api/health');
  assert.equal(health.status, 503);
  assert.match(health.text, /"state":"unavailable"/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExportReader } from '../../../domain/ports/exports.ts';
import { createDownloads } from '../../../http/endpoints/exports/route.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { REQUEST_BUDGETS } from '../../../schema/request_budgets.ts';
import { createWorld, parsed, type World } from '../support.ts';

const FILE = '/export/corpus.ndjson';

/** Serves one file. Downloads of the file stall until the test releases them. */
function slowExports() {
  const openFiles = new Set<() => void>();
  const exports: ExportReader = {
    index: async () => new TextEncoder().encode('{}'),
    health: async () => ({ state: 'ok', reason: null, writtenAtMs: null }),
    open: async (name) => {
      if (name !== 'corpus.ndjson') return null;
      let settle = (): void => {};
      const closed = new Promise<void>((resolve) => {
        settle = resolve;
      });
      const close = (): void => {
        openFiles.delete(close);
        settle();
      };
      openFiles.add(close);
      return {
        byteLength: 3,
        sha256: 'a'.repeat(64),
        format: 'ndjson',
        data: 'observed',
        stream: () => new ReadableStream({ cancel: close }, { highWaterMark: 0 }),
        close: async () => close(),
        closed,
      };
    },
  };
  return { exports, openFiles };
}

/** Starts a download without reading the body. */
async function begin({ app }: World, from: string, init: RequestInit = {}): Promise<Response> {
  return app.fetch(new Request(`http://some.host${FILE}`, init), { remoteAddress: from });
}

test('downloads have their own hourly limit, and the index has none', async () => {
  const { exports, openFiles } = slowExports();
  const asked = createWorld({ exports });
  const status = async (init: RequestInit): Promise<number> => {
    const answer = await begin(asked, '192.0.2.1', init);
    await answer.body?.cancel();
    assert.equal(answer.headers.get('ratelimit'), answer.status === 429 ? '"exports";r=0;t=3600' : null);
    return answer.status;
  };
  const quota = REQUEST_BUDGETS.exports.anonymous;
  for (let n = 0; n < quota - 2; n++) assert.equal(await status({}), 200);
  assert.equal(await status({ headers: { range: 'bytes=0-1' } }), 206, 'a part is a request');
  assert.equal(await status({ method: 'HEAD' }), 200);
  assert.equal(await status({}), 429);
  for (let n = 0; n <= quota; n++) assert.equal((await asked.ask('/export/index.json')).status, 200);
  assert.equal((await begin(asked, '192.0.2.2')).status, 200, 'another client');
  assert.equal(openFiles.size, 1);
});

test('open files are limited per client, and a refused download gets 503 and does not count', async () => {
  const { exports, openFiles } = slowExports();
  const asked = createWorld({ exports });
  const share = LIMITS.exportFilesPerClientMax.value;
  const downloads: Response[] = [];
  for (let n = 0; n < share; n++) downloads.push(await begin(asked, '192.0.2.1'));
  const refused = await begin(asked, '192.0.2.1');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '30']);
  assert.equal(refused.headers.get('ratelimit'), `"exports";r=${REQUEST_BUDGETS.exports.anonymous - share};t=3600`);
  assert.match(parsed('apiError', await refused.text()).error, /^At most 64 files .* 16 of them to one client/);
  assert.equal(openFiles.size, share);
  assert.equal((await begin(asked, '192.0.2.2')).status, 200, 'another client');
  const waiting = begin(asked, '192.0.2.1');
  await downloads[0]!.body!.cancel();
  assert.equal((await waiting).status, 200, 'a download that ends makes room for the one that waits');
});

test('an answer without the file, or a missing file, holds no place', async () => {
  const { exports, openFiles } = slowExports();
  const asked = createWorld({ exports });
  const tag = `"${'a'.repeat(64)}"`;
  const cases: readonly (readonly [path: string, init: RequestInit, status: number])[] = [
    [FILE, { method: 'HEAD' }, 200],
    [FILE, { headers: { 'if-none-match': tag } }, 304],
    [FILE, { headers: { range: 'bytes=9-' } }, 416],
    ['/export/none.ndjson', {}, 404],
  ];
  for (const [path, init, status] of cases) {
    for (let n = 0; n <= LIMITS.exportFilesPerClientMax.value; n++) {
      assert.equal((await asked.ask(path, init)).status, status);
    }
  }
  assert.equal(openFiles.size, 0);
});

test('each limit on places is exact, and waiting requests enter in turn', async () => {
  const downloads = createDownloads({ filesMax: 3, filesPerClientMax: 2, waitMs: 50 });
  const first = await downloads.enter('a');
  const second = await downloads.enter('a');
  assert.ok(first !== null && second !== null);
  assert.equal(await downloads.enter('a'), null, 'the share of a is used up');
  const third = await downloads.enter('b');
  assert.ok(third !== null);
  assert.equal(await downloads.enter('c'), null, 'all places are taken');
  const order: string[] = [];
  const waiters = ['a', 'c'].map(async (client) => {
    const place = await downloads.enter(client);
    if (place !== null) order.push(client);
    return place;
  });
  third();
  third();
  assert.equal(await Promise.race(waiters.slice(1)).then((place) => place !== null), true);
  first();
  await Promise.all(waiters);
  assert.deepEqual(order, ['c', 'a'], 'a place of its own share was not free for a');
  assert.equal(await downloads.enter('b'), null, 'a place that is given back twice is one place');
});

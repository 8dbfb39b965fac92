import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { HTTP_BOUNDS, openHttpServer } from '../../../adapters/server/http_server.ts';
import { createWorld, parsed, RECEIPT, rowsOf } from '../../http/support.ts';
import { dial, type Line, open, pause, QUICK, serving, UPLOAD, within } from './dial.ts';

test('the server handles cached answers, HTTP/1.0, absolute targets and foreign hosts', async (t) => {
  const world = createWorld();
  await world.write({ corpus: [rowsOf('loot', 0, 40)] });
  const server = await open(world.app);
  t.after(() => server.close());
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'accept-encoding': 'gzip' } });
    return { fields: Object.fromEntries(response.headers), text: await response.text(), status: response.status };
  };
  const first = await get('/api/corpus/public');
  const again = await get('/api/corpus/public');
  assert.equal(first.status, 200);
  assert.equal(again.text, first.text);
  assert.equal(parsed('corpusPublicResponse', again.text).records.length, 40);
  assert.equal(again.fields['ratelimit'], '"corpus";r=28;t=3600');
  for (const one of [first, again]) for (const name of ['date', 'ratelimit']) delete one.fields[name];
  assert.deepEqual(again.fields, first.fields);

  const raw: [request: string, status: RegExp][] = [
    ['GET /api/health HTTP/1.0\r\n\r\n', /^HTTP\/1\.1 200 /],
    [
      'GET http://other.example/api/health HTTP/1.1\r\nHost: other.example\r\nConnection: close\r\n\r\n',
      /^HTTP\/1\.1 200 /,
    ],
    ['GET /api/corpus/public?limit=1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 200 /],
    ['GET /api/health HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 400 /],
    ['GET /%zz%00/../%2e%2e/x?%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 404 /],
    ['OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 4\d\d /],
    ['BREW /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n', /^HTTP\/1\.1 4\d\d /],
    ['no http at all\r\n\r\n', /^HTTP\/1\.1 400 /],
    [`GET /?${'a'.repeat(70_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`, /^HTTP\/1\.1 4\d\d /],
    [`${UPLOAD}Content-Length: x\r\n\r\n`, /^HTTP\/1\.1 400 /],
  ];
  for (const [request, status] of raw) {
    const line = await dial(server);
    line.socket.write(request);
    const heard = await within(2000, line.until(status));
    assert.ok(!/evil|other\.example/.test(heard), request.slice(0, 60));
    await within(2000, line.closed);
  }
});

test('late headers and silent connections are closed', async (t) => {
  const server = await open(createWorld().app, { requestWithinMs: 5000 });
  t.after(() => server.close());
  const silent = await dial(server);
  const slow = await dial(server);
  slow.socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: ');
  const drip = setInterval(() => slow.socket.write('a'), 50);
  t.after(() => clearInterval(drip));
  await within(2000, Promise.all([silent.closed, slow.closed]));
  assert.ok(!/^HTTP\/1\.1 200/.test(slow.heard()));
  const kept = await dial(server);
  kept.socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n');
  await kept.until(/"ok":false/);
  await within(3000, kept.closed);
});

test('a body that arrives too slowly is aborted, and nothing is stored', async (t) => {
  const world = createWorld();
  const server = await open(world.app);
  t.after(() => server.close());
  const line = await dial(server);
  line.socket.write(`${UPLOAD}Content-Length: 1000\r\n\r\n{`);
  const drip = setInterval(() => line.socket.write(' '), 50);
  t.after(() => clearInterval(drip));
  await within(3000, line.closed);
  assert.equal(world.taken.length, 0);
});

test('a sender that disconnects during the body stores nothing', async (t) => {
  const world = createWorld();
  const server = await open(world.app);
  t.after(() => server.close());
  for (const head of ['Content-Length: 1000\r\n\r\n{"a"', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n']) {
    const line = await dial(server);
    line.socket.write(UPLOAD + head);
    await pause(30);
    line.socket.destroy();
    await line.closed;
  }
  await pause(50);
  assert.equal(world.taken.length, 0);
});

test('a body that is too large is answered while it is still arriving, and the connection is closed', async (t) => {
  const world = createWorld();
  const server = await open(world.app, { requestWithinMs: 5000 });
  t.after(() => server.close());
  const announced = await dial(server);
  announced.socket.write(`${UPLOAD}Content-Length: 50000000\r\n\r\n`);
  const flood = async (line: Line, chunk: Buffer): Promise<void> => {
    line.socket.on('error', () => {});
    while (!line.socket.destroyed && line.socket.writable) {
      if (line.socket.writableLength < 1_000_000) line.socket.write(chunk);
      await pause(1);
    }
  };
  const endless = await dial(server);
  endless.socket.write(`${UPLOAD}Transfer-Encoding: chunked\r\n\r\n`);
  const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(0x10000, 0x20), Buffer.from('\r\n')]);
  const flooding = [flood(announced, Buffer.alloc(65_536)), flood(endless, chunk)];
  for (const line of [announced, endless]) {
    const heard = await within(3000, line.until(/\r\n\r\n\{.*\}$/));
    assert.match(heard, /^HTTP\/1\.1 413 /);
    assert.equal(parsed('intakeRefused', heard.slice(heard.indexOf('\r\n\r\n') + 4)).persisted, false);
    await within(3000, line.closed);
  }
  await Promise.all(flooding);
  assert.equal(world.taken.length, 0);
});

test('a reader that reads nothing is disconnected, and a slow one gets everything', async (t) => {
  const body = new Uint8Array(20_000_000).fill(0x78);
  const server = await open(serving(async () => new Response(body)));
  t.after(() => server.close());
  const stuck = await dial(server);
  const slow = await dial(server);
  stuck.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  slow.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  stuck.socket.pause();
  const startMs = performance.now();
  // It catches up after a busy machine let this process wait.
  const BYTES_A_MS = 16_000;
  slow.socket.on('data', () => {
    if (slow.bytes() < BYTES_A_MS * (performance.now() - startMs)) return;
    slow.socket.pause();
    setTimeout(() => slow.socket.resume(), 4);
  });
  await within(10_000, slow.closed);
  assert.ok(performance.now() - startMs > 3 * QUICK.slowReader.spanMs, 'it took several spans');
  assert.ok(slow.bytes() > body.byteLength, `${slow.bytes()}`);
  // If the runtime reports only complete writes, this takes twelve spans and one check.
  await pause(Math.max(0, 14 * QUICK.slowReader.spanMs - (performance.now() - startMs)));
  stuck.socket.on('error', () => {});
  stuck.socket.resume();
  await within(3000, stuck.closed);
  assert.ok(stuck.bytes() < body.byteLength, `${stuck.bytes()}`);
});

test('200 simultaneous uploads succeed, while few bodies are in memory at a time', async (t) => {
  let held = 0;
  let most = 0;
  const world = createWorld({
    settings: { limits: false },
    intake: {
      take: async (body) => {
        held += body.byteLength;
        most = Math.max(most, held);
        await pause(2);
        held -= body.byteLength;
        return { status: 200, body: RECEIPT };
      },
    },
  });
  const server = await open(world.app, { requestWithinMs: 30_000, headersWithinMs: 10_000 });
  t.after(() => server.close());
  const body = new Uint8Array(600_000).fill(0x20);
  const statuses = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const response = await fetch(`http://127.0.0.1:${server.port}/api/intake`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      await response.text();
      return response.status;
    }),
  );
  assert.deepEqual([...new Set(statuses)], [200]);
  assert.ok(most <= 16_000_000, `${most}`);
  assert.ok(most > 1_000_000, 'several at a time');
});

test('a clean stop finishes current requests, closes idle connections and accepts no new ones', async () => {
  let finish = (): void => {};
  const server = await open(
    serving(async (request) => {
      if (request.url.endsWith('/slow')) await new Promise<void>((resolve) => (finish = resolve));
      return new Response('done');
    }),
    { idleMs: 60_000, finishWithinMs: 60_000 },
  );
  const idle = await dial(server);
  idle.socket.write('GET /fast HTTP/1.1\r\nHost: x\r\n\r\n');
  await idle.until(/done$/);
  const busy = await dial(server);
  busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(50);
  const stopped = server.close();
  await within(1000, idle.closed);
  await assert.rejects(dial(server));
  assert.equal(busy.heard(), '');
  finish();
  await within(1000, busy.until(/done$/));
  await within(1000, Promise.all([busy.closed, stopped]));
});

test('a stop has a time limit', async () => {
  const server = await open(serving(() => new Promise<Response>(() => {})));
  const line = await dial(server);
  line.socket.on('error', () => {});
  line.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(50);
  await within(2000, Promise.all([server.close(), line.closed]));
});

test('a port in use is refused with its code', async (t) => {
  const server = await open(createWorld().app);
  t.after(() => server.close());
  await assert.rejects(
    openHttpServer(createWorld().app, { host: '127.0.0.1', port: server.port }),
    (error: NodeJS.ErrnoException) => error.code === 'EADDRINUSE',
  );
});

test('the time limits of an instance allow patient clients', () => {
  assert.deepEqual(HTTP_BOUNDS, {
    headersWithinMs: 10_000,
    requestWithinMs: 30_000,
    idleMs: 5_000,
    checkEveryMs: 1_000,
    connectionsMax: 1024,
    connectionsPerAddressMax: 256,
    slowReader: { lookEveryMs: 2_000, spanMs: 20_000, bytesMin: 10_000 },
    waitingBytesMax: 64_000_000,
    finishWithinMs: 10_000,
  });
});

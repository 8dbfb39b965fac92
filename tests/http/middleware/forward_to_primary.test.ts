import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createPrimaryExports } from '../../../adapters/exports/primary_exports.ts';
import { createPrimaryClient } from '../../../adapters/primary_client.ts';
import type { Primary } from '../../../domain/ports/primary.ts';
import { err } from '../../../domain/values/result.ts';
import { causeOf } from '../../support/storage_fails.ts';
import { createWorld, type Heard, hear, PUBLIC_URL, parsed, RECEIPT, type World } from '../support.ts';

/** Requests that an edge forwards to its primary. A server on the loopback interface stands in for the primary. */

interface Came {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const BOUNDS = { connectMs: 1_000, answerMs: 400, idleMs: 300 };

/** Runs `work` with an edge whose primary answers every request like this. */
async function atEdge(
  answer: (response: ServerResponse, came: Came) => void,
  work: (edge: World, came: Came[], primary: Primary, url: string) => Promise<void>,
  settings: NonNullable<Parameters<typeof createWorld>[0]>['settings'] = {},
): Promise<void> {
  const all: Came[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      all.push({ method, url, headers, body: Buffer.concat(chunks) });
      answer(response, all.at(-1)!);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/tw`;
  const primary = createPrimaryClient(url, BOUNDS);
  try {
    await work(edgeOf(primary, settings), all, primary, url);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function edgeOf(
  primary: Primary | null,
  settings: NonNullable<Parameters<typeof createWorld>[0]>['settings'] = {},
): World {
  return createWorld({
    edge: { primary, following: { lastLook: () => ({ upToDate: true, atMs: 0 }) } },
    settings,
    // An edge forwards these requests. Calling its own ports instead is a bug.
    intake: { take: async () => assert.fail('the edge took an upload in') },
    owner: { carryOut: async () => assert.fail('the edge carried a command out') },
    uploads: { find: async () => assert.fail('the edge looked for an upload') },
  });
}

function upload(edge: World, init: RequestInit & { from?: string } = {}): Promise<Heard> {
  return edge.ask('/api/intake', { method: 'POST', body: '{"records":[]}', ...init });
}

function form(edge: World, path: string, body: string): Promise<Heard> {
  return edge.ask(path, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: PUBLIC_URL,
      'Sec-Fetch-Site': 'same-origin',
    },
  });
}

test("an upload is forwarded unchanged, and the primary's answer is returned", () =>
  atEdge(
    (response) => {
      response.writeHead(422, {
        'Content-Type': 'application/json',
        'X-Told': 'yes',
        RateLimit: '"intake";r=3;t=9',
        Connection: 'keep-alive, X-Hop',
        'X-Hop': '1',
        'Keep-Alive': 'timeout=5',
      });
      response.end('{"ok":false,"error":"No.","persisted":false}');
    },
    async (edge, came, primary) => {
      const packed = gzipSync('{"records":[]}');
      const heard = await upload(edge, {
        body: packed,
        headers: {
          'Content-Type': 'application/json',
          'Content-Encoding': 'gzip',
          Authorization: 'Bearer abc',
          'X-Forwarded-For': '203.0.113.9',
          Forwarded: 'for=203.0.113.9',
          'X-Real-IP': '203.0.113.9',
          'User-Agent': 'an addon',
        },
        from: '198.51.100.7',
      });
      assert.equal(heard.status, 422);
      assert.equal(heard.text, '{"ok":false,"error":"No.","persisted":false}');
      assert.equal(heard.headers.get('x-told'), 'yes');
      assert.equal(heard.headers.get('ratelimit'), '"intake";r=3;t=9');
      for (const name of ['connection', 'x-hop', 'keep-alive']) assert.equal(heard.headers.get(name), null, name);
      const [one, ...more] = came;
      assert.equal(more.length, 0);
      assert.deepEqual([one!.method, one!.url], ['POST', '/tw/api/intake']);
      assert.deepEqual(one!.body, packed);
      const { headers } = one!;
      assert.equal(headers['content-encoding'], 'gzip');
      assert.equal(headers['content-length'], String(packed.byteLength));
      assert.equal(headers.authorization, 'Bearer abc');
      assert.equal(headers['user-agent'], 'an addon');
      assert.match(headers.host!, /^127\.0\.0\.1:/);
      // The client's own claims about its address are not forwarded.
      assert.equal(headers['x-forwarded-for'], '198.51.100.7');
      for (const name of ['forwarded', 'x-real-ip']) assert.equal(headers[name], undefined, name);
      assert.equal(primary.lastReached(), true);
    },
  ));

test('behind a trusted proxy the edge forwards the client address, with the full IPv6 address', () =>
  atEdge(
    (response) => response.end(RECEIPT),
    async (edge, came) => {
      for (const [sent, expected] of [
        ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
        ['2001:db8::1:2:3', '2001:db8::1:2:3'],
        ['no address', '192.0.2.1'],
      ]) {
        await upload(edge, { headers: { 'X-Forwarded-For': sent! } });
        assert.equal(came.at(-1)!.headers['x-forwarded-for'], expected);
      }
    },
    { trustedProxies: 1 },
  ));

test('forms, upload pages and exports are forwarded, and everything else is not', () =>
  atEdge(
    (response, { url }) => {
      response.setHeader('Content-Type', 'text/plain');
      if (url.includes('.ndjson')) {
        response.writeHead(206, { 'Content-Range': 'bytes 0-3/9', 'Content-Encoding': 'gzip', ETag: '"x-gz"' });
        response.end(gzipSync('rows'));
      } else response.end(`from the primary: ${url}`);
    },
    async (edge, came) => {
      await edge.write();
      for (const path of [
        '/connect/keys',
        '/connect/keys/revoke',
        '/connect/grants',
        '/connect/grants/revoke',
        '/connect/erase',
        '/connect/erase/preview',
        '/connect/erase/confirm',
      ]) {
        const heard = await form(edge, path, 'label=a');
        assert.equal(heard.text, `from the primary: /tw${path}`);
        const { headers, body } = came.at(-1)!;
        assert.deepEqual([headers.origin, headers['sec-fetch-site']], [PUBLIC_URL, 'same-origin']);
        assert.equal(body.toString(), 'label=a');
      }
      const fate = await edge.ask('/upload/01ARZ3NDEKTSV4RRFFQ69G5FAV?a=%41');
      assert.equal(fate.text, 'from the primary: /tw/upload/01ARZ3NDEKTSV4RRFFQ69G5FAV?a=%41');
      const part = await edge.ask('/export/corpus.ndjson', {
        headers: { Range: 'bytes=0-3', 'Accept-Encoding': 'gzip' },
      });
      assert.equal(part.status, 206);
      assert.equal(part.text, 'rows');
      assert.deepEqual([part.headers.get('etag'), part.headers.get('content-range')], ['"x-gz"', 'bytes 0-3/9']);
      assert.equal(came.at(-1)!.headers.range, 'bytes=0-3');
      const head = await edge.ask('/export/index.json', { method: 'HEAD' });
      assert.deepEqual([head.status, head.text, came.at(-1)!.method], [200, '', 'HEAD']);
      const before = came.length;
      for (const path of ['/api/corpus/public', '/api/rollups/drops', '/connect', '/connect/keys', '/upload', '/terms'])
        assert.ok((await edge.ask(path)).status < 400, path);
      assert.equal(came.length, before);
    },
  ));

test('a redirect is returned and not followed', () =>
  atEdge(
    (response) => response.writeHead(307, { Location: 'http://127.0.0.1:1/elsewhere' }).end(),
    async (edge, came) => {
      const heard = await upload(edge);
      assert.deepEqual([heard.status, heard.headers.get('location')], [307, 'http://127.0.0.1:1/elsewhere']);
      assert.equal(came.length, 1);
    },
  ));

/** Checks for a refusal in the published format that says when to retry and does not claim that anything was stored. */
function assertNotNow(heard: Heard, sentence: RegExp): void {
  assert.equal(heard.status, 503, heard.text);
  assert.match(heard.headers.get('retry-after') ?? '', /^[1-9][0-9]*$/);
  const { ok, persisted, error } = parsed('intakeRefused', heard.text);
  assert.deepEqual([ok, persisted], [false, false]);
  assert.match(error, sentence);
}

test('an absent, unknown, silent or failing primary is reported, in JSON and as a page', async () => {
  const nowhere = createPrimaryClient('http://127.0.0.1:1', BOUNDS);
  const away = edgeOf(nowhere);
  assertNotNow(await upload(away), /cannot be reached right now\. Nothing was stored/);
  assert.equal(nowhere.lastReached(), false);
  const index = await away.ask('/export/index.json');
  assert.equal(index.status, 503);
  assert.match(parsed('apiError', index.text).error, /cannot be reached/);
  const erase = await form(away, '/connect/erase', 'install=x');
  assert.equal(erase.status, 503);
  assert.match(erase.text, /<html[\s\S]*cannot be reached/);
  assertNotNow(await upload(edgeOf(null)), /the address of the primary is not configured/);

  await atEdge(
    () => {},
    async (edge) => {
      const startedMs = performance.now();
      assertNotNow(await upload(edge), /did not arrive completely and in time\. Keep the file and send it again/);
      assert.ok(performance.now() - startedMs < 5_000);
      assert.equal((await edge.ask('/upload/01ARZ3NDEKTSV4RRFFQ69G5FAV')).status, 503);
    },
  );
  for (const end of ['destroyed', 'stalled']) {
    await atEdge(
      (response) => {
        response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '1000' });
        response.write('{"ok":true,');
        if (end === 'destroyed') setTimeout(() => response.destroy(), 50);
      },
      async (edge) => assertNotNow(await upload(edge), /did not arrive completely/),
    );
  }
});

test('a body has the same limit as at the primary, and a larger one never reaches it', () =>
  atEdge(
    (response) => response.end(RECEIPT),
    async (edge, came) => {
      assert.equal((await upload(edge, { body: 'x'.repeat(1_000_000) })).status, 200);
      const refused = await upload(edge, { body: 'x'.repeat(1_000_001) });
      assert.equal(refused.status, 413);
      assert.match(parsed('intakeRefused', refused.text).error, /at most 1000000 bytes/);
      assert.equal((await form(edge, '/connect/erase', 'x'.repeat(4_097))).status, 413);
      assert.equal(came.length, 1);
    },
  ));

test('an answer that breaks off during streaming ends the connection instead of looking complete', () =>
  atEdge(
    (response) => {
      response.writeHead(200, { 'Content-Length': '1000' });
      response.write('half');
      setTimeout(() => response.destroy(), 50);
    },
    async (edge) => {
      const response = await edge.app.fetch(new Request('http://some.host:1/export/a.ndjson'), { remoteAddress: '' });
      await assert.rejects(hear(response));
    },
  ));

test('events of the primary arrive one by one, outside the limits of connections, until the client leaves', async () => {
  let stream: ServerResponse | null = null;
  await atEdge(
    (response) => {
      stream = response;
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write('id: abcd1234.2\n\n');
    },
    async (edge, came) => {
      let begun = 0;
      const request = new Request('http://some.host:1/api/changes/stream', {
        headers: { 'Last-Event-ID': 'abcd1234.1' },
      });
      const response = await edge.app.fetch(request, { remoteAddress: '', beginStream: () => begun++ });
      const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
      assert.equal((await reader.read()).value, 'id: abcd1234.2\n\n');
      assert.equal(came[0]?.headers['last-event-id'], 'abcd1234.1');
      assert.equal(begun, 1);
      stream!.write(': ping\n\n');
      assert.equal((await reader.read()).value, ': ping\n\n');
      const left = new Promise((resolve) => stream!.once('close', resolve));
      await reader.cancel();
      await left;
    },
  );
});

test("the server forwards the primary's bytes unchanged like the app, whatever their coding", () =>
  atEdge(
    (response) => response.writeHead(200, { 'Content-Encoding': 'br' }).end(Buffer.from([1, 2, 3])),
    async (_edge, _came, primary) => {
      const answer = await primary.ask({ method: 'GET', target: '/a', fields: [], body: null });
      assert.ok(answer.ok);
      assert.deepEqual([...new Uint8Array(await new Response(answer.value.body).arrayBuffer())], [1, 2, 3]);
    },
  ));

test('the health of an edge says how far it has synced, and that of a primary does not', async () => {
  const primary: Primary = { ask: async () => err('away'), lastReached: () => false };
  const edge = edgeOf(primary);
  await edge.write();
  const health = parsed('healthResponse', (await edge.ask('/api/health')).text);
  assert.deepEqual(health.edge, { upToDate: true, lookedAt: '1970-01-01T00:00:00.000Z', primaryReached: false });
  const other = createWorld();
  assert.equal('edge' in parsed('healthResponse', (await other.ask('/api/health')).text), false);
});

test("an edge does not report the state of its primary's exports", async () => {
  const away: Primary = { ask: async () => err('away'), lastReached: () => false };
  for (const primary of [away, null]) {
    const health = await createPrimaryExports(primary, { elapsedMs: () => 0 }).health();
    assert.deepEqual(health, { state: null, reason: null, writtenAtMs: null });
  }
});

test('the edge asks the primary whether there are exports and caches the answer', () =>
  atEdge(
    (response, { url }) => {
      if (url === '/tw/export/index.json') response.end('{"files":[]}');
    },
    async (_edge, came, primary) => {
      let ms = 0;
      const exports = createPrimaryExports(primary, { elapsedMs: () => ms });
      for (let i = 0; i < 5; i++) {
        const index = await exports.index();
        assert.ok(Buffer.from(index!).toString() === '{"files":[]}');
      }
      assert.equal(came.length, 1);
      ms = 60_000;
      await exports.index();
      assert.equal(came.length, 2);
      assert.equal(await causeOf(createPrimaryExports(null, { elapsedMs: () => ms }).index()), 'PRIMARY_AWAY');
    },
  ));

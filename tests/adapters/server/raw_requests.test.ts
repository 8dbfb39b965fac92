import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createWorld, parsed, RECEIPT } from '../../http/support.ts';
import { dial, open, pause, UPLOAD, within } from './dial.ts';

const HEALTH = 'GET /api/health HTTP/1.1\r\n';
const EMPTY_CHUNKS = '\r\n\r\n0\r\n\r\n';

test('a request that two parsers could split differently is refused, and its connection closed', async () => {
  const world = createWorld({ settings: { limits: false } });
  const server = await open(world.app);
  const shapes: [name: string, request: string, sentence: RegExp | null][] = [
    ['two hosts', `${HEALTH}Host: a\r\nHost: b\r\n\r\n`, /Host must be given once/],
    ['one host twice', `${HEALTH}Host: a\r\nhOST: a\r\n\r\n`, /Host must be given once/],
    ['two hosts of a page', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', /Host must be given once/],
    ['two hosts and a body', `${UPLOAD}Host: b\r\nContent-Length: 2\r\n\r\n{}`, /Host must be given once/],
    ['no host', `${HEALTH}\r\n`, null],
    ['one length twice', `${UPLOAD}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`, null],
    ['two lengths', `${UPLOAD}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, null],
    ['a list of lengths', `${UPLOAD}Content-Length: 2, 2\r\n\r\n{}`, null],
    ['a length and chunks', `${UPLOAD}Content-Length: 2\r\nTransfer-Encoding: chunked${EMPTY_CHUNKS}`, null],
    ['chunks and a length', `${UPLOAD}Transfer-Encoding: chunked\r\nContent-Length: 2${EMPTY_CHUNKS}`, null],
    ['packed, then in chunks', `${UPLOAD}Transfer-Encoding: gzip, chunked${EMPTY_CHUNKS}`, /Transfer-Encoding must be/],
    ['chunks of chunks', `${UPLOAD}Transfer-Encoding: chunked, chunked${EMPTY_CHUNKS}`, null],
    ['no coding there is', `${UPLOAD}Transfer-Encoding: xchunked${EMPTY_CHUNKS}`, null],
    ['a space before the colon', `${UPLOAD}Content-Length : 2\r\n\r\n{}`, null],
    ['a folded field', `${HEALTH}Host: x\r\n folded\r\n\r\n`, null],
    ['line ends without CR', 'GET /api/health HTTP/1.1\nHost: x\n\n', null],
  ];
  for (const [name, request, sentence] of shapes) {
    const line = await dial(server);
    line.socket.on('error', () => {});
    line.socket.write(request);
    await within(2000, line.closed);
    const heard = line.heard();
    assert.match(heard, /^HTTP\/1\.1 400 /, name);
    assert.equal(heard.match(/HTTP\/1\.1 /g)?.length, 1, `${name}: one answer`);
    if (sentence !== null) {
      const refused = parsed('apiError', heard.slice(heard.indexOf('\r\n\r\n') + 4));
      assert.match(refused.error, sentence, name);
    }
  }
  assert.equal(world.taken.length, 0);
  await server.close();
});

test('a bad request after a good one on the same connection is refused too', async () => {
  const server = await open(createWorld().app);
  const line = await dial(server);
  line.socket.write(`${HEALTH}Host: x\r\n\r\n${HEALTH}Host: y\r\nHost: z\r\n\r\n${HEALTH}Host: x\r\n\r\n`);
  await within(2000, line.closed);
  assert.deepEqual(line.heard().match(/HTTP\/1\.1 \d+/g), ['HTTP/1.1 503', 'HTTP/1.1 400']);
  await server.close();
});

test('a client that closes its sending side after the request still gets the answer', async () => {
  const world = createWorld({
    settings: { limits: false },
    intake: {
      take: async (body) => {
        await pause(100);
        world.taken.push(body);
        return { status: 200, body: RECEIPT };
      },
    },
  });
  const server = await open(world.app, { requestWithinMs: 5_000, headersWithinMs: 5_000 });
  const sending = await dial(server, { allowHalfOpen: true });
  sending.socket.end(`${UPLOAD}Content-Length: 2\r\n\r\n{}`);
  assert.match(await within(2000, sending.until(/"persisted":true/)), /^HTTP\/1\.1 200 /);
  await within(2000, new Promise((resolve) => sending.socket.once('end', resolve)));
  sending.socket.destroy();
  assert.equal(world.taken.length, 1);
  // A truncated body is not a request, however the connection ends.
  const cut = await dial(server);
  cut.socket.on('error', () => {});
  cut.socket.end(`${UPLOAD}Content-Length: 20\r\n\r\n{}`);
  await pause(100);
  cut.socket.destroy();
  await pause(50);
  assert.equal(world.taken.length, 1);
  await server.close();
});

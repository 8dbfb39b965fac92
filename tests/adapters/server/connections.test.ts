import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { HttpServer } from '../../../adapters/server/http_server.ts';
import { createWorld } from '../../http/support.ts';
import { dial, type Line, open, pause, serving, UPLOAD, within } from './dial.ts';

const PATIENT = { headersWithinMs: 9_000, requestWithinMs: 9_000, idleMs: 9_000 };
const HEALTH = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** Opens a server that is closed with all its connections when the test ends, even if it fails. */
async function opened(t: TestContext, ...args: Parameters<typeof open>): Promise<HttpServer> {
  const server = await open(...args);
  t.after(() => server.close());
  return server;
}

function isOpen({ socket }: Line): boolean {
  return !socket.destroyed && socket.readable;
}
/** Waits until the expected number of connections is open, and returns the number of open ones. */
async function openOf(lines: readonly Line[], expected: number): Promise<number> {
  for (let i = 0; i < 100 && lines.filter(isOpen).length !== expected; i++) await pause(20);
  return lines.filter(isOpen).length;
}
async function calm(line: Line): Promise<Line> {
  line.socket.on('error', () => {});
  return line;
}
function many(server: HttpServer, count: number, from: string): Promise<Line[]> {
  return Promise.all(Array.from({ length: count }, async () => calm(await dial(server, { from }))));
}
async function served(server: HttpServer, from: string): Promise<boolean> {
  const line = await calm(await dial(server, { from }));
  line.socket.write(HEALTH);
  return within(2000, line.until(/"state":"missing"/)).then(
    () => true,
    () => false,
  );
}

test('many idle connections of one address take no places of others, and the address can still send requests', async (t) => {
  const server = await opened(t, createWorld().app, { ...PATIENT, connectionsMax: 40, connectionsPerAddressMax: 10 });
  const silent = await many(server, 60, '127.0.0.2');
  assert.equal(await openOf(silent, 10), 10);
  const answered = await Promise.all(Array.from({ length: 27 }, (_, i) => served(server, `127.0.0.${10 + (i % 9)}`)));
  assert.deepEqual([...new Set(answered)], [true]);
  assert.equal(await served(server, '127.0.0.2'), true);
});

test('a full server closes idle connections, longest idle first and of the busiest address, and never active ones', async (t) => {
  const answers: (() => void)[] = [];
  const slow = serving(async () => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Response('done');
  });
  const server = await opened(t, slow, { ...PATIENT, connectionsMax: 4, connectionsPerAddressMax: 3 });
  const busy = await calm(await dial(server, { from: '127.0.0.2' }));
  busy.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(30);
  const [first] = await many(server, 1, '127.0.0.3');
  await pause(30);
  const [second] = await many(server, 1, '127.0.0.3');
  const [other] = await many(server, 1, '127.0.0.4');
  await pause(30);
  const [newcomer] = await many(server, 1, '127.0.0.5');
  await within(2000, first!.closed);
  assert.deepEqual([busy, second!, other!, newcomer!].map(isOpen), [true, true, true, true]);
  for (const line of [second!, other!, newcomer!]) line.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await pause(50);
  const [turned] = await many(server, 1, '127.0.0.6');
  await within(2000, turned!.closed);
  for (const answer of answers) answer();
  for (const line of [busy, second!, other!, newcomer!]) await within(2000, line.until(/done$/));
  // They were answered and send no further request.
  await many(server, 1, '127.0.0.6');
  await pause(50);
  assert.equal(await openOf([busy, second!, other!, newcomer!], 3), 3);
});

test('unfinished requests are closed too if all places are taken', async (t) => {
  const server = await opened(t, createWorld().app, { ...PATIENT, connectionsMax: 6, connectionsPerAddressMax: 3 });
  const stalled = [...(await many(server, 3, '127.0.0.2')), ...(await many(server, 3, '127.0.0.3'))];
  for (const { socket } of stalled) socket.write(`${UPLOAD}Content-Length: 1000\r\n\r\n{`);
  await pause(50);
  assert.equal(await served(server, '127.0.0.4'), true);
  assert.equal(await openOf(stalled, 5), 5);
});

test('behind a proxy, whose address all clients share, connections are not limited per address', async (t) => {
  const bounds = { ...PATIENT, connectionsMax: 12, connectionsPerAddressMax: 3 };
  const server = await opened(t, createWorld().app, bounds, { behindProxy: true });
  const lines = await many(server, 12, '127.0.0.2');
  await pause(50);
  assert.equal(await openOf(lines, 12), 12);
  assert.equal(await served(server, '127.0.0.2'), true);
});

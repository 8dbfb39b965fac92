import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { HttpServer } from '../../../adapters/server/http_server.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { CHANGES } from '../../http/openapi/openapi_world.ts';
import { createWorld } from '../../http/support.ts';
import { dial, type Line, open, within } from './dial.ts';

const STREAM = 'GET /api/changes/stream HTTP/1.1\r\nHost: x\r\n\r\n';
const HEALTH = 'GET /api/health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';

/** Opens streams on a server that otherwise allows two connections of an address. */
async function withStreams(t: TestContext, count: number): Promise<{ server: HttpServer; lines: readonly Line[] }> {
  const streams = { lookEveryMs: 5, pingEveryMs: 15_000, endAfterMs: 1_800_000 };
  const world = createWorld({ changes: CHANGES, bounds: { streams } });
  await world.write();
  const server = await open(world.app, { connectionsMax: 16, connectionsPerAddressMax: 2, idleMs: 9_000 });
  t.after(() => server.close());
  const lines: Line[] = [];
  for (let i = 0; i < count; i++) {
    const line = await dial(server);
    line.socket.write(STREAM);
    assert.match(await within(2_000, line.until(/\r\n\r\n/)), /^HTTP\/1\.1 200 [\s\S]*connection: close/i);
    lines.push(line);
  }
  return { server, lines };
}

test('streams take no connections of others', async (t) => {
  const { server, lines } = await withStreams(t, 10);
  const other = await dial(server);
  other.socket.write(HEALTH);
  await within(2_000, other.until(/^HTTP\/1\.1 200 /));
  assert.deepEqual(
    lines.map(({ socket }) => socket.destroyed),
    lines.map(() => false),
  );
});

test('a server that closes ends its streams at once', async (t) => {
  const { server, lines } = await withStreams(t, 2);
  // The time for answers in flight is longer.
  await within(300, Promise.all([server.close(), ...lines.map(({ closed }) => closed)]));
});

test('a client that ends its connection ends its stream, so it can open as many again at once', async (t) => {
  const { server, lines } = await withStreams(t, LIMITS.changeStreamsPerClientMax.value);
  const refused = await dial(server);
  refused.socket.write(STREAM);
  assert.match(await within(2_000, refused.until(/\r\n\r\n/)), /^HTTP\/1\.1 503 /, 'all places are taken');
  for (const { socket } of lines) socket.end();
  for (const line of lines) await within(2_000, line.closed);
  for (let i = 0; i < lines.length; i++) {
    const line = await dial(server);
    line.socket.write(STREAM);
    assert.match(await within(2_000, line.until(/\r\n\r\n/)), /^HTTP\/1\.1 200 /);
  }
});

test('a client that has ended its connection before its stream begins gets no place', async (t) => {
  const { server } = await withStreams(t, 0);
  for (let i = 0; i <= LIMITS.changeStreamsPerClientMax.value; i++) {
    const line = await dial(server, { allowHalfOpen: true });
    line.socket.end(STREAM);
    await within(2_000, line.closed);
  }
  const line = await dial(server);
  line.socket.write(STREAM);
  assert.match(await within(2_000, line.until(/\r\n\r\n/)), /^HTTP\/1\.1 200 /);
});

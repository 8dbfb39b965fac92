import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { ChangeFileReader } from '../../../domain/ports/change_files.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { CHANGES } from '../openapi/openapi_world.ts';
import { createWorld, EPOCH, type Json, parsed, type World } from '../support.ts';

const MINUTE_MS = 60_000;
const TIMES = { lookEveryMs: 1, pingEveryMs: 15_000, endAfterMs: 30 * MINUTE_MS };

async function worldOf(snapshots: number, changes: ChangeFileReader = CHANGES): Promise<World> {
  const world = createWorld({ changes, bounds: { streams: TIMES } });
  for (let n = 0; n < snapshots; n++) await world.write();
  return world;
}

interface Client {
  /** Returns the next event, `null` for a ping, or `end`. */
  next(): Promise<{ readonly id: string; readonly entry: Json } | null | 'end'>;
  cancel(): Promise<void>;
}

async function open(t: TestContext, world: World, query = '', headers: HeadersInit = {}): Promise<Client> {
  const request = new Request(`http://some.host/api/changes/stream${query}`, { headers });
  const response = await world.app.fetch(request, { remoteAddress: '192.0.2.1' });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/event-stream');
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const reader = response.body!.getReader();
  t.after(() => reader.cancel());
  let text = '';
  return {
    next: async () => {
      while (!text.includes('\n\n')) {
        const { done, value } = await reader.read();
        if (done) return 'end';
        text += new TextDecoder().decode(value);
      }
      const end = text.indexOf('\n\n');
      const block = text.slice(0, end);
      text = text.slice(end + 2);
      if (block.startsWith(':')) return null;
      const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(block) ?? [];
      assert.ok(id !== undefined && data !== undefined, block);
      return { id, entry: JSON.parse(data) };
    },
    cancel: () => reader.cancel(),
  };
}

async function snapshotsOf(client: Client, count: number): Promise<readonly unknown[]> {
  const ids: unknown[] = [];
  for (let i = 0; i < count; i++) {
    const event = await client.next();
    ids.push(event === null || event === 'end' ? event : event.id);
  }
  return ids;
}

test('each snapshot is an event with the entry of the list', async (t) => {
  const world = await worldOf(2);
  const client = await open(t, world);
  await world.write();
  const event = await client.next();
  const { files } = parsed('changesResponse', (await world.ask(`/api/changes?since=${EPOCH}.2`)).text);
  assert.deepEqual(event, { id: `${EPOCH}.3`, entry: files[0] });
  await world.write();
  assert.deepEqual(await snapshotsOf(client, 1), [`${EPOCH}.4`]);
});

test('a stream begins after the last event, which the header, lastEventId or since names, in this order', async (t) => {
  const world = await worldOf(4);
  const first = async (query: string, headers: HeadersInit = {}) =>
    (await snapshotsOf(await open(t, world, query, headers), 1))[0];
  assert.equal(await first(`?since=${EPOCH}.1`), `${EPOCH}.2`);
  assert.equal(await first(`?since=${EPOCH}.1&lastEventId=${EPOCH}.2`), `${EPOCH}.3`);
  assert.equal(await first(`?since=${EPOCH}.1`, { 'Last-Event-ID': `${EPOCH}.3` }), `${EPOCH}.4`);
  const refused = await world.ask('/api/changes/stream', { headers: { 'last-event-id': 'x' } });
  assert.equal(refused.status, 400);
  assert.match(refused.text, /Last-Event-ID must be the id of an event, <epoch>\.<number>; it is .*x/);
  assert.equal((await world.ask(`/api/changes/stream?since=${EPOCH}.5`)).status, 410);
});

test('a client that is far behind gets every event once', async (t) => {
  /** Lists one file at a time. */
  const files: ChangeFileReader['files'] = (epoch, after, upTo) =>
    CHANGES.files(epoch, after, Math.min(upTo, after + 1));
  const world = await worldOf(4, { ...CHANGES, files });
  const client = await open(t, world, `?since=${EPOCH}.1`);
  assert.deepEqual(await snapshotsOf(client, 3), [`${EPOCH}.2`, `${EPOCH}.3`, `${EPOCH}.4`]);
});

test('a silent stream gets a comment every 15 seconds, and ends after 30 minutes', async (t) => {
  const world = await worldOf(1);
  const client = await open(t, world);
  world.clock.ms += TIMES.pingEveryMs;
  assert.equal(await client.next(), null);
  world.clock.ms += TIMES.endAfterMs;
  assert.deepEqual([await client.next(), await client.next()], [null, 'end']);
});

test('a stream ends if its client can no longer be told what changed', async (t) => {
  let areKept = true;
  const files: ChangeFileReader['files'] = async (...args) => (areKept ? CHANGES.files(...args) : null);
  const world = await worldOf(1, { ...CHANGES, files });
  const client = await open(t, world);
  areKept = false;
  assert.equal(await client.next(), 'end');
});

test('a stream waits while the storage cannot be read', async (t) => {
  const world = await worldOf(1);
  const client = await open(t, world);
  world.breakStorage(true);
  world.clock.ms += TIMES.pingEveryMs;
  assert.equal(await client.next(), null);
  world.breakStorage(false);
  world.clock.ms += 1_000;
  await world.write();
  assert.deepEqual(await snapshotsOf(client, 1), [`${EPOCH}.2`]);
});

test('a stream that is opened before the first snapshot waits for it', async (t) => {
  const world = await worldOf(0);
  assert.equal((await world.ask(`/api/changes/stream?since=${EPOCH}.1`)).status, 503);
  const client = await open(t, world);
  world.clock.ms += TIMES.pingEveryMs;
  assert.equal(await client.next(), null);
  await world.write();
  assert.deepEqual(await snapshotsOf(client, 1), [`${EPOCH}.1`]);
  world.clock.ms += 1_000;
  await world.write();
  assert.deepEqual(await snapshotsOf(client, 1), [`${EPOCH}.2`]);
});

test('a client has a limited number of streams, and a stream that it closes makes room', async (t) => {
  const world = await worldOf(1);
  const clients = [];
  for (let i = 0; i < LIMITS.changeStreamsPerClientMax.value; i++) clients.push(await open(t, world));
  const refused = await world.ask('/api/changes/stream');
  assert.equal(refused.status, 503);
  assert.equal(refused.headers.get('retry-after'), '60');
  const head = await world.ask('/api/changes/stream', { method: 'HEAD', from: '192.0.2.2' });
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, null]);
  await clients[0]!.cancel();
  await open(t, world);
});

test('nothing is added to a stream that its client does not read', async (t) => {
  let asked = 0;
  const files: ChangeFileReader['files'] = (...args) => {
    asked++;
    return CHANGES.files(...args);
  };
  const world = await worldOf(1, { ...CHANGES, files });
  const client = await open(t, world);
  await world.write();
  // The first part stays unread, so nothing is read for the next ones.
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 2));
  const before = asked;
  await world.write();
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 2));
  assert.equal(asked, before);
  assert.deepEqual(await snapshotsOf(client, 2), [`${EPOCH}.2`, `${EPOCH}.3`]);
});

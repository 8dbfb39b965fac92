import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@libsql/client';
import fc from 'fast-check';
import { openWriter } from '../../../../adapters/libsql/database.ts';
import {
  deleteAllLoggedChanges,
  deleteLoggedChanges,
  stopChangeLog,
} from '../../../../adapters/libsql/publish/change_triggers.ts';
import { type PublishOutcome, publishSnapshot } from '../../../../adapters/libsql/publish/publish.ts';
import type { PublishTimeouts } from '../../../../adapters/libsql/publish/server.ts';
import { history } from '../../../domain/snapshot/small_world.ts';
import {
  EPOCH,
  kept,
  listedUploads,
  type Sketch,
  type Stores,
  snap,
  withStores,
} from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { assertSame, follow } from '../../../support/copies.ts';
import { met, npc } from '../../../support/world.ts';

const WAITS = { answerMs: 5_000, allMs: 60_000 };

/** A file stands in for the server. It receives the same statements, but without a network. */
function withCopy(work: (on: Stores, path: string, copy: Copy) => Promise<void>): Promise<void> {
  return withStores(async (on, dir) => {
    const path = dir.snapshotDb(EPOCH);
    const target = { url: pathToFileURL(join(dir.root, 'copy.db')).href, token: null };
    await follow(path);
    const client = createClient({ url: target.url, concurrency: 1 });
    try {
      await work(on, path, {
        client,
        publish: async () => {
          const published = await publishSnapshot(path, target, WAITS);
          if (!published.ok) throw new Error(published.error);
          return published.value;
        },
      });
    } finally {
      client.close();
    }
  });
}

interface Copy {
  readonly client: ReturnType<typeof createClient>;
  publish(): Promise<PublishOutcome>;
}

function sighting(id: number, install: number, name = 'Alpha'): Sketch {
  return { install, upload: install, ...met(npc(id, name), { mapId: 1 }) };
}
function sightings(npcs: number) {
  return kept(Array.from({ length: npcs }, (_, i) => [1, 2, 3].map((install) => sighting(i + 1, install))).flat());
}

test('after any history, the copy equals the snapshot after every publication', () =>
  fc.assert(
    fc.asyncProperty(history(12), fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }), (sketches, cuts) =>
      withCopy(async (on, path, { client, publish }) => {
        const records = kept(sketches);
        for (const percent of [...cuts, 100].sort((a, b) => a - b)) {
          const run = await snap(on, listedUploads(records, Math.floor((percent * records.length) / 100)));
          assert.ok(run.ok);
          const { sent, content } = await publish();
          assert.deepEqual(await assertSame(path, client), content, sent);
          assert.equal((await publish()).sent, 'none');
        }
      }),
    ),
    { numRuns: propertyRuns(12) },
  ));

test('only changes are sent to an existing copy', () =>
  withCopy(async (on, path, { client, publish }) => {
    const records = sightings(60);
    await snap(on, listedUploads(records, 150));
    const first = await publish();
    assert.equal(first.sent, 'whole');
    await snap(on, listedUploads(records, 153));
    const next = await publish();
    assert.equal(next.sent, 'changed');
    assert.ok(next.rowsSent < first.rowsSent / 10, `${next.rowsSent} of ${first.rowsSent} rows`);
    await assertSame(path, client);
  }));

test('withdrawn and erased data is removed from the copy', () =>
  withCopy(async (on, path, { client, publish }) => {
    const records = sightings(3);
    await snap(on, listedUploads(records));
    await publish();
    const order = { n: 1, kind: 'install', installN: 3, state: 'withheld' } as const;
    await snap(on, listedUploads(records, undefined, { orders: [order], withheld: [3] }));
    const { sent, rowsRemoved } = await publish();
    assert.equal(sent, 'changed');
    assert.ok(rowsRemoved > 0);
    await assertSame(path, client);
  }));

async function changed(path: string, work: (client: Awaited<ReturnType<typeof openWriter>>) => Promise<unknown>) {
  const client = await openWriter(path, { create: false });
  await work(client);
  client.close();
}

const BEHIND: readonly (readonly [string, (path: string, copy: Copy, seq: number) => Promise<unknown>])[] = [
  ['its data are gone', (_, { client }) => client.executeMultiple('delete from published')],
  ['it holds another epoch', (_, { client }) => client.execute("update published set epoch = 'ffff00001111'")],
  ['it was made otherwise', (_, { client }) => client.execute("update published set shape = 'other'")],
  ['it is ahead of what is known here', (_, { client }) => client.execute('update published set seq = seq + 1000')],
  [
    'the changes it lacks are forgotten',
    (path, _, seq) => changed(path, (client) => deleteLoggedChanges(client, seq + 5)),
  ],
  ['what was noted is forgotten with an erasure', (path) => changed(path, deleteAllLoggedChanges)],
  ['too many changes wait', (path, _, seq) => changed(path, (client) => deleteLoggedChanges(client, seq, 2))],
  [
    'changes were not noted for a while',
    async (path) => {
      await changed(path, stopChangeLog);
      await follow(path);
    },
  ],
];

for (const [what, happens] of BEHIND) {
  test(`the whole copy is sent if ${what}`, () =>
    withCopy(async (on, path, copy) => {
      const records = sightings(4);
      await snap(on, listedUploads(records, 6));
      const { seq } = await copy.publish();
      await snap(on, listedUploads(records));
      await happens(path, copy, seq);
      assert.equal((await copy.publish()).sent, 'whole');
      await assertSame(path, copy.client);
    }));
}

test('noted changes that the server already has are discarded without sending everything', () =>
  withCopy(async (on, path, { client, publish }) => {
    const records = sightings(4);
    await snap(on, listedUploads(records, 6));
    const { seq } = await publish();
    await changed(path, (writer) => deleteLoggedChanges(writer, seq));
    assert.equal((await publish()).sent, 'none');
    await snap(on, listedUploads(records));
    assert.equal((await publish()).sent, 'changed');
    await assertSame(path, client);
  }));

test('without noted changes, everything is sent each time', () =>
  withCopy(async (on, path, { client, publish }) => {
    await changed(path, stopChangeLog);
    for (const upTo of [6, 12]) {
      await snap(on, listedUploads(sightings(4), upTo));
      assert.equal((await publish()).sent, 'whole');
      await assertSame(path, client);
    }
  }));

test('a database with other content is left alone', () =>
  withStores(async (_, dir) => {
    const url = pathToFileURL(join(dir.root, 'other.db')).href;
    const other = createClient({ url });
    await other.execute('create table theirs (a)');
    const published = await publishSnapshot(dir.snapshotDb(EPOCH), { url, token: null }, WAITS);
    assert.deepEqual(published, { ok: false, error: 'NOT_OURS' });
    const { rows } = await other.execute('select name from sqlite_master');
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['theirs'],
    );
    other.close();
  }));

const SECRET = 'a-token-that-stands-in-no-fault';

/** Returns the fault reported when the server answers every request like this. */
async function faultWith(
  answer: (response: ServerResponse) => unknown,
  waits: PublishTimeouts = { answerMs: 300, allMs: 2_000 },
): Promise<unknown> {
  const server = createServer((_, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  try {
    return await withStores((_, dir) => publishSnapshot(dir.snapshotDb(EPOCH), { url, token: SECRET }, waits));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs the garbage collector all the time, so that objects without references are collected. */
async function collecting<T>(work: () => Promise<T>): Promise<T> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const timer = setInterval(collect, 20);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}

function beginsAndHangs(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{');
}

test(
  'a server that hangs is a fault within the timeout, or as soon as the publisher is stopped',
  { timeout: 60_000 },
  () =>
    collecting(async () => {
      const timedOut = { ok: false, error: 'TIMED_OUT' };
      assert.deepEqual(await faultWith(() => {}), timedOut);
      assert.deepEqual(await faultWith(beginsAndHangs), timedOut, 'in the middle of an answer');
      assert.deepEqual(await faultWith(() => {}, { answerMs: 600_000, allMs: 300 }), timedOut, 'all of the time is up');
      const stopping = new AbortController();
      setTimeout(() => stopping.abort(), 300);
      const waits = { answerMs: 600_000, allMs: 600_000, stop: stopping.signal };
      assert.deepEqual(await faultWith(() => {}, waits), timedOut, 'asked to stop');
      assert.deepEqual(await faultWith(() => {}, waits), timedOut, 'asked to stop before');
    }),
);

test('a failing or absent server is a fault, soon and without revealing the token', async () => {
  for (const [status, body] of [
    [500, `it broke at ${SECRET}`],
    [401, 'who are you?'],
    [200, '<html>'],
    [200, '{"baton":null,"results":[]}'],
    [404, ''],
  ] as const) {
    const fault = JSON.stringify(
      await faultWith((response) => response.writeHead(status, { 'content-type': 'text/html' }).end(body)),
    );
    assert.match(fault, /^\{"ok":false,"error":"[A-Z0-9_]+"\}$/, `${status} ${body}`);
  }
});

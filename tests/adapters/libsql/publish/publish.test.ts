import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@libsql/client';
import fc from 'fast-check';
import type { DataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { openWriter } from '../../../../adapters/libsql/database.ts';
import {
  deleteAllLoggedChanges,
  deleteLoggedChanges,
  stopChangeLog,
} from '../../../../adapters/libsql/publish/change_triggers.ts';
import { type PublishOutcome, publishSnapshot } from '../../../../adapters/libsql/publish/publish.ts';
import type { PublishTimeouts } from '../../../../adapters/libsql/publish/server.ts';
import { UPDATE_CHECK } from '../../../../adapters/libsql/publish/server_log.ts';
import { history } from '../../../domain/snapshot/small_world.ts';
import {
  EPOCH,
  kept,
  listedUploads,
  type Sketch,
  type Stores,
  snap,
  withFolder,
  withStores,
  withStoresIn,
} from '../../../domain/snapshot/support.ts';
import { propertyRuns } from '../../../runner/properties.ts';
import { assertCopied, catchUp, copyFromBase, follow } from '../../../support/copies.ts';
import { atEnd } from '../../../support/snapshots.ts';
import { met, npc } from '../../../support/world.ts';

const WAITS = { answerMs: 5_000, allMs: 60_000 };

/**
 * A file stands in for the server. It receives the same statements, but without a network. `copy.db` is the copy of an
 * edge, which reads this file as its replica.
 */
function withServer(work: Publishing): Promise<void> {
  return withStores(async (on, dir) => {
    await follow(dir.snapshotDb(EPOCH));
    await publishTo(dir, on, work);
  });
}

type Publishing = (on: Stores, path: string, server: Server) => Promise<void>;

async function publishTo(dir: DataDir, on: Stores, work: Publishing): Promise<void> {
  const path = dir.snapshotDb(EPOCH);
  const target = { url: pathToFileURL(join(dir.root, 'server.db')).href, token: null };
  const client = createClient({ url: target.url, concurrency: 1 });
  try {
    await work(on, path, {
      client,
      copy: join(dir.root, 'copy.db'),
      fresh: join(dir.root, 'fresh.db'),
      publish: async () => {
        const published = await publishSnapshot(path, target, WAITS);
        if (!published.ok) throw new Error(published.error);
        return published.value;
      },
    });
  } finally {
    client.close();
  }
}

interface Server {
  readonly client: ReturnType<typeof createClient>;
  /** Paths of copies of an edge. */
  readonly copy: string;
  readonly fresh: string;
  publish(): Promise<PublishOutcome>;
}

/** Fills the log of a server up to its last row, as many snapshots would that the copy has applied. */
async function fillLog(server: Server['client'], copy: string): Promise<void> {
  const log = createClient({ url: pathToFileURL(copy).href, concurrency: 1 });
  await server.execute(`with recursive pages (page) as (select 1 union all select page + 1 from pages where page < 63)
    insert or replace into log_pages select page, zeroblob(3800) from pages`);
  for (const client of [server, log]) await client.execute(`update log_state set log_bytes = 63 * 3800, tail = x''`);
  log.close();
}

function sighting(id: number, install: number, name = 'Alpha'): Sketch {
  return { install, upload: install, ...met(npc(id, name), { mapId: 1 }) };
}
function sightings(npcs: number) {
  return kept(Array.from({ length: npcs }, (_, i) => [1, 2, 3].map((install) => sighting(i + 1, install))).flat());
}

test('after any history, a copy that applies the diffs equals the snapshot, and so does a new copy', () =>
  fc.assert(
    fc.asyncProperty(history(12), fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 3 }), (sketches, cuts) =>
      withServer(async (on, path, { client, publish, copy, fresh }) => {
        const records = kept(sketches);
        for (const percent of [...cuts, 100].sort((a, b) => a - b)) {
          const run = await snap(on, listedUploads(records, Math.floor((percent * records.length) / 100)));
          assert.ok(run.ok);
          const { sent, content } = await publish();
          if (sent === 'whole') await copyFromBase(client, copy);
          else await catchUp(client, copy);
          assert.deepEqual(await assertCopied(path, copy), content, sent);
          await copyFromBase(client, fresh);
          assert.deepEqual(await assertCopied(path, fresh), content, sent);
          assert.equal((await publish()).sent, 'none');
        }
      }),
    ),
    { numRuns: propertyRuns(12) },
  ));

test('only changes are sent to a server that has a base', () =>
  withServer(async (on, path, { client, publish, copy }) => {
    const records = sightings(60);
    await snap(on, listedUploads(records, 150));
    const first = await publish();
    assert.equal(first.sent, 'whole');
    await copyFromBase(client, copy);
    await snap(on, listedUploads(records, 153));
    const next = await publish();
    assert.equal(next.sent, 'changed');
    assert.ok(next.rowsSent < first.rowsSent / 10, `${next.rowsSent} of ${first.rowsSent} rows`);
    assert.ok(next.bytesPacked < first.bytesPacked / 4, `${next.bytesPacked} of ${first.bytesPacked} bytes`);
    assert.equal((await catchUp(client, copy)).diffs, 1);
    await assertCopied(path, copy);
  }));

test('the log grows with its diffs', () =>
  withServer(async (on, path, { client, publish, copy }) => {
    const rows = async (): Promise<number> =>
      Number((await client.execute('select count(*) from log_pages')).rows[0]?.[0]);
    const records = sightings(600);
    await snap(on, listedUploads(records, 6));
    await publish();
    await copyFromBase(client, copy);
    assert.equal(await rows(), 8, 'an eighth of the smallest log');
    const grown: number[] = [];
    for (const npcs of [300, 301, 600]) {
      await snap(on, listedUploads(records, npcs * 3));
      assert.equal((await publish()).sent, 'changed');
      await catchUp(client, copy);
      await assertCopied(path, copy);
      grown.push(await rows());
    }
    const [first = 0, small, large = 0] = grown;
    assert.ok(first > 8 && large > first, String(grown));
    assert.equal(small, first, 'a small diff fits into the rows that exist');
  }));

test('withdrawn data is removed from the copy', () =>
  withServer(async (on, path, { client, publish, copy }) => {
    const records = sightings(3);
    await snap(on, listedUploads(records));
    await publish();
    await copyFromBase(client, copy);
    const order = { n: 1, kind: 'install', installN: 3, state: 'withheld' } as const;
    await snap(on, listedUploads(records, undefined, { orders: [order], withheld: [3] }));
    const { sent, rowsRemoved } = await publish();
    assert.equal(sent, 'changed');
    assert.ok(rowsRemoved > 0);
    await catchUp(client, copy);
    await assertCopied(path, copy);
  }));

test('when the log is full, a new base is sent, and a copy that is up to date does not need it', () =>
  withServer(async (on, path, { client, publish, copy, fresh }) => {
    const records = sightings(40);
    await snap(on, listedUploads(records, 6));
    await publish();
    await copyFromBase(client, copy);
    await fillLog(client, copy);
    const sent: string[] = [];
    for (let npcs = 3; npcs <= 12; npcs++) {
      await snap(on, listedUploads(records, npcs * 3));
      sent.push((await publish()).sent);
      assert.equal((await catchUp(client, copy)).diffs, 1);
      await assertCopied(path, copy);
    }
    assert.deepEqual([...new Set(sent)].sort(), ['changed', 'renewed'], sent.join(' '));
    await copyFromBase(client, fresh);
    await assertCopied(path, fresh);
  }));

test('a copy that missed diffs which a new base has replaced finds a gap', () =>
  withServer(async (on, _path, { client, publish, copy }) => {
    const records = sightings(40);
    await snap(on, listedUploads(records, 6));
    await publish();
    await copyFromBase(client, copy);
    await snap(on, listedUploads(records, 9));
    await publish();
    await fillLog(client, copy);
    for (let [uploads, sent] = [9, 'changed']; sent === 'changed'; ) {
      uploads += 3;
      await snap(on, listedUploads(records, uploads));
      ({ sent } = await publish());
    }
    await assert.rejects(catchUp(client, copy), { code: 'DIFF_GAP' });
  }));

test('after a whole base, the diffs before it are gone from the server', () =>
  withServer(async (on, path, { client, publish }) => {
    const records = sightings(200);
    await snap(on, listedUploads(records, 6));
    await publish();
    await snap(on, listedUploads(records));
    assert.equal((await publish()).sent, 'changed');
    const used = async (): Promise<number> =>
      Number(
        (await client.execute('select count(*) from log_pages where bytes <> zeroblob(length(bytes))')).rows[0]?.[0],
      );
    assert.ok((await used()) > 0);
    await changed(path, deleteAllLoggedChanges);
    assert.equal((await publish()).sent, 'whole');
    assert.equal(await used(), 0);
    assert.deepEqual(
      (await client.execute('select log_bytes, length(tail) from log_state')).rows.map((row) => Array.from(row)),
      [[0, 0]],
    );
  }));

async function changed(path: string, work: (client: Awaited<ReturnType<typeof openWriter>>) => Promise<unknown>) {
  const client = await openWriter(path, { create: false });
  await work(client);
  client.close();
}

const BEHIND: readonly (readonly [string, (path: string, server: Server, seq: number) => Promise<unknown>])[] = [
  ['its data are gone', (_, { client }) => client.executeMultiple('delete from log_state')],
  ['it holds another epoch', (_, { client }) => client.execute("update log_state set epoch = 'ffff00001111'")],
  ['it was made otherwise', (_, { client }) => client.execute("update log_state set shape = 'other'")],
  ['it is ahead of what is known here', (_, { client }) => client.execute('update log_state set seq = seq + 1000')],
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
  test(`a whole base is sent if ${what}`, () =>
    withServer(async (on, path, server) => {
      const records = sightings(4);
      await snap(on, listedUploads(records, 6));
      const { seq } = await server.publish();
      await snap(on, listedUploads(records));
      await happens(path, server, seq);
      assert.equal((await server.publish()).sent, 'whole');
      await copyFromBase(server.client, server.copy);
      await assertCopied(path, server.copy);
      const { rows } = await server.client.execute("select name from sqlite_master where type = 'table' order by 1");
      assert.deepEqual(
        rows.map(({ name }) => name),
        ['base_pages', 'log_checks', 'log_pages', 'log_state'],
      );
    }));
}

test('noted changes that the server already has are discarded without sending everything', () =>
  withServer(async (on, path, { client, publish, copy }) => {
    const records = sightings(4);
    await snap(on, listedUploads(records, 6));
    const { seq } = await publish();
    await copyFromBase(client, copy);
    await changed(path, (writer) => deleteLoggedChanges(writer, seq));
    assert.equal((await publish()).sent, 'none');
    await snap(on, listedUploads(records));
    assert.equal((await publish()).sent, 'changed');
    await catchUp(client, copy);
    await assertCopied(path, copy);
  }));

test('without noted changes, everything is sent each time', () =>
  withServer(async (on, path, { client, publish, copy }) => {
    await changed(path, stopChangeLog);
    for (const upTo of [6, 12]) {
      await snap(on, listedUploads(sightings(4), upTo));
      assert.equal((await publish()).sent, 'whole');
      await copyFromBase(client, copy);
      await assertCopied(path, copy);
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

/** Lets the last check of a server have been so long ago. */
async function checkedBefore(server: Server['client'], seconds: number): Promise<void> {
  await server.execute(`update log_checks set checked_s = unixepoch() - ${seconds}`);
}

const [DAY_S, HALF_AN_HOUR_S] = [24 * 60 * 60, 30 * 60];

/** Damage of a base with no diffs after it, or of a log. */
const DAMAGES: Readonly<Record<string, string>> = {
  'a byte of the base': `update base_pages set bytes = cast(substr(bytes, 1, 99) || x'5555' || substr(bytes, 102) as blob) where page = 1`,
  'a lost row of the base': 'delete from base_pages where page = 1',
  'a byte of the log': `update log_pages set bytes = cast(substr(bytes, 1, 99) || x'5555' || substr(bytes, 102) as blob) where page = 1`,
  'a row of the log that became zero': 'update log_pages set bytes = zeroblob(3800) where page = 1',
  'a byte of the newest diff': `update log_state set tail = cast(substr(tail, 1, 20) || x'5555' || substr(tail, 23) as blob)`,
  'the content of the newest snapshot': 'update log_state set rows = rows + 1',
};

let filled: Promise<string> | null = null;

/** Creates a folder with a server whose log has a full row, and a copy that is up to date. */
async function fillFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-'));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  await withStoresIn(folder, async (stores, dir) => {
    await follow(dir.snapshotDb(EPOCH));
    await publishTo(dir, stores, async (on, _path, { client, publish, copy }) => {
      const records = sightings(400);
      await snap(on, listedUploads(records, 6));
      await publish();
      await copyFromBase(client, copy);
      await snap(on, listedUploads(records, 1_200));
      assert.equal((await publish()).sent, 'changed');
      await catchUp(client, copy);
      const { rows } = await client.execute('select log_bytes from log_state');
      assert.ok(Number(rows[0]?.[0]) > 3_800, 'the log has a full row');
    });
  });
  return folder;
}

/** Like `withServer`, on a copy of the folder that `fillFolder` creates. */
function withFilledServer(work: Publishing): Promise<void> {
  filled ??= fillFolder();
  return withFolder(async (folder) => {
    cpSync(await filled!, folder, { recursive: true });
    await withStoresIn(folder, (on, dir) => publishTo(dir, on, work));
  });
}

/** Damages the server, and asserts that the publisher repairs it once a check is due, and not before. */
async function assertRepaired(path: string, { client, publish, copy, fresh }: Server, sql: string, isAsked = false) {
  await client.execute(sql);
  const dueS = isAsked ? HALF_AN_HOUR_S : DAY_S;
  await checkedBefore(client, dueS - 60);
  if (isAsked) await client.execute(UPDATE_CHECK);
  assert.equal((await publish()).sent, 'none', 'not due yet');
  await checkedBefore(client, dueS);
  assert.equal((await publish()).sent, 'repaired');
  await copyFromBase(client, fresh);
  await assertCopied(path, fresh);
  await catchUp(client, copy);
  await assertCopied(path, copy);
  assert.equal((await publish()).sent, 'none');
}

for (const [what, sql] of Object.entries(DAMAGES)) {
  test(`the publisher finds damage on the server within a day and repairs it: ${what}`, () =>
    withFilledServer((_on, path, server) => assertRepaired(path, server, sql)));
}

test('the publisher checks the server when an edge asks, at most every half hour', () =>
  withFilledServer(async (_on, path, server) => {
    const { client, publish } = server;
    await checkedBefore(client, DAY_S);
    assert.equal((await publish()).sent, 'none', 'an intact log is not written again');
    const lost = DAMAGES['a lost row of the base']!;
    await assertRepaired(path, server, lost);
    // After the first repair the log is empty, so that only damage of the base is possible.
    await assertRepaired(path, server, lost, true);
    await client.execute(UPDATE_CHECK);
    assert.equal((await publish()).sent, 'none', 'nobody can force a base');
  }));

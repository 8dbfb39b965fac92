import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Instance } from '../support/instance.ts';
import { item, items, npc, world } from '../support/world.ts';
import { countBytes } from './byte_counter.ts';
import { caughtUp, type EdgeWorld, linesOf, show, skip, withEdges, within } from './world.ts';

/** Tests an edge with a real libSQL server: `npm run test:edge`. */

const DROPS = '/api/rollups/drops?limit=500';

/** Three installs loot an NPC, and a snapshot tells of it. */
async function looted({ url }: Instance, { job }: EdgeWorld, id: number): Promise<void> {
  await world()
    .installs(3, (install) => install.event(`loot:${id}`).looted(npc(id), item(id)))
    .sendTo(url);
  await job('snapshot');
}

async function read({ url }: Instance, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url + path);
  return { status: response.status, text: await response.text() };
}

/** Waits until the edge gives the same answers as the primary. */
async function follows(source: Instance, edge: Instance): Promise<void> {
  await caughtUp(source, [edge]);
  assert.deepEqual(await read(edge, DROPS), await read(source, DROPS));
}

test(
  'an edge follows its primary, keeps serving while all other processes are down, and has only a replica in its folder',
  {
    skip,
  },
  (t) =>
    withEdges(async (world) => {
      const { sqld, primary, edge, dataOf } = world;
      const first = await edge(1);
      assert.match((await read(first, DROPS)).text, /"unreachable":true/);
      assert.equal((await read(first, '/api/corpus/public')).status, 503);
      const source = await primary();
      await looted(source, world, 5);
      await follows(source, first);
      await looted(source, world, 6);
      await follows(source, first);

      const stood = await read(first, DROPS);
      assert.match(stood.text, /"sourceNpcId":6,/);
      await sqld.kill();
      await source.kill();
      await within('a line of the log', 30, async () => linesOf(first, 'sync.failed').length > 0);
      assert.deepEqual(await read(first, DROPS), stood);
      // The replicator writes its line before it ends, and the edge notices the end.
      await within('health says that the check failed', 30, async () => {
        const health = JSON.parse((await read(first, '/api/health')).text) as { edge: { upToDate: boolean } };
        return !health.edge.upToDate;
      });
      await first.kill();
      const again = await edge(1);
      assert.deepEqual(await read(again, DROPS), stood);

      const files = readdirSync(dataOf(1))
        .filter((name) => !name.endsWith('.lock-journal'))
        .sort();
      assert.deepEqual(
        files.filter((name) => !/^snapshot\.[0-9a-z]+\.db(-wal|-shm)?$/.test(name)),
        ['builder.lock', 'current', 'identity', 'instance.sock', 'replica', 'uploads.lock'],
      );
      assert.equal(files.filter((name) => /^snapshot\..*\.db$/.test(name)).length, 1);
      show(t, [...linesOf(first, 'sync.done'), ...linesOf(first, 'sync.failed').slice(0, 1)]);
    }),
);

test('an edge follows a server that lost its data, and a new epoch', { skip }, (t) =>
  withEdges(async (world) => {
    const { sqld, primary, edge, job } = world;
    const source = await primary();
    const first = await edge(1);
    await looted(source, world, 5);
    await follows(source, first);
    await sqld.kill();
    sqld.wipe();
    await sqld.start();
    await looted(source, world, 6);
    await follows(source, first);
    await job('rebuild');
    await follows(source, first);
    show(t, [...linesOf(first, 'sync.done'), ...linesOf(first, 'sync.failed')]);
  }),
);

const REPLICA_FILES = ['replica.db', 'replica.db-client_wal_index', 'replica.db-shm', 'replica.db-wal'];

/** Damage that a disk or a person can do to a file. */
const HARMS: readonly (readonly [what: string, harm: (path: string) => void])[] = [
  ['deleted', (path) => rmSync(path, { force: true })],
  ['emptied', (path) => truncateSync(path, 0)],
  ['overwritten', (path) => writeFileSync(path, Buffer.alloc(statSync(path).size, 0xa5))],
];

test(
  'if a file of the replica is damaged, emptied or deleted, the last copy is served until there is a new one',
  {
    skip,
  },
  (t) =>
    withEdges(async (world) => {
      const { primary, edge, dataOf } = world;
      const source = await primary();
      const first = await edge(1);
      let npc = 5;
      await looted(source, world, npc);
      await follows(source, first);
      const seen: string[] = [];
      for (const name of REPLICA_FILES) {
        for (const [what, harm] of HARMS) {
          const path = join(dataOf(1), 'replica', name);
          // SQLite keeps a write-ahead log only while a connection is open.
          if (!existsSync(path)) continue;
          const stood = await read(first, DROPS);
          const [done, failed] = [linesOf(first, 'sync.done').length, linesOf(first, 'sync.failed').length];
          // There is nothing new, so no sync is running.
          harm(path);
          assert.deepEqual(await read(first, DROPS), stood);
          npc++;
          await looted(source, world, npc);
          await follows(source, first);
          const lines = linesOf(first, 'sync.done').slice(done);
          const failures = linesOf(first, 'sync.failed').slice(failed);
          const how = lines.some((line) => line.includes('"afresh":true')) ? 'fetched anew' : 'went on';
          seen.push(`${name} ${what}: ${how}, ${failures.length} failed runs`);
        }
      }
      show(t, seen);
      assert.ok(seen.some((line) => line.includes('fetched anew')));
    }),
);

test('a damaged served copy is detected and replaced', { skip }, (t) =>
  withEdges(async (world) => {
    const { primary, edge, dataOf } = world;
    const source = await primary();
    let first = await edge(1);
    await looted(source, world, 5);
    await follows(source, first);
    await first.stop();
    const copy = readdirSync(dataOf(1)).find((name) => name.startsWith('snapshot.'))!;
    const path = join(dataOf(1), copy);
    writeFileSync(path, Buffer.alloc(statSync(path).size, 0xa5));
    first = await edge(1);
    await follows(source, first);
    show(t, [...linesOf(first, 'sync.done'), ...linesOf(first, 'sync.failed')]);
  }),
);

/** Number of NPCs looted for a snapshot, and how many times the bytes of the changed rows an edge may fetch for it. */
const FETCHES: readonly (readonly [npcs: number, timesMax: number])[] = [
  [1, 3],
  [1, 3],
  [1, 3],
  [32, 1.5],
  [32, 1.5],
  // The log grows.
  [32, 1.5],
];

test('an edge fetches at most three times the bytes of 20 changed rows, and 1.5 times those of 400', { skip }, (t) =>
  withEdges(async ({ sqld, primary, edge, job }) => {
    const source = await primary();
    const counter = await countBytes(sqld.url);
    try {
      const first = await edge(1, { TW_SYNC_URL: counter.url, TW_SYNC_INTERVAL_S: '30' });
      let id = 0;
      for (const [npcs, timesMax] of FETCHES) {
        await caughtUp(source, [first]);
        counter.take();
        const upload = world().installs(3, (install) => {
          for (let i = 1; i <= npcs; i++) {
            for (const n of [1, 2, 3]) install.event(`loot:${id + i}:${n}`).looted(npc(id + i), ...items(n, 10 + i));
          }
        });
        id += npcs;
        await upload.sendTo(source.url);
        await job('snapshot');
        await caughtUp(source, [first]);
        const bytes = counter.take();
        const { rowsSent, bytesSent, bytesPacked } = JSON.parse(linesOf(source, 'publish.done').at(-1)!);
        show(t, [
          `${bytes} bytes fetched for ${rowsSent} changed rows of ${bytesSent} bytes, packed ${bytesPacked}, ${(bytes / bytesSent).toFixed(2)} times`,
        ]);
        assert.ok(bytes <= timesMax * bytesSent);
      }
    } finally {
      await counter.close();
    }
  }),
);

test('the first copy of an edge costs little more than the packed base', { skip }, (t) =>
  withEdges(async (edges) => {
    const { sqld, primary, edge, job } = edges;
    const source = await primary();
    const counter = await countBytes(sqld.url);
    try {
      // While the server is away, nothing is published, so that the base contains everything.
      await sqld.kill();
      for (let install = 1; install <= 5; install++) {
        const upload = world().installs([install], (one) => {
          // Names that can hardly be packed.
          for (let id = 1; id <= 1_500; id++) one.saw(item(id, randomBytes(48).toString('base64')));
        });
        await upload.sendTo(source.url);
      }
      await job('snapshot');
      await sqld.start();
      await looted(source, edges, 5);
      const first = await edge(1, { TW_SYNC_URL: counter.url, TW_SYNC_INTERVAL_S: '30' });
      await caughtUp(source, [first]);
      const bytes = counter.take();
      const published = linesOf(source, 'publish.done').map((line) => JSON.parse(line));
      const { bytesPacked } = published.findLast(({ sent }) => sent === 'whole');
      show(t, [`${bytes} bytes fetched for a base of ${bytesPacked} bytes, ${(bytes / bytesPacked).toFixed(2)} times`]);
      assert.ok(bytes <= 1.3 * bytesPacked);
    } finally {
      await counter.close();
    }
  }),
);

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { Client } from '@libsql/client';
import { createClient } from '@libsql/client';
import { type PublishOutcome, publishSnapshot } from '../../adapters/libsql/publish/publish.ts';
import type { Result } from '../../domain/values/result.ts';
import { EPOCH, kept, listedUploads, type Stores, snap, withStores } from '../domain/snapshot/support.ts';
import { assertCopied, catchUp, copyFromBase, follow } from '../support/copies.ts';
import { programArgs } from '../support/instance.ts';
import { item, looted, met, npc, reportedBy } from '../support/world.ts';
import { createSqld, findSqld, type Sqld } from './sqld.ts';

/** Tests publishing to a real libSQL server: `npm run test:edge`. */

const found = findSqld();
const skip = 'missing' in found ? found.missing : false;
const WAITS = { answerMs: 10_000, allMs: 120_000 };

interface World {
  readonly on: Stores;
  readonly path: string;
  readonly folder: string;
  readonly sqld: Sqld;
  readonly server: Client;
  publish(token?: string): Promise<Result<PublishOutcome, string>>;
}

function withServer(work: (world: World) => Promise<void>, args: (folder: string) => readonly string[] = () => []) {
  return withStores(async (on, dir) => {
    if ('missing' in found) return;
    const path = dir.snapshotDb(EPOCH);
    await follow(path);
    const sqld = await createSqld(found.program, dir.root, args(dir.root));
    await sqld.start();
    const server = sqld.connect();
    const publish: World['publish'] = (token) => publishSnapshot(path, { url: sqld.url, token: token ?? null }, WAITS);
    try {
      await work({ on, path, folder: dir.root, sqld, server, publish });
    } finally {
      server.close();
      await sqld.kill();
    }
  });
}

function must<T>(result: Result<T, string>): T {
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

/** Three installs saw each of these NPCs somewhere, and looted it. */
function npcsMet(npcs: number) {
  return kept(
    Array.from({ length: npcs }, (_, i) => i + 1).flatMap((id) =>
      reportedBy([1, 2, 3], met(npc(id, `Alpha ${id}`)), looted(npc(id), item(id))).map((report) => ({
        ...report,
        upload: id,
      })),
    ),
  );
}
const RECORDS_OF_NPC = 6;

function line(what: string, { sent, rowsSent, rowsRemoved, bytesSent, bytesPacked, content }: PublishOutcome): string {
  return `${what}: ${sent}, ${rowsSent} rows sent (${bytesSent} bytes of values, ${bytesPacked} packed), ${rowsRemoved} removed, ${content.rows} stand`;
}

/**
 * Builds a copy from what the server or a replica has, as an edge does, and checks it. Returns the number of the
 * snapshot, or null if nothing was published.
 */
async function standsWhole(server: Client, copy: string): Promise<number | null> {
  const tx = await server.transaction('read');
  try {
    const names = await tx.execute("select count(*) from sqlite_master where name = 'log_state'");
    if (Number(names.rows[0]?.[0]) === 0) return null;
    return (await copyFromBase(tx, copy)).n;
  } finally {
    tx.close();
  }
}

/** Compares what an edge builds from the server with the snapshot. */
async function assertPublished({ path, folder }: Pick<World, 'path' | 'folder'>, server: Client): Promise<void> {
  const copy = join(folder, 'copy.db');
  await copyFromBase(server, copy);
  await assertCopied(path, copy);
}

test('each of several snapshots arrives completely, and only changes are sent', { skip }, (t) =>
  withServer(async (world) => {
    const { on, path, folder, sqld, publish } = world;
    const records = npcsMet(300);
    const [file, copy] = [join(folder, 'replica.db'), join(folder, 'edge.db')];
    const replica = createClient({ url: `file:${file}`, syncUrl: sqld.url });
    let first: PublishOutcome | null = null;
    for (const npcs of [250, 251, 252, 260, 300]) {
      assert.ok((await snap(on, listedUploads(records, npcs * RECORDS_OF_NPC))).ok);
      const published = must(await publish());
      const synced = await replica.sync();
      t.diagnostic(`${line(`${npcs} NPCs`, published)}; a replica took ${synced?.frames_synced} pages`);
      assert.equal(published.sent, first === null ? 'whole' : 'changed');
      if (first === null) await copyFromBase(replica, copy);
      else assert.equal((await catchUp(replica, copy)).diffs, 1);
      await assertCopied(path, copy);
      if (first !== null) {
        assert.ok(published.rowsSent < first.rowsSent / 2);
        // The rows that the diff fills, the row that it begins in, and nothing else.
        assert.ok(Number(synced?.frames_synced) <= 2 + published.bytesPacked / 3_800);
      }
      first ??= published;
    }
    assert.equal(must(await publish()).sent, 'none');
    await assertPublished(world, world.server);
    replica.close();
  }),
);

test('a server that was down, lost its data or has another epoch is brought up to date', { skip }, () =>
  withServer(async (world) => {
    const { on, server, sqld, publish } = world;
    const records = npcsMet(40);
    await snap(on, listedUploads(records, 30 * RECORDS_OF_NPC));
    must(await publish());

    await sqld.kill();
    await snap(on, listedUploads(records, 32 * RECORDS_OF_NPC));
    const startedMs = performance.now();
    assert.deepEqual(await publish(), { ok: false, error: 'UNREACHABLE' });
    assert.ok(performance.now() - startedMs < 2_000);
    await snap(on, listedUploads(records, 34 * RECORDS_OF_NPC));
    await sqld.start();
    assert.equal(must(await publish()).sent, 'changed');
    await assertPublished(world, server);

    await sqld.kill();
    sqld.wipe();
    await sqld.start();
    assert.equal(must(await publish()).sent, 'whole');
    await assertPublished(world, server);

    await server.execute("update log_state set epoch = 'ffff00001111'");
    assert.equal(must(await publish()).sent, 'whole');
    await assertPublished(world, server);
  }),
);

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

for (const killed of ['publisher', 'server'] as const) {
  test(`killing the ${killed} at any moment leaves the old or the new snapshot and never a mixture`, { skip }, (t) =>
    withServer(async (world) => {
      const { on, path, sqld, publish, folder } = world;
      const records = npcsMet(700);
      const seen: string[] = [];
      let before: number | null = null;
      for (let round = 0; round < 6; round++) {
        await snap(on, listedUploads(records, (400 + round * 50) * RECORDS_OF_NPC));
        const child = spawn(process.execPath, programArgs('tests/edge/publisher.ts', path, sqld.url), {
          stdio: 'ignore',
        });
        const ended = new Promise((resolve) => child.once('exit', resolve));
        await pause(500 + round * 90);
        if (killed === 'publisher') child.kill('SIGKILL');
        else {
          await sqld.kill();
          await sqld.start();
        }
        await ended;
        const server = sqld.connect();
        const now = await standsWhole(server, join(folder, 'found.db'));
        server.close();
        seen.push(now === before ? 'old' : 'new');
        // The killed process may still hold the server's lock until the server notices.
        let again = await publish();
        for (let i = 0; i < 10 && !again.ok; i++) {
          await pause(2_000);
          again = await publish();
        }
        before = must(again).n;
        const checked = sqld.connect();
        await assertPublished(world, checked);
        checked.close();
      }
      t.diagnostic(`seen after the kills: ${seen.join(', ')}`);
    }),
  );
}

test('the token is sent, and a wrong token is a fault that does not reveal it', { skip }, async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${base64({ alg: 'EdDSA', typ: 'JWT' })}.${base64({ a: 'rw' })}`;
  const token = `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`;
  const keyFile = (folder: string): readonly string[] => {
    writeFileSync(join(folder, 'key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
    return ['--auth-jwt-key-file', join(folder, 'key.pem')];
  };
  await withServer(async (world) => {
    const { on, sqld, publish } = world;
    await snap(on, listedUploads(npcsMet(3)));
    for (const wrong of [undefined, `${token}x`]) {
      const refused = await publish(wrong);
      assert.ok(!refused.ok);
      assert.match(refused.error, /^[A-Z0-9_]+$/);
      assert.ok(!refused.error.includes(token));
    }
    assert.equal(must(await publish(token)).sent, 'whole');
    const server = sqld.connect(token);
    await assertPublished(world, server);
    server.close();
  }, keyFile);
});

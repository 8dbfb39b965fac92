import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Client } from '@libsql/client';
import { currentEpoch, type DataDir, dataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { createCopiedKeyReader } from '../../../../adapters/key_reader.ts';
import { openReader, openWriter } from '../../../../adapters/libsql/database.ts';
import { readContent } from '../../../../adapters/libsql/publish/content.ts';
import { readShape } from '../../../../adapters/libsql/publish/shape.ts';
import { CREATE_STATE } from '../../../../adapters/libsql/publish/state.ts';
import { readOrigin } from '../../../../adapters/libsql/snapshot/origin.ts';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { storageErrorCode } from '../../../../adapters/libsql/storage_error.ts';
import { checkCopy, copyReplica, readCopyState, shapeOfThisRelease } from '../../../../adapters/replica/copy.ts';
import { replicaFiles, serveCopy } from '../../../../adapters/replica/update_replica.ts';
import { orStorageFault, StorageFault } from '../../../../domain/values/storage_fault.ts';
import { EPOCH, kept, listedUploads, snap, withStores } from '../../../domain/snapshot/support.ts';
import { causeOf } from '../../../support/storage_fails.ts';
import { met, npc, reportedBy } from '../../../support/world.ts';

/** Copies, checks and serves replicas. A database in the server's format stands in for the replica. */

const NPCS = kept([1, 2, 3, 4].flatMap((id) => reportedBy([1, 2, 3], met(npc(id, `Alpha ${id}`)))));
const RECORDS_OF_NPC = 3;

interface Made {
  readonly edge: DataDir;
  readonly rollups: Readonly<Record<string, number>>;
  /** Writes a snapshot of this many NPCs and a replica of that snapshot. `add` may then change the replica. */
  replicate(npcs: number, add?: (client: Client) => Promise<unknown>): Promise<void>;
  readonly replica: string;
  readonly copy: string;
}

function made(work: (made: Made) => Promise<void>): Promise<void> {
  return withStores(async (on, dir) => {
    const path = dir.snapshotDb(EPOCH);
    const edge = dataDir(join(dir.root, 'edge'));
    mkdirSync(edge.replica, { recursive: true });
    const { database: replica, copy } = replicaFiles(edge);
    const origin = await using(path, readOrigin);
    const replicate: Made['replicate'] = async (npcs, add = async () => {}) => {
      assert.ok((await snap(on, listedUploads(NPCS, npcs * RECORDS_OF_NPC))).ok);
      rmSync(replica, { force: true });
      await using(path, async (client) => {
        await client.execute('pragma query_only=off');
        await client.execute({ sql: 'vacuum into ?', args: [replica] });
      });
      await change(replica, async (client) => {
        await add(client);
        const shape = await readShape(client);
        const { rows, digest } = await readContent(client, shape);
        await client.execute(CREATE_STATE);
        await client.execute({
          sql: `insert into published (id, epoch, n, seq, shape, rows, digest)
                values (1, ?, (select max(n) from snapshots), 1, ?, ?, ?)`,
          args: [EPOCH, shape.digest, BigInt(rows), digest],
        });
        // A server does not keep our application id and user version.
        await client.executeMultiple('pragma application_id=0; pragma user_version=0;');
      });
    };
    await work({ edge, rollups: origin.rollups, replicate, replica, copy });
  });
}

async function using<T>(path: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await openReader(path);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

async function change(path: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = await openWriter(path, { create: false, unfinished: true });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

async function dropIndex(client: Client): Promise<void> {
  const { rows } = await client.execute("select name from sqlite_master where type = 'index' and sql is not null");
  await client.execute(`drop index "${String(rows[0]?.[0])}"`);
}

async function faultOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error) => storageErrorCode(error) ?? String(error),
  );
}

test('a copy is complete, of this release, without a log, and can be read like a snapshot database', () =>
  made(async ({ edge, rollups, replicate, replica, copy }) => {
    await replicate(2);
    await copyReplica(replica, copy);
    const state = await checkCopy(copy, rollups);
    assert.deepEqual([state.epoch, state.n], [EPOCH, 1]);
    assert.equal(state.shape, await shapeOfThisRelease(join(edge.replica, 'shape.db')));
    assert.deepEqual(await readCopyState(copy, rollups), state);
    assert.deepEqual(readdirSync(edge.replica).sort(), ['copy.db', 'replica.db']);
    if (process.platform !== 'win32') assert.equal(statSync(copy).mode & 0o777, 0o600);
    // A copy left unfinished earlier is replaced.
    writeFileSync(copy, 'half a copy');
    await copyReplica(replica, copy);
    assert.deepEqual(await checkCopy(copy, rollups), state);
  }));

test('any difference of a replica from what was published is noticed before it is served', () =>
  made(async ({ rollups, replicate, replica, copy }) => {
    await replicate(3);
    const whole = readFileSync(replica);
    const cases: [what: string, harm: (client: Client) => Promise<unknown>, fault: RegExp][] = [
      ['a fact lost', (db) => db.execute('delete from facts'), /^COPY_CONTENT$/],
      ['a later row', (db) => db.execute('update snapshots set uploads = uploads + 1'), /^COPY_CONTENT$/],
      ['between two publishes', (db) => db.execute('update published set rows = rows + 1'), /^COPY_CONTENT$/],
      ['another digest', (db) => db.execute(`update published set digest = '${'0'.repeat(64)}'`), /^COPY_CONTENT$/],
      ['an index lost', (db) => dropIndex(db), /^COPY_SHAPE$/],
      ['another table', (db) => db.execute('create table other (id integer primary key) strict'), /^COPY_SHAPE$/],
      ['nothing said', (db) => db.execute('delete from published'), /^STATE_MISSING$/],
      ['nothing there', (db) => db.execute('drop table published'), /^SQLITE_SCHEMA_LOST$/],
      [
        'words lost',
        (db) => db.execute("insert into knowledge_names (knowledge_names) values ('delete-all')"),
        /^SQLITE_CORRUPT/,
      ],
    ];
    for (const [what, harm, fault] of cases) {
      writeFileSync(replica, whole);
      await change(replica, harm);
      await copyReplica(replica, copy);
      assert.match((await faultOf(checkCopy(copy, rollups))) ?? 'served', fault, what);
    }
    writeFileSync(replica, whole);
    await copyReplica(replica, copy);
    const older = { ...rollups, drops: (rollups['drops'] ?? 0) + 1 };
    assert.equal(await faultOf(checkCopy(copy, older)), 'SNAPSHOT_OF_OTHER_RELEASE');
    assert.equal(await faultOf(readCopyState(copy, older)), 'SNAPSHOT_OF_OTHER_RELEASE');
  }));

/** First bytes of the pages of B-trees. */
const BTREE_PAGES = [2, 5, 10, 13];

/** Whether the last bytes of a B-tree page are in its list of free blocks. */
function endIsFree(page: Buffer): boolean {
  if (!BTREE_PAGES.includes(page[0]!)) return false;
  for (let at = page.readUInt16BE(1); at !== 0; at = page.readUInt16BE(at)) {
    if (at + page.readUInt16BE(at + 2) === page.length) return true;
  }
  return false;
}

test('bytes damaged on the disk are noticed wherever they are', () =>
  made(async ({ rollups, replicate, replica, copy }) => {
    await replicate(4);
    await copyReplica(replica, copy);
    const whole = readFileSync(copy);
    const unnoticed: number[] = [];
    const pages = whole.byteLength / 8192;
    let tried = 0;
    for (let page = 1; page < pages; page += Math.max(1, Math.floor(pages / 24))) {
      const damaged = Buffer.from(whole);
      // The last bytes of a page belong to the page's first cell, unless that cell was moved or removed.
      if (endIsFree(whole.subarray(page * 8192, (page + 1) * 8192))) continue;
      for (let at = 1; at <= 16; at++) damaged[(page + 1) * 8192 - at]! ^= 0xff;
      if (damaged.subarray(page * 8192 + 8192 - 16, (page + 1) * 8192).every((byte) => byte === 0xff)) continue;
      tried++;
      writeFileSync(copy, damaged);
      if ((await faultOf(checkCopy(copy, rollups))) === null) unnoticed.push(page);
    }
    assert.ok(tried >= 10, String(tried));
    assert.deepEqual(unnoticed, []);
  }));

test('a newer copy replaces the previous one, and readers and keys switch immediately', () =>
  made(async ({ edge, rollups, replicate, replica, copy }) => {
    const times = { clock: { nowMs: () => Date.now() }, stopwatch: { elapsedMs: () => performance.now() } };
    const store = createSnapshotStore({ dir: edge, ...times, rollups, copied: true });
    const keys = createCopiedKeyReader(edge);
    const find = async (hash: string) => {
      const found = await orStorageFault(keys.find(hash));
      return found instanceof StorageFault ? found.cause : found;
    };
    const serve = async (npcs: number, hash: string): Promise<void> => {
      await replicate(npcs, async (db) => {
        await db.execute('delete from key_hashes');
        await db.execute({ sql: 'insert into key_hashes (hash) values (unhex(?))', args: [hash] });
      });
      await copyReplica(replica, copy);
      await serveCopy(edge, copy, (await checkCopy(copy, rollups)).epoch);
    };
    const [first, second] = ['11'.repeat(32), '22'.repeat(32)];
    try {
      assert.equal(await causeOf(store.refresh()), 'NOTHING_COPIED_YET');
      assert.equal(await find(first), 'NO_SNAPSHOT_YET');
      await serve(1, first);
      assert.equal(currentEpoch(edge), EPOCH);
      await store.refresh();
      const before = await store.newest();
      assert.ok(before?.view.row.n === 1);
      assert.deepEqual([await find(first), await find(second)], ['live', 'unknown']);

      await serve(2, second);
      // A request that started on the old copy can finish, as it can while a primary writes.
      await before.log.row(1);
      await store.refresh();
      const after = await store.newest();
      assert.ok(after?.view.row.n === 2);
      assert.deepEqual([await find(first), await find(second)], ['unknown', 'live']);

      writeFileSync(edge.snapshotDb('feed00000000'), '');
      await replicate(3);
      await copyReplica(replica, copy);
      await serveCopy(edge, copy, EPOCH);
      assert.equal(existsSync(edge.snapshotDb('feed00000000')), false);
      assert.deepEqual(
        readdirSync(edge.root).filter((name) => name.startsWith('snapshot.')),
        [`snapshot.${EPOCH}.db`],
      );
    } finally {
      await keys.close();
      await store.close();
    }
  }));

test('a copy is as old as its snapshot, however late it arrived', () =>
  made(async ({ edge, rollups, replicate, replica, copy }) => {
    let ms = 0;
    const nowMs = () => Date.now() + 600_000 + ms;
    const times = { clock: { nowMs }, stopwatch: { elapsedMs: () => ms } };
    const store = createSnapshotStore({ dir: edge, ...times, rollups, copied: true });
    try {
      for (const npcs of [1, 2]) {
        await replicate(npcs);
        await copyReplica(replica, copy);
        await serveCopy(edge, copy, EPOCH);
        ms += 5_000;
        await store.refresh();
        const snapshot = await store.newest();
        assert.ok(snapshot !== null && (snapshot.view.seen?.ageMs ?? 0) >= 600_000);
      }
    } finally {
      await store.close();
    }
  }));

test('the files of a replica are removed together, also after two processes in a row died while using them', () =>
  made(async ({ edge, replica }) => {
    const files = replicaFiles(edge);
    const source = { url: 'http://127.0.0.1:1', token: 'a-secret' };
    writeFileSync(replica, 'a replica');
    await files.begin();
    assert.equal(await faultOf(files.sync(source)), 'SYNC_FAILED');
    files.end();
    assert.equal(existsSync(join(edge.replica, 'begun')), false);
    // Simulates two processes in a row that died during this work.
    await files.begin();
    await files.begin();
    assert.ok(existsSync(replica));
    await files.begin();
    assert.deepEqual(readdirSync(edge.replica), ['begun']);
    writeFileSync(replica, 'another');
    await files.begin();
    assert.ok(existsSync(replica));
    await files.remove();
    assert.equal(existsSync(edge.replica), false);
  }));

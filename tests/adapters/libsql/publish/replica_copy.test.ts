import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type DataDir, readCurrentEpoch, toDataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { sealDatabase } from '../../../../adapters/data_folder/epoch_files.ts';
import { createCopiedKeyReader } from '../../../../adapters/key_reader.ts';
import { type Connection, openReader, openWriter, runInTransaction } from '../../../../adapters/libsql/database.ts';
import { publishSnapshot } from '../../../../adapters/libsql/publish/publish.ts';
import { readOrigin } from '../../../../adapters/libsql/snapshot/origin.ts';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { readStorageCode } from '../../../../adapters/libsql/storage_error.ts';
import { checkCopy, hashSchema, readCopyState } from '../../../../adapters/replica/copy.ts';
import { listReplicaFiles, serveCopy, updateReplica } from '../../../../adapters/replica/update_replica.ts';
import { catchFault, StorageFault } from '../../../../domain/values/storage_fault.ts';
import { EPOCH, kept, listedUploads, snap, withStores } from '../../../domain/snapshot/support.ts';
import { assertCopied, catchUp, copyFromBase, follow } from '../../../support/copies.ts';
import { causeOf } from '../../../support/storage_fails.ts';
import { met, npc, reportedBy } from '../../../support/world.ts';

/** Builds, updates, checks and serves copies. A file to which snapshots are published stands in for the replica. */

const NPCS = kept([1, 2, 3, 4, 5, 6].flatMap((id) => reportedBy([1, 2, 3], met(npc(id, `Alpha ${id}`)))));
const RECORDS_OF_NPC = 3;

interface Made {
  readonly edge: DataDir;
  readonly rollups: Readonly<Record<string, number>>;
  /** Writes a snapshot of this many NPCs and publishes it. `add` may change the snapshot before. */
  publish(npcs: number, add?: (client: Connection) => Promise<unknown>): Promise<void>;
  /** The snapshot database, the replica and a copy. */
  readonly path: string;
  readonly replica: string;
  readonly copy: string;
  /** Builds the copy from the base on the replica. */
  build(): Promise<void>;
  /** Applies the diffs that this copy lacks, and returns their number. */
  catchUp(copy?: string): Promise<number>;
}

function made(work: (made: Made) => Promise<void>): Promise<void> {
  return withStores(async (on, dir) => {
    const path = dir.snapshotDb(EPOCH);
    await follow(path);
    const edge = toDataDir(join(dir.root, 'edge'));
    mkdirSync(edge.replica, { recursive: true });
    const { database: replica, copy } = listReplicaFiles(edge);
    const origin = await using(path, readOrigin);
    const publish: Made['publish'] = async (npcs, add = async () => {}) => {
      assert.ok((await snap(on, listedUploads(NPCS, npcs * RECORDS_OF_NPC))).ok);
      await change(path, add);
      const target = { url: pathToFileURL(replica).href, token: null };
      assert.ok((await publishSnapshot(path, target, { answerMs: 5_000, allMs: 60_000 })).ok);
    };
    await work({
      edge,
      rollups: origin.rollups,
      publish,
      path,
      replica,
      copy,
      build: async () => void (await using(replica, (client) => copyFromBase(client, copy))),
      catchUp: (to = copy) => using(replica, async (client) => (await catchUp(client, to)).diffs),
    });
  });
}

async function using<T>(path: string, work: (client: Connection) => Promise<T>): Promise<T> {
  const client = await openReader(path);
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

async function change(path: string, work: (client: Connection) => Promise<unknown>, unfinished = false): Promise<void> {
  const client = await openWriter(path, { create: false, unfinished });
  try {
    await work(client);
  } finally {
    client.close();
  }
}

async function dropIndex(client: Connection): Promise<void> {
  const { rows } = await client.execute("select name from sqlite_master where type = 'index' and sql is not null");
  await client.execute(`drop index "${String(rows[0]?.[0])}"`);
}

async function faultOf(work: Promise<unknown>): Promise<string | null> {
  return work.then(
    () => null,
    (error) => readStorageCode(error) ?? String(error),
  );
}

test('a copy is complete, of this release, without a log, and can be read like a snapshot database', () =>
  made(async ({ edge, rollups, publish, path, copy, build }) => {
    await publish(2);
    await build();
    const state = await checkCopy(copy, rollups, true);
    assert.deepEqual([state.epoch, state.n], [EPOCH, 1]);
    assert.equal(state.shape, await hashSchema(join(edge.replica, 'shape.db')));
    assert.deepEqual(await readCopyState(copy, rollups), state);
    assert.deepEqual(readdirSync(edge.replica).sort(), ['copy.db', 'replica.db']);
    if (process.platform !== 'win32') assert.equal(statSync(copy).mode & 0o777, 0o600);
    // A copy left unfinished earlier is replaced.
    writeFileSync(copy, 'half a copy');
    await build();
    assert.deepEqual(await checkCopy(copy, rollups, true), state);
    await assertCopied(path, copy);
  }));

test('any difference of a copy from what was published is noticed before it is served', () =>
  made(async ({ rollups, publish, copy, build }) => {
    await publish(3);
    await build();
    const older = { ...rollups, drops: (rollups['drops'] ?? 0) + 1 };
    assert.equal(await faultOf(checkCopy(copy, older, true)), 'SNAPSHOT_OF_OTHER_RELEASE');
    assert.equal(await faultOf(readCopyState(copy, older)), 'SNAPSHOT_OF_OTHER_RELEASE');
    const whole = readFileSync(copy);
    const cases: [what: string, harm: (client: Connection) => Promise<unknown>, fault: RegExp][] = [
      ['a fact lost', (db) => db.execute('delete from facts'), /^COPY_CONTENT$/],
      ['a later row', (db) => db.execute('update snapshots set uploads = uploads + 1'), /^COPY_CONTENT$/],
      ['between two publishes', (db) => db.execute('update log_state set rows = rows + 1'), /^COPY_CONTENT$/],
      ['another digest', (db) => db.execute(`update log_state set digest = '${'0'.repeat(64)}'`), /^COPY_CONTENT$/],
      ['an index lost', (db) => dropIndex(db), /^COPY_SHAPE$/],
      ['another table', (db) => db.execute('create table other (id integer primary key) strict'), /^COPY_SHAPE$/],
      ['nothing said', (db) => db.execute('delete from log_state'), /^STATE_MISSING$/],
      ['nothing there', (db) => db.execute('drop table log_state'), /^SQLITE_SCHEMA_LOST$/],
      [
        'words lost',
        (db) => db.execute("insert into knowledge_names (knowledge_names) values ('delete-all')"),
        /^SQLITE_CORRUPT/,
      ],
    ];
    for (const [what, harm, fault] of cases) {
      writeFileSync(copy, whole);
      await change(copy, harm, true);
      assert.match((await faultOf(checkCopy(copy, rollups, true))) ?? 'served', fault, what);
    }
  }));

test('several diffs are applied one after another, and readers see whole snapshots only', () =>
  made(async ({ publish, path, copy, build, catchUp }) => {
    await publish(1);
    await build();
    for (const npcs of [2, 3, 4]) await publish(npcs);
    await using(copy, async (reader) => {
      const counts = async (): Promise<unknown> =>
        Array.from((await reader.execute('select (select count(*) from snapshots), n from log_state')).rows[0]!);
      assert.deepEqual(await counts(), [1, 1]);
      assert.equal(await catchUp(), 3);
      assert.deepEqual(await counts(), [4, 4]);
    });
    await assertCopied(path, copy);
    assert.equal(await catchUp(), 0);
  }));

/** Damage to a copy or to the replica that a diff must not be applied to, or must not be applied from. */
const HARMS: readonly (readonly [what: string, where: 'copy' | 'replica', sql: string, fault: string])[] = [
  ['a changed row', 'copy', 'update row_counts set rows = rows + 1', 'DIFF_CONTENT'],
  ['a lost row', 'copy', 'delete from row_counts; delete from mentions', 'DIFF_CONTENT'],
  ['another state', 'copy', 'update log_state set rows = rows + 1', 'DIFF_CONTENT'],
  ['a missing diff', 'copy', 'update log_state set seq = seq - 1', 'DIFF_GAP'],
  ['a position inside a diff', 'copy', 'update log_state set log_bytes = 100', 'DIFF_DAMAGED'],
  ['an emptied log', 'replica', `update log_state set tail = zeroblob(length(tail))`, 'DIFF_DAMAGED'],
  ['a cut log', 'replica', `update log_state set tail = substr(tail, 1, 100)`, 'DIFF_DAMAGED'],
  [
    'flipped bits',
    'replica',
    `update log_state set tail = unhex(replace(hex(tail), substr(hex(tail), 121, 8), hex(x'a5a5a5a5')))`,
    'DIFF_DAMAGED',
  ],
];

for (const [what, where, sql, fault] of HARMS) {
  test(`a diff is not applied because of ${what}, and the copy keeps its snapshot`, () =>
    made(async ({ rollups, publish, replica, copy, build, catchUp, path }) => {
      await publish(2);
      await build();
      await publish(3);
      await change(where === 'copy' ? copy : replica, (db) => db.executeMultiple(sql));
      const before = await readCopyState(copy, rollups);
      const found = await faultOf(catchUp());
      assert.equal(found, fault);
      assert.deepEqual(await readCopyState(copy, rollups), before);
      if (where === 'replica') return;
      await build();
      await assertCopied(path, copy);
    }));
}

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
  made(async ({ rollups, publish, copy, build }) => {
    await publish(4);
    await build();
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
      if ((await faultOf(checkCopy(copy, rollups, true))) === null) unnoticed.push(page);
    }
    assert.ok(tried >= 10, String(tried));
    assert.deepEqual(unnoticed, []);
  }));

test('readers and keys switch to a newer snapshot immediately, whether a diff or another copy brought it', () =>
  made(async ({ edge, rollups, publish, path, copy, build, catchUp }) => {
    const times = { clock: { nowMs: () => Date.now() }, stopwatch: { elapsedMs: () => performance.now() } };
    const store = createSnapshotStore({ dir: edge, ...times, rollups, copied: true });
    const keys = createCopiedKeyReader(edge);
    const find = async (hash: string) => {
      const found = await catchFault(keys.find(hash));
      return found instanceof StorageFault ? found.cause : found;
    };
    const publishKey = (npcs: number, hash: string) =>
      publish(npcs, (db) =>
        runInTransaction(db, async (tx) => {
          await tx.execute('delete from key_hashes');
          await tx.execute({ sql: 'insert into key_hashes (hash) values (unhex(?))', args: [hash] });
        }),
      );
    const serve = async (): Promise<void> => {
      await build();
      await sealDatabase(copy);
      await serveCopy(edge, copy, EPOCH);
    };
    const [first, second, third, fourth] = ['11', '22', '33', '44'].map((byte) => byte.repeat(32)) as [
      ...[string, string, string, string],
    ];
    const served = edge.snapshotDb(EPOCH);
    try {
      assert.equal(await causeOf(store.refresh()), 'NOTHING_COPIED_YET');
      assert.equal(await find(first), 'NO_SNAPSHOT_YET');
      await publishKey(1, first);
      await serve();
      assert.equal(readCurrentEpoch(edge), EPOCH);
      await store.refresh();
      const before = await store.newest();
      assert.ok(before?.view.row.n === 1);
      assert.deepEqual([await find(first), await find(second)], ['live', 'unknown']);

      await publishKey(2, second);
      assert.equal(await catchUp(served), 1);
      await store.refresh();
      assert.equal((await store.newest())?.view.row.n, 2);
      assert.deepEqual([await find(first), await find(second)], ['unknown', 'live']);

      await publishKey(3, third);
      await serve();
      // A request that started on the previous copy can finish, as it can while a primary writes.
      await before.log.row(1);
      await store.refresh();
      assert.equal((await store.newest())?.view.row.n, 3);
      assert.deepEqual([await find(second), await find(third)], ['unknown', 'live']);

      // The new copy has a write-ahead log of its own, which readers of the previous copy leave alone.
      await publishKey(4, fourth);
      assert.equal(await catchUp(served), 1);
      await store.refresh();
      assert.equal((await store.newest())?.view.row.n, 4);
      assert.deepEqual([await find(third), await find(fourth)], ['unknown', 'live']);

      writeFileSync(edge.snapshotDb('feed00000000'), '');
      await serve();
      assert.equal(existsSync(edge.snapshotDb('feed00000000')), false);
    } finally {
      await keys.close();
      await store.close();
    }
    await assertCopied(path, served);
    assert.deepEqual(
      readdirSync(edge.root).filter((name) => /^snapshot\..*\.db$/.test(name)),
      [`snapshot.${EPOCH}.db`],
    );
  }));

test('a copy is as old as its snapshot, however late it arrived', () =>
  made(async ({ edge, rollups, publish, copy, build, catchUp }) => {
    let ms = 0;
    const nowMs = () => Date.now() + 600_000 + ms;
    const times = { clock: { nowMs }, stopwatch: { elapsedMs: () => ms } };
    const store = createSnapshotStore({ dir: edge, ...times, rollups, copied: true });
    try {
      for (const npcs of [1, 2]) {
        await publish(npcs);
        if (npcs === 1) {
          await build();
          await sealDatabase(copy);
          await serveCopy(edge, copy, EPOCH);
        } else await catchUp(edge.snapshotDb(EPOCH));
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
    const files = listReplicaFiles(edge);
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

test('an edge of another release than the server says so and serves no copy', () =>
  made(async ({ edge, rollups, publish, replica }) => {
    const waits = { answerMs: 5_000, allMs: 60_000 };
    const update = async (server: string) => {
      const source = { url: pathToFileURL(server).href, token: null };
      const updated = await updateReplica({ dir: edge, source, rollups, waits, checks: false });
      return updated.ok ? updated.value.what : updated.error;
    };
    const server = join(edge.root, 'server.db');
    writeFileSync(server, '');
    assert.equal(await update(server), 'nothing-published');
    await publish(1);
    await change(replica, (db) => db.execute("update log_state set shape = 'of a later release'"));
    assert.equal(await update(replica), 'SNAPSHOT_OF_OTHER_RELEASE', 'a server with tables of a later release');
    assert.equal(readCurrentEpoch(edge), null);
  }));

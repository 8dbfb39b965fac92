import assert from 'node:assert/strict';
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { type DataDir, toDataDir } from '../../../../adapters/data_folder/data_dir.ts';
import { acquireLock } from '../../../../adapters/data_folder/lock.ts';
import { nodeDigest } from '../../../../adapters/digest.ts';
import { createKeyReader } from '../../../../adapters/key_reader.ts';
import { openWriter } from '../../../../adapters/libsql/database.ts';
import { createTables } from '../../../../adapters/libsql/migrate.ts';
import { openUploadWriter, type UploadsOwner } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { KeyReader } from '../../../../domain/ports/keys.ts';
import { catchFault, StorageFault } from '../../../../domain/values/storage_fault.ts';
import { inFolder } from '../../../domain/operator/operator_stores.ts';
import { beginFolder } from '../../../support/folder.ts';
import { runJob } from '../../../support/instance.ts';

const EPOCH = 'abcd12345678';
function hash(key: string): string {
  return nodeDigest.sha256(key);
}

/** Writes a served snapshot with these keys. */
async function serveSnapshot(dir: DataDir, keys: readonly string[]): Promise<void> {
  const client = await openWriter(dir.snapshotDb(EPOCH), { create: true });
  await createTables(client, 'snapshot');
  for (const key of keys) {
    await client.execute({ sql: 'insert into key_hashes (hash) values (unhex(?))', args: [hash(key)] });
  }
  client.close();
  writeFileSync(dir.pointer, `${EPOCH}\n`);
}

interface Ground {
  readonly dir: DataDir;
  readonly writer: UploadsOwner;
  readonly reader: KeyReader;
  readonly clock: { ms: number };
  /** Looks up these keys and returns the results in order. */
  found(...keys: string[]): Promise<readonly string[]>;
}

function withReader(work: (ground: Ground) => Promise<void>): Promise<void> {
  return inFolder(async (folder) => {
    const dir = await beginFolder(folder);
    const writer = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
    const clock = { ms: 1_000_000 };
    const reader = createKeyReader(dir, { nowMs: () => clock.ms });
    const found: Ground['found'] = async (...keys) => {
      const states = await Promise.all(keys.map((key) => catchFault(reader.find(hash(key)))));
      return states.map((state) => (state instanceof StorageFault ? state.cause : state));
    };
    try {
      await work({ dir, writer, reader, clock, found });
    } finally {
      await reader.close();
      await writer.close();
    }
  });
}

test('a new key is valid immediately, and a revoked key is invalid immediately', () =>
  withReader(async ({ writer, found }) => {
    assert.deepEqual(await found('a', 'a'), ['unknown', 'unknown']);
    await writer.operator.addKey(hash('a'), 'a', '2026-11-21');
    assert.deepEqual(await found('a', 'b'), ['live', 'unknown']);
    await writer.operator.revokeKey({ n: 1 }, 1);
    assert.deepEqual(await found('a'), ['revoked']);
  }));

test('without uploads.db, keys are looked up in the served snapshot, and uploads.db is tried again after a second', () =>
  withReader(async ({ dir, writer, clock, found }) => {
    await writer.operator.addKey(hash('in uploads'), 'a', '2026-11-21');
    await serveSnapshot(dir, ['in snapshot']);
    assert.deepEqual(await found('in uploads', 'in snapshot'), ['live', 'unknown']);
    for (const file of ['', '-wal', '-shm']) renameSync(`${dir.uploadsDb}${file}`, `${dir.uploadsDb}.away${file}`);
    clock.ms += 1_000;
    assert.deepEqual(await found('in uploads', 'in snapshot'), ['unknown', 'live']);
    for (const file of ['', '-wal', '-shm']) renameSync(`${dir.uploadsDb}.away${file}`, `${dir.uploadsDb}${file}`);
    clock.ms += 999;
    assert.deepEqual(await found('in uploads', 'in snapshot'), ['unknown', 'live']);
    clock.ms += 1;
    assert.deepEqual(await found('in uploads', 'in snapshot'), ['live', 'unknown']);
  }));

test('if neither database can be read, keys are unreachable, with the reason of each', () =>
  inFolder(async (folder) => {
    const dir = toDataDir(folder);
    const clock = { ms: 0 };
    const reader = createKeyReader(dir, { nowMs: () => clock.ms });
    const cause = async () => {
      clock.ms += 1_000;
      const found = await catchFault(reader.find(hash('a')));
      return found instanceof StorageFault ? found.cause : found;
    };
    assert.equal(await cause(), 'NO_SNAPSHOT_YET');
    writeFileSync(dir.uploadsDb, '');
    assert.equal(await cause(), 'NO_SNAPSHOT_YET');
    writeFileSync(dir.pointer, `${EPOCH}\n`);
    assert.equal(await cause(), 'DATABASE_MISSING');
    writeFileSync(dir.uploadsDb, 'no database at all'.repeat(100));
    assert.equal(await cause(), 'DATABASE_MISSING');
    await serveSnapshot(dir, ['a']);
    assert.equal(await cause(), 'live');
    await reader.close();
  }));

test('a snapshot of an earlier release, which has no keys, does not cause a refusal', () =>
  withReader(async ({ dir, writer, found }) => {
    await serveSnapshot(dir, ['a']);
    await writer.close();
    const client = await openWriter(dir.uploadsDb, { create: false });
    await client.execute('drop table keys');
    client.close();
    assert.deepEqual(await found('a', 'b'), ['live', 'unknown']);
  }));

test('looking up a key keeps uploads.db open, so a builder that ends does not delete the write-ahead log', () =>
  withReader(async ({ dir, writer, found }) => {
    const lock = await acquireLock(dir.uploadsLock, { waitMs: 0 });
    assert.ok(lock !== null);
    try {
      await writer.operator.addKey(hash('a'), 'a', '2026-11-21');
      assert.deepEqual(await found('a'), ['live']);
      const log = statSync(`${dir.uploadsDb}-wal`).ino;
      const job = await runJob(dir.root, ['snapshot', '--quiet']);
      assert.equal(job.code, 0, job.stderr);
      assert.equal(statSync(`${dir.uploadsDb}-wal`).ino, log);
      await writer.operator.addKey(hash('b'), 'b', '2026-11-21');
      assert.deepEqual(await found('a', 'b'), ['live', 'live']);
    } finally {
      await lock.release();
    }
  }));

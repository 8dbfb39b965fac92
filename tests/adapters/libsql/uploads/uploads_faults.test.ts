import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createClient } from '@libsql/client';
import { openReader, openWriter } from '../../../../adapters/libsql/database.ts';
import { StorageError } from '../../../../adapters/libsql/storage_error.ts';
import { discardFailedCommit } from '../../../../adapters/libsql/uploads/connection.ts';
import { openUploadReader } from '../../../../adapters/libsql/uploads/reader.ts';
import { openUploadWriter, type UploadsOwner } from '../../../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import type { UploadWriter } from '../../../../domain/ports/uploads.ts';
import { catchFault, StorageFault } from '../../../../domain/values/storage_fault.ts';
import { testProgramArgs } from '../../../support/program_bundle.ts';
import { admitted, INSTALL, upload } from '../../../support/sample_records.ts';
import { causeOf } from '../../../support/storage_fails.ts';
import { allRecords, grantOf, inFolder } from './uploads_stores.ts';

const RECORDS = 200;

function batch(name: string) {
  return Array.from({ length: RECORDS }, (_, i) => admitted({ eventId: `${name}-${i}` }));
}

/** Returns `new`, or the cause of the fault. */
async function send(writer: UploadWriter, name: string): Promise<string> {
  const taken = await catchFault(writer.take(upload(batch(name))));
  return taken instanceof StorageFault ? taken.cause : [...new Set(taken)].join();
}

/** Returns the single cause that all operator commands fail with. */
async function operatorCauses({ operator }: UploadsOwner): Promise<string> {
  const answers = [
    await catchFault(operator.erase(INSTALL)),
    await catchFault(operator.withhold(INSTALL, 'because', 1)),
    await catchFault(operator.lift(INSTALL)),
    await catchFault(operator.clearOrders(9)),
    await catchFault(operator.addKey('ab'.repeat(32), 'label', '2026-11-21')),
    await catchFault(operator.addGrant(grantOf('a'))),
  ];
  const causes = answers.map((answer) => (answer instanceof StorageFault ? answer.cause : 'none'));
  return [...new Set(causes)].join();
}

async function keptNames(path: string): Promise<readonly string[]> {
  const reader = await openUploadReader(path);
  try {
    const kept = await allRecords(reader);
    const names = kept.map(({ eventId }) => eventId!.split('-')[0]!);
    for (const name of new Set(names)) assert.equal(names.filter((other) => other === name).length, RECORDS);
    return [...new Set(names)];
  } finally {
    await reader.close();
  }
}

/** Tests a temporary fault of a database whose upload is in the main file and not only in the write-ahead log. */
function faultTest(
  what: string,
  cause: string,
  fault: (path: string, away: string) => void,
  mend: (path: string, away: string) => void,
) {
  return test(`storage fault: ${what}`, () =>
    inFolder(async (folder) => {
      const path = join(folder, 'uploads.db');
      const away = join(folder, 'away');
      const before = await openUploadWriter(path, { random: systemRandom, create: true });
      assert.equal(await send(before, 'first'), 'new');
      await before.close();
      const writer = await openUploadWriter(path, { random: systemRandom, create: true });
      try {
        fault(path, away);
        assert.equal(await send(writer, 'second'), cause);
        assert.equal(await send(writer, 'third'), cause);
        assert.equal(await operatorCauses(writer), cause);
        mend(path, away);
        assert.deepEqual(await writer.operator.keys(0, 99), []);
        assert.deepEqual(await writer.operator.issuedGrants(0, 99), []);
        assert.equal(await send(writer, 'fourth'), 'new');
        assert.equal(await send(writer, 'first'), 'duplicate');
        assert.deepEqual(await keptNames(path), ['first', 'fourth']);
      } finally {
        await writer.close();
      }
      assert.deepEqual(await keptNames(path), ['first', 'fourth']);
      const reader = await openUploadReader(path);
      const records = 2 * RECORDS;
      assert.deepEqual(await reader.verifyChain(null), { links: 2, uploads: 2, records });
      await reader.close();
    }));
}

function putBack(path: string, away: string): void {
  rmSync(path, { recursive: true, force: true });
  renameSync(away, path);
}

/** Moves the database away and puts something else in its place. */
function replaced(put: (path: string, away: string) => void) {
  return (path: string, away: string) => {
    renameSync(path, away);
    put(path, away);
  };
}

/** Replaces the database with a damaged copy. */
function damaged(change: (bytes: Uint8Array) => void) {
  return replaced((path, away) => {
    const bytes = readFileSync(away);
    change(bytes);
    writeFileSync(path, bytes);
  });
}

faultTest(
  'the database is missing, and no new one is created',
  'DATABASE_MISSING',
  (path, away) => renameSync(path, away),
  (path, away) => {
    assert.ok(!existsSync(path));
    renameSync(away, path);
  },
);

faultTest(
  'a folder is in its place',
  'EISDIR',
  replaced((path) => mkdirSync(path)),
  putBack,
);

faultTest(
  'an empty file is in its place',
  'DATABASE_EMPTY',
  replaced((path) => writeFileSync(path, '')),
  putBack,
);

faultTest(
  'the file is not a database',
  'SQLITE_NOTADB',
  damaged((bytes) => bytes.fill(7)),
  putBack,
);

/** Sets version 3 of the write format, with which SQLite opens a file read-only, even for root. */
faultTest(
  'the database is read-only',
  'SQLITE_READONLY',
  damaged((bytes) => bytes.fill(3, 18, 19)),
  putBack,
);

faultTest(
  'pages are damaged',
  'SQLITE_CORRUPT',
  damaged((bytes) => bytes.fill(0x5a, 4096)),
  putBack,
);

faultTest(
  "the file is another program's database",
  'DATABASE_WRONG',
  damaged((bytes) => bytes.fill(9, 68, 72)),
  putBack,
);

faultTest(
  'the file is truncated',
  'DATABASE_CUT',
  (path, away) => {
    copyFileSync(path, away);
    truncateSync(path, 8192);
  },
  putBack,
);

test('a database that is replaced by its own copy is still used', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      copyFileSync(path, join(folder, 'copy'));
      renameSync(join(folder, 'copy'), path);
      assert.equal(await send(writer, 'first'), 'new');
      assert.deepEqual(await keptNames(path), ['first']);
    } finally {
      await writer.close();
    }
    assert.deepEqual(await keptNames(path), ['first']);
  }));

test('an older copy is refused, and the original is used once it is back', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const [older, away] = [join(folder, 'older'), join(folder, 'away')];
    const first = await openUploadWriter(path, { random: systemRandom, create: true });
    assert.equal(await send(first, 'first'), 'new');
    await first.close();
    copyFileSync(path, older);
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      assert.equal(await send(writer, 'second'), 'new');
      for (const ending of ['', '-wal', '-shm']) renameSync(`${path}${ending}`, `${away}${ending}`);
      copyFileSync(older, path);
      assert.equal(await send(writer, 'third'), 'DATABASE_OLDER');
      assert.equal(await send(writer, 'third'), 'DATABASE_OLDER');
      for (const ending of ['', '-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
      for (const ending of ['', '-wal', '-shm']) renameSync(`${away}${ending}`, `${path}${ending}`);
      assert.equal(await send(writer, 'fourth'), 'new');
      assert.deepEqual(await keptNames(path), ['first', 'second', 'fourth']);
    } finally {
      await writer.close();
    }
  }));

test('a deleted write-ahead log is written into the database, and no upload is lost', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    assert.equal(await send(writer, 'first'), 'new');
    rmSync(`${path}-wal`);
    assert.equal(await send(writer, 'second'), 'new');
    assert.equal(await send(writer, 'first'), 'duplicate');
    rmSync(`${path}-wal`);
    await writer.close();
    assert.deepEqual(await keptNames(path), ['first', 'second']);
  }));

test('nothing is stored while another process holds a lock', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    const other = createClient({ url: `file:${path}`, concurrency: 1 });
    const lock = await other.transaction('write');
    try {
      assert.equal(await send(writer, 'first'), 'SQLITE_BUSY');
      lock.close();
      assert.equal(await send(writer, 'second'), 'new');
      assert.deepEqual(await keptNames(path), ['second']);
    } finally {
      lock.close();
      other.close();
      await writer.close();
    }
  }));

test('when the disk is full, exactly the confirmed uploads are stored, and uploads work again once there is room', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const args = await testProgramArgs('tests/adapters/libsql/uploads/write_until_refused.ts', path);
    const limited = spawnSync(
      'bash',
      ['-c', 'trap "" XFSZ; ulimit -f 700; exec "$@"', '-', process.execPath, ...args],
      { cwd: fileURLToPath(new URL('../../../..', import.meta.url)), encoding: 'utf8' },
    );
    assert.equal(limited.status, 0, limited.stderr);
    const { confirmed, causes } = JSON.parse(limited.stdout);
    assert.ok(confirmed > 10);
    assert.equal(causes.length, 2);
    for (const cause of causes) assert.match(cause, /^SQLITE_(IOERR_WRITE|FULL)$/);
    const reader = await openUploadReader(path);
    const kept = await allRecords(reader);
    await reader.close();
    assert.equal(kept.length, confirmed * 50);
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    assert.equal(await send(writer, 'later'), 'new');
    await writer.close();
  }));

test('a writer opened without `create` creates no database, and works once one exists', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: false });
    assert.equal(await send(writer, 'first'), 'DATABASE_MISSING');
    assert.deepEqual(readdirSync(folder), []);
    await (await openUploadWriter(path, { random: systemRandom, create: true })).close();
    assert.equal(await send(writer, 'second'), 'new');
    await writer.close();
  }));

test('a start is refused if there is a write-ahead log without its database', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    writeFileSync(`${path}-wal`, 'what was confirmed');
    await assert.rejects(openUploadWriter(path, { random: systemRandom, create: true }), /DATABASE_LOST/);
    writeFileSync(path, '');
    await assert.rejects(openUploadWriter(path, { random: systemRandom, create: true }), /DATABASE_LOST/);
    assert.equal(readFileSync(`${path}-wal`, 'utf8'), 'what was confirmed');
  }));

test('the feed key survives a restart', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const keys: unknown[] = [];
    for (let i = 0; i < 2; i++) {
      await (await openUploadWriter(path, { random: systemRandom, create: true })).close();
      const reader = await openUploadReader(path);
      keys.push(await reader.feedKey());
      await reader.close();
    }
    assert.deepEqual(keys[0], keys[1]);
  }));

test('a reader of a missing database is unreachable, and works once the database exists', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const reader = await openUploadReader(path);
    assert.equal(await causeOf(reader.newestSeq()), 'DATABASE_MISSING');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    await send(writer, 'first');
    assert.equal(await reader.newestSeq(), RECORDS);
    await writer.close();
    await reader.close();
  }));

/** Leaves a commit in the state before its fsync: the write-ahead log has whole pages that its index does not know. */
async function commitUnnoticed(path: string, commit: () => Promise<unknown>): Promise<void> {
  // The file is never closed, since closing it would drop this process's locks on it.
  const index = openSync(`${path}-shm`, 'r+');
  const before = Buffer.alloc(fstatSync(index).size);
  readSync(index, before, 0, before.length, 0);
  await commit();
  writeSync(index, before, 0, before.length, 0);
}

test('an upload whose commit failed at fsync does not reappear after a crash', () =>
  inFolder(async (folder) => {
    for (const way of ['alone', 'beside a reader']) {
      const path = join(folder, `${way}.db`);
      const writer = await openUploadWriter(path, { random: systemRandom, create: true });
      assert.equal(await send(writer, 'first'), 'new');
      const reader = await openReader(path);
      const reading = way === 'alone' ? null : await reader.transaction('read');
      await reading?.execute('select count(*) from blocks');
      await commitUnnoticed(path, () => send(writer, 'second'));
      const crashed = join(folder, `${way}-crashed.db`);
      const crash = (): void => {
        for (const file of ['', '-wal']) copyFileSync(path + file, crashed + file);
      };
      crash();
      assert.deepEqual(await keptNames(await recovered(crashed)), ['first', 'second'], 'what a crash would bring back');
      const client = await openWriter(path, { create: false });
      await discardFailedCommit(client);
      client.close();
      crash();
      assert.deepEqual(await keptNames(await recovered(crashed)), ['first']);
      reading?.close();
      reader.close();
      await writer.close();
    }
  }));

/** Opens the database as a process does after a crash. */
async function recovered(path: string): Promise<string> {
  rmSync(`${path}-shm`, { force: true });
  await (await openUploadWriter(path, { random: systemRandom, create: true })).close();
  return path;
}

test('after a storage fault the writer undoes the failed commit before it answers', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    let failing = false;
    const requireFolder = () => {
      if (failing) throw new StorageError('EIO');
    };
    const writer = await openUploadWriter(path, { random: systemRandom, create: true, requireFolder });
    assert.equal(await send(writer, 'first'), 'new');
    assert.ok(statSync(`${path}-wal`).size > 0);
    failing = true;
    assert.equal(await send(writer, 'lost'), 'EIO');
    assert.equal(statSync(`${path}-wal`).size, 0, 'the log is emptied');
    failing = false;
    assert.equal(await send(writer, 'second'), 'new');
    await writer.close();
    assert.deepEqual(await keptNames(path), ['first', 'second']);
  }));

/**
 * Overwrites the schema version at byte 60. Only opening a database reads it from the file, and 0 means a new database.
 */
function refuseOpening(path: string): void {
  // The file is never closed, since closing it would drop this process's locks on it.
  const file = openSync(path, 'r+');
  writeSync(file, new Uint8Array(4), 0, 4, 60);
}

test('a command that violates a constraint keeps the connection, and the next command works', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    const writer = await openUploadWriter(path, { random: systemRandom, create: true });
    try {
      const hash = 'ab'.repeat(32);
      await writer.operator.addKey(hash, 'label', '2026-11-21');
      refuseOpening(path);
      await assert.rejects(writer.operator.addKey(hash, 'label', '2026-11-21'), /UNIQUE constraint/);
      await assert.rejects(writer.operator.noteKeyUse(hash, 'no day'), /CHECK constraint/);
      const broken = { ...upload([admitted({ eventId: 'x' })]), uploadId: 'too short' };
      await assert.rejects(writer.take(broken), /CHECK constraint/);
      assert.equal(await send(writer, 'first'), 'new');
      await writer.operator.noteKeyUse(hash, '2026-11-22');
      await writer.operator.keys(0, 99);
    } finally {
      await writer.close();
    }
  }));

test('a read of damaged data keeps the connection, and a disk error does not', () =>
  inFolder(async (folder) => {
    const path = join(folder, 'uploads.db');
    let failing = false;
    const requireFolder = () => {
      if (failing) throw new StorageError('EIO');
    };
    const before = await openUploadWriter(path, { random: systemRandom, create: true });
    await before.operator.addKey('ab'.repeat(32), 'label', '2026-11-21');
    await before.close();
    const client = createClient({ url: `file:${path}`, concurrency: 1 });
    const { rows } = await client.execute("select rootpage from sqlite_schema where name = 'keys'");
    client.close();
    const bytes = readFileSync(path);
    const pageBytes = bytes.readUInt16BE(16);
    bytes.fill(0xaa, (Number(rows[0]![0]) - 1) * pageBytes, Number(rows[0]![0]) * pageBytes);
    writeFileSync(path, bytes);
    const writer = await openUploadWriter(path, { random: systemRandom, create: true, requireFolder });
    try {
      refuseOpening(path);
      assert.match(await causeOf(writer.operator.keys(0, 99)), /^SQLITE_CORRUPT/);
      assert.equal(await send(writer, 'first'), 'new');
      failing = true;
      assert.equal(await send(writer, 'second'), 'EIO');
      failing = false;
      refuseOpening(path);
      assert.equal(await send(writer, 'third'), 'DATABASE_EMPTY', 'another connection is opened');
    } finally {
      await writer.close();
    }
  }));

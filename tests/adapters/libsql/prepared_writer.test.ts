import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  type Connection,
  openReader,
  openWriter,
  readValue,
  runInTransaction,
} from '../../../adapters/libsql/database.ts';
import { readStorageCode } from '../../../adapters/libsql/storage_error.ts';
import { withFolder } from '../../domain/snapshot/support.ts';

const COUNT = 'select count(*) from words';

/** Runs `work` on a new database with the table `words`. `stored` counts its rows on another connection. */
function onWords(work: (client: Connection, stored: () => Promise<unknown>) => Promise<void>) {
  return withFolder(async (folder) => {
    const path = join(folder, 'some.db');
    const client = await openWriter(path, { create: true });
    await client.executeMultiple('create table words (n integer primary key, word text unique)');
    const reader = await openReader(path);
    try {
      await work(client, () => readValue(reader, COUNT));
    } finally {
      reader.close();
      client.close();
    }
  });
}

/** Runs `work` with another connection to the file of a connection. */
async function onSameFile(client: Connection, work: (reader: Connection) => Promise<void>): Promise<void> {
  const reader = await openReader(String(await readValue(client, 'select file from pragma_database_list')));
  try {
    await work(reader);
  } finally {
    reader.close();
  }
}

async function codeOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work;
  } catch (error) {
    return readStorageCode(error) ?? (error as { code?: string }).code ?? null;
  }
  return assert.fail('the work must fail');
}

const insert = (word: string) => ({ sql: 'insert into words (word) values (?)', args: [word] });

test('statements return rows, numbers of changes, and the rows of `returning`, also when they are repeated', () =>
  onWords(async (client, stored) => {
    for (const word of ['Kobold', 'Größe']) {
      assert.equal((await client.execute(insert(word))).rowsAffected, 1);
      const { rows } = await client.execute({ sql: 'select n, word from words where word = ?', args: [word] });
      assert.equal(rows.length, 1);
      assert.equal(rows[0]!['word'], word);
    }
    const more = await client.execute({
      sql: 'insert into words (word) values (?), (?) returning n',
      args: ['c', 'd'],
    });
    assert.deepEqual(
      more.rows.map((row) => row[0]),
      [3, 4],
    );
    const update = { sql: 'update words set word = upper(word) where n > ?', args: [1n] };
    assert.equal((await client.execute(update)).rowsAffected, 3);
    assert.equal((await client.execute(update)).rowsAffected, 3);
    assert.equal(await stored(), 4);
  }));

test('a transaction is visible once it is committed, and a failed one leaves nothing', () =>
  onWords(async (client, stored) => {
    await runInTransaction(client, async (tx) => {
      await tx.execute(insert('a'));
      assert.equal(await stored(), 0);
    });
    assert.equal(await stored(), 1);
    const twice = runInTransaction(client, async (tx) => {
      await tx.execute(insert('b'));
      await tx.execute(insert('a'));
    });
    assert.equal(await codeOf(twice), 'SQLITE_CONSTRAINT');
    assert.equal(await stored(), 1);
    await client.execute(insert('b'));
    assert.equal(await stored(), 2);
  }));

test('a transaction that reads sees the rows at its first query until it is closed', () =>
  onWords(async (client) => {
    await client.execute(insert('a'));
    await onSameFile(client, async (reader) => {
      const reading = await reader.transaction('read');
      assert.equal(await readValue(reading, COUNT), 1);
      await client.execute(insert('b'));
      assert.equal(await readValue(reading, COUNT), 1);
      reading.close();
      assert.equal(await readValue(reader, COUNT), 2);
    });
  }));

test('no statement joins a transaction by accident, or runs without the transaction it belongs to', () =>
  onWords(async (client, stored) => {
    const tx = await client.transaction('write');
    await tx.execute(insert('a'));
    assert.equal(await codeOf(client.execute(insert('b'))), 'TRANSACTION_CLOSED');
    // Some errors, such as a full disk, end the transaction.
    await tx.execute('rollback');
    assert.equal(await codeOf(tx.execute(insert('c'))), 'TRANSACTION_CLOSED');
    assert.equal(await codeOf(tx.commit()), 'TRANSACTION_CLOSED');
    tx.close();
    assert.equal(await stored(), 0);
    assert.equal(
      await codeOf(client.executeMultiple(`begin; insert into words values (1, 'd'); no sql`)),
      'SQLITE_ERROR',
    );
    assert.equal(await stored(), 0);
    await client.execute(insert('e'));
    assert.equal(await stored(), 1);
    client.close();
    assert.equal(await codeOf(client.execute(COUNT)), 'CLIENT_CLOSED');
  }));

import assert from 'node:assert/strict';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { openReader, openWriter, readValue } from '../../../adapters/libsql/database.ts';
import { formatDriverName } from '../../../adapters/libsql/file_name.ts';
import { readStorageCode } from '../../../adapters/libsql/storage_error.ts';
import { inTempDir } from '../../support/instance.ts';

const NAMES = ['plain', 'with space', 'per%20cent', 'what?vfs=none', 'hash#tag', 'Größe', "o'clock", 'a+b', 'a&b=c'];

test('a database with any file name can be opened in every way', () =>
  inTempDir(async (dir) => {
    for (const name of NAMES) {
      const folder = join(dir, name);
      mkdirSync(folder);
      const path = join(folder, `${name}.db`);
      const writer = await openWriter(path, { create: true });
      await writer.executeMultiple('create table told (name text)');
      await writer.execute({ sql: 'insert into told values (?)', args: [name] });
      const reader = await openReader(path);
      const copy = join(folder, 'copy.db');
      await writer.execute({ sql: 'vacuum into ?', args: [copy] });
      const copied = await openReader(copy);
      for (const from of [writer, reader, copied]) assert.equal(await readValue(from, 'select name from told'), name);
      for (const open of [copied, reader, writer]) open.close();
      const made = readdirSync(folder).filter((file) => !/-(?:wal|shm)$/.test(file));
      assert.deepEqual(made.sort(), ['copy.db', `${name}.db`].sort());
    }
  }));

test("the driver uses SQLite's own layer for the operating system", () => {
  const layer = process.platform === 'win32' ? 'win32' : 'unix';
  assert.match(formatDriverName('some.db'), new RegExp(`^file:///.*some\\.db\\?vfs=${layer}$`));
});

const REFUSES_READS = '/proc/self/mem';
const noSuchFile = process.platform === 'linux' ? false : `only Linux has ${REFUSES_READS}, which refuses a read at 0`;

test('a file that the system refuses to read is not opened', { skip: noSuchFile }, async () => {
  await assert.rejects(openReader(REFUSES_READS), (error) => readStorageCode(error) === 'SQLITE_CANTOPEN');
});

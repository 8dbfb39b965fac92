import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter, readValue } from '../../../adapters/libsql/database.ts';
import { withFolder } from '../../domain/snapshot/support.ts';

/** SQLite's numbers for `pragma synchronous`. */
const FULL = 2;
const OFF = 0;

function pragmasOf(unfinished: boolean) {
  return withFolder(async (folder) => {
    const client = await openWriter(join(folder, 'some.db'), { create: true, unfinished });
    const asked = async (name: string) => readValue(client, `pragma ${name}`);
    const pragmas = {
      journal: await asked('journal_mode'),
      synchronous: await asked('synchronous'),
      overwritesDeleted: await asked('secure_delete'),
      holdsReferences: await asked('foreign_keys'),
    };
    client.close();
    return pragmas;
  });
}

test("a writer's commit waits for the disk, and deleted data is overwritten", async () => {
  assert.deepEqual(await pragmasOf(false), {
    journal: 'wal',
    synchronous: FULL,
    overwritesDeleted: 1,
    holdsReferences: 1,
  });
});

test('only a database that is not served yet skips waiting for the disk', async () => {
  assert.deepEqual(await pragmasOf(true), {
    journal: 'memory',
    synchronous: OFF,
    overwritesDeleted: 1,
    holdsReferences: 1,
  });
});

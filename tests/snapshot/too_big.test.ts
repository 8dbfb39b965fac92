import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter, value } from '../../adapters/libsql/database.ts';
import { isDamage, triesOn } from '../../adapters/libsql/storage_error.ts';
import { withFolder } from './support.ts';

test('a value beyond what SQLite holds is a fault of the storage, and a derived database with one is built anew', () =>
  withFolder(async (folder) => {
    const client = await openWriter(join(folder, 'some.db'), { create: true });
    const answer = await triesOn('snapshot')(() => value(client, 'select zeroblob(2000000000)'));
    client.close();
    assert.deepEqual(answer, { ok: false, error: { kind: 'unreachable', store: 'snapshot', cause: 'SQLITE_TOOBIG' } });
    assert.ok(isDamage('SQLITE_TOOBIG'));
  }));

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter, readValue } from '../../../adapters/libsql/database.ts';
import { createFaultWrapper, isDamageCode } from '../../../adapters/libsql/storage_error.ts';
import { withFolder } from '../../domain/snapshot/support.ts';
import { causeOf } from '../../support/storage_fails.ts';

test('a value beyond the limit of SQLite is a storage fault, and a derived database with one is rebuilt', () =>
  withFolder(async (folder) => {
    const client = await openWriter(join(folder, 'some.db'), { create: true });
    const cause = await causeOf(createFaultWrapper('snapshot')(() => readValue(client, 'select zeroblob(2000000000)')));
    client.close();
    assert.equal(cause, 'SQLITE_TOOBIG');
    assert.ok(isDamageCode('SQLITE_TOOBIG'));
  }));

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { COLUMN_MANIFEST } from '../../adapters/libsql/column_manifest/mod.ts';
import { openWriter } from '../../adapters/libsql/database.ts';
import { type DatabaseName, migrate } from '../../adapters/libsql/migrate.ts';
import { withFolder } from './support.ts';

const DATABASES = Object.keys(COLUMN_MANIFEST) as DatabaseName[];

/** Returns the columns of a freshly migrated database, as `table.column`. */
function liveColumns(name: DatabaseName): Promise<readonly string[]> {
  return withFolder(async (folder) => {
    const client = await openWriter(join(folder, `${name}.db`), { create: true });
    await migrate(client, name);
    const { rows } = await client.execute(
      `select m.name || '.' || c.name as name from sqlite_master as m join pragma_table_info(m.name) as c
       where m.type in ('table', 'view') and m.name not like 'sqlite_%'`,
    );
    client.close();
    return rows.map((row) => String(row['name'])).sort();
  });
}

function marks(name: DatabaseName) {
  return Object.entries(COLUMN_MANIFEST[name]).flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, mark]) => ({ table, column, mark })),
  );
}

for (const name of DATABASES) {
  test(`the manifest names every column of ${name}.db, and no other`, async () => {
    const named = marks(name).map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(named.sort(), await liveColumns(name));
  });
}

test('snapshot.db holds public columns only, and none that could hold an install or a raw event id', () => {
  for (const { table, column, mark } of marks('snapshot')) {
    assert.equal(mark.visibility, 'public', `${table}.${column}`);
    assert.doesNotMatch(column, /install|event|identity|digest|upload_n|upload_id|feed_key/, `${table}.${column}`);
  }
});

test('the original and the evidence are private throughout', () => {
  for (const name of ['uploads', 'evidence'] as const) {
    for (const { table, column, mark } of marks(name)) assert.equal(mark.visibility, 'private', `${table}.${column}`);
  }
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { openWriter } from '../../../adapters/libsql/database.ts';
import { createTables, type DatabaseName, migrateUploads } from '../../../adapters/libsql/migrate.ts';
import { withFolder } from '../../domain/snapshot/support.ts';

const DATABASES: readonly DatabaseName[] = ['uploads', 'evidence', 'snapshot'];

interface DeclaredColumn {
  readonly table: string;
  readonly column: string;
  readonly visibility: string;
}

/** Reads the section of a database from the document that declares every column. */
function declaredColumns(name: DatabaseName): readonly DeclaredColumn[] {
  const text = readFileSync(new URL('../../../adapters/libsql/columns.md', import.meta.url), 'utf8');
  const [, visibility, section] = new RegExp(`^## ${name}\\.db: (\\w+)$([^#]*)`, 'm').exec(text)!;
  const [, ...rows] = section!.matchAll(/^\| (\w+) \| (\w+) \| .+ \|$/gm);
  return rows.map(([, table, column]) => ({ table: table!, column: column!, visibility: visibility! }));
}

/** Returns the columns of a new database, as `table.column`. */
function liveColumns(name: DatabaseName): Promise<readonly string[]> {
  return withFolder(async (folder) => {
    const client = await openWriter(join(folder, `${name}.db`), { create: true });
    await (name === 'uploads' ? migrateUploads(client) : createTables(client, name));
    const { rows } = await client.execute(
      `select m.name || '.' || c.name as name from sqlite_master as m join pragma_table_info(m.name) as c
       where m.type in ('table', 'view') and m.name not like 'sqlite_%'`,
    );
    client.close();
    return rows.map((row) => String(row['name'])).sort();
  });
}

for (const name of DATABASES) {
  test(`adapters/libsql/columns.md declares every column of ${name}.db, and no other`, async () => {
    const named = declaredColumns(name).map(({ table, column }) => `${table}.${column}`);
    assert.deepEqual(named.sort(), await liveColumns(name));
  });
}

test('snapshot.db holds public columns only, and none that could hold an install or a raw event id', () => {
  for (const { table, column, visibility } of declaredColumns('snapshot')) {
    assert.equal(visibility, 'public', `${table}.${column}`);
    assert.doesNotMatch(column, /install|event|identity|digest|upload_n|upload_id|feed_key/, `${table}.${column}`);
  }
});

test('all columns of uploads and evidence are private', () => {
  for (const name of ['uploads', 'evidence'] as const) {
    for (const { table, column, visibility } of declaredColumns(name)) {
      assert.equal(visibility, 'private', `${table}.${column}`);
    }
  }
});

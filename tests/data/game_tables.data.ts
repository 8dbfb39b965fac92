import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { openGameTables } from '../../adapters/game_files/folder.ts';
import type { GameTables, TableRow } from '../../domain/game_files/tables.ts';
import {
  DIALECTS,
  parseSource,
  type TableSource,
  type TableSourceRow,
  writeTables,
} from '../domain/game_files/support.ts';
import { withFolder } from '../domain/snapshot/support.ts';

const BUILD = '1.15.8.67156';

function dataFolder(): string {
  const folder = process.env['TW_TEST_DATA'];
  assert.ok(folder, 'TW_TEST_DATA must name the folder of the real data');
  return folder;
}
function clientFolder(): string {
  return join(dataFolder(), `client-${BUILD}`);
}

let parsed: readonly TableSource[] | null = null;

/** Returns the real tables as read by the test's own reader, which reads them once. */
function sources(): readonly TableSource[] {
  parsed ??= readdirSync(clientFolder())
    .filter((file) => file.endsWith('.csv'))
    .map((file) => parseSource(file.replace('.csv', ''), readFileSync(join(clientFolder(), file), 'utf8')));
  return parsed;
}

async function opened(dir: string): Promise<GameTables> {
  const tables = await openGameTables(dir, BUILD);
  assert.ok(tables.ok, tables.ok ? '' : tables.error);
  return tables.value;
}

/** Asserts that every cell of a table equals that of the test's own reader, whatever the order of rows. */
async function assertSame(tables: GameTables, source: TableSource): Promise<void> {
  const table = tables.table(source.name);
  assert.ok(table !== null, source.name);
  assert.deepEqual([...table.columns].sort(), [...source.columns].sort());
  const expected = new Map(source.rows.map((row) => [Number(row['ID']), row]));
  let rows = 0;
  for await (const row of table.rows()) {
    rows += 1;
    const same = expected.get(row.integer('ID') ?? Number.NaN);
    assert.ok(same !== undefined);
    assertRow(row, same, source.columns);
  }
  assert.equal(rows, source.rows.length, source.name);
  assert.deepEqual(table.findings().leftOut.first, []);
}

function assertRow(row: TableRow, expected: TableSourceRow, columns: readonly string[]): void {
  for (const column of columns) {
    const cell = expected[column] ?? '';
    if (typeof cell === 'object') {
      const entries = row.integers(column);
      if (entries.length !== cell.length || cell.some((entry, at) => Number(entry) !== entries[at])) {
        assert.fail(`${column}: ${entries} instead of ${cell}`);
      }
    } else if (row.text(column) !== String(cell)) assert.fail(`${column}: ${row.text(column)} instead of ${cell}`);
  }
}

test('the tables of the build have exactly the exported rows and cells', async () => {
  const counts: Record<string, number> = JSON.parse(readFileSync(join(clientFolder(), '_rows.json'), 'utf8'));
  const tables = await opened(clientFolder());
  const all = sources();
  assert.deepEqual(Object.keys(counts).sort(), all.map(({ name }) => name).sort());
  for (const source of all) {
    assert.equal(source.rows.length, counts[source.name]);
    await assertSame(tables, source);
  }
});

for (const [at, dialect] of DIALECTS.entries()) {
  test(`tables rewritten as ${dialect}, shuffled and with other file names read the same`, () =>
    withFolder(async (dir) => {
      const fileName = [
        (name: string) => `${name.toLowerCase()}.${BUILD}.csv`,
        (name: string) => `${name}_${BUILD}.CSV`,
        (name: string) => `${name.toUpperCase()}.csv`,
      ][at];
      assert.ok(fileName);
      await writeTables(dir, sources(), { dialect, shuffle: at + 1, fileName, crlf: at === 1, bom: at === 2 });
      const tables = await opened(dir);
      for (const source of sources()) await assertSame(tables, source);
    }));
}

test('the headers of every listed build are recognised with all columns', () =>
  withFolder(async (root) => {
    const text = readFileSync(join(dataFolder(), 'client-headers.json'), 'utf8');
    const headers: Record<string, Record<string, readonly string[]>> = JSON.parse(text);
    const builds = new Set(Object.values(headers).flatMap((columns) => Object.keys(columns)));
    assert.equal(builds.size, 6);
    let checked = 0;
    for (const build of builds) {
      const dir = join(root, build);
      mkdirSync(dir);
      const tables = Object.entries(headers).flatMap(([name, columns]) => {
        const header = columns[build];
        return header === undefined ? [] : [{ name, header: `${header.join(',')}\n` }];
      });
      for (const { name, header } of tables) writeFileSync(join(dir, `${name}.csv`), header);
      const found = await openGameTables(dir, build);
      assert.ok(found.ok, found.ok ? '' : found.error);
      for (const { name, header } of tables) {
        const table = found.value.table(name);
        if (table === null) continue;
        assert.deepEqual([...table.columns].sort(), [...parseSource(name, header).columns].sort(), `${name} ${build}`);
        checked += 1;
      }
    }
    assert.ok(checked > 60, `${checked} headers`);
  }));

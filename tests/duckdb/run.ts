import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { everyList } from '../jobs/verify_public/every_list.ts';
import { getTwice } from '../support/client.ts';
import { installPackages, mayInstallPackages } from '../support/debian_packages.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';

/**
 * Recounts the export of a running instance in DuckDB with the queries of docs/recount.md, and checks that each query
 * finds an altered row. Then reads every table of the export in DuckDB and in pandas, in each format, and checks that all
 * formats have the same values. `npm run test:duckdb` runs this.
 */

const HERE = fileURLToPath(new URL('.', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../../docs/recount.md', import.meta.url));

const FILES = [
  'corpus',
  'drops-rates',
  'drops-zeros',
  'edges',
  'evidence',
  'lists/names',
  'lists/vendors',
  'lists/market',
];

/** For each query, a file, text in it, and the text that replaces it. */
const ALTERATIONS: readonly (readonly [query: string, file: string, from: string, to: string])[] = [
  ['drops', 'drops-rates', '"rate":0.', '"rate":0.1'],
  ['drops', 'drops-rates', '"reporters":5', '"reporters":6'],
  ['zeros', 'drops-zeros', '"kills":5', '"kills":4'],
  ['feed', 'corpus', '"sourceNpcId":9', '"sourceNpcId":99'],
  ['edges', 'edges', '"firstSeen":"2026-01-03"', '"firstSeen":"2026-01-02"'],
  ['names', 'lists-names', '"Kobold"', '"Gnoll"'],
  ['prices', 'lists-vendors', '"value":55', '"value":56'],
  ['market', 'lists-market', '"min":31', '"min":30'],
];

const HONEST = { drops: 0, zeros: 0, feed: 0, edges: 0, names: 0, prices: 0, market: 0 };

function recount(folder: string): Readonly<Record<string, number>> {
  return JSON.parse(execFileSync(process.execPath, ['recount.mjs', DOCUMENT, folder], { cwd: HERE, encoding: 'utf8' }));
}

/** Downloads all files that the Data Package lists, into a folder in which their paths are those of the package. */
async function downloadPackage(url: string, folder: string): Promise<void> {
  const text = await (await getTwice(`${url}/export/datapackage.json`)).text();
  const { resources } = JSON.parse(text) as { readonly resources: readonly { readonly path: string }[] };
  mkdirSync(join(folder, 'lists'), { recursive: true });
  writeFileSync(join(folder, 'datapackage.json'), text);
  for (const { path } of resources) {
    const response = await getTwice(`${url}/export/${path}`);
    writeFileSync(join(folder, path), new Uint8Array(await response.arrayBuffer()));
  }
}

interface ReadTable {
  readonly rows: number;
  /** Number of rows that only one of two formats has. */
  readonly ndjson: number;
  readonly csv: number | null;
}

function readInDuckDb(folder: string): Readonly<Record<string, ReadTable>> {
  return JSON.parse(execFileSync(process.execPath, ['tables.mjs', folder], { cwd: HERE, encoding: 'utf8' }));
}

/** Debian's pandas reads CSV only. An installed one may also read Parquet. */
function readInPandas(folder: string): Readonly<Record<string, number>> {
  return JSON.parse(
    execFileSync('/usr/bin/python3', ['tables.py', folder], { cwd: HERE, encoding: 'utf8', stdio: 'pipe' }),
  );
}

/** The tables that are exported even if no build was imported. */
const TABLES = [
  ...['edges', 'drops-rates', 'drops-zeros'],
  ...['names', 'npcs', 'objects', 'vendors', 'trainers', 'quests', 'recipes', 'market', 'gathering'].map(
    (list) => `lists/${list}`,
  ),
];

function checkTables(folder: string): void {
  const tables = readInDuckDb(folder);
  assert.deepEqual(Object.keys(tables).sort(), TABLES.map((name) => `${name}.parquet`).sort());
  for (const [name, { rows, ndjson, csv }] of Object.entries(tables)) {
    assert.ok(rows > 0 || name === 'lists/gathering.parquet', `${name} must have rows`);
    assert.deepEqual([ndjson, csv], [0, name.startsWith('lists/') ? 0 : null], `${name} in DuckDB`);
  }
  const path = join(folder, 'lists', 'vendors.csv');
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace('""value"":55', '""value"":56'));
  assert.equal(readInDuckDb(folder)['lists/vendors.parquet']?.csv, 2, 'DuckDB must find a differing value');
  if (!hasPandas()) {
    process.stdout.write('pandas is not installed, so it read nothing.\n');
    return;
  }
  assert.throws(() => readInPandas(folder), 'pandas must find a differing value');
  writeFileSync(path, text);
  const found = readInPandas(folder);
  for (const name of TABLES.filter((one) => one.startsWith('lists/'))) {
    assert.equal(found[`${name}.csv`], tables[`${name}.parquet`]?.rows, `${name} in pandas`);
  }
}

/** Installs Debian's pandas if this process may. */
function hasPandas(): boolean {
  const imports = () => spawnSync('/usr/bin/python3', ['-c', 'import pandas']).status === 0;
  if (!imports() && mayInstallPackages()) installPackages('python3-pandas');
  return imports();
}

async function check(folder: string): Promise<void> {
  const dataDir = join(folder, 'data');
  const instance = await startInstance({ dataDir, env: { TW_EXPORT_EVIDENCE: 'on' } });
  try {
    await everyList().sendTo(instance.url);
    for (const words of [['snapshot'], ['export', '--force']]) {
      const job = await runJob(dataDir, words);
      assert.equal(job.code, 0, job.stderr);
    }
    for (const file of FILES) {
      const response = await getTwice(`${instance.url}/export/${file}.ndjson`);
      writeFileSync(join(folder, `${file.replace('/', '-')}.ndjson`), await response.text());
    }
    await downloadPackage(instance.url, join(folder, 'package'));
  } finally {
    await instance.kill();
  }
  assert.deepEqual(recount(folder), HONEST, 'the honest export');
  for (const [query, file, from, to] of ALTERATIONS) {
    const path = join(folder, `${file}.ndjson`);
    const text = readFileSync(path, 'utf8');
    assert.ok(text.includes(from), `${file} must contain ${from}`);
    writeFileSync(path, text.replace(from, to));
    const { [query]: found = 0, ...others } = recount(folder);
    assert.ok(found > 0, `the query of ${query} must find ${to}`);
    assert.ok(
      Object.values(others).every((differences) => differences === 0),
      `only the query of ${query} finds ${to}`,
    );
    writeFileSync(path, text);
  }
  checkTables(join(folder, 'package'));
}

execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' });
try {
  await inTempDir(check);
  process.stdout.write(
    `The export holds, the queries find ${ALTERATIONS.length} alterations, and ${TABLES.length} tables are equal in each format.\n`,
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

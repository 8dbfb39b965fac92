import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { everyList } from '../jobs/verify_public/every_list.ts';
import { inTempDir, runJob, startInstance } from '../support/instance.ts';

/**
 * Recounts the export of a running instance in DuckDB with the queries of docs/recount.md, and checks that each query
 * finds an altered row. `npm run test:duckdb` runs this.
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
      const response = await fetch(`${instance.url}/export/${file}.ndjson`);
      writeFileSync(join(folder, `${file.replace('/', '-')}.ndjson`), await response.text());
    }
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
}

execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: HERE, stdio: 'inherit' });
try {
  await inTempDir(check);
  process.stdout.write(`The export holds, and the queries find ${ALTERATIONS.length} alterations.\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

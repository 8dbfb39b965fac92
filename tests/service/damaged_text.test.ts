import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { RELEASES } from '../fixtures/releases.ts';
import { inTempDir, programArgs } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function run(
  ...args: readonly string[]
): Promise<{ readonly code: number | null; readonly out: string; readonly err: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, programArgs('tests/service/read_damaged.ts', ...args), {
      cwd: TOP,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      err += chunk;
    });
    child.on('close', (code) => resolve({ code, out, err }));
  });
}

/** Columns that hold text in the data folder of the release. Listed so that the test fails if it stops reading them. */
const WITH_TEXT = [
  ...['uploads.blocks.kinds', 'uploads.uploads.addon_version'],
  ...['uploads.installs.install_id', 'uploads.orders.kind', 'uploads.grants.realm', 'uploads.secrets.feed_key'],
  ...['evidence.claims.value', 'evidence.claims.field', 'evidence.subjects.subject', 'evidence.cursor.epoch'],
  ...['snapshot.facts.body', 'snapshot.rows.body', 'snapshot.knowledge.name', 'snapshot.changes.subject'],
  ...['snapshot.rows.key', 'snapshot.market_items.figures', 'snapshot.instance.epoch'],
];

test('text that became invalid UTF-8 in any column neither crashes a process nor counts as a bug', () =>
  inTempDir(async (dir) => {
    const base = join(dir, 'base');
    cpSync(join(RELEASES, '0.6.0'), base, { recursive: true });
    const { code, out, err } = await run(base, join(dir, 'work'));
    const lines = out.trimEnd().split('\n');
    assert.equal(code, 0, `damage in ${lines.at(-1)}: ${err.slice(-2000)}`);
    assert.equal(lines.at(-1), 'done');
    const read = new Map(lines.map((line) => line.split(' ') as [string, string]));
    assert.ok(Number(read.get('whole')) >= 45, `only ${read.get('whole')} answers are 200 where nothing is damaged`);
    for (const name of WITH_TEXT) assert.ok(Number(read.get(name) ?? 0) > 0, `no text of ${name} was damaged`);
  }));

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { closingLines, countsIn, sumOf } from '../runner/counts.ts';
import { ALONE, groupsOf, SHARED } from '../runner/groups.ts';
import { runGroup } from '../runner/run_group.ts';
import { inTempDir } from '../support/instance.ts';

const TOP = new URL('../../', import.meta.url);

/** `npm test` is Node's; Deno runs the same files in its own way. */
const skip = 'Deno' in globalThis;

test('folders and files that the runner names are there', () => {
  for (const folder of SHARED) assert.ok(existsSync(new URL(`tests/${folder}`, TOP)), folder);
  for (const file of ALONE) assert.ok(existsSync(new URL(file, TOP)), file);
});

test('every file runs once: with its folder, or alone', () => {
  const alone = ALONE[0]!;
  const files = [
    'tests/cards/a.test.ts',
    'tests/cards/b.test.ts',
    'tests/new/c.test.ts',
    'tests/tools/d.test.ts',
    alone,
  ];
  const groups = groupsOf(files);
  assert.deepEqual(groups.flatMap((group) => group.files).sort(), [...files].sort());
  const together = groups.filter((group) => group.files.length > 1);
  assert.deepEqual(together, [{ name: 'tests/cards', files: files.slice(0, 2) }]);
});

/** Runs two made-up files in one process. */
const runOf = (first: string, second: string) =>
  inTempDir(async (dir) => {
    const files = [join(dir, 'first.mjs'), join(dir, 'second.mjs')];
    await writeFile(files[0]!, `import { test } from 'node:test';\n${first}`);
    await writeFile(files[1]!, `import { test } from 'node:test';\n${second}`);
    return runGroup({ name: 'made up', files });
  });

const GOOD = "test('good', () => {});";

test('what passes is counted over all files of a process', { skip }, async () => {
  const { passed, counts } = await runOf(GOOD, GOOD);
  assert.deepEqual([passed, counts?.tests, counts?.pass, counts?.fail], [true, 2, 2, 0]);
});

test('a test that fails, a fault outside a test and a process that ends early fail the run', { skip }, async () => {
  const failing = await runOf("test('bad', () => { throw new Error('planted'); });", GOOD);
  assert.deepEqual([failing.passed, failing.counts?.pass, failing.counts?.fail], [false, 1, 1]);
  assert.match(failing.output, /planted/);
  for (const fault of ["throw new Error('planted');", "Promise.reject(new Error('planted'));", 'process.exit(0);']) {
    assert.equal((await runOf(GOOD, fault)).passed, false, fault);
    assert.equal((await runOf(fault, GOOD)).passed, false, fault);
  }
});

test('the closing lines of several processes add up', () => {
  const one = { tests: 3, suites: 0, pass: 1, fail: 1, cancelled: 0, skipped: 1, todo: 0 };
  const output = ['TAP version 13', 'ok 1 - # tests 9', ...closingLines(one), '# duration_ms 5'].join('\n');
  assert.deepEqual(countsIn(output), one);
  assert.equal(countsIn('# tests 3\n# pass 3'), null);
  assert.deepEqual(sumOf([one, one]), { tests: 6, suites: 0, pass: 2, fail: 2, cancelled: 0, skipped: 2, todo: 0 });
});

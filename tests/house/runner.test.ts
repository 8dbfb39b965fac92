import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { bundleGroups } from '../runner/bundle.ts';
import { closingLines, countsIn, sumOf } from '../runner/counts.ts';
import { testFiles } from '../runner/files.ts';
import { ALONE, groupsOf, SHARED, UNDISTURBED } from '../runner/groups.ts';
import { casesToTry, PROPERTY_RUNS, propertyRuns } from '../runner/properties.ts';
import { runGroup } from '../runner/run_group.ts';
import { inSet, ON_DISK, SHORTENED, SLOW, setNamed, staysOnDisk, type TestSet } from '../runner/sets.ts';
import { inTempDir } from '../support/instance.ts';

const TOP = new URL('../../', import.meta.url);

/** `npm test` uses Node's test runner. Deno runs the same files in its own way. */
const skip = 'Deno' in globalThis;

test('folders and files that the runner names exist', () => {
  const isThere = (path: string): boolean => existsSync(new URL(path, TOP));
  for (const folder of SHARED.flat()) assert.ok(isThere(`tests/${folder}`), folder);
  for (const path of [...ALONE, ...UNDISTURBED, ...SLOW, ...ON_DISK]) assert.ok(isThere(path), path);
});

test('every file runs once, in the process of its folder or in its own', () => {
  const alone = ALONE[0]!;
  const files = [
    'tests/domain/cards/a.test.ts',
    'tests/domain/cards/b.test.ts',
    'tests/new/c.test.ts',
    'tests/domain/operator/d.test.ts',
    alone,
  ];
  const groups = groupsOf(files);
  assert.deepEqual(groups.flatMap((group) => group.files).sort(), [...files].sort());
  const together = groups.filter((group) => group.files.length > 1);
  assert.deepEqual(
    together.map((group) => group.files),
    [[files[0], files[1], files[3]]],
  );
  for (const group of groupsOf(testFiles([]))) {
    assert.equal(
      new Set(group.files.map(staysOnDisk)).size,
      1,
      `${group.name} keeps its temporary folders in one place`,
    );
  }
});

test('the full run has every file, and each file is in the fast run or in the rest', () => {
  const files = testFiles([]);
  const filesIn = (set: TestSet) => files.filter((file) => inSet(set, file));
  assert.deepEqual(filesIn('all'), files);
  const [fast, rest] = [filesIn('fast'), filesIn('rest')];
  assert.deepEqual([...fast, ...rest].sort(), files);
  assert.ok(fast.includes('tests/promise/promise.test.ts'));
  assert.deepEqual([[], ['--all'], ['--all', '--rest'], ['--rest'], ['--al']].map(setNamed), [
    'fast',
    'all',
    'rest',
    null,
    null,
  ]);
});

test('shorter runs try fewer cases, at least one of each, and a full run tries all', () => {
  const before = process.env[PROPERTY_RUNS];
  const setRuns = (value: string | undefined): void => {
    if (value === undefined) delete process.env[PROPERTY_RUNS];
    else process.env[PROPERTY_RUNS] = value;
  };
  const runsWith = (value: string | undefined): number => {
    setRuns(value);
    return propertyRuns(40);
  };
  try {
    assert.deepEqual([undefined, SHORTENED.all, '0.001', '10', SHORTENED.fast].map(runsWith), [40, 40, 1, 400, 4]);
    for (const wrong of ['0', '-1', 'many']) assert.throws(() => runsWith(wrong), /must be a number above 0/);
    setRuns('1');
    assert.deepEqual(casesToTry([1, 2, 3]), [1, 2, 3]);
    setRuns(SHORTENED.rest);
    const cases = Array.from({ length: 9 }, (_, i) => i);
    const tries = Array.from({ length: 200 }, () => casesToTry(cases));
    assert.ok(tries.every((tried) => tried.length === 3));
    assert.deepEqual([...new Set(tries.flat())].sort(), cases, 'every case has its turn');
    assert.deepEqual(casesToTry(['only']), ['only']);
  } finally {
    setRuns(before);
  }
});

test('CI runs the fast set as the README describes, then the rest', () => {
  const read = (path: string): string => readFileSync(new URL(path, TOP), 'utf8');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  assert.equal(scripts['test:all'], `${scripts['test']} --all`);
  assert.match(read('.ci/run'), /^npm test$[\s\S]*^npm run test:all -- --rest$/m);
  for (const command of ['npm test', 'npm run test:all']) assert.ok(read('README.md').includes(command), command);
});

/** Runs two made-up test files in one process. */
function runOf(first: string, second: string) {
  return inTempDir(async (dir) => {
    const files = [join(dir, 'first.mjs'), join(dir, 'second.mjs')];
    await writeFile(files[0]!, `import { test } from 'node:test';\n${first}`);
    await writeFile(files[1]!, `import { test } from 'node:test';\n${second}`);
    const group = { name: 'made up', files };
    const bundles = await bundleGroups([group]);
    try {
      return await runGroup(group, bundles);
    } finally {
      bundles.remove();
    }
  });
}

const GOOD = "test('good', () => {});";

test('passed tests are counted over all files of a process', { skip }, async () => {
  const { passed, counts, times } = await runOf(GOOD, GOOD);
  assert.deepEqual([passed, counts?.tests, counts?.pass, counts?.fail], [true, 2, 2, 0]);
  assert.deepEqual(
    times.map(({ file }) => basename(file)),
    ['first.mjs', 'second.mjs'],
  );
});

test('a failing test, an error outside a test and an early exit fail the run', { skip }, async () => {
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

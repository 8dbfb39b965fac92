import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { type ImportGraph, importsIn, readImports } from '../runtimes/imports.ts';
import { ALL, coverOf, filesFor, isCovered, JOURNEY, LEFT_OUT, runtimeTests, VERSIONS } from '../runtimes/what_runs.ts';

const TOP = new URL('../../', import.meta.url);
function read(file: string): string {
  return readFileSync(new URL(file, TOP), 'utf8');
}

test('CI runs the oldest Node that package.json allows', () => {
  const { engines, scripts } = JSON.parse(read('package.json')) as {
    engines: { node: string };
    scripts: Readonly<Record<string, string>>;
  };
  const [major, minor, patch] = VERSIONS.oldest.split('.');
  assert.equal(patch, '0', 'the first of its line');
  assert.equal(engines.node, `>=${major}.${minor}`);
  assert.ok(read('README.md').includes(`Node ${major}.${minor} or newer`));
  assert.ok(scripts['test:node']?.includes('tests/runtimes/node.ts'));
  const ci = read('.ci/run');
  for (const name of ['oldest', 'lts']) assert.match(ci, new RegExp(`\\bnpm run test:node -- ${name}\\b`));
});

test('files that other runtimes leave out exist', () => {
  for (const file of [...LEFT_OUT.node, ...LEFT_OUT.deno]) assert.ok(existsSync(new URL(file, TOP)), file);
});

/** Returns the imports of the project with these files as well, keyed by path. */
function withFiles(graph: ImportGraph, sources: Readonly<Record<string, string>>): ImportGraph {
  return new Map([...graph, ...Object.entries(sources).map(([file, text]) => [file, importsIn(file, text)] as const)]);
}

const GRAPH = readImports();
const NEW_FILE = 'adapters/server/new.ts';
const NEW_TEST = 'tests/adapters/server/new.test.ts';

/** Returns the files of the product that use the runtime and that none of the chosen tests covers. */
function uncoveredFiles(runtime: 'node' | 'deno', graph: ImportGraph): readonly string[] {
  const chosen = new Set(runtimeTests(runtime, graph));
  return [...coverOf(runtime, graph)].filter(([, tests]) => !isCovered(tests, chosen)).map(([file]) => file);
}

test('the other runtimes run few tests, which together are about every file that uses the runtime', () => {
  for (const runtime of ['node', 'deno'] as const) {
    const files = filesFor(runtime, []);
    assert.ok(files.includes(JOURNEY), 'it starts the programs');
    assert.ok(coverOf(runtime, GRAPH).size > 60);
    assert.deepEqual(uncoveredFiles(runtime, GRAPH), [], runtime);
    assert.ok(files.length > 30 && files.length < filesFor(runtime, [ALL]).length / 6, `${files.length} files`);
  }
});

test('a new file that uses the runtime needs a test, which then runs on every runtime', () => {
  const uses: readonly [source: string, isSubject: boolean][] = [
    [`import { connect } from 'node:net';`, true],
    [`import { gunzipSync } from 'node:zlib';`, true],
    [`import { readFileSync } from 'node:fs';`, true],
    [`import { type Socket, connect } from 'node:net';`, true],
    [`const { Worker } = await import('node:worker_threads');`, true],
    [`import type { Socket } from 'node:net';`, false],
    [`import { type Socket, type Server } from 'node:net';`, false],
    [`import { basename } from 'node:path';`, false],
  ];
  for (const [source, isSubject] of uses) {
    const untested = withFiles(GRAPH, { [NEW_FILE]: source });
    assert.deepEqual(uncoveredFiles('node', untested), isSubject ? [NEW_FILE] : [], source);
    const tested = withFiles(untested, { [NEW_TEST]: `import { work } from '../../../${NEW_FILE}';` });
    assert.deepEqual(uncoveredFiles('node', tested), [], source);
    assert.equal(runtimeTests('node', tested).includes(NEW_TEST), isSubject, source);
  }
});

test('of the tests of a file, one of its own folder runs, and the smallest', () => {
  const imports = `import { work } from '../../../${NEW_FILE}';`;
  const graph = withFiles(GRAPH, {
    [NEW_FILE]: `import { readFileSync } from 'node:fs';`,
    'tests/adapters/exports/aside.test.ts': imports,
    'tests/adapters/server/large.test.ts': `${imports}\nimport { startInstance } from '../../support/instance.ts';`,
    [NEW_TEST]: imports,
  });
  const added = runtimeTests('node', graph).filter((file) => !GRAPH.has(file));
  assert.deepEqual(added, [NEW_TEST]);
});

test('every test of sockets and threads runs, also with a helper that uses them', () => {
  const graph = withFiles(GRAPH, {
    'tests/adapters/server/one.test.ts': `import { createServer } from '../../../adapters/server/http_server.ts';`,
    'tests/adapters/server/two.test.ts': `import { dial } from './dial.ts';`,
    'tests/adapters/server/none.test.ts': `import { median } from '../../../domain/values/median.ts';`,
  });
  const added = runtimeTests('node', graph).filter((file) => !GRAPH.has(file));
  assert.deepEqual(added, ['tests/adapters/server/one.test.ts', 'tests/adapters/server/two.test.ts']);
});

test('the current runtime is new enough', () => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(process.versions.node)!;
  const [oldMajor, oldMinor] = VERSIONS.oldest.split('.').map(Number);
  assert.ok(Number(major) > oldMajor! || (Number(major) === oldMajor && Number(minor) >= oldMinor!));
});

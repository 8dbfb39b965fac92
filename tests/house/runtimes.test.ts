import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { type ImportGraph, importsIn, reachedFrom, readImports } from '../runtimes/imports.ts';
import { ALL, filesFor, JOURNEY, LEFT_OUT, runtimeTests, usesRuntime, VERSIONS } from '../runtimes/what_runs.ts';

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

/** Returns the imports of the project with one more test file. */
function withTest(graph: ImportGraph, file: string, source: string): ImportGraph {
  return new Map([...graph, [file, importsIn(file, source)]]);
}

test('a test runs on every runtime if its imports say that the runtime is its subject', () => {
  const sources: readonly [source: string, isListed: boolean][] = [
    [`import { connect } from 'node:net';`, true],
    [`import { gunzipSync } from 'node:zlib';`, true],
    [`import { dial } from './dial.ts';`, true],
    [`import { readPackedFile } from '../../../adapters/packed_files/read.ts';`, true],
    [`const { startWorker } = await import('../../../adapters/intake_worker/client.ts');`, true],
    [`import type { Socket } from 'node:net';`, false],
    [`import { type Socket, type Server } from 'node:net';`, false],
    [`import { type Socket, connect } from 'node:net';`, true],
    [`import { readFileSync } from 'node:fs';`, false],
    [`import { median } from '../../../domain/values/median.ts';`, false],
    [`import { openWriter } from '../../../adapters/libsql/database.ts';`, false],
    [`import { createWorld } from '../../http/support.ts';`, false],
  ];
  const [graph, file] = [readImports(), 'tests/adapters/server/new.test.ts'];
  for (const [source, isListed] of sources) {
    assert.equal(runtimeTests(withTest(graph, file, source)).includes(file), isListed, source);
  }
});

/** Files that only the demo and the first lines of `npm start` on Node load. */
const NODE_ONLY: readonly string[] = [
  'adapters/demo_stage.ts',
  'adapters/start/say_demo_starting.mjs',
  'adapters/start/say_starting.mjs',
];

test('the other runtimes load every file that uses the runtime, and few tests beside', () => {
  const graph = readImports();
  const programs = Array.from(read('adapters/start/programs.mjs').matchAll(/'([^']+\.ts)'/g), ([, file]) => file!);
  const started = [...programs, 'adapters/start/program.mjs', 'adapters/start/thread.mjs', 'jobs/uploader.ts'];
  for (const runtime of ['node', 'deno'] as const) {
    const files = filesFor(runtime, []);
    assert.ok(files.includes(JOURNEY), 'it starts the programs');
    const loaded = reachedFrom([...files, ...started], graph);
    const missed = [...graph.keys()].filter(
      (file) => !file.startsWith('tests/') && usesRuntime(file, graph) && !loaded.has(file),
    );
    assert.deepEqual(
      missed.filter((file) => !NODE_ONLY.includes(file)),
      [],
      runtime,
    );
    assert.ok(files.length > 40 && files.length < filesFor(runtime, [ALL]).length / 3, `${files.length} files`);
  }
});

test('the current runtime is new enough', () => {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(process.versions.node)!;
  const [oldMajor, oldMinor] = VERSIONS.oldest.split('.').map(Number);
  assert.ok(Number(major) > oldMajor! || (Number(major) === oldMajor && Number(minor) >= oldMinor!));
});

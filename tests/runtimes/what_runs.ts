import { dirname } from 'node:path/posix';
import process from 'node:process';
import { testFiles } from '../runner/files.ts';
import { PROPERTY_RUNS } from '../runner/properties.ts';
import { SHORTENED } from '../runner/sets.ts';
import { type ImportGraph, readImports } from './imports.ts';

/** The Node releases that the tests run on besides the current one. CI uses these names. */
export const VERSIONS = {
  /** The oldest that package.json allows (engines). */
  oldest: '20.12.0',
  /** The newest with long-term support. */
  lts: '24.21.0',
} as const;

/** The release of Deno that the tests run under. */
export const DENO = '2.9.6';

/** Runtimes implement these modules differently. Some tests use them through a helper. */
const SOCKETS_AND_THREADS: readonly string[] = ['node:http', 'node:https', 'node:net', 'node:worker_threads'];

/** Runtimes implement these differently, too. A test that imports one of them tests it. */
const COMPRESSION_AND_CODE: readonly string[] = ['node:module', 'node:readline', 'node:v8', 'node:vm', 'node:zlib'];

/** Most tests use these to prepare something, so only files of the product that import them count. */
const FILES_AND_PROCESSES: readonly string[] = [
  'node:child_process',
  'node:fs',
  'node:fs/promises',
  'node:os',
  'node:perf_hooks',
];

/** A file of the product that more tests than this import is a means of theirs, such as opening a database. */
const SUBJECT_OF_MAX = 6;

/** The journey from an upload to the pages that show it, through the programs as an operator starts them. */
export const JOURNEY = 'tests/service/end_to_end.test.ts';

/**
 * Returns the tests whose subject is the runtime, sorted. A test is one of them if it uses compression or loads code
 * itself, if it or a helper in its folder uses sockets or threads, or if it imports a file of the product that uses the
 * runtime and that few tests import. The rules of the domain and of the contract are the same on every runtime, so their
 * tests run on the usual Node only.
 */
export function runtimeTests(graph: ImportGraph = readImports()): readonly string[] {
  const tests = [...graph.keys()].filter((file) => file.endsWith('.test.ts'));
  const usersOf = new Map<string, number>();
  for (const file of tests.flatMap((test) => [...new Set(graph.get(test))])) {
    usersOf.set(file, (usersOf.get(file) ?? 0) + 1);
  }
  const isSubject = (file: string): boolean =>
    !file.startsWith('tests/') && usesRuntime(file, graph) && usersOf.get(file)! <= SUBJECT_OF_MAX;
  const isRuntimeTest = (test: string): boolean => {
    const imports = graph.get(test)!;
    const helpers = imports.filter((file) => file.startsWith('tests/') && dirname(file) === dirname(test));
    return (
      test === JOURNEY ||
      imports.some(isSubject) ||
      importsAny(test, [...SOCKETS_AND_THREADS, ...COMPRESSION_AND_CODE], graph) ||
      helpers.some((file) => importsAny(file, SOCKETS_AND_THREADS, graph))
    );
  };
  return tests.filter(isRuntimeTest).sort();
}

function importsAny(file: string, modules: readonly string[], graph: ImportGraph): boolean {
  return graph.get(file)?.some((target) => modules.includes(target)) ?? false;
}

/** Returns whether a file itself imports a module that runtimes implement differently. */
export function usesRuntime(file: string, graph: ImportGraph): boolean {
  return importsAny(file, [...SOCKETS_AND_THREADS, ...COMPRESSION_AND_CODE, ...FILES_AND_PROCESSES], graph);
}

/** Tests of kills, damage, recounts and folders of earlier releases, which take longest. They run on the usual Node only. */
const LONGEST: readonly string[] = [
  'tests/adapters/changes/killed.test.ts',
  'tests/domain/snapshot/crashes.test.ts',
  'tests/domain/snapshot/taken_out.test.ts',
  'tests/jobs/erasure_killed.test.ts',
  'tests/jobs/import_steps.test.ts',
  'tests/jobs/shrunk_exports.test.ts',
  'tests/jobs/verify_public/other_rules.test.ts',
  'tests/questions/players.test.ts',
  'tests/service/crash.test.ts',
  'tests/service/damaged_snapshot.test.ts',
  'tests/service/damaged_text.test.ts',
  'tests/service/follower.test.ts',
  'tests/service/proof.test.ts',
  'tests/service/releases.test.ts',
];

/** Tests that never run on another runtime: the longest, npm's own Node, and the demo, which needs Node. */
export const LEFT_OUT: Readonly<Record<'node' | 'deno', readonly string[]>> = {
  node: [...LONGEST, 'tests/service/npm_start.test.ts'],
  deno: [...LONGEST, 'tests/service/npm_start.test.ts', 'tests/service/demo.test.ts'],
};

/** The option for every test instead of those whose subject is the runtime. */
export const ALL = '--all';

/** Returns the files to run under another runtime: the named ones, or those of its list. */
export function filesFor(runtime: keyof typeof LEFT_OUT, words: readonly string[]): readonly string[] {
  const names = words.filter((word) => word !== ALL);
  if (names.length > 0) return testFiles(names);
  const files = words.includes(ALL) ? testFiles([]) : runtimeTests();
  return files.filter((file) => !LEFT_OUT[runtime].includes(file));
}

/** Returns the environment of the run: other runtimes try as few cases as `npm test` does, unless they run every test. */
export function environmentFor(words: readonly string[]): NodeJS.ProcessEnv {
  return words.includes(ALL) ? process.env : { [PROPERTY_RUNS]: SHORTENED.fast, ...process.env };
}

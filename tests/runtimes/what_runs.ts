import { readFileSync } from 'node:fs';
import { dirname } from 'node:path/posix';
import process from 'node:process';
import { testFiles } from '../runner/files.ts';
import { PROPERTY_RUNS } from '../runner/properties.ts';
import { SHORTENED } from '../runner/sets.ts';
import { type ImportGraph, importDistances, reachedFrom, readImports } from './imports.ts';

/** The Node releases that the tests run on besides the current one. CI uses these names. */
export const VERSIONS = {
  /** The oldest that package.json allows (engines). */
  oldest: '20.12.0',
  /** The newest with long-term support. */
  lts: '24.21.0',
} as const;

/** The release of Deno that the tests run under. */
export const DENO = '2.9.6';

/** Runtimes implement these modules differently. A file of the product that imports one of them uses the runtime. */
const SOCKETS_AND_THREADS: readonly string[] = ['node:http', 'node:https', 'node:net', 'node:worker_threads'];

const RUNTIME_MODULES: readonly string[] = [
  ...SOCKETS_AND_THREADS,
  ...['node:child_process', 'node:fs', 'node:fs/promises', 'node:module', 'node:os', 'node:perf_hooks'],
  ...['node:readline', 'node:v8', 'node:vm', 'node:zlib'],
];

/** The journey from an upload to everything that shows it, through the programs as an operator starts them. */
export const JOURNEY = 'tests/service/journey.test.ts';

type Runtime = 'node' | 'deno';

/**
 * Returns the tests that run on a runtime besides the usual Node, sorted: the journey, and few and small tests that
 * together test every file of the product that uses the runtime. The rules of the domain and of the contract are the
 * same on every runtime, so their tests run on the usual Node only.
 */
export function runtimeTests(runtime: Runtime, graph: ImportGraph = readImports()): readonly string[] {
  const cover = coverOf(runtime, graph);
  const chosen = new Set([JOURNEY, ...[...cover.values()].flatMap(({ every }) => every)]);
  const left = new Set([...cover.keys()].filter((file) => !isCovered(cover.get(file)!, chosen)));
  const sizes = testSizes(graph);
  const gain = (test: string): number =>
    [...left].filter((file) => cover.get(file)!.any.includes(test)).length / sizes.get(test)!;
  while (left.size > 0) {
    const tests = new Set([...left].flatMap((file) => cover.get(file)!.any));
    if (tests.size === 0) break;
    chosen.add([...tests].reduce((best, test) => (gain(test) > gain(best) ? test : best)));
    for (const file of left) if (isCovered(cover.get(file)!, chosen)) left.delete(file);
  }
  return [...chosen].sort();
}

/** The tests of a file that uses the runtime: all of `every` run, and one of `any`, unless it is empty. */
export interface TestsOfFile {
  readonly every: readonly string[];
  readonly any: readonly string[];
}

/** Returns whether these tests include the ones that a file needs. */
export function isCovered({ every, any }: TestsOfFile, chosen: ReadonlySet<string>): boolean {
  return (
    every.every((test) => chosen.has(test)) &&
    (any.length === 0 ? every.length > 0 : any.some((test) => chosen.has(test)))
  );
}

/**
 * Returns the tests of each file of the product that uses the runtime. A test is about the files that it imports, above
 * all those of its own folder. A file that no test imports is loaded by those that do, and a file that only programs
 * and threads load is tested by the journey and by a test of its folder. Sockets and threads differ most, so every test
 * in the folder of such a file runs.
 */
export function coverOf(runtime: Runtime, graph: ImportGraph): ReadonlyMap<string, TestsOfFile> {
  // Tests of the structure read the source, and run nothing of it.
  const tests = [...graph.keys()].filter(
    (file) => file.endsWith('.test.ts') && !file.startsWith('tests/house/') && !LEFT_OUT[runtime].includes(file),
  );
  const ways = new Map(tests.map((test) => [test, importDistances(test, graph)]));
  const started = reachedFrom(STARTED, graph);
  const files = [...graph.keys()].filter((file) => !file.startsWith('tests/') && usesRuntime(file, graph));
  return new Map(
    files.map((file) => {
      const isNear = (test: string): boolean => dirname(test) === `tests/${dirname(file)}`;
      const nearest = Math.min(...tests.map((test) => ways.get(test)!.get(file) ?? Number.POSITIVE_INFINITY));
      if (nearest === Number.POSITIVE_INFINITY) {
        if (!started.has(file)) return [file, { every: [], any: [] }];
        return [file, { every: [JOURNEY], any: dirname(file) === 'adapters' ? [] : tests.filter(isNear) }];
      }
      const all = tests.filter((test) => ways.get(test)!.get(file) === nearest);
      const own = all.filter(isNear);
      const isSocket = importsAny(file, SOCKETS_AND_THREADS, graph);
      const every = isSocket
        ? tests.filter((test) => isNear(test) && importsWithHelpers(test, graph).includes(file))
        : [];
      return [file, { every, any: own.length > 0 ? own : all }];
    }),
  );
}

const PROGRAMS = readFileSync(new URL('../../adapters/start/programs.mjs', import.meta.url), 'utf8');

/** The programs and threads of the service, and what starts them. */
const STARTED: readonly string[] = [
  ...Array.from(PROGRAMS.matchAll(/'([^']+\.ts)'/g), ([, file]) => file!),
  ...[
    'adapters/start/third_witness.mjs',
    'adapters/start/program.mjs',
    'adapters/start/thread.mjs',
    'jobs/uploader.ts',
  ],
];

/** Returns what a test and the helpers in its folder import. */
function importsWithHelpers(test: string, graph: ImportGraph): readonly string[] {
  const imports = graph.get(test)!;
  const helpers = imports.filter((file) => file.startsWith('tests/') && dirname(file) === dirname(test));
  return [...imports, ...helpers.flatMap((file) => graph.get(file) ?? [])];
}

/** Returns how many files each test loads, together with the programs that it starts. */
function testSizes(graph: ImportGraph): ReadonlyMap<string, number> {
  const isStarting = (file: string): boolean =>
    file.startsWith('tests/') && importsAny(file, ['node:child_process'], graph);
  const all = new Map(
    [...graph].map(([file, imports]) => [file, isStarting(file) ? [...imports, ...STARTED] : imports]),
  );
  const tests = [...graph.keys()].filter((file) => file.endsWith('.test.ts'));
  return new Map(tests.map((test) => [test, reachedFrom([test], all).size]));
}

function importsAny(file: string, modules: readonly string[], graph: ImportGraph): boolean {
  return graph.get(file)?.some((target) => modules.includes(target)) ?? false;
}

/** Returns whether a file itself imports a module that runtimes implement differently. */
export function usesRuntime(file: string, graph: ImportGraph): boolean {
  return importsAny(file, RUNTIME_MODULES, graph);
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

/**
 * Tests that never run on another runtime: the longest, npm's own Node, the demo, which needs Node, and on Deno the test
 * of doctor, whose stand-ins for functions of Node's modules Deno does not see.
 */
export const LEFT_OUT: Readonly<Record<Runtime, readonly string[]>> = {
  node: [...LONGEST, 'tests/service/npm_start.test.ts'],
  deno: [...LONGEST, 'tests/service/npm_start.test.ts', 'tests/service/demo.test.ts', 'tests/jobs/doctor.test.ts'],
};

/** The option for every test instead of those whose subject is the runtime. */
export const ALL = '--all';

/** Returns the files to run under another runtime: the named ones, or those of its list. */
export function filesFor(runtime: Runtime, words: readonly string[]): readonly string[] {
  const names = words.filter((word) => word !== ALL);
  if (names.length > 0) return testFiles(names);
  if (!words.includes(ALL)) return runtimeTests(runtime);
  return testFiles([]).filter((file) => !LEFT_OUT[runtime].includes(file));
}

/** Returns the environment of the run: other runtimes try as few cases as `npm test` does, unless they run every test. */
export function environmentFor(words: readonly string[]): NodeJS.ProcessEnv {
  return words.includes(ALL) ? process.env : { [PROPERTY_RUNS]: SHORTENED.fast, ...process.env };
}

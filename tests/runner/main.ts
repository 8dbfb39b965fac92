import process from 'node:process';
import { bundleGroups } from './bundle.ts';
import { type Counts, closingLines, sumOf } from './counts.ts';
import { noTestFileMessage, testFiles } from './files.ts';
import { type Group, groupsOf, isUndisturbed } from './groups.ts';
import { PROPERTY_RUNS } from './properties.ts';
import { type FileTime, type GroupRun, runGroup, showGroup } from './run_group.ts';
import { inSet, SHORTENED, setNamed } from './sets.ts';

/**
 * Runs tests: `npm test` runs the fast set, `npm run test:all -- --rest` the files that it skips, `npm run test:all`
 * every file in full, and `npm test -- NAME …` the files whose path contains a name, in full. Files share processes, and
 * are bundled for them; a process in which nothing failed prints one line.
 */

/** How many processes run at a time: one more than processors, because some wait for the disk. Four were no faster. */
const AT_A_TIME = 3;

/** How many of the slowest files the run lists at its end. */
const SLOWEST = 10;

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function lineOf({ name, files }: Group, { passed, counts, seconds, processorSeconds }: GroupRun): string {
  const result = counts === null ? 'ended before it had counted' : `${counts.pass} of ${counts.tests} passed`;
  const processor = processorSeconds === null ? '' : ` (${processorSeconds.toFixed(1)} s of processor time)`;
  return `${passed ? 'ok' : 'not ok'} - ${name}: ${files.length} files, ${result}, ${seconds.toFixed(1)} s${processor}`;
}

/** A process that died counts as one failure beside the failures counted elsewhere. */
const DIED: Counts = { tests: 1, suites: 0, pass: 0, fail: 1, cancelled: 0, skipped: 0, todo: 0 };

function countsOf({ passed, counts }: GroupRun): Counts {
  if (counts === null) return DIED;
  return passed || counts.fail + counts.cancelled > 0 ? counts : sumOf([counts, DIED]);
}

function slowestLines(times: readonly FileTime[]): readonly string[] {
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, SLOWEST);
  return ['Slowest files:', ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)];
}

async function runAll(groups: readonly Group[]): Promise<number> {
  const began = performance.now();
  const runs: GroupRun[] = [];
  const bundles = await bundleGroups(groups);
  const runEach = async (left: Group[]): Promise<void> => {
    for (let group = left.shift(); group !== undefined; group = left.shift()) {
      const run = await runGroup(group, bundles);
      runs.push(run);
      if (!run.passed) say(run.output);
      say(lineOf(group, run));
    }
  };
  const beside = groups.filter(({ name }) => !isUndisturbed(name));
  await Promise.all(Array.from({ length: AT_A_TIME }, () => runEach(beside)));
  await runEach(groups.filter(({ name }) => isUndisturbed(name)));
  bundles.remove();
  say(slowestLines(runs.flatMap(({ times }) => times)).join('\n'));
  const sum = sumOf(runs.map(countsOf));
  say([...closingLines(sum), `# duration_ms ${Math.round(performance.now() - began)}`].join('\n'));
  return runs.every(({ passed }) => passed) ? 0 : 1;
}

async function run(words: readonly string[]): Promise<number> {
  const names = words.filter((word) => !word.startsWith('--'));
  const set = setNamed(words.filter((word) => word.startsWith('--')));
  if (set === null) {
    say('The options are --all, or --all --rest.');
    return 1;
  }
  const files = testFiles(names).filter((file) => names.length > 0 || inSet(set, file));
  const groups = groupsOf(files);
  if (groups.length === 0) {
    say(noTestFileMessage(names));
    return 1;
  }
  if (names.length === 0) process.env[PROPERTY_RUNS] ??= SHORTENED[set];
  return groups.length === 1 ? showGroup(groups[0]!) : runAll(groups);
}

process.exitCode = await run(process.argv.slice(2));

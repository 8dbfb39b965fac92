import process from 'node:process';
import { type Counts, closingLines, sumOf } from './counts.ts';
import { noneNamed, testFiles } from './files.ts';
import { type Group, groupsOf } from './groups.ts';
import { type GroupRun, runGroup, showGroup } from './run_group.ts';

/**
 * Runs the tests: `npm test`, or `npm test -- NAME …` for the files whose path holds one of the names. Many files share
 * a process; of a process in which nothing failed one line is shown.
 */

/** How many processes run at a time. */
const AT_A_TIME = 2;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const lineOf = ({ name, files }: Group, { passed, counts, seconds }: GroupRun): string => {
  const told = counts === null ? 'ended before it had counted' : `${counts.pass} of ${counts.tests} passed`;
  return `${passed ? 'ok' : 'not ok'} - ${name}: ${files.length} files, ${told}, ${seconds.toFixed(1)} s`;
};

/** A process that died is one failure beside what was counted elsewhere. */
const DIED: Counts = { tests: 1, suites: 0, pass: 0, fail: 1, cancelled: 0, skipped: 0, todo: 0 };

const countsOf = ({ passed, counts }: GroupRun): Counts => {
  if (counts === null) return DIED;
  return passed || counts.fail + counts.cancelled > 0 ? counts : sumOf([counts, DIED]);
};

const runAll = async (groups: readonly Group[]): Promise<number> => {
  const began = performance.now();
  const left = [...groups];
  const runs: GroupRun[] = [];
  const worker = async (): Promise<void> => {
    for (let group = left.shift(); group !== undefined; group = left.shift()) {
      const run = await runGroup(group);
      runs.push(run);
      if (!run.passed) say(run.output);
      say(lineOf(group, run));
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  const sum = sumOf(runs.map(countsOf));
  say([...closingLines(sum), `# duration_ms ${Math.round(performance.now() - began)}`].join('\n'));
  return runs.every(({ passed }) => passed) ? 0 : 1;
};

const names = process.argv.slice(2);
const groups = groupsOf(testFiles(names));
if (groups.length === 0) say(noneNamed(names));
process.exitCode = groups.length === 0 ? 1 : groups.length === 1 ? await showGroup(groups[0]!) : await runAll(groups);

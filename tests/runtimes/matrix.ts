import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { ALL } from './what_runs.ts';

/**
 * Runs every test on every runtime, one after another: `npm run test:matrix`. It takes over an hour and is for releases;
 * CI runs only the tests whose subject is the runtime on the others. A runtime that fails does not keep the next ones
 * from running.
 */
const RUNS: readonly (readonly string[])[] = [
  ['test:all'],
  ['test:deno', '--', ALL],
  ['test:node', '--', 'oldest', ALL],
  ['test:node', '--', 'lts', ALL],
];

const failed = RUNS.filter((run) => {
  process.stdout.write(`\n== npm run ${run.join(' ')}\n`);
  return spawnSync('npm', ['run', ...run], { stdio: 'inherit', shell: process.platform === 'win32' }).status !== 0;
});
for (const run of failed) process.stdout.write(`failed: npm run ${run.join(' ')}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;

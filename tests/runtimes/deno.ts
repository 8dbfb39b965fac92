import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { noTestFileMessage } from '../runner/files.ts';
import { isUndisturbed } from '../runner/groups.ts';
import { DENO, environmentFor, filesFor } from './what_runs.ts';

/**
 * Runs tests under Deno, which is installed as an npm package: `npm run test:deno` runs those whose subject is the
 * runtime, `npm run test:deno -- --all` every test, and `npm run test:deno -- NAME …` the files whose path contains one of
 * the names.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));

const words = process.argv.slice(2);
const files = filesFor('deno', words);
if (files.length === 0) {
  process.stderr.write(`${noTestFileMessage(words)}\n`);
  process.exit(1);
}

/** Runs files in as many processes as there are processors, or one at a time. Returns the exit code. */
function runFiles(run: readonly string[], isParallel: boolean): number {
  if (run.length === 0) return 0;
  const options = ['-A', '--no-check', ...(isParallel ? ['--parallel'] : []), '--preload=tests/runner/properties.ts'];
  const { status } = spawnSync('npx', ['--yes', `deno@${DENO}`, 'test', ...options, ...run], {
    cwd: TOP,
    env: environmentFor(words),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}

const beside = runFiles(
  files.filter((file) => !isUndisturbed(file)),
  true,
);
process.exit(runFiles(files.filter(isUndisturbed), false) || beside);

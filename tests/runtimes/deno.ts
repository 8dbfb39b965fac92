import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundleGroups } from '../runner/bundle.ts';
import { noTestFileMessage } from '../runner/files.ts';
import { groupsOf, isUndisturbed } from '../runner/groups.ts';
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

/** Runs modules on as many threads as there are processors, or one at a time. Returns the exit code. */
function runModules(modules: readonly string[], isParallel: boolean): number {
  if (modules.length === 0) return 0;
  const options = ['-A', '--no-check', ...(isParallel ? ['--parallel'] : []), '--preload=tests/runner/properties.ts'];
  const { status } = spawnSync('npx', ['--yes', `deno@${DENO}`, 'test', ...options, ...modules], {
    cwd: TOP,
    env: environmentFor(words),
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  return status ?? 1;
}

/**
 * Runs the tests whose subject is the runtime in the groups of `npm test`. Every module is loaded on a thread of its own,
 * and a bundle takes a fraction of the time of a thousand files.
 */
async function runGroups(): Promise<number> {
  const groups = groupsOf(files);
  const bundles = await bundleGroups(groups);
  const modulesOf = (isAlone: boolean): readonly string[] =>
    groups.filter(({ name }) => isUndisturbed(name) === isAlone).map(bundles.moduleOf);
  try {
    const beside = runModules(modulesOf(false), true);
    return runModules(modulesOf(true), false) || beside;
  } finally {
    bundles.remove();
  }
}

function runSources(): number {
  const beside = runModules(
    files.filter((file) => !isUndisturbed(file)),
    true,
  );
  return runModules(files.filter(isUndisturbed), false) || beside;
}

process.exitCode = words.length === 0 ? await runGroups() : runSources();

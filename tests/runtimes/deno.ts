import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { noTestFileMessage, testFiles } from '../runner/files.ts';
import { DENO, LEFT_OUT } from './what_runs.ts';

/**
 * Runs the tests under Deno, which is installed as an npm package: `npm run test:deno`, or `npm run test:deno -- NAME
 * …` for the files whose path contains one of the names.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));

const names = process.argv.slice(2);
const files = testFiles(names).filter((file) => names.length > 0 || !LEFT_OUT.deno.includes(file));
if (files.length === 0) {
  process.stderr.write(`${noTestFileMessage(names)}\n`);
  process.exit(1);
}
const options = ['-A', '--no-check', '--parallel', '--preload=tests/runner/properties.ts'];
const { status } = spawnSync('npx', ['--yes', `deno@${DENO}`, 'test', ...options, ...files], {
  cwd: TOP,
  stdio: 'inherit',
  shell: process.platform === 'win32',
});
process.exit(status ?? 1);

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { noTestFileMessage } from '../runner/files.ts';
import { environmentFor, filesFor, VERSIONS } from './what_runs.ts';

/**
 * Runs tests on another Node release as `npm test` runs them: `npm run test:node -- oldest`, `lts`, or a version such
 * as 22.23.3. It runs the tests whose subject is the runtime, every test with `--all`, or the files whose path contains
 * one of the names that follow. Node is installed as an npm package and cached in the system's temporary folder.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** The path of the program within the package, which is different on Windows. */
const PROGRAM = process.platform === 'win32' ? 'node.exe' : 'node';
const PLATFORM = process.platform === 'win32' ? 'win' : process.platform;

/** Returns the path of a version's program, and installs it if necessary. */
function nodeOf(version: string): string {
  const name = `node-${PLATFORM}-${process.arch}`;
  const folder = join(tmpdir(), `third-witness-${name}-${version}`);
  const program = join(folder, 'node_modules', name, 'bin', PROGRAM);
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const options = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
    execFileSync('npm', ['install', '--prefix', folder, ...options, `${name}@${version}`], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    });
  }
  const came = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  return came === `v${version}` ? program : fail(`${program} must be Node ${version}; it is ${came}.`);
}

const [asked = '', ...words] = process.argv.slice(2);
const version = Object.hasOwn(VERSIONS, asked) ? VERSIONS[asked as keyof typeof VERSIONS] : asked;
if (!/^\d+\.\d+\.\d+$/.test(version)) {
  fail(
    `The version must be oldest, lts or one such as ${VERSIONS.lts}; got ${asked === '' ? 'nothing' : JSON.stringify(asked)}.`,
  );
}
const program = nodeOf(version);
process.stderr.write(`Node ${version}\n`);
const tests = filesFor('node', words);
if (tests.length === 0) fail(noTestFileMessage(words));
const { status } = spawnSync(program, ['--import', 'tsx', 'tests/runner/main.ts', ...tests], {
  cwd: TOP,
  env: environmentFor(words),
  stdio: 'inherit',
});
process.exit(status ?? 1);

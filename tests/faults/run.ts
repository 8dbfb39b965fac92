import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/**
 * Runs the tests that plant faults and take long or need tools of the system: `npm run test:faults`, then maybe names of
 * files. It installs a C compiler where it may. What a machine does not allow (mounts without rights) is skipped with a
 * sentence that says so.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function hasCompiler(): boolean {
  return spawnSync('cc', ['--version']).error === undefined;
}

function installCompiler(): void {
  if (hasCompiler()) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    throw new Error('A C compiler (cc, of the packages gcc and libc6-dev) must be installed; it is not.');
  }
  execFileSync('apt-get', ['update', '-q'], { stdio: 'inherit' });
  const packages = ['gcc', 'libc6-dev'];
  execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], { stdio: 'inherit' });
}

try {
  installCompiler();
  const names = process.argv.slice(2);
  const files = readdirSync(join(TOP, 'tests/faults'))
    .filter((file) => file.endsWith('.faults.ts') && (names.length === 0 || names.some((name) => file.includes(name))))
    .map((file) => join('tests/faults', file));
  // One after another: they watch times.
  const args = ['--import', 'tsx', '--test', '--test-concurrency=1', ...files];
  const { status } = spawnSync(process.execPath, args, { cwd: TOP, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

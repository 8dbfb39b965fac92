import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installPackages, mayInstallPackages } from '../support/debian_packages.ts';

/**
 * Runs the fault-injection tests that take long or need system tools: `npm run test:faults`, optionally followed by
 * file names. Installs a C compiler if allowed. Tests that the machine does not permit (such as mounts without root)
 * are skipped with an explanation.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function hasCompiler(): boolean {
  return spawnSync('cc', ['--version']).error === undefined;
}

function installCompiler(): void {
  if (hasCompiler()) return;
  if (!mayInstallPackages()) {
    throw new Error('A C compiler (cc, of the packages gcc and libc6-dev) must be installed; it is not.');
  }
  installPackages('gcc', 'libc6-dev');
}

try {
  installCompiler();
  const names = process.argv.slice(2);
  const files = readdirSync(join(TOP, 'tests/faults'))
    .filter((file) => file.endsWith('.faults.ts') && (names.length === 0 || names.some((name) => file.includes(name))))
    .map((file) => join('tests/faults', file));
  // One file at a time, because the tests measure time.
  const args = ['--import', 'tsx', '--test', '--test-concurrency=1', ...files];
  const { status } = spawnSync(process.execPath, args, { cwd: TOP, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** A library to preload into a program under test, or the reason why it is unavailable, as a sentence. */
export type Preloadable = { readonly library: string } | { readonly missing: string };

/** Compiles a library of tests/faults/preloaded with the machine's compiler. It is deleted when this process ends. */
export function makeLibrary(name: 'recorder' | 'failing_machine'): Preloadable {
  if (process.platform !== 'linux') return { missing: 'calls of a program are looked into on Linux alone' };
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-library-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const library = join(folder, `${name}.so`);
  const source = fileURLToPath(new URL(`./preloaded/${name}.c`, import.meta.url));
  const options = ['-shared', '-fPIC', '-O2', '-Wall', '-Werror', '-o', library, source, '-ldl'];
  const { error, status, stderr } = spawnSync('cc', options, { encoding: 'utf8' });
  if (error !== undefined) return { missing: 'there is no C compiler (cc) here' };
  if (status !== 0) throw new Error(stderr);
  return { library };
}

/** Returns the environment variables that preload a library into a program. */
export function preloaded(
  library: string,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { LD_PRELOAD: library, ...settings };
}

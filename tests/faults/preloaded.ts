import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** A library that a program under test is started with, or why it cannot be had, as a sentence. */
export type Preloadable = { readonly library: string } | { readonly missing: string };

/** Makes one of tests/faults/preloaded with the machine's compiler; it goes when this process ends. */
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

/** The environment of a program that is started with a library. */
export function preloaded(
  library: string,
  settings: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return { LD_PRELOAD: library, ...settings };
}

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** Cache for programs of the package that no package manager installed. */
const UNPACKED = fileURLToPath(new URL('../../node_modules/.cache/prometheus/', import.meta.url));

/**
 * Finds a program of Debian's package `prometheus`. If the machine lacks it, the package is downloaded and unpacked
 * without installing it, so that no service is started. Returns a sentence for the skipped test if that is impossible.
 */
export function findPrometheusProgram(name: 'promtool' | 'prometheus'): Result<string, string> {
  const places = [`/usr/bin/${name}`, join(UNPACKED, 'usr/bin', name)];
  const found = places.find((path) => existsSync(path));
  if (found !== undefined) return ok(found);
  try {
    unpackPackage();
    return ok(places[1]!);
  } catch {
    const sentence = `NOT TESTED: ${name} must be installed (Debian's package prometheus); it is not, and apt-get could not download it.`;
    process.stderr.write(`${sentence}\n`);
    return err(sentence);
  }
}

function unpackPackage(): void {
  const folder = mkdtempSync(join(tmpdir(), 'third-witness-prometheus-'));
  try {
    if (process.getuid?.() === 0) execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore' });
    execFileSync('apt-get', ['download', '-q', 'prometheus'], { cwd: folder, stdio: 'ignore' });
    const unpack = 'mkdir unpacked && dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x -C unpacked ./usr/bin';
    execFileSync('sh', ['-c', unpack], { cwd: folder, stdio: 'ignore' });
    mkdirSync(join(UNPACKED, '..'), { recursive: true });
    // Another test file may unpack the package at the same time. Either copy will do.
    if (!existsSync(UNPACKED)) execFileSync('mv', ['-T', join(folder, 'unpacked'), UNPACKED]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

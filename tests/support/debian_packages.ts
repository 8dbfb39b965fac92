import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';

/** Whether this process may install packages of Debian. */
export function mayInstallPackages(): boolean {
  return process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
}

/** Installs packages of Debian, one process after another, because apt-get fails while another one runs. */
export function installPackages(...names: readonly string[]): void {
  for (const words of [['update'], ['install', '-y', '--no-install-recommends', ...names]]) {
    execFileSync('flock', ['/run/lock/third-witness-packages', 'apt-get', '-q', ...words], { stdio: 'inherit' });
  }
}

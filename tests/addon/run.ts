import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { installPackages, mayInstallPackages } from '../support/debian_packages.ts';
import { LUA, LUAC } from './support.ts';

/**
 * Runs the addon in Lua 5.1 with a fake game client: `npm run test:addon`, optionally with names of files. Installs Lua
 * if we have the rights to. These tests are separate because npm has no package for Lua.
 */

const TOP = fileURLToPath(new URL('../../', import.meta.url));

function installLua(): void {
  if (existsSync(LUA) && existsSync(LUAC)) return;
  if (process.env['TW_LUA'] !== undefined || !mayInstallPackages()) {
    throw new Error(
      'Lua 5.1 must be installed (the package lua5.1), or TW_LUA name its program, with luac beside it; neither is so.',
    );
  }
  installPackages('lua5.1');
}

try {
  installLua();
  const names = process.argv.slice(2);
  const files = readdirSync(join(TOP, 'tests/addon'))
    .filter((file) => file.endsWith('.addon.ts') && (names.length === 0 || names.some((name) => file.includes(name))))
    .map((file) => join('tests/addon', file));
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', '--test', ...files], {
    cwd: TOP,
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

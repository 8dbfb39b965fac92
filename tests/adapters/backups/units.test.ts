import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inTempDir } from '../../support/instance.ts';

const TOP = fileURLToPath(new URL('../../../', import.meta.url));
const UNITS = ['third-witness.service', 'third-witness-backup.service', 'third-witness-backup.timer'];
const SERVICES = UNITS.filter((unit) => unit.endsWith('.service'));

function textOf(unit: string): string {
  return readFileSync(join(TOP, 'docs/deploy', unit), 'utf8');
}
function settingOf(unit: string, name: string): string {
  return new RegExp(`^${name}=(.*)$`, 'm').exec(textOf(unit))?.[1] ?? '';
}

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test('each unit starts an existing program and may write where it needs to', () => {
  for (const unit of SERVICES) {
    const words = settingOf(unit, 'ExecStart').split(' ');
    const isScript = words[0] === '/bin/sh' && existsSync(join(TOP, words[1]!));
    const isStart =
      words.join(' ') === '/usr/bin/env npm start' &&
      readFileSync(join(TOP, 'package.json'), 'utf8').includes('"start":');
    assert.ok(isScript || isStart, `${unit}: ${words.join(' ')}`);
    const writable = settingOf(unit, 'ReadWritePaths');
    assert.equal(settingOf(unit, 'ProtectSystem'), 'strict');
    assert.equal(settingOf(unit, 'StateDirectoryMode'), '0700');
    const dataDir = /TW_DATA_DIR=(\S+)/.exec(settingOf(unit, 'Environment'))?.[1] ?? '';
    for (const path of [dataDir, ...words.filter((word) => word.startsWith('/var/'))]) {
      // The folder itself is not enough, because a restore renames a folder beside it.
      assert.ok(path.startsWith(`${writable}/`), `${unit}: ${path} must lie in ${writable}`);
    }
  }
});

test('systemd accepts the units and rates their exposure as low', { skip: !hasSystemd }, () => {
  const paths = UNITS.map((unit) => join(TOP, 'docs/deploy', unit));
  const verified = spawnSync('systemd-analyze', ['verify', ...paths], { encoding: 'utf8' });
  assert.deepEqual([verified.status, verified.stderr], [0, '']);
  for (const unit of SERVICES) {
    const args = ['security', '--offline=true', '--threshold=20', join(TOP, 'docs/deploy', unit)];
    const rated = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    assert.equal(rated.status, 0, rated.stdout.slice(-200) + rated.stderr);
  }
});

/** Replaces npm by a script that creates the requested folder, or fails. */
function npmOf(dir: string, body: string): NodeJS.ProcessEnv {
  const bin = join(dir, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\n${body}\n`);
  chmodSync(join(bin, 'npm'), 0o700);
  return { ...process.env, PATH: `${bin}${delimiter}${process.env['PATH']}` };
}

test(
  'the daily backup deletes older backups, and deletes none if it fails',
  { skip: process.platform === 'win32' },
  () =>
    inTempDir(async (dir) => {
      const folder = join(dir, 'backups');
      const old = ['01', '02', '03'].map((day) => `2026-01-${day}T040000Z`);
      const others = ['mine', '2026-01-01', '2026-01-01T040000Z.old'];
      for (const name of [...old, ...others, `${old[0]}.unfinished-0a1b`])
        mkdirSync(join(folder, name), { recursive: true });
      const run = (body: string, keep: string) =>
        spawnSync('sh', [join(TOP, 'docs/deploy', 'daily_backup.sh'), folder, keep], { env: npmOf(dir, body) }).status;
      const before = readdirSync(folder);
      assert.equal(run('exit 1', '2'), 1);
      assert.notEqual(run('mkdir "$5"', '0'), 0);
      assert.deepEqual(readdirSync(folder), before);
      assert.equal(run('[ "$*" = "run --silent job -- backup $6 --quiet" ] && mkdir "$6"', '2'), 0);
      for (const name of [old[2]!, ...others]) assert.ok(readdirSync(folder).includes(name), name);
      const packaged = { ...npmOf(dir, 'exit 1'), THIRD_WITNESS: join(dir, 'third-witness') };
      writeFileSync(packaged.THIRD_WITNESS, '#!/bin/sh\n[ "$1 $3" = "backup --quiet" ] && mkdir -p "$2"\n', {
        mode: 0o700,
      });
      const script = [join(TOP, 'docs/deploy', 'daily_backup.sh'), folder, '2'];
      assert.equal(spawnSync('sh', script, { env: packaged }).status, 0, 'with the command of the package');
      const left = readdirSync(folder);
      assert.equal(left.length, 2 + others.length);
      for (const name of others) assert.ok(left.includes(name), name);
    }),
);

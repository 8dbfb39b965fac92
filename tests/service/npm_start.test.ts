import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answers, freePort, instanceEnv, inTempDir, sleep } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const NO_NPM = spawnSync('npm', ['--version']).status !== 0 && 'NOT TESTED: npm is not on this machine';
const ENDS_WITHIN_MS = 2_000;

const { scripts } = JSON.parse(readFileSync(join(TOP, 'package.json'), 'utf8')) as { scripts: { start: string } };

interface Started {
  readonly npm: ChildProcess;
  said(): string;
  readonly ended: Promise<number | null>;
}

/** Runs `npm start` as the leader of a process group, as a terminal does. */
function npmStart(dataDir: string, port: number): Started {
  const npm = spawn('npm', ['start'], {
    cwd: TOP,
    env: instanceEnv(dataDir, { TW_PORT: String(port) }),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  npm.stderr!.on('data', (chunk) => {
    said += chunk;
  });
  const ended = new Promise<number | null>((resolve) => npm.once('exit', (code) => resolve(code)));
  return { npm, said: () => said, ended };
}

async function until(what: string, holds: () => Promise<boolean> | boolean, withinMs = 60_000): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await holds())) {
    assert.ok(performance.now() < deadline, what);
    await sleep(25);
  }
}

function isGroupAlive({ npm }: Started): boolean {
  try {
    process.kill(-npm.pid!, 0);
    return true;
  } catch {
    return false;
  }
}

function endGroup(started: Started): void {
  if (isGroupAlive(started)) process.kill(-started.npm.pid!, 'SIGKILL');
}

/** Ways to stop an instance: a supervisor signals only npm, a terminal signals the whole process group. */
const ENDS = [
  ['SIGTERM to npm', 'SIGTERM', 1],
  ['SIGINT to npm', 'SIGINT', 1],
  ['Ctrl-C in a terminal', 'SIGINT', -1],
] as const;

for (const [what, signal, sign] of ENDS) {
  test(`npm start ends within two seconds of ${what}`, { skip: NO_NPM }, () =>
    inTempDir(async (dir) => {
      const port = await freePort();
      const started = npmStart(join(dir, 'data'), port);
      try {
        await until('no first snapshot', () => started.said().includes('snapshot.written'));
        await until('the first export goes on', () => started.said().includes('export.written'));
        await until('the builder is done', () => answers(`http://127.0.0.1:${port}/api/health`));
        await sleep(500);
        process.kill(sign * started.npm.pid!, signal);
        await until('something of it still runs', () => !isGroupAlive(started), ENDS_WITHIN_MS);
        assert.equal(await answers(`http://127.0.0.1:${port}/api/health`), false);
        assert.match(started.said(), /"event":"instance\.stopped"/);
      } finally {
        endGroup(started);
      }
    }),
  );
}

/** Asserts that a start said first that it is starting, and then its address. */
function assertSaysAddress(started: Started, port: number): void {
  const lines = started
    .said()
    .split('\n')
    .filter((line) => line.startsWith('{'));
  const [first, second] = lines.map((line) => JSON.parse(line) as { at: string; event: string; url?: string });
  assert.equal(first!.event, 'instance.starting');
  assert.equal(second!.event, 'instance.listening');
  assert.equal(second!.url, `http://localhost:${port}`);
}

test(
  'npm start says its address, and a second start which process uses the data folder and its port',
  { skip: NO_NPM },
  () =>
    inTempDir(async (dir) => {
      const port = await freePort();
      const first = npmStart(join(dir, 'data'), port);
      const second: Started[] = [];
      try {
        await until('no answer', () => answers(`http://127.0.0.1:${port}/api/health`));
        assertSaysAddress(first, port);
        second.push(npmStart(join(dir, 'data'), port));
        assert.equal(await second[0]!.ended, 1);
        const [, pid, held] =
          /^TW_DATA_DIR must name .*another instance is running on it: process (\d+) on port (\d+)\. .+$/m.exec(
            second[0]!.said(),
          ) ?? [];
        assert.equal(Number(held), port, second[0]!.said());
        assert.ok(Number(pid) > 1);
        process.kill(Number(pid), 'SIGTERM');
        await until('the named process was not the instance', () => !isGroupAlive(first));
      } finally {
        for (const started of [first, ...second]) endGroup(started);
      }
    }),
);

test('a start on a port in use names the program that uses it', { skip: NO_NPM }, () =>
  inTempDir(async (dir) => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const started = npmStart(join(dir, 'data'), port);
    try {
      assert.equal(await started.ended, 1);
      const who = process.platform === 'linux' ? `\\w+ \\(process ${process.pid}\\)` : 'another program';
      assert.match(
        started.said(),
        new RegExp(
          `^TW_HOST and TW_PORT must name .*127\\.0\\.0\\.1 port ${port} is used by ${who} \\(EADDRINUSE\\)\\.$`,
          'm',
        ),
      );
    } finally {
      endGroup(started);
      other.close();
    }
  }),
);

/** Processor time that a process has used, in seconds. Wall-clock time would depend on how busy the machine is. */
function cpuSecondsOf(pid: number): number {
  const [, behindName = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const [user, system] = behindName.split(' ').slice(11, 13).map(Number) as [number, number];
  return (user + system) / 100;
}

const LINUX = process.platform !== 'linux' && 'only Linux tells the processor time of another process';

test('the first line is printed before the program is loaded', { skip: LINUX }, () =>
  inTempDir(async (dir) => {
    const child = spawn('sh', ['-c', scripts.start], {
      cwd: TOP,
      env: instanceEnv(join(dir, 'data'), { TW_PORT: '0' }),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      const line = await new Promise<string>((resolve) => child.stderr.once('data', (chunk) => resolve(String(chunk))));
      const seconds = cpuSecondsOf(child.pid!);
      assert.match(line, /"event":"instance\.starting"/);
      assert.ok(seconds <= 0.3, `${seconds} s of processor time`);
    } finally {
      child.kill('SIGKILL');
      await ended;
    }
  }),
);

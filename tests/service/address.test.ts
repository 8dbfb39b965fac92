import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { request } from 'node:http';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { freePort, instanceEnv, inTempDir, programArgs, sleep, startThatEnds } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));

interface Started {
  /** Standard error output so far. */
  stderr(): string;
  /** Waits until standard error matches the pattern. */
  told(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Starts the service as an operator would, with only these environment variables, while `work` runs. */
function whileRunning(env: Record<string, string>, work: (started: Started, dataDir: string) => Promise<void>) {
  return inTempDir(async (dataDir) => {
    const child = spawn(process.execPath, programArgs('http/main.ts'), {
      cwd: TOP,
      env: instanceEnv(dataDir, env),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    const told = async (pattern: RegExp): Promise<RegExpExecArray> => {
      const until = performance.now() + 60_000;
      for (;;) {
        const found = pattern.exec(stderr);
        if (found !== null) return found;
        if (child.exitCode !== null || performance.now() > until) throw new Error(`not told: ${pattern}: ${stderr}`);
        await sleep(20);
      }
    };
    try {
      await work({ stderr: () => stderr, told }, dataDir);
    } finally {
      process.kill(child.pid!, 'SIGTERM');
      await exited;
    }
  });
}

function askUnder(url: string, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}/api/health`, { headers: { Host: host } }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end();
  });
}

/** Returns the origins of the links in answers, in pages and in exported files. */
async function linksOf(url: string): Promise<readonly string[]> {
  const read = async (path: string) => (await fetch(url + path)).json();
  const drops = (await read('/api/rollups/drops')) as { attribution: { source: string } };
  const document = (await read('/api/openapi.json')) as { servers: [{ url: string }] };
  let index: { site?: string } = {};
  for (let tries = 0; tries < 300 && index.site === undefined; tries++) {
    index = (await read('/export/index.json')) as { site?: string };
    if (index.site === undefined) await sleep(100);
  }
  return [drops.attribution.source, document.servers[0].url, index.site ?? ''].map((link) => new URL(link).origin);
}

test('with only TW_PORT set, links use the port, and the start says which address to open', async () => {
  const port = await freePort();
  await whileRunning({ TW_PORT: String(port), TW_LOG: 'pretty' }, async ({ told }) => {
    const url = `http://localhost:${port}`;
    assert.equal((await told(/^Listening on (.*)$/m))[1], url);
    assert.deepEqual(new Set(await linksOf(url)), new Set([url]));
  });
});

test('with TW_PORT=0, links use the chosen port, and another Host name is logged once', () =>
  whileRunning({ TW_PORT: '0' }, async ({ told, stderr }, dataDir) => {
    const [, line] = await told(/^(\{.*"instance\.listening".*\})$/m);
    const { url, publicUrl, port } = JSON.parse(line!) as { url: string; publicUrl: string; port: number };
    assert.ok(port > 0);
    assert.deepEqual([url, publicUrl], [`http://localhost:${port}`, `http://localhost:${port}`]);
    assert.deepEqual(new Set(await linksOf(url)), new Set([url]));
    for (let n = 0; n < 3; n++) assert.equal(await askUnder(url, 'witness.lan:80'), 200);
    const [, warning] = await told(/^(\{.*"http\.other-host".*\})$/m);
    const { name, level } = JSON.parse(warning!) as { name: string; level: string };
    assert.deepEqual([name, level], ['witness.lan', 'warn']);
    await askUnder(url, 'witness.lan:80');
    assert.equal(stderr().split('http.other-host').length, 2);
    // Commands on the folder know the address from there, players' commands only from their environment.
    assert.equal((await runJobHere(dataDir, ['snapshot'], { TW_PORT: '0' })).code, 0);
    const command = await runJobHere(dataDir, ['upload', 'file.lua', '--yes'], { TW_PORT: '0' });
    assert.equal(command.code, 1);
    assert.match(command.stderr, /^TW_PUBLIC_URL must be set if TW_PORT is 0/);
  }));

test('misspelt variables and values out of range stop instance and commands', () =>
  inTempDir(async (dataDir) => {
    const wrong: [env: Record<string, string>, sentence: string][] = [
      [{ TW_PROT: '9200' }, 'TW_PROT is not known to this release; the nearest variable is TW_PORT.\n'],
      [{ TW_WITNESS_NETWORKS: '4' }, 'TW_WITNESS_NETWORKS must be a whole number from 1 to 3; it is "4".\n'],
    ];
    for (const [misspelt, sentence] of wrong) {
      const env = { TW_PORT: '0', TW_TEST_DATA: '/somewhere', ...misspelt };
      for (const ended of [startThatEnds(dataDir, env), runJobHere(dataDir, ['key', 'list'], env)]) {
        assert.deepEqual(await ended, { code: 1, stdout: '', stderr: sentence });
      }
    }
  }));

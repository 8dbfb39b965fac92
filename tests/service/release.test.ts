import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { describeRelease, readRelease } from '../../adapters/release.ts';
import type { HealthResponse } from '../../schema/responses/healthResponse.ts';
import { freePort, inTempDir, programArgs, runJob, runToEnd, startInstance } from '../support/instance.ts';

const TOP = fileURLToPath(new URL('../../', import.meta.url));
const RELEASE = readRelease();

test('an instance says which release and commit it runs', () =>
  inTempDir(async (dataDir) => {
    const metricsPort = String(await freePort());
    const instance = await startInstance({ dataDir, env: { TW_METRICS_PORT: metricsPort } });
    try {
      const read = async (path: string): Promise<string> => (await fetch(instance.url + path)).text();
      const { release } = JSON.parse(await read('/api/health')) as HealthResponse;
      assert.deepEqual(release, RELEASE);
      const about = await read('/about');
      assert.ok(about.includes(`<dt>Release</dt><dd>Third Witness ${RELEASE.version}</dd>`), about);
      assert.ok(RELEASE.commit === null || about.includes(RELEASE.commit));
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      const labels = `version="${RELEASE.version}",commit="${RELEASE.commit ?? ''}"`;
      assert.ok(metrics.includes(`\nthird_witness_release_info{${labels}} 1\n`), metrics.slice(0, 2_000));
      const listening = instance
        .log()
        .split('\n')
        .find((line) => line.includes('"instance.listening"'));
      const { version, commit } = JSON.parse(listening!) as Record<string, unknown>;
      assert.deepEqual({ version, commit }, RELEASE);
      const stored = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as { release: string };
      assert.equal(stored.release, RELEASE.version);

      for (const [path, file] of [
        ['/uploader.mjs', 'uploader.mjs'],
        ['/verify.mjs', 'verify.mjs'],
      ] as const) {
        writeFileSync(join(dataDir, file), await read(path));
        const words = 'Deno' in globalThis ? ['run', '-A'] : [];
        const ended = await runToEnd([...words, join(dataDir, file), '--version'], { env: process.env });
        assert.deepEqual(ended, { code: 0, stdout: `${describeRelease(RELEASE)}\n`, stderr: '' }, path);
      }
    } finally {
      await instance.kill();
    }
  }));

test('the service and its commands print their release with --version, in any folder and with any settings', () =>
  inTempDir(async (dataDir) => {
    const expected = { code: 0, stdout: `${describeRelease(RELEASE)}\n`, stderr: '' };
    const wrong = { TW_PORT: 'eighty' };
    assert.deepEqual(await runJob(dataDir, ['--version'], wrong), expected);
    const env = { ...process.env, ...wrong };
    assert.deepEqual(await runToEnd(programArgs('http/main.ts', '--version'), { cwd: TOP, env }), expected);
  }));

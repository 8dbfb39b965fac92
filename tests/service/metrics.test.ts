import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Sample, samplesOf, sumOf } from '../adapters/metrics/samples.ts';
import { answers, freePort, inTempDir, runJob, sleep, startInstance } from '../support/instance.ts';
import { findPrometheusProgram } from '../support/prometheus.ts';
import { item, npc, world } from '../support/world.ts';

const INSTALL = 'an-install-that-is-not-told';

async function scrape(port: number): Promise<{ text: string; samples: readonly Sample[] }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return { text, samples: samplesOf(text).samples };
}

test('a running instance counts its work, reveals nobody, and Prometheus can read its metrics', (t) =>
  inTempDir(async (dir) => {
    const port = await freePort();
    const env = {
      TW_METRICS_PORT: String(port),
      TW_LIMITS: 'on',
      TW_LIMIT_EDGES: '2/2',
      TW_SNAPSHOT_INTERVAL_S: '3600',
    };
    const instance = await startInstance({ dataDir: join(dir, 'data'), env });
    try {
      const { url } = instance;
      const key = (await runJob(join(dir, 'data'), ['key', 'create', '--label', 'reader'])).stdout.trim();
      const upload = world().install(INSTALL).event('an-event').looted(npc(6), item(25));
      for (let i = 0; i < 2; i++) await upload.sendTo(url);
      for (let i = 0; i < 3; i++) await (await fetch(`${url}/api/edges?limit=1`)).text();
      await (await fetch(`${url}/item/4711`, { headers: { 'X-API-Key': key } })).text();
      await (await fetch(`${url}/no/such/path`)).text();
      for (const method of ['PUT', 'OPTIONS']) await (await fetch(`${url}/api/intake`, { method })).text();
      const { text, samples } = await scrape(port);
      const requests = (labels: Record<string, string>) => sumOf(samples, 'third_witness_requests_total', labels);
      assert.equal(requests({ route: '/api/intake', method: 'POST', status: '200' }), 2);
      assert.deepEqual([requests({ route: '/api/edges', status: '200' }), requests({ status: '429' })], [2, 1]);
      assert.equal(requests({ route: '/item/:id', status: '404' }), 1);
      assert.equal(requests({ route: 'none', status: '404' }), 1);
      assert.equal(requests({ route: 'none', status: '405' }), 1);
      assert.equal(requests({ route: 'none', method: 'OPTIONS', status: '204' }), 1);
      assert.equal(sumOf(samples, 'third_witness_limited_total', { limit: 'edges' }), 1);
      const records_ = (verdict: string) => sumOf(samples, 'third_witness_records_total', { kind: 'loot', verdict });
      assert.deepEqual([records_('stored'), records_('repeated'), records_('refused')], [1, 1, null]);
      assert.ok(sumOf(samples, 'third_witness_file_bytes', { file: 'uploads' })! > 0);
      for (const secret of [INSTALL, 'an-event', key, '4711', 'such/path', '127.0.0.1']) {
        assert.ok(!text.includes(secret), secret);
      }
      const prometheus = findPrometheusProgram('prometheus');
      if (prometheus.ok) assert.equal(await readByPrometheus(prometheus.value, dir, port), '2');
      else t.diagnostic(prometheus.error);
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  }));

/** Returns the upload count according to a real Prometheus server that scrapes this port. */
async function readByPrometheus(program: string, dir: string, port: number): Promise<string | undefined> {
  const own = await freePort();
  const config = join(dir, 'prometheus.yml');
  await writeFile(
    config,
    `scrape_configs:\n  - job_name: third-witness\n    scrape_interval: 1s\n    static_configs:\n      - targets: ['127.0.0.1:${port}']\n`,
  );
  const child = spawn(
    program,
    [
      ...[`--config.file=${config}`, `--storage.tsdb.path=${join(dir, 'tsdb')}`],
      `--web.listen-address=127.0.0.1:${own}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    for (let i = 0; i < 150; i++) {
      await sleep(200);
      const asked = `http://127.0.0.1:${own}/api/v1/query?query=third_witness_uploads_total`;
      if (!(await answers(`http://127.0.0.1:${own}/-/ready`))) continue;
      const { data } = (await (await fetch(asked)).json()) as {
        data: { result: readonly { value: readonly [number, string] }[] };
      };
      const [found] = data.result;
      if (found !== undefined) return found.value[1];
    }
    return undefined;
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Sample, samplesOf, sumOf } from '../adapters/metrics/samples.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { freePort, inTempDir, sleep, startInstance } from '../support/instance.ts';
import { findPrometheusProgram } from '../support/prometheus.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

const RULES = fileURLToPath(new URL('../../docs/deploy/alerts.yml', import.meta.url));

/** Longer than the service trusts any read of the snapshot. */
const QUIET_MS = 2_500;

async function scrape(metricsUrl: string): Promise<readonly Sample[]> {
  return samplesOf(await (await fetch(metricsUrl)).text()).samples;
}

/** Scrapes until the builder that runs after every start has ended. */
async function waitForFirstBuild(metricsUrl: string): Promise<void> {
  const deadline = performance.now() + 60_000;
  while (sumOf(await scrape(metricsUrl), 'third_witness_builds_total', { end: 'done' }) !== 1) {
    assert.ok(performance.now() < deadline, 'no builder ended');
    await sleep(200);
  }
}

async function onInstance(
  work: (metricsUrl: string, url: string, dataDir: string) => Promise<void>,
  start = startInstance,
): Promise<void> {
  await inTempDir(async (dir) => {
    const metricsPort = await freePort();
    const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    const dataDir = join(dir, 'data');
    const instance = await start({
      dataDir,
      env: { TW_METRICS_PORT: String(metricsPort) },
      readyUrl: metricsUrl,
    });
    try {
      await waitForFirstBuild(metricsUrl);
      await work(metricsUrl, instance.url, dataDir);
      assert.equal(await instance.stop(), 0, instance.log());
    } finally {
      await instance.kill();
    }
  });
}

/**
 * Writes an input file for `promtool test rules`: an instance whose scrapes do not change for 40 minutes, and the
 * expected alerts.
 */
function writeRuleTest(path: string, samples: readonly Sample[], expected: ReadonlyMap<string, object>): void {
  const labels = { job: 'third-witness', instance: 'quiet' };
  const seriesOf = ({ name, labels: own, value }: Omit<Sample, 'value'> & { value: number }) => ({
    series: `${name}{${Object.entries({ ...own, ...labels })
      .map(([key, text]) => `${key}=${JSON.stringify(text)}`)
      .join(',')}}`,
    values: `${value}x40`,
  });
  const alerts = [...readFileSync(RULES, 'utf8').matchAll(/alert: (\w+)/g)].map(([, alert]) => alert!);
  const checks = [5, 20, 39].flatMap((minute) =>
    alerts.map((alertname) => {
      const annotations = minute >= 20 ? expected.get(alertname) : undefined;
      const alert = annotations === undefined ? [] : [{ exp_labels: labels, exp_annotations: annotations }];
      return { eval_time: `${minute}m`, alertname, exp_alerts: alert };
    }),
  );
  const up = { name: 'up', labels: {}, value: 1 };
  const rules = {
    rule_files: [RULES],
    evaluation_interval: '1m',
    tests: [{ interval: '1m', input_series: [up, ...samples].map(seriesOf), alert_rule_test: checks }],
  };
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(rules));
}

function requireRulesPass(promtool: string, path: string): void {
  const { status, stdout, stderr } = spawnSync(promtool, ['test', 'rules', path], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
}

test('no shipped alert fires for an idle instance', (t) =>
  onInstance(async (metricsUrl, _url, dataDir) => {
    await sleep(QUIET_MS);
    const samples = await scrape(metricsUrl);
    assert.equal(sumOf(samples, 'third_witness_requests_total'), 0, 'the instance was not quiet');
    const ageS = sumOf(samples, 'third_witness_snapshot_age_seconds');
    assert.ok(ageS !== null && ageS >= 1 && ageS < 120, `age ${ageS}`);
    for (const file of ['uploads', 'snapshot', 'evidence', 'exports']) {
      assert.ok((sumOf(samples, 'third_witness_file_bytes', { file }) ?? 0) > 0, file);
    }
    const promtool = findPrometheusProgram('promtool');
    if (!promtool.ok) return t.skip(promtool.error);
    const withoutAge = samples.filter(({ name }) => name !== 'third_witness_snapshot_age_seconds');
    const gone: object = { summary: 'quiet has no snapshot that it can read' };
    for (const [series, expected] of [
      [samples, new Map<string, object>()],
      [withoutAge, new Map([['ThirdWitnessSnapshotGone', gone]])],
    ] as const) {
      const path = join(dataDir, '../quiet.yml');
      writeRuleTest(path, series, expected);
      requireRulesPass(promtool.value, path);
    }
  }));

test('a snapshot made by a command reduces the backlog of records', () =>
  onInstance(async (metricsUrl, url, dataDir) => {
    const waiting = async () => sumOf(await scrape(metricsUrl), 'third_witness_build_waiting_records');
    const store = (event: string) => world().install('a').event(event).looted(npc(6), item(25)).sendTo(url);
    assert.equal(await waiting(), 0);
    await store('loot:1');
    assert.equal(await waiting(), 1);
    assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
    assert.equal(await waiting(), 0);
    await store('loot:2');
    await store('loot:3');
    assert.equal(await waiting(), 2);
    assert.equal((await runJobHere(dataDir, ['rebuild'])).code, 0);
    assert.equal(await waiting(), 0);
  }, startInstanceHere));

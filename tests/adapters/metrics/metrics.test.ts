import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createBuildWatch } from '../../../adapters/metrics/build_watch.ts';
import { createMetrics } from '../../../adapters/metrics/prometheus.ts';
import { openMetricsServer } from '../../../adapters/metrics/server.ts';
import { limitReadTime } from '../../../adapters/metrics/sizes.ts';
import { countRecords } from '../../../http/intake/present.ts';
import { findPrometheusProgram } from '../../support/prometheus.ts';
import { samplesOf, sumOf } from './samples.ts';

function fileOf(path: string): string {
  return fileURLToPath(new URL(`../../../${path}`, import.meta.url));
}

function world(sizes: ReadonlyMap<string, number> = new Map([['uploads', 7]])) {
  let nowMs = 0;
  let ageS: number | null = null;
  const load = { threads: 1, running: 2, waiting: 3, refused: 4, sinceRefusedMs: 5 };
  let seq = 100;
  const builds = createBuildWatch({ elapsedMs: () => nowMs }, 100);
  const served = async () => (ageS === null ? null : { ageSeconds: ageS, row: { seq } });
  const metrics = createMetrics({
    builds,
    release: { version: '1.2.3', commit: 'a'.repeat(40) },
    sizes: async () => sizes,
    served,
    answers: () => load,
  });
  return {
    builds,
    metrics,
    take: (to: number) => {
      seq = to;
    },
    pass: (ms: number) => {
      nowMs += ms;
    },
    age: (seconds: number | null) => {
      ageS = seconds;
    },
    read: async () => samplesOf(await metrics.text()),
  };
}

test('requests are counted by route, method and status, and buckets add up to the count', async () => {
  const { metrics, read } = world();
  for (const ms of [0.05, 3, 3, 20_000]) metrics.meter.answered('/item/:id', 'GET', 200, ms);
  metrics.meter.answered(null, 'PURGE "x"\n', 405, 1);
  const { samples, types } = await read();
  assert.equal(types.get('third_witness_requests_total'), 'counter');
  assert.equal(types.get('third_witness_request_seconds'), 'histogram');
  assert.equal(sumOf(samples, 'third_witness_requests_total', { route: '/item/:id', status: '200' }), 4);
  assert.equal(sumOf(samples, 'third_witness_requests_total', { route: 'none', method: 'other', status: '405' }), 1);
  const buckets = samples.filter(({ name }) => name === 'third_witness_request_seconds_bucket');
  assert.ok(buckets.every(({ value }, i) => i === 0 || value >= buckets[i - 1]!.value));
  assert.equal(sumOf(samples, 'third_witness_request_seconds_bucket', { le: '0.005' }), 3);
  assert.equal(sumOf(samples, 'third_witness_request_seconds_bucket', { le: '+Inf' }), 4);
  assert.equal(sumOf(samples, 'third_witness_request_seconds_count'), 4);
  assert.ok(Math.abs(sumOf(samples, 'third_witness_request_seconds_sum')! - 20.00605) < 1e-9);
});

test('records are counted by kind and outcome, and an unknown kind is counted as none', async () => {
  const { metrics, read } = world();
  const fault = { pointer: '/kind', reason: 'r' };
  const counts = countRecords({
    accepted: [
      { index: 0, kind: 'loot', eventId: 'a', duplicate: false },
      { index: 1, kind: 'loot', eventId: 'b', duplicate: true },
    ],
    rejected: [
      { index: 2, kind: 'a made-up kind', code: 'kind-unknown', ...fault },
      { index: 3, code: 'kind-unknown', ...fault },
    ],
  });
  assert.deepEqual(counts, [
    { kind: 'loot', verdict: 'stored', code: null, count: 1 },
    { kind: 'loot', verdict: 'repeated', code: null, count: 1 },
    { kind: null, verdict: 'refused', code: 'kind-unknown', count: 2 },
  ]);
  metrics.meter.received(counts);
  metrics.meter.received([]);
  const text = await metrics.text();
  assert.ok(!text.includes('made-up'));
  const { samples } = await read();
  assert.equal(sumOf(samples, 'third_witness_uploads_total'), 1);
  assert.equal(sumOf(samples, 'third_witness_records_total', { verdict: 'refused', kind: 'none' }), 2);
});

test('the backlog of the builder is what is stored but not in the snapshot, whoever wrote it', async () => {
  const { metrics, builds, pass, take, age, read } = world();
  const stored = (count: number) => metrics.meter.received([{ kind: 'loot', verdict: 'stored', code: null, count }]);
  const waiting = async () => sumOf((await read()).samples, 'third_witness_build_waiting_records');
  stored(5);
  assert.equal(await waiting(), null);
  age(0);
  assert.equal(await waiting(), 5);
  const build = (end: 'done' | 'failed') =>
    builds.run(async () => {
      stored(2);
      pass(1_500);
      return end;
    });
  await build('failed');
  assert.equal(await waiting(), 7);
  await build('done');
  take(107);
  assert.equal(await waiting(), 2);
  // The upload may not be answered yet.
  take(110);
  assert.equal(await waiting(), 0);
  const { samples } = await read();
  assert.equal(sumOf(samples, 'third_witness_build_seconds'), 1.5);
  assert.equal(sumOf(samples, 'third_witness_builds_total', { end: 'failed' }), 1);
  assert.equal(sumOf((await read()).samples, 'third_witness_builds_total'), 2);
});

test('an unknown value is left out instead of reported as zero', async () => {
  const { age, read } = world(new Map());
  assert.equal(sumOf((await read()).samples, 'third_witness_snapshot_age_seconds'), null);
  age(12);
  assert.equal(sumOf((await read()).samples, 'third_witness_snapshot_age_seconds'), 12);
  age(null);
  const { samples } = await read();
  assert.equal(sumOf(samples, 'third_witness_snapshot_age_seconds'), null);
  assert.equal(sumOf(samples, 'third_witness_file_bytes'), null);
  assert.ok(sumOf(samples, 'process_resident_memory_bytes')! > 1e6);
});

test('a disk that hangs delays only the sizes, and is asked once', async () => {
  let asked = 0;
  let answer = (_: ReadonlyMap<string, number>): void => {};
  const sizes = limitReadTime(() => {
    asked++;
    return new Promise((resolve) => {
      answer = resolve;
    });
  }, 20);
  assert.deepEqual([await sizes(), await sizes()], [new Map(), new Map()]);
  assert.equal(asked, 1);
  const late = sizes();
  answer(new Map([['uploads', 1]]));
  assert.deepEqual(await late, new Map([['uploads', 1]]));
  void sizes();
  assert.equal(asked, 2);
  answer(new Map());
});

test('metrics used by alerts are zero before their first event', async () => {
  const { samples } = await world().read();
  for (const end of ['done', 'stopped', 'failed'])
    assert.equal(sumOf(samples, 'third_witness_builds_total', { end }), 0);
  const intake = { route: '/api/intake', method: 'POST', status: '503' };
  assert.equal(sumOf(samples, 'third_witness_requests_total', intake), 0);
});

test('the metrics server has only metrics and says so', async () => {
  const { metrics } = world();
  const server = await openMetricsServer(metrics, { host: '127.0.0.1', port: 0 });
  const ask = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${server.port}${path}`, { method });
  try {
    const told = await ask('/metrics?x=1');
    assert.equal(told.status, 200);
    assert.match(told.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    assert.ok(samplesOf(await told.text()).samples.length >= 4);
    assert.equal((await ask('/')).status, 404);
    assert.equal((await ask('/metrics', 'POST')).status, 405);
    assert.equal(await (await ask('/metrics', 'HEAD')).text(), '');
  } finally {
    await server.close();
  }
});

/** Returns every metric name in a text. */
function namesIn(text: string): readonly string[] {
  return [...new Set(text.match(/\b(?:third_witness|process|nodejs)_[a-z0-9_]+/g))];
}

test('alerts, dashboard and documentation use existing metrics, and the documentation lists all of them', async () => {
  const { types } = await world().read();
  const families = [...types.keys()];
  for (const path of ['docs/deploy/alerts.yml', 'docs/deploy/dashboard.json', 'docs/metrics.md']) {
    for (const name of namesIn(readFileSync(fileOf(path), 'utf8'))) {
      assert.ok(families.includes(name.replace(/_(?:bucket|sum|count)$/, '')), `${path}: ${name}`);
    }
  }
  const page = readFileSync(fileOf('docs/metrics.md'), 'utf8');
  for (const family of families) assert.ok(page.includes(`\`${family}\``), family);
  const alerts = readFileSync(fileOf('docs/deploy/alerts.yml'), 'utf8').matchAll(/alert: (\w+)/g);
  for (const [, alert] of alerts) assert.ok(page.includes(`\`${alert}\``), alert);
});

for (const [what, ...args] of [
  ['takes the rules', 'check', 'rules', 'docs/deploy/alerts.yml'],
  ['finds that they speak when they should', 'test', 'rules', 'tests/adapters/metrics/alerts.yml'],
] as const) {
  test(`Prometheus itself ${what}`, (t) => {
    const words = args.map((word) => (word.endsWith('.yml') ? fileOf(word) : word));
    const promtool = findPrometheusProgram('promtool');
    if (!promtool.ok) return t.skip(promtool.error);
    const { status, stdout, stderr } = spawnSync(promtool.value, words, { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });
}

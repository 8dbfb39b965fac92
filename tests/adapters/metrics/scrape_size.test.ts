import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { createBuildWatch } from '../../../adapters/metrics/build_watch.ts';
import { createMetrics } from '../../../adapters/metrics/prometheus.ts';
import { createRoutes } from '../../../http/endpoints/mod.ts';
import { meterRequests } from '../../../http/middleware/meter_requests.ts';
import type { RoutedCall } from '../../../http/middleware/middleware.ts';
import { contextOf } from '../../http/openapi/openapi_context.ts';
import { samplesOf } from './samples.ts';

/** Prometheus stores every line of every scrape. This is the limit for an instance where every route was used. */
const SCRAPE_BYTES_MAX = 60_000;

const stopwatch = { elapsedMs: () => 0 };
const routes = createRoutes({ ...contextOf(), icons: { read: async () => null } as never });

function createCounts() {
  const metrics = createMetrics({
    release: { version: '1.2.3', commit: null },
    builds: createBuildWatch(stopwatch, 0),
    sizes: async () => new Map(),
    served: async () => ({ ageSeconds: 1, row: { seq: 0 } }),
    answers: () => ({ threads: 0, running: 0, waiting: 0, refused: 0, sinceRefusedMs: null }),
  });
  const meterRequest = meterRequests({ meter: metrics.meter, stopwatch });
  const answer = async (status: number): Promise<void> => {
    for (const route of routes) {
      const answered = { status, fields: {}, body: new Uint8Array(0) };
      await meterRequest({ route, method: route.method } as RoutedCall, () => answered);
    }
  };
  return { answer, text: () => metrics.text() };
}

test('a scrape stays small after every route was requested with several outcomes', async () => {
  const { answer, text } = createCounts();
  for (const status of [200, 304, 404]) await answer(status);
  const bytes = Buffer.byteLength(await text());
  assert.ok(bytes <= SCRAPE_BYTES_MAX, `${bytes} bytes`);
});

test('routes for programs, uploads and entity pages are counted separately, and related routes together', async () => {
  const { answer, text } = createCounts();
  await answer(200);
  const { samples } = samplesOf(await text());
  const counts = new Map<string, number>();
  for (const { name, labels, value } of samples) {
    if (name === 'third_witness_request_seconds_count') counts.set(labels['route']!, value);
  }
  for (const route of [
    '/api/corpus/public',
    '/api/edges',
    '/api/tools/:tool',
    '/mcp',
    '/item/:id',
    '/zone/:id',
    '/search',
  ]) {
    assert.equal(counts.get(route), 1, route);
  }
  assert.equal(counts.get('/api/intake'), 1);
  assert.equal(counts.get('/api/health'), 1);
  assert.ok(counts.get('static')! > 80, 'schema files, scripts and styles');
  assert.equal(counts.get('/connect/:form'), 9);
  assert.equal(counts.get('/:kind/:id/picture.png'), 4);
  assert.equal(
    [...counts.values()].reduce((sum, count) => sum + count),
    routes.length,
  );
});

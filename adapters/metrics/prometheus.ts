import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolLoad } from '../../domain/ports/answer_pool.ts';
import type { Meter } from '../../domain/ports/meter.ts';
import type { ProgramRelease } from '../../domain/values/release.ts';
import type { BuildWatch } from './build_watch.ts';
import type { ReadSizes } from './sizes.ts';

/** Sources of the values that are read at each scrape (docs/metrics.md). */
export interface ObservedMetrics {
  /** Returns the served snapshot, or null if there is no snapshot or it cannot be read. */
  served(): Promise<ServedSnapshot | null>;
  answers(): PoolLoad;
  readonly release: ProgramRelease;
  readonly builds: BuildWatch;
  readonly sizes: ReadSizes;
}

export interface ServedSnapshot {
  readonly ageSeconds: number;
  /** `seq` is the sequence number of the last record in the snapshot. */
  readonly row: { readonly seq: number };
}

export interface Metrics {
  readonly meter: Meter;
  readonly contentType: string;
  text(): Promise<string>;
}

/** Histogram buckets in seconds. A cached page takes tens of microseconds, the largest response about 100 ms. */
const LATENCIES_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const LABELED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Label value for a request that matched no route, or for a record whose kind could not be read. */
const NO_ROUTE_LABEL = 'none';
const NS_PER_S = 1e9;
/** Possible outcomes of a builder run (adapters/child_programs.ts). */
const ANSWER_OUTCOMES = ['done', 'stopped', 'failed'];
const INTAKE_LABELS = { route: '/api/intake', method: 'POST' };

/** Counts events for Prometheus. A scrape also checks the snapshot, like a health check, and reads the file sizes. */
export function createMetrics({ served, answers, release, builds, sizes }: ObservedMetrics): Metrics {
  const register = new Registry();
  const registers = [register];
  const counter = <Label extends string>(name: string, help: string, ...labelNames: readonly Label[]) =>
    new Counter({ name, help, registers, labelNames });
  const requests = counter('third_witness_requests_total', 'Answered requests.', 'route', 'method', 'status');
  // An alert watches this series, and Prometheus sees an increase only if the series already exists.
  requests.inc({ ...INTAKE_LABELS, status: 503 }, 0);
  const seconds = new Histogram({
    name: 'third_witness_request_seconds',
    help: 'Time from a request to its finished response.',
    registers,
    labelNames: ['route'] as const,
    buckets: LATENCIES_S,
  });
  const cacheLookups = counter(
    'third_witness_kept_answers_total',
    'Cacheable responses by cache hit (yes) or miss (no).',
    'found',
  );
  const limited = counter('third_witness_limited_total', 'Requests refused by an hourly limit.', 'limit');
  const uploads = counter('third_witness_uploads_total', 'Uploads whose records were judged.');
  const records = counter('third_witness_records_total', 'Records of uploads by outcome.', 'kind', 'verdict', 'code');

  /** Registers a gauge that is read at scrape time. The gauge is absent while `read` returns null. */
  const addGauge = (name: string, help: string, read: () => number | null | Promise<number | null>): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  addGauge('third_witness_snapshot_age_seconds', 'Time since the current snapshot was written.', async () => {
    const snapshot = await served();
    return snapshot?.ageSeconds ?? null;
  });
  addGauge('third_witness_build_seconds', 'Duration of the last builder run.', () => builds.lastS());
  addGauge(
    'third_witness_build_waiting_records',
    'Stored records that the current snapshot does not contain.',
    async () => {
      const snapshot = await served();
      return snapshot === null ? null : builds.waiting(snapshot.row.seq);
    },
  );
  addGauge('third_witness_answer_threads', 'Worker threads for expensive responses.', () => answers().threads);
  addGauge('third_witness_answers_running', 'Expensive responses being computed.', () => answers().running);
  addGauge('third_witness_answers_waiting', 'Requests waiting to be started.', () => answers().waiting);
  addGauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  addGauge(
    'nodejs_eventloop_lag_p99_seconds',
    '99th percentile of the event loop lag since the previous scrape.',
    measureLoopLag(),
  );

  /** Registers a counter whose total is read at scrape time. */
  const addTotal = (name: string, help: string, read: () => number): void => {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  };
  addTotal(
    'third_witness_answers_refused_total',
    'Requests refused with 503 because they could not be started in time.',
    () => answers().refused,
  );
  addTotal('process_cpu_seconds_total', 'Processor time of all threads.', () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  });
  new Counter({
    name: 'third_witness_builds_total',
    help: 'Builder runs by result.',
    registers,
    labelNames: ['end'] as const,
    collect() {
      this.reset();
      for (const end of ANSWER_OUTCOMES) this.inc({ end }, builds.ends().get(end) ?? 0);
    },
  });
  new Gauge({
    name: 'third_witness_release_info',
    help: 'The running release, as labels. The value is always 1.',
    registers,
    labelNames: ['version', 'commit'] as const,
  }).set({ version: release.version, commit: release.commit ?? '' }, 1);
  new Gauge({
    name: 'third_witness_file_bytes',
    help: 'Sizes of the databases, their write-ahead logs and the exports.',
    registers,
    labelNames: ['file'] as const,
    async collect() {
      this.reset();
      for (const [file, size] of await sizes()) this.set({ file }, size);
    },
  });

  const meter: Meter = {
    answered: (route, method, status, ms) => {
      requests.inc({ route: route ?? NO_ROUTE_LABEL, method: LABELED_METHODS.has(method) ? method : 'other', status });
      if (route !== null) seconds.observe({ route }, ms / 1_000);
    },
    kept: (wasThere) => cacheLookups.inc({ found: wasThere ? 'yes' : 'no' }),
    limited: (limit) => limited.inc({ limit }),
    received: (counts) => {
      if (counts.length === 0) return;
      uploads.inc();
      for (const { kind, verdict, code, count } of counts) {
        records.inc({ kind: kind ?? NO_ROUTE_LABEL, verdict, code: code ?? '' }, count);
        if (verdict === 'stored') builds.stored(count);
      }
    },
  };
  return { meter, contentType: register.contentType, text: () => register.metrics() };
}

/**
 * Returns a function that reads the event loop lag since its previous call, in seconds, or null if it is not measured.
 */
function measureLoopLag(): () => number | null {
  try {
    const histogram = monitorEventLoopDelay({ resolution: 20 });
    histogram.enable();
    return () => {
      const p99 = histogram.percentile(99) / NS_PER_S;
      histogram.reset();
      return p99;
    };
  } catch {
    return () => null;
  }
}

import { monitorEventLoopDelay } from 'node:perf_hooks';
import process from 'node:process';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { PoolLoad } from '../../domain/ports/answer_pool.ts';
import type { Meter } from '../../domain/ports/meter.ts';
import type { BuildWatch } from './build_watch.ts';
import type { ReadSizes } from './sizes.ts';

/** What is told beside the counts when somebody asks (docs/metrics.md). */
export interface ObservedMetrics {
  /** Returns the snapshot that is served, or null if there is none or it cannot be read. */
  served(): Promise<ServedSnapshot | null>;
  /** How busy the answer pool is. */
  answers(): PoolLoad;
  readonly builds: BuildWatch;
  readonly sizes: ReadSizes;
}

export interface ServedSnapshot {
  readonly ageSeconds: number;
  /** `seq` is the number of the last record that it holds. */
  readonly row: { readonly seq: number };
}

export interface Metrics {
  readonly meter: Meter;
  readonly contentType: string;
  /** Everything as Prometheus reads it. */
  text(): Promise<string>;
}

/** Seconds; kept pages take some ten microseconds, the largest some hundred milliseconds. */
const LATENCIES_S = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);
/** Where a request meant no route, or a record named no kind. */
const NONE = 'none';
const NS_PER_S = 1e9;
/** How builders end (adapters/builder_process.ts). */
const ENDS = ['done', 'stopped', 'failed'];
const INTAKE = { route: '/api/intake', method: 'POST' };

/** Counts for Prometheus. A scrape looks at the snapshot as a health check does, and at sizes of files. */
export function createMetrics({ served, answers, builds, sizes }: ObservedMetrics): Metrics {
  const register = new Registry();
  const registers = [register];
  const requests = new Counter({
    name: 'third_witness_requests_total',
    help: 'Requests answered.',
    registers,
    labelNames: ['route', 'method', 'status'] as const,
  });
  // An increase is seen only of what was there before.
  requests.inc({ ...INTAKE, status: 503 }, 0);
  const seconds = new Histogram({
    name: 'third_witness_request_seconds',
    help: 'From a request to its finished answer.',
    registers,
    labelNames: ['route'] as const,
    buckets: LATENCIES_S,
  });
  const kept = new Counter({
    name: 'third_witness_kept_answers_total',
    help: 'Answers that may be kept: were they there?',
    registers,
    labelNames: ['found'] as const,
  });
  const limited = new Counter({
    name: 'third_witness_limited_total',
    help: 'Requests refused for their hourly limit.',
    registers,
    labelNames: ['limit'] as const,
  });
  const uploads = new Counter({
    name: 'third_witness_uploads_total',
    help: 'Uploads whose records were judged.',
    registers,
  });
  const records = new Counter({
    name: 'third_witness_records_total',
    help: 'Records of uploads by what became of them.',
    registers,
    labelNames: ['kind', 'verdict', 'code'] as const,
  });
  gauge(registers, 'third_witness_snapshot_age_seconds', 'Since the served snapshot was written.', async () => {
    const snapshot = await served();
    return snapshot?.ageSeconds ?? null;
  });
  gauge(registers, 'third_witness_build_seconds', 'How long the last builder ran.', () => builds.lastS());
  gauge(registers, 'third_witness_build_waiting_records', 'Stored and not in the served snapshot.', async () => {
    const snapshot = await served();
    return snapshot === null ? null : builds.waiting(snapshot.row.seq);
  });
  gauge(registers, 'third_witness_answer_threads', 'Threads of the answer pool.', () => answers().threads);
  gauge(registers, 'third_witness_answers_running', 'Answers being made in the pool.', () => answers().running);
  gauge(registers, 'third_witness_answers_waiting', 'Requests waiting for the pool.', () => answers().waiting);
  new Counter({
    name: 'third_witness_answers_refused_total',
    help: 'Requests refused with 503 because the pool could not start them in time.',
    registers,
    collect() {
      this.reset();
      this.inc(answers().refused);
    },
  });
  new Counter({
    name: 'third_witness_builds_total',
    help: 'Runs of the builder by their end.',
    registers,
    labelNames: ['end'] as const,
    collect() {
      this.reset();
      for (const end of ENDS) this.inc({ end }, builds.ends().get(end) ?? 0);
    },
  });
  new Gauge({
    name: 'third_witness_file_bytes',
    help: 'Sizes of what the data folder holds.',
    registers,
    labelNames: ['file'] as const,
    async collect() {
      this.reset();
      for (const [file, size] of await sizes()) this.set({ file }, size);
    },
  });
  gauge(registers, 'process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const delay = loopDelay();
  gauge(registers, 'nodejs_eventloop_lag_p99_seconds', 'How late the thread that answers comes to its work.', delay);

  const meter: Meter = {
    answered: (route, method, status, ms) => {
      requests.inc({ route: route ?? NONE, method: METHODS.has(method) ? method : 'other', status });
      if (route !== null) seconds.observe({ route }, ms / 1_000);
    },
    kept: (wasThere) => kept.inc({ found: wasThere ? 'yes' : 'no' }),
    limited: (limit) => limited.inc({ limit }),
    received: (counts) => {
      if (counts.length === 0) return;
      uploads.inc();
      for (const { kind, verdict, code, count } of counts) {
        records.inc({ kind: kind ?? NONE, verdict, code: code ?? '' }, count);
        if (verdict === 'stored') builds.stored(count);
      }
    },
  };
  return { meter, contentType: register.contentType, text: () => register.metrics() };
}

/** A figure that is looked up when it is asked for; null: not told. */
function gauge(
  registers: Registry[],
  name: string,
  help: string,
  read: () => number | null | Promise<number | null>,
): void {
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
}

/** Since it was last asked for; null where the runtime does not measure it. */
function loopDelay(): () => number | null {
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

import { type ClosablePool, createAnswerPool } from '../adapters/answer_pool/pool.ts';
import { LONG_TASK_BOUNDS, POOL_BOUNDS, type PoolBounds } from '../adapters/answer_pool/pool_bounds.ts';
import { startPoolThread } from '../adapters/answer_pool/thread.ts';
import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import type { DataDir } from '../adapters/data_folder/data_dir.ts';
import type { BuildWatch } from '../adapters/metrics/build_watch.ts';
import type { Metrics } from '../adapters/metrics/prometheus.ts';
import { openMetricsServer } from '../adapters/metrics/server.ts';
import { createSizeReader, limitReadTime } from '../adapters/metrics/sizes.ts';
import { locateFile } from '../adapters/program_files.ts';
import { type HttpServer, openHttpServer } from '../adapters/server/http_server.ts';
import { waitUntilListening } from '../adapters/start_failure.ts';
import type { AnswerPool, PoolLoad } from '../domain/ports/answer_pool.ts';
import type { Log } from '../domain/ports/log.ts';
import type { SnapshotStore } from '../domain/ports/snapshots.ts';
import { type HealthSnapshot, readHealth } from '../domain/reads/health.ts';
import type { App } from './app.ts';
import type { ResolvedConfig } from './deps.ts';
import type { AnswerReply, AnswerTask } from './middleware/answer_in_pool.ts';

/** Parts shared by the composition roots of the primary and the edge. */

export interface RunningInstance {
  readonly port: number;
  /** Finishes requests in flight, lets the current snapshot step commit, then closes everything. */
  stop(): Promise<void>;
}

interface MetricsSources {
  readonly builds: BuildWatch;
  readonly dir: DataDir;
  readonly snapshots: SnapshotStore;
  readonly pool: Pick<AnswerPool<unknown, unknown>, 'load'>;
}

/** Creates the Prometheus metrics, or returns null without loading their code if no metrics port is configured. */
export async function createMetrics(
  { metricsPort, release }: ResolvedConfig,
  { builds, dir, snapshots, pool }: MetricsSources,
): Promise<Metrics | null> {
  return metricsPort === null
    ? null
    : (await import('../adapters/metrics/prometheus.ts')).createMetrics({
        builds,
        release,
        served: () => readServedSnapshot(snapshots),
        sizes: limitReadTime(createSizeReader(dir, async () => (await readServedSnapshot(snapshots))?.epoch ?? null)),
        answers: () => pool.load(),
      });
}

/**
 * Returns the snapshot being served. Reads it again if the last read was more than a second ago, so that metrics are
 * correct even without requests.
 */
async function readServedSnapshot(snapshots: SnapshotStore): Promise<HealthSnapshot | null> {
  const { snapshot } = await readHealth(snapshots, { clock: systemClock, stopwatch: systemStopwatch }, 0);
  return snapshot;
}

/** Starts the servers for requests and, if configured, for metrics. */
export async function listen(app: App, metrics: Metrics | null, config: ResolvedConfig, log: Log): Promise<HttpServer> {
  const { host, port, trustedProxies, metricsPort } = config;
  const server = await waitUntilListening(openHttpServer(app, { host, port, behindProxy: trustedProxies > 0 }));
  const metricsServer =
    metrics === null || metricsPort === null
      ? null
      : await waitUntilListening(openMetricsServer(metrics, { host, port: metricsPort }), 'TW_METRICS_PORT');
  if (metricsServer !== null) log.info('instance.metrics', { port: metricsServer.port });
  return {
    port: server.port,
    close: async () => {
      await Promise.all([server.close(), metricsServer?.close()]);
    },
  };
}

/** Data passed to a pool thread at its start. */
export interface AnswerThreadSettings {
  readonly config: ResolvedConfig;
  readonly folderId: string | null;
}

/** Creates the thread pools that compute an instance's expensive responses: one for most tasks, one for long ones. */
export function createInstancePool(settings: AnswerThreadSettings, log: Log): ClosablePool<AnswerTask, AnswerReply> {
  const entry = locateFile('http/answer_thread.ts');
  function createPool(bounds: PoolBounds) {
    const startThread = () => startPoolThread<AnswerTask, AnswerReply>(entry, settings, log);
    return createAnswerPool({ startThread, stopwatch: systemStopwatch, log, bounds });
  }
  const pools = { short: createPool(POOL_BOUNDS), long: createPool(LONG_TASK_BOUNDS) };
  return {
    run: (client, task, makeHere) => (makeHere === null ? pools.long : pools.short).run(client, task, makeHere),
    load: () => sumLoads(pools.short.load(), pools.long.load()),
    close: async () => {
      await Promise.all([pools.short.close(), pools.long.close()]);
    },
  };
}

function sumLoads(a: PoolLoad, b: PoolLoad): PoolLoad {
  const refusals = [a.sinceRefusedMs, b.sinceRefusedMs].filter((ms) => ms !== null);
  return {
    threads: a.threads + b.threads,
    running: a.running + b.running,
    waiting: a.waiting + b.waiting,
    refused: a.refused + b.refused,
    sinceRefusedMs: refusals.length === 0 ? null : Math.min(...refusals),
  };
}

import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import type { Config } from '../adapters/config.ts';
import type { DataDir } from '../adapters/data_folder/data_dir.ts';
import type { BuildWatch } from '../adapters/metrics/build_watch.ts';
import type { Metrics } from '../adapters/metrics/prometheus.ts';
import { openMetricsServer } from '../adapters/metrics/server.ts';
import { createSizes, limitReadTime } from '../adapters/metrics/sizes.ts';
import { type HttpServer, openHttpServer } from '../adapters/server/http_server.ts';
import { whenListening } from '../adapters/start_failure.ts';
import type { AnswerPool } from '../domain/ports/answer_pool.ts';
import type { Log } from '../domain/ports/log.ts';
import type { SnapshotStore } from '../domain/ports/snapshots.ts';
import { type HealthSnapshot, readHealth } from '../domain/reads/health.ts';
import type { App } from './app.ts';
import type { Settled } from './deps.ts';

/** What a primary and an edge are put together of in the same way. */

export interface RunningInstance {
  readonly port: number;
  /** Requests in flight finish, the snapshot step in hand commits, then everything is closed. */
  stop(): Promise<void>;
}

/** Where metrics are read. */
interface MetricsSources {
  readonly builds: BuildWatch;
  readonly dir: DataDir;
  readonly snapshots: SnapshotStore;
  readonly pool: Pick<AnswerPool<unknown, unknown>, 'load'>;
}

/** What is told to Prometheus; null where nobody asks, and then what counts for it is not even loaded. */
export async function metricsOf(
  { metricsPort }: Config,
  { builds, dir, snapshots, pool }: MetricsSources,
): Promise<Metrics | null> {
  return metricsPort === null
    ? null
    : (await import('../adapters/metrics/prometheus.ts')).createMetrics({
        builds,
        served: () => servedBy(snapshots),
        sizes: limitReadTime(createSizes(dir, async () => (await servedBy(snapshots))?.epoch ?? null)),
        answers: () => pool.load(),
      });
}

/** Looks anew if nobody asked for a second: an instance without requests has a snapshot like any other. */
async function servedBy(snapshots: SnapshotStore): Promise<HealthSnapshot | null> {
  const { snapshot } = await readHealth(snapshots, { clock: systemClock, stopwatch: systemStopwatch }, 0);
  return snapshot;
}

/** Answers on its port, and tells metrics on theirs. */
export async function listen(app: App, metrics: Metrics | null, config: Settled, log: Log): Promise<HttpServer> {
  const { host, port, trustedProxies, metricsPort } = config;
  const server = await whenListening(openHttpServer(app, { host, port, behindProxy: trustedProxies > 0 }));
  const metricsServer =
    metrics === null || metricsPort === null
      ? null
      : await whenListening(openMetricsServer(metrics, { host, port: metricsPort }), 'TW_METRICS_PORT');
  if (metricsServer !== null) log.info('instance.metrics', { port: metricsServer.port });
  return {
    port: server.port,
    close: async () => {
      await Promise.all([server.close(), metricsServer?.close()]);
    },
  };
}

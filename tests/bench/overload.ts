import { percentile, runCrowd } from '../support/crowd.ts';
import { type Figure, figure } from './pairs.ts';
import { runSnapshotJob, type Service } from './service.ts';
import { publicSubjects } from './subjects.ts';

const CLIENTS = 200;
const DURATION_MS = 15_000;
const OTHERS_P99_MS_MAX = 200;
const LONGEST_MS_MAX = 5_000;
const HEALTH = '/api/health';
const CACHED_PAGE = '/terms';
const SNAPSHOT_PAGE = '/';

/**
 * Measures how long other clients wait while 200 clients search as fast as they get answers, each within its limits.
 */
export async function overloadFigures(service: Service, dataDir: string): Promise<readonly Figure[]> {
  await runSnapshotJob(dataDir, service.port);
  const { names } = await publicSubjects(dataDir);
  const { crowdMs, besideMs } = await runCrowd({
    port: service.port,
    clients: CLIENTS,
    durationMs: DURATION_MS,
    // A missing letter makes the search as expensive as possible, and every search is different.
    pathOf: (client, turn) => {
      const name = names[(client * 7_919 + turn * 104_729) % names.length]!.replace(/.(.)$/, '$1');
      return `/api/tools/search?query=${encodeURIComponent(`${name} ${client} ${turn}`)}`;
    },
    beside: [HEALTH, SNAPSHOT_PAGE, CACHED_PAGE, '/robots.txt'],
  });
  const statuses = [...crowdMs].map(([status, times]) => `${times.length} of ${status}`).join(', ');
  const crowd = [...crowdMs.values()].flat();
  const found = crowdMs.get(200) ?? [];
  return [
    ...[...besideMs].map(([path, times]) =>
      figure(
        `p99 of ${path} beside ${CLIENTS} searching clients`,
        [percentile(times, 0.99)],
        { most: OTHERS_P99_MS_MAX },
        ' ms',
        `p50 ${percentile(times, 0.5).toFixed(1)} ms, longest ${percentile(times, 1).toFixed(0)} ms, ${times.length} requests`,
      ),
    ),
    figure(
      'longest wait of a searching client',
      [percentile(crowd, 1)],
      { most: LONGEST_MS_MAX },
      ' ms',
      `p50 ${percentile(crowd, 0.5).toFixed(0)} ms; ${statuses}`,
    ),
    figure('searches answered a second', [(found.length * 1_000) / DURATION_MS], null, '', `on ${names.length} names`),
  ];
}

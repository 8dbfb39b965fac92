import { createReplicator } from '../adapters/child_programs.ts';
import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { watchFolder } from '../adapters/data_folder/folder_watch.ts';
import { createRunningHandler, openInstanceFolder } from '../adapters/data_folder/open_folder.ts';
import { nodeDigest } from '../adapters/digest.ts';
import { createPrimaryExports } from '../adapters/exports/primary_exports.ts';
import { serveInstance } from '../adapters/instance_socket.ts';
import { createCopiedKeyReader } from '../adapters/key_reader.ts';
import { createSnapshotStore } from '../adapters/libsql/snapshot/store.ts';
import { createBuildWatch } from '../adapters/metrics/build_watch.ts';
import { openPictureFolders } from '../adapters/picture_folder.ts';
import { createPrimaryClient, SHORT_BOUNDS } from '../adapters/primary_client.ts';
import { createPrimaryKeyReader } from '../adapters/primary_keys.ts';
import { RULE_VERSIONS } from '../domain/families/mod.ts';
import { createKeyCheck } from '../domain/operator/key_check.ts';
import type { Log } from '../domain/ports/log.ts';
import type { EpochDamage } from '../domain/ports/snapshot_view.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { catchFault, StorageFault } from '../domain/values/storage_fault.ts';
import { createFollower } from '../jobs/following.ts';
import { type JobSchedule, startSchedule } from '../jobs/schedule.ts';
import { createApp } from './app.ts';
import { createDeps, type ResolvedConfig } from './deps.ts';
import { createInstancePool, createMetrics, listen, type RunningInstance } from './parts.ts';

/** Stub for ports that need uploads. It is never called, because an edge forwards such requests to its primary. */
async function refuseOnEdge(): Promise<never> {
  throw new StorageFault('uploads', 'AN_EDGE_HAS_NONE');
}
const PRIMARY_STUBS = {
  intake: { take: refuseOnEdge },
  uploads: { find: refuseOnEdge },
  changes: { files: refuseOnEdge, open: refuseOnEdge },
  owner: { carryOut: async () => err('An edge has no uploads: ask its primary.') },
} as const;

/** Starts an edge. It serves its existing copy at once, and keeps the copy up to date with its source. */
export async function startEdge(configured: ResolvedConfig, log: Log): Promise<Result<RunningInstance, string>> {
  const { primaryUrl, replicaUrl } = configured;
  // Files have no digests of keys, so an edge that follows them has to ask its primary.
  const hasKeys = configured.keys && (replicaUrl === null || primaryUrl !== null);
  if (configured.keys && !hasKeys) log.warn('edge.keys_off');
  const config = { ...configured, keys: hasKeys };
  const pictures = openPictureFolders(config);
  if (!pictures.ok) return pictures;
  const held = await openInstanceFolder(config.dataDir, 'edge');
  if (!held.ok) return held;
  const { dir } = held.value;
  const [clock, stopwatch] = [systemClock, systemStopwatch];
  let schedule: JobSchedule | null = null;
  // The next poll checks the copy and fetches a new one.
  const onDamage = ({ cause }: EpochDamage): void => {
    log.error('snapshot.damaged', { cause });
    schedule?.wake();
  };
  const snapshots = createSnapshotStore({ dir, clock, stopwatch, rollups: RULE_VERSIONS, copied: true, onDamage });
  await catchFault(snapshots.refresh());
  const socket = await serveInstance(
    dir.socket,
    { here: async () => ok(dir.id), running: createRunningHandler(config.port) },
    log,
    dir.requireSame,
  );
  const watch = watchFolder(held.value, socket, log);
  const keyReader =
    replicaUrl === null || primaryUrl === null
      ? createCopiedKeyReader(dir)
      : createPrimaryKeyReader(createPrimaryClient(primaryUrl, SHORT_BOUNDS), stopwatch);
  const keys = createKeyCheck({ reader: keyReader, digest: nodeDigest, clock, noteUse: () => {} });
  const replicator = createReplicator(dir.id);
  const follower = createFollower({
    bringUp: async (signal, checks) => (await watch.mayWrite()) && replicator.run(signal, checks),
    isReadable: () => snapshots.damage() === null,
    refresh: async () => !((await catchFault(snapshots.refresh())) instanceof StorageFault),
    clock,
    stopwatch,
  });
  const primary = primaryUrl === null ? null : createPrimaryClient(primaryUrl);
  const pool = createInstancePool({ config, folderId: dir.id }, log);
  const metrics = await createMetrics(config, { builds: createBuildWatch(stopwatch, null), dir, snapshots, pool });
  const own = {
    ...PRIMARY_STUBS,
    snapshots,
    keys,
    pool,
    meter: metrics?.meter ?? null,
    ...pictures.value,
    exports: createPrimaryExports(
      primaryUrl === null ? null : createPrimaryClient(primaryUrl, SHORT_BOUNDS),
      stopwatch,
    ),
    edge: { primary, following: follower },
  };
  const app = createApp(createDeps(own, config, log));
  const server = await listen(app, metrics, config, log);
  schedule = startSchedule({ intervalS: config.syncIntervalS, run: follower.run, stopwatch, log });
  return ok({
    port: server.port,
    stop: async () => {
      await Promise.all([server.close(), schedule?.stop()]);
      await pool.close();
      await socket.close();
      await keyReader.close();
      await snapshots.close();
      await watch.close();
    },
  });
}

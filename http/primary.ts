import { createChangeFileReader } from '../adapters/changes/reader.ts';
import { createBuilder, createPublisher } from '../adapters/child_programs.ts';
import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { chooseGame, writeFolderSettings } from '../adapters/config/folder_settings.ts';
import { type Config, resolvePublicUrl } from '../adapters/config.ts';
import { checkFeedTime } from '../adapters/data_folder/feed_time.ts';
import { guardIntake, watchFolder } from '../adapters/data_folder/folder_watch.ts';
import { createGuardedFiles } from '../adapters/data_folder/guarded_files.ts';
import { readChainLink } from '../adapters/data_folder/notes.ts';
import { createRunningHandler, openInstanceFolder } from '../adapters/data_folder/open_folder.ts';
import { nodeDigest } from '../adapters/digest.ts';
import { createExportReader } from '../adapters/exports/reader.ts';
import { serveInstance } from '../adapters/instance_socket.ts';
import { startIntakeWorker } from '../adapters/intake_worker/client.ts';
import { createUploadFinder } from '../adapters/intake_worker/upload_finder.ts';
import { createKeyReader } from '../adapters/key_reader.ts';
import { createSnapshotStore } from '../adapters/libsql/snapshot/store.ts';
import { readNewestSeq } from '../adapters/libsql/uploads/reader.ts';
import { createBuildWatch } from '../adapters/metrics/build_watch.ts';
import { openPictureFolders } from '../adapters/picture_folder.ts';
import { locateFile } from '../adapters/program_files.ts';
import { createPublicationReader } from '../adapters/publication/reader.ts';
import { findFreePort } from '../adapters/server/free_port.ts';
import { RULE_VERSIONS } from '../domain/families/mod.ts';
import { readOperatorCommand } from '../domain/operator/command.ts';
import { createKeyCheck } from '../domain/operator/key_check.ts';
import type { Log } from '../domain/ports/log.ts';
import type { EpochDamage } from '../domain/ports/snapshot_view.ts';
import { createRebuildPace } from '../domain/snapshot/rebuild_pace.ts';
import type { ProgramRelease } from '../domain/values/release.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { catchFault, StorageFault } from '../domain/values/storage_fault.ts';
import { type JobSchedule, startPublishing, startSchedule } from '../jobs/schedule.ts';
import { createApp } from './app.ts';
import { createDeps, type ResolvedConfig } from './deps.ts';
import type { IntakeAnswer } from './intake/present.ts';
import { createInstancePool, createMetrics, listen, type RunningInstance } from './parts.ts';

/** Completes the settings of an instance: chooses a port if none is configured, and the public address. */
export async function resolveConfig(config: Config, release: ProgramRelease): Promise<Result<ResolvedConfig, string>> {
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  const publicUrl = resolvePublicUrl(config, port);
  return publicUrl.ok ? ok({ ...config, port, publicUrl: publicUrl.value, release }) : publicUrl;
}

/**
 * Starts a primary with the settings of an environment: first the intake worker, then the server, then the schedule,
 * which runs the builder of `buildWith`.
 */
export async function startPrimary(
  configured: ResolvedConfig,
  log: Log,
  env: Readonly<Record<string, string | undefined>>,
  buildWith = createBuilder,
): Promise<Result<RunningInstance, string>> {
  const pictures = openPictureFolders(configured);
  if (!pictures.ok) return pictures;
  const held = await openInstanceFolder(configured.dataDir);
  if (!held.ok) return held;
  const { dir } = held.value;
  const refusal = await checkFeedTime(dir, configured.feedTime);
  if (refusal !== null) return err(refusal);
  const game = chooseGame(dir, configured.game);
  if (!game.ok) return game;
  const config = { ...configured, game: game.value };

  const clock = systemClock;
  const stopwatch = systemStopwatch;
  const folder = dir.id === null ? null : { identity: dir.identity, id: dir.id, settings: dir.settings };
  const { uploadsDb, linkFile } = dir;
  const worker = await startIntakeWorker<IntakeAnswer>({
    entry: locateFile('http/intake_thread.ts'),
    uploadsDb,
    knownLink: readChainLink(linkFile),
    linkFile,
    folder,
    log,
    debug: config.log === 'debug',
    witnessNetworks: config.witnessNetworks,
  });
  // Not before the worker has migrated the uploads to the release that this writes to the folder.
  const { publicUrl, release } = config;
  const written = { game: config.game, publicUrl, release: release.version };
  const changed = await writeFolderSettings(dir, env, written);
  if (changed.length > 0) log.info('instance.settings_changed', { variables: changed.join() });
  let schedule: JobSchedule | null = null;
  const pace = createRebuildPace(stopwatch);
  let mayRebuild = false;
  const onDamage = ({ cause }: EpochDamage): void => {
    log.error('snapshot.damaged', { cause });
    mayRebuild = pace.begin();
    if (mayRebuild) schedule?.wake();
  };
  const snapshots = createSnapshotStore({ dir, clock, stopwatch, rollups: RULE_VERSIONS, onDamage });
  /**
   * Returns the damaged epoch that the builder must replace, or null if none is damaged or a rebuild was tried
   * recently.
   */
  const damage = async (): Promise<Result<EpochDamage | null, string>> => {
    const found = snapshots.damage();
    const replaces = found !== null && (mayRebuild || pace.begin());
    mayRebuild = false;
    return ok(replaces ? found : null);
  };
  let hasDamagedFile = false;
  const onFileDamage = (): void => {
    hasDamagedFile = true;
  };
  /** Returns whether a damaged file was found since the last call. The builder then checks all of them. */
  const fileDamage = async (): Promise<Result<boolean, string>> => {
    const found = hasDamagedFile;
    hasDamagedFile = false;
    return ok(found);
  };
  const refresh = async (): Promise<Result<null, string>> => {
    const fault = await catchFault(snapshots.refresh());
    return fault instanceof StorageFault ? err(`The snapshot cannot be read (${fault.cause}).`) : ok(null);
  };
  // Load the existing snapshot so that it is served from the first request on. The first build may take long.
  await refresh();
  const owner = async (args: unknown): Promise<Result<unknown, string>> => {
    const command = readOperatorCommand(args);
    return command.ok ? intake.ask(command.value) : command;
  };
  const here = async (): Promise<Result<unknown, string>> => ok(dir.id);
  const publisher = createPublisher(dir.id, env);
  const isPublic = config.replica === 'public';
  // Files that are not published would keep rows that are erased later.
  if (!isPublic) await createGuardedFiles(dir.requireSame).remove(dir.publication);
  const publishing =
    config.publishUrl === null && !isPublic ? null : startPublishing({ run: (signal) => publisher.run(signal), log });
  /**
   * Whether the instance's own builder is running. While it is, refreshes do not publish; the schedule publishes
   * after the build.
   */
  let building = false;
  const refreshAndPublish = async (): Promise<Result<null, string>> => {
    const refreshed = await refresh();
    if (!building) publishing?.wake();
    return refreshed;
  };
  const socket = await serveInstance(
    dir.socket,
    {
      here,
      running: createRunningHandler(config.port),
      refresh: refreshAndPublish,
      damage,
      owner,
      'file-damage': fileDamage,
    },
    log,
    dir.requireSame,
  );
  const watch = watchFolder(held.value, socket, log);
  const intake = guardIntake(worker, watch);
  const keyReader = createKeyReader(dir, clock);
  const keys = createKeyCheck({
    reader: keyReader,
    digest: nodeDigest,
    clock,
    // The write is not awaited. If it fails, the key keeps its previous date of last use.
    noteUse: (keyHash, day) => void intake.ask({ op: 'key-used', keyHash, day }),
  });
  const builds = createBuildWatch(stopwatch, config.metricsPort === null ? null : await readNewestSeq(uploadsDb));
  const pool = createInstancePool({ config, folderId: dir.id }, log);
  const metrics = await createMetrics(config, { builds, dir, snapshots, pool });
  const own = {
    snapshots,
    intake,
    keys,
    pool,
    meter: metrics?.meter ?? null,
    ...pictures.value,
    uploads: createUploadFinder(intake.ask),
    owner: { carryOut: intake.ask },
    exports: createExportReader(dir.exports, dir.requireSame, onFileDamage, config.exportEvidence),
    changes: createChangeFileReader(dir.changes, dir.requireSame, onFileDamage),
    publication: isPublic ? createPublicationReader(dir) : null,
  };
  const app = createApp(createDeps(own, config, log));
  const server = await listen(app, metrics, config, log);
  const builder = buildWith(dir.id, env);
  schedule = startSchedule({
    intervalS: config.snapshotIntervalS,
    run: async (signal) => {
      if (!(await watch.mayWrite())) return false;
      building = true;
      const end = await builds
        .run(() => builder.run(signal))
        .finally(() => {
          building = false;
        });
      // Refresh even if the builder failed, because it may have written snapshots before.
      await refresh();
      publishing?.wake();
      return end !== 'failed';
    },
    stopwatch,
    log,
  });
  return ok({
    port: server.port,
    stop: async () => {
      await Promise.all([server.close(), schedule?.stop(), publishing?.stop()]);
      await pool.close();
      await socket.close();
      await keyReader.close();
      await intake.close();
      await snapshots.close();
      await watch.close();
    },
  });
}

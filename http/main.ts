import process from 'node:process';
import { readDocsAssets, readStyleSheet } from '../adapters/assets.ts';
import { createBuilder } from '../adapters/builder_process.ts';
import { systemClock } from '../adapters/clock.ts';
import { zlibCodec } from '../adapters/codec.ts';
import { localUrlOf, noPublicUrl, publicUrlOf } from '../adapters/config/address.ts';
import { type Config, readConfig } from '../adapters/config.ts';
import { createDataDir, type DataDir, WrongDataDir } from '../adapters/data_dir.ts';
import { nodeDigest } from '../adapters/digest.ts';
import { feedTimeRefusal } from '../adapters/epoch.ts';
import { createExportReader } from '../adapters/exports/reader.ts';
import { freePort } from '../adapters/free_port.ts';
import { openHttpServer } from '../adapters/http_server.ts';
import { openIconFolder } from '../adapters/icons.ts';
import { serveInstance } from '../adapters/instance_socket.ts';
import { IntakeNotStarted, startIntakeWorker } from '../adapters/intake_worker/client.ts';
import { createKeyReader } from '../adapters/key_reader.ts';
import { createSnapshotReader } from '../adapters/libsql/snapshot/reader.ts';
import { storageFault } from '../adapters/libsql/storage_error.ts';
import { readLink } from '../adapters/link_file.ts';
import { acquireLock } from '../adapters/lock.ts';
import { bugFields, createLog } from '../adapters/log.ts';
import { createKeyCheck } from '../domain/custody/key_check.ts';
import { readDeskCommand } from '../domain/custody/read_command.ts';
import type { Log } from '../domain/ports/log.ts';
import { err, ok, type Result } from '../domain/result.ts';
import { startSchedule } from '../jobs/schedule.ts';
import { createApp } from './app.ts';

/** A command may hold the uploads for a moment; an instance holds them for good. */
const UPLOADS_LOCK_WAIT_MS = 3_000;

interface RunningInstance {
  readonly port: number;
  /** Requests in flight finish, the snapshot step in hand commits, then everything is closed. */
  stop(): Promise<void>;
}

/** The configuration with the port that was chosen and the address that links begin with. */
type Settled = Config & { readonly publicUrl: string };

const settle = async (config: Config): Promise<Result<Settled, string>> => {
  const port = config.port === 0 ? await freePort(config.host) : config.port;
  const publicUrl = publicUrlOf(config, port);
  return publicUrl === null ? err(noPublicUrl(config)) : ok({ ...config, port, publicUrl });
};

/** Puts the pieces together and starts them: the uploads first, then answering, then the schedule. */
const start = async (config: Settled, dir: DataDir, log: Log): Promise<Result<RunningInstance, string>> => {
  const icons = config.iconDir === null ? ok(null) : openIconFolder(config.iconDir);
  if (!icons.ok) return icons;
  const lock = await acquireLock(dir.uploadsLock, { waitMs: UPLOADS_LOCK_WAIT_MS });
  if (lock === null) return err('TW_DATA_DIR must name a folder of its own: another instance is running on it.');
  const refusal = await feedTimeRefusal(dir, config.feedTime);
  if (refusal !== null) return err(refusal);

  const clock = systemClock;
  const intake = await startIntakeWorker({ uploadsDb: dir.uploadsDb, knownLink: readLink(dir.linkFile), log });
  const keyReader = createKeyReader(dir, clock);
  const keys = createKeyCheck({
    reader: keyReader,
    digest: nodeDigest,
    clock,
    // Nobody waits for it; where it cannot be noted, the key's last day stays as it was.
    noteUse: (keyHash, day) => void intake.ask({ op: 'key-used', keyHash, day }),
  });
  const reader = createSnapshotReader({ dir, clock });
  const refresh = async (): Promise<Result<null, string>> => {
    const looked = await reader.refresh();
    return looked.ok ? ok(null) : err(`The snapshot cannot be read (${looked.error.cause}).`);
  };
  const desk = async (args: unknown): Promise<Result<unknown, string>> => {
    const command = readDeskCommand(args);
    return command.ok ? intake.ask(command.value) : command;
  };
  const socket = await serveInstance(dir.socket, { refresh, desk }, log);
  const app = createApp({
    reader,
    intake,
    exports: createExportReader(dir.exports),
    keys,
    codec: zlibCodec,
    clock,
    log,
    describeBug: bugFields,
    styleSheet: readStyleSheet(),
    docsAssets: readDocsAssets(),
    icons: icons.value,
    settings: { ...config, startedAtMs: clock.nowMs() },
  });
  const server = await openHttpServer(app, {
    ...{ host: config.host, port: config.port },
    behindProxy: config.trustedProxies > 0,
  });
  // What it exports begins with the address that answers begin with, also where that was chosen here.
  const builder = createBuilder({ ...process.env, TW_PUBLIC_URL: config.publicUrl });
  const schedule = startSchedule({
    intervalS: config.snapshotIntervalS,
    run: async (signal) => {
      const end = await builder.run(signal);
      // Where the builder failed, what stands can still be read.
      await refresh();
      return end !== 'failed';
    },
    clock,
    log,
  });
  return ok({
    port: server.port,
    stop: async () => {
      await Promise.all([server.close(), schedule.stop()]);
      await socket.close();
      await keyReader.close();
      await intake.close();
      await reader.close();
      await lock.release();
    },
  });
};

/** Why the start failed, as a sentence; null where it is a bug. */
const sentenceOf = (error: unknown, config: Config): string | null => {
  if (error instanceof WrongDataDir || error instanceof IntakeNotStarted) return error.message;
  const code = storageFault(error);
  if (code === 'EADDRINUSE' || code === 'EADDRNOTAVAIL' || code === 'EACCES' || code === 'ENOTFOUND') {
    return `TW_HOST and TW_PORT must name an address that is free to listen on; ${config.host} port ${config.port} is not (${code}).`;
  }
  return code === null ? null : `The data folder could not be read or written (${code}): see to its disk and files.`;
};

const refuse = (sentence: string): never => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const config = readConfig(process.env, { terminal: process.stderr.isTTY === true });
if (!config.ok) refuse(config.error);
else {
  const log = createLog(config.value.log, systemClock);
  try {
    const settled = await settle(config.value);
    const instance = settled.ok ? await start(settled.value, createDataDir(config.value.dataDir), log) : settled;
    if (!instance.ok) refuse(instance.error);
    else {
      const { port } = instance.value;
      const [url, publicUrl] = [localUrlOf(config.value, port), publicUrlOf(config.value, port)];
      log.info('instance.listening', { host: config.value.host, port, url, publicUrl });
      const end = async (): Promise<void> => {
        log.info('instance.stopping');
        await instance.value.stop();
        log.info('instance.stopped');
        process.exit(0);
      };
      process.once('SIGTERM', end);
      process.once('SIGINT', end);
    }
  } catch (error) {
    const sentence = sentenceOf(error, config.value);
    if (sentence === null) log.error('instance.bug', bugFields(error));
    refuse(sentence ?? 'The instance did not start through a fault of this program; the log says where.');
  }
}

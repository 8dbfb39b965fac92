import { GAME_PREFIX } from '../domain/families/mod.ts';
import type { ReadProgress } from '../domain/game_files/watch_tables.ts';
import type { BuilderContext, CarriedHistory, NewEpoch } from '../domain/operator/builder_context.ts';
import { determineGame } from '../domain/operator/settle_game.ts';
import type { Log } from '../domain/ports/log.ts';
import type { EpochDamage } from '../domain/ports/snapshot_view.ts';
import type { UploadReader } from '../domain/ports/uploads.ts';
import type { CountingRules } from '../domain/snapshot/counting_records.ts';
import type { SnapshotProgress } from '../domain/snapshot/run.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { catchFault, StorageFault } from '../domain/values/storage_fault.ts';
import { PROTOCOL_VERSION } from '../schema/protocol.ts';
import type { Game } from '../schema/vocabulary.ts';
import { createChangeFolder } from './changes/folder.ts';
import { systemClock } from './clock.ts';
import { readFolderGame, storeFolderGame } from './config/folder_settings.ts';
import { type DataDir, readCurrentEpoch } from './data_folder/data_dir.ts';
import {
  createEpoch,
  createScratchEpoch,
  type EpochRules,
  openServedEpoch,
  removeOtherEpochs,
  scrubServedEpoch,
  serveEpoch,
} from './data_folder/epoch.ts';
import { checkFilesOnceADay, checkServedEpoch, findDamagedServedRows } from './data_folder/epoch_check.ts';
import { acquireLock, type Lock } from './data_folder/lock.ts';
import { createLinkNote, readChainLink } from './data_folder/notes.ts';
import { acquireUploadsLock } from './data_folder/uploads_owner.ts';
import { nodeDigest } from './digest.ts';
import { openGameTables } from './game_files/folder.ts';
import { createDocumentFolder, createImportFolder } from './imports/folder.ts';
import { openDocumentLines } from './imports/knowledge_lines.ts';
import { askInstance } from './instance_socket.ts';
import { readHistory } from './libsql/snapshot/writer.ts';
import { createFaultWrapper, isDamageCode, readStorageCode } from './libsql/storage_error.ts';
import { openUploadReader } from './libsql/uploads/reader.ts';
import { openUploadWriter } from './libsql/uploads/writer.ts';
import { createWitnessReader } from './libsql/witnesses.ts';
import { systemRandom } from './random.ts';

const wrapFaults = createFaultWrapper('snapshot');

export interface BuilderContextOptions {
  readonly dir: DataDir;
  readonly rules: EpochRules;
  readonly kinds: CountingRules;
  /** TW_GAME. Default: null, so that a turn reads it from the folder. */
  readonly game?: Game | null;
  /** TW_INSTALL_AGE_DAYS. Default: 0. */
  readonly installAgeDays?: number;
  /** TW_WITNESS_NETWORKS. Default: 1. */
  readonly witnessNetworks?: number;
  /** TW_SNAPSHOT_INTERVAL_S. Default: 600. */
  readonly snapshotIntervalS?: number;
  /** Whether snapshots are copied to a libSQL server. */
  readonly publishes?: boolean;
  /** Runs right before a new epoch is served. */
  readonly beforeServing?: () => Promise<void>;
  readonly log: Log;
  /** Aborted when the process is asked to exit. */
  readonly stop: AbortSignal;
  readonly onProgress: (progress: SnapshotProgress) => void;
  readonly onTable: (reading: ReadProgress) => void;
}

/** Creates the builder's context for a data folder. An instance may be running on the same folder. */
export function createBuilderContext(options: BuilderContextOptions): BuilderContext {
  const { dir, kinds, log, stop } = options;
  const imports = createImportFolder(dir.imports, dir.requireSame);
  let game = options.game ?? null;
  const rules = (): EpochRules => {
    const { rollups } = options.rules;
    return { ...options.rules, rollups: game === null ? rollups : { ...rollups, [`${GAME_PREFIX}${game}`]: 1 } };
  };
  const witnessRules = {
    installAgeDays: options.installAgeDays ?? 0,
    witnessNetworks: options.witnessNetworks ?? 1,
  };
  const publishing = { publishes: options.publishes === true };
  let turnLock: Lock | null = null;
  /**
   * Lets the event loop run. Database calls block the thread, so signals would otherwise go unnoticed until the end.
   */
  const pause = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, 0));
    // If the lock file was deleted, another builder may already be running.
    return !stop.aborted && turnLock?.holds() !== false;
  };
  return {
    turn: (work) =>
      takeTurn(options, (uploads, lock) => {
        turnLock = lock;
        game ??= readFolderGame(dir);
        return work(uploads);
      }),
    settleGame: async (uploads) => {
      if (game !== null) return;
      game = await determineGame(uploads, (await imports.current())?.meta.build ?? null);
      if (game === null) return;
      await storeFolderGame(dir, game);
      log.info('instance.game_settled', { game });
    },
    openServed: () => openServedEpoch(dir, rules(), publishing),
    createEpoch: async (): Promise<NewEpoch> => {
      const epoch = await createEpoch(dir, rules(), systemRandom);
      const serve = async (): Promise<void> => {
        await options.beforeServing?.();
        await serveEpoch(dir, epoch, publishing);
      };
      return { ...epoch, serve };
    },
    createScratch: () => createScratchEpoch(dir, rules(), systemRandom),
    readCarriedHistory: () => readServedHistory(dir),
    scrubServed: () => scrubServedEpoch(dir),
    removeOtherEpochs: () => removeOtherEpochs(dir),
    refreshInstance: () => refreshInstance(dir),
    knownLink: async () => readChainLink(dir.linkFile),
    witnesses: createWitnessReader(dir, witnessRules),
    openGameTables,
    changes: createChangeFolder(dir),
    intervalMs: 1_000 * (options.snapshotIntervalS ?? 600),
    imports,
    openDocumentLines,
    documents: createDocumentFolder(dir.documents, dir.requireSame),
    faultOf: readStorageCode,
    isDamage: isDamageCode,
    damageSeenByInstance: () => askForDamage(dir),
    checkServed: () => checkServedEpoch(dir),
    checkFiles: async (check) => checkFilesOnceADay(dir, await askForFileDamage(dir), check),
    damagedRows: () => findDamagedServedRows(dir),
    digest: nodeDigest,
    protocol: PROTOCOL_VERSION,
    clock: systemClock,
    log,
    get settings() {
      return { kinds: { ...kinds, game }, feedTime: options.rules.feedTime, ...witnessRules };
    },
    shouldContinue: (progress) => {
      options.onProgress(progress);
      return pause();
    },
    pause,
    onTable: options.onTable,
  };
}

/** Runs `work` while holding the builder lock. Returns null if asked to stop while waiting for the lock. */
export async function takeTurn<T>(
  { dir, log, stop }: Pick<BuilderContextOptions, 'dir' | 'log' | 'stop'>,
  work: (uploads: UploadReader, lock: Lock) => Promise<T>,
): Promise<T | null> {
  dir.requireSame();
  let lock = await acquireLock(dir.builderLock, { waitMs: 0 });
  if (lock === null) {
    log.info('builder.waiting');
    lock = await acquireLock(dir.builderLock, { waitMs: Number.POSITIVE_INFINITY, signal: stop });
  }
  if (lock === null) return null;
  try {
    dir.requireSame();
    await recoverUploads(dir, log);
    const uploads = await openUploadReader(dir.uploadsDb);
    try {
      return await work(uploads, lock);
    } finally {
      await uploads.close();
    }
  } finally {
    await lock.release();
  }
}

/** Recovers and migrates uploads.db by opening it for writing, unless a running instance has already done so. */
async function recoverUploads(dir: DataDir, log: Log): Promise<void> {
  const lock = await acquireUploadsLock(dir, { waitMs: 0 });
  if (lock === null) return;
  try {
    dir.requireSame();
    const writer = await openUploadWriter(dir.uploadsDb, {
      random: systemRandom,
      create: true,
      knownLink: readChainLink(dir.linkFile),
      note: createLinkNote(dir.linkFile, log, dir.requireSame),
    });
    await writer.close();
  } finally {
    await lock.release();
  }
}

/**
 * Reads the history that a new epoch carries over. Returns null if no epoch is served or its history cannot be read.
 */
async function readServedHistory(dir: DataDir): Promise<CarriedHistory | null> {
  const name = readCurrentEpoch(dir);
  if (name === null) return null;
  const past = await catchFault(wrapFaults(() => readHistory(dir.snapshotDb(name))));
  return past instanceof StorageFault ? null : past;
}

/**
 * Asks the running instance which damage it has found in the served epoch. Returns null if it found none, if no
 * instance is running, or if the instance runs an earlier release that does not know the command.
 */
async function askForDamage(dir: DataDir): Promise<string | null> {
  const answer = await askInstance(dir.socket, 'damage', null);
  if (!answer.reached || !answer.reply.ok || answer.reply.value === null) return null;
  const { epoch, cause } = answer.reply.value as EpochDamage;
  return epoch === readCurrentEpoch(dir) ? cause : null;
}

/** Asks the running instance whether it found a damaged file since it was asked last. */
async function askForFileDamage(dir: DataDir): Promise<boolean> {
  const answer = await askInstance(dir.socket, 'file-damage', null);
  return answer.reached && answer.reply.ok && answer.reply.value === true;
}

async function refreshInstance(dir: DataDir): Promise<Result<void, string>> {
  const answer = await askInstance(dir.socket, 'refresh', null);
  if (!answer.reached || answer.reply.ok) return ok(undefined);
  return err(answer.reply.error);
}

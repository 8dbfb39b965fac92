import { createThreadLog, readThreadSettings, serveTasks } from '../adapters/answer_pool/serve.ts';
import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { toDataDir } from '../adapters/data_folder/data_dir.ts';
import { createPrimaryExports } from '../adapters/exports/primary_exports.ts';
import { createExportReader } from '../adapters/exports/reader.ts';
import { createSnapshotStore } from '../adapters/libsql/snapshot/store.ts';
import { openPictureFolders } from '../adapters/picture_folder.ts';
import { createPrimaryClient, SHORT_BOUNDS } from '../adapters/primary_client.ts';
import { RULE_VERSIONS } from '../domain/families/mod.ts';
import { err } from '../domain/values/result.ts';
import { catchFault, StorageFault } from '../domain/values/storage_fault.ts';
import { createTaskAnswerer } from './answers/answerer.ts';
import { createDeps } from './deps.ts';
import type { AnswerThreadSettings } from './parts.ts';

/**
 * Composition root of an answer pool thread. The thread reads the snapshot over its own connection and never writes.
 */
const { config, folderId } = readThreadSettings<AnswerThreadSettings>();
const isEdge = config.role === 'edge';
const dir = toDataDir(config.dataDir, folderId);
const log = createThreadLog(config.log === 'debug');
const snapshots = createSnapshotStore({
  dir,
  clock: systemClock,
  stopwatch: systemStopwatch,
  rollups: RULE_VERSIONS,
  copied: isEdge,
});
await catchFault(snapshots.refresh());
const pictures = openPictureFolders(config);
const primary = isEdge && config.primaryUrl !== null ? createPrimaryClient(config.primaryUrl, SHORT_BOUNDS) : null;
/**
 * Stub for ports that tasks never use. Tasks do not write, and the main thread handles uploads and keys before it
 * creates a task.
 */
async function refuseOutsideMainThread(): Promise<never> {
  throw new StorageFault('uploads', 'NOT_IN_THIS_THREAD');
}
const answerTask = createTaskAnswerer(
  createDeps(
    {
      snapshots,
      intake: { take: refuseOutsideMainThread },
      uploads: { find: refuseOutsideMainThread },
      owner: { carryOut: async () => err('Commands are carried out by another thread.') },
      keys: { check: refuseOutsideMainThread, checkDigest: refuseOutsideMainThread },
      changes: { files: refuseOutsideMainThread, open: refuseOutsideMainThread },
      exports: isEdge
        ? createPrimaryExports(primary, systemStopwatch)
        : createExportReader(dir.exports, dir.requireSame, undefined, config.exportEvidence),
      ...(pictures.ok ? pictures.value : { icons: null, mapArt: null }),
    },
    config,
    log,
  ),
);
serveTasks({ answer: answerTask, close: () => snapshots.close() });

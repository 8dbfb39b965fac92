import { CHECK_ARGUMENT } from '../adapters/child_programs.ts';
import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { createCommandLine } from '../adapters/command_line.ts';
import { readCommandConfig } from '../adapters/config.ts';
import { acquireLock } from '../adapters/data_folder/lock.ts';
import { FOLDER_ENV, openEdgeFolder } from '../adapters/data_folder/open_folder.ts';
import { readStorageCode } from '../adapters/libsql/storage_error.ts';
import { createLog } from '../adapters/log.ts';
import { createPrimaryClient } from '../adapters/primary_client.ts';
import { followFiles } from '../adapters/replica/follow_files.ts';
import { updateReplica } from '../adapters/replica/update_replica.ts';
import { RULE_VERSIONS } from '../domain/families/mod.ts';
import type { Log } from '../domain/ports/log.ts';

/**
 * Updates an edge's local copy once from the libSQL server at TW_SYNC_URL or the files at TW_REPLICA_URL. The edge starts this program and kills it if
 * it takes too long. It exits with 0 if the copy is up to date. A failure is logged as one line with a code, without
 * the address or the token.
 */
const REPLICA_TIMEOUTS = { answerMs: 10_000, allMs: 20_000 };

const commandLine = createCommandLine();

async function replicateSnapshot(): Promise<boolean> {
  const config = readCommandConfig(commandLine.env, { terminal: commandLine.terminal });
  if (!config.ok || (config.value.syncUrl ?? config.value.replicaUrl) === null) return false;
  const { syncUrl, syncToken: token, replicaUrl } = config.value;
  const log = createLog(config.value.log, systemClock);
  try {
    const dir = openEdgeFolder(config.value.dataDir, commandLine.env[FOLDER_ENV] ?? null);
    if (dir === null) return logFailure(log, 'FOLDER_REFUSED');
    // If an earlier edge was killed, the replicator that it started may still be running.
    const lock = await acquireLock(dir.builderLock, { waitMs: 0 });
    if (lock === null) return logFailure(log, 'SYNC_UNDER_WAY');
    const startedMs = systemStopwatch.elapsedMs();
    const target = { dir, rollups: RULE_VERSIONS, checks: commandLine.args.includes(CHECK_ARGUMENT) };
    const updating =
      syncUrl === null
        ? followFiles({ ...target, source: createPrimaryClient(replicaUrl!) })
        : updateReplica({
            ...target,
            source: { url: syncUrl, token },
            waits: { ...REPLICA_TIMEOUTS, stop: commandLine.stop },
          });
    const updated = await updating.finally(lock.release);
    if (!updated.ok) return logFailure(log, updated.error);
    const { what, state, afresh, diffs } = updated.value;
    const ms = Math.round(systemStopwatch.elapsedMs() - startedMs);
    if (what === 'newer' && state !== null)
      log.info('sync.done', { snapshot: state.n, rows: state.rows, diffs, fromBase: diffs === null, afresh, ms });
    if (what === 'nothing-published') log.warn('sync.nothing_published');
    return true;
  } catch (error) {
    const cause = readStorageCode(error);
    if (cause !== null) return logFailure(log, cause);
    log.error('sync.bug', {}, error);
    return false;
  }
}

function logFailure(log: Log, cause: string): false {
  log.warn('sync.failed', { cause });
  return false;
}

commandLine.exitWith((await replicateSnapshot()) ? 0 : 1);

import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { createCommandLine } from '../adapters/command_line.ts';
import { readCommandConfig } from '../adapters/config.ts';
import { readCurrentEpoch } from '../adapters/data_folder/data_dir.ts';
import { acquireLock } from '../adapters/data_folder/lock.ts';
import { writePublishedNote } from '../adapters/data_folder/notes.ts';
import { FOLDER_ENV, openCommandFolder } from '../adapters/data_folder/open_folder.ts';
import { type PublishOutcome, publishSnapshot } from '../adapters/libsql/publish/publish.ts';
import { readStorageCode } from '../adapters/libsql/storage_error.ts';
import { createLog } from '../adapters/log.ts';
import { publishFiles } from '../adapters/publication/writer.ts';
import type { Log } from '../domain/ports/log.ts';

/**
 * Copies the newest snapshot once to the files that edges fetch (TW_REPLICA) and to the libSQL server at TW_PUBLISH_URL.
 * The instance starts this program, which exits with 0 if both have the snapshot. A failure is logged as one line with a
 * code, without the address or the token.
 */

/** Timeouts for a single server response, so that a hung server ends the run, and for copying a large database. */
const PUBLISH_TIMEOUTS = { answerMs: 120_000, allMs: 60 * 60_000 };

const commandLine = createCommandLine();

async function publishNewestSnapshot(): Promise<boolean> {
  const config = readCommandConfig(commandLine.env, { terminal: commandLine.terminal });
  if (!config.ok) return false;
  const { publishUrl: url, publishToken: token, replica } = config.value;
  const log = createLog(config.value.log, systemClock);
  try {
    const opened = await openCommandFolder(config.value.dataDir, commandLine.env[FOLDER_ENV] ?? null);
    if (!opened.ok) return logFailure(log, 'FOLDER_REFUSED');
    const dir = opened.value;
    const epoch = readCurrentEpoch(dir);
    // No snapshot has been built yet.
    if (epoch === null) return true;
    const path = dir.snapshotDb(epoch);
    const reached: PublishOutcome[] = [];
    if (replica === 'public') {
      // If an earlier instance was killed, the publisher that it started may still be running.
      const lock = await acquireLock(dir.publisherLock, { waitMs: 0 });
      if (lock === null) return logFailure(log, 'PUBLISH_UNDER_WAY');
      const startedMs = systemStopwatch.elapsedMs();
      const written = await publishFiles(path, dir, systemClock).finally(lock.release);
      reached.push(written);
      logOutcome(log, 'files', written, startedMs);
    }
    if (url !== null) {
      const startedMs = systemStopwatch.elapsedMs();
      const published = await publishSnapshot(path, { url, token }, { ...PUBLISH_TIMEOUTS, stop: commandLine.stop });
      if (!published.ok) return logFailure(log, published.error);
      reached.push(published.value);
      logOutcome(log, 'server', published.value, startedMs);
    }
    const [first] = reached;
    // Changes are logged until both have them.
    if (first !== undefined)
      await writePublishedNote(dir, { epoch: first.epoch, seq: Math.min(...reached.map(({ seq }) => seq)) });
    return true;
  } catch (error) {
    const cause = readStorageCode(error);
    if (cause !== null) return logFailure(log, cause);
    log.error('publish.bug', {}, error);
    return false;
  }
}

function logOutcome(log: Log, to: 'files' | 'server', outcome: PublishOutcome, startedMs: number): void {
  const { n, sent, rowsSent, rowsRemoved, bytesSent, bytesPacked } = outcome;
  const ms = Math.round(systemStopwatch.elapsedMs() - startedMs);
  if (sent === 'repaired') log.warn('publish.log_damaged', { to });
  if (sent !== 'none')
    log.info('publish.done', { to, snapshot: n, sent, rowsSent, rowsRemoved, bytesSent, bytesPacked, ms });
}

function logFailure(log: Log, cause: string): false {
  log.warn('publish.failed', { cause });
  return false;
}

commandLine.exitWith((await publishNewestSnapshot()) ? 0 : 1);

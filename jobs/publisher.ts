import { systemClock, systemStopwatch } from '../adapters/clock.ts';
import { createCommandLine } from '../adapters/command_line.ts';
import { readCommandConfig } from '../adapters/config.ts';
import { currentEpoch } from '../adapters/data_folder/data_dir.ts';
import { writePublished } from '../adapters/data_folder/notes.ts';
import { FOLDER_ENV, openForCommand } from '../adapters/data_folder/open_folder.ts';
import { publishSnapshot } from '../adapters/libsql/publish/publish.ts';
import { storageErrorCode } from '../adapters/libsql/storage_error.ts';
import { createLog } from '../adapters/log.ts';
import type { Log } from '../domain/ports/log.ts';

/**
 * Copies the newest snapshot once to the libSQL server at TW_PUBLISH_URL. The instance starts this program, which exits
 * with 0 if the server has the snapshot. A failure is logged as one line with a code, without the address or the token.
 */

/** Timeouts for a single server response, so that a hung server ends the run, and for copying a large database. */
const WAITS = { answerMs: 120_000, allMs: 60 * 60_000 };

const line = createCommandLine();

async function publish(): Promise<boolean> {
  const config = readCommandConfig(line.env, { terminal: line.terminal });
  if (!config.ok || config.value.publishUrl === null) return false;
  const { publishUrl: url, publishToken: token } = config.value;
  const log = createLog(config.value.log, systemClock);
  try {
    const opened = await openForCommand(config.value.dataDir, line.env[FOLDER_ENV] ?? null);
    if (!opened.ok) return failed(log, 'FOLDER_REFUSED');
    const epoch = currentEpoch(opened.value);
    // No snapshot has been built yet.
    if (epoch === null) return true;
    const startedMs = systemStopwatch.elapsedMs();
    const published = await publishSnapshot(
      opened.value.snapshotDb(epoch),
      { url, token },
      { ...WAITS, stop: line.stop },
    );
    if (!published.ok) return failed(log, published.error);
    const { n, seq, sent, rowsSent, rowsRemoved, bytesSent, bytesPacked } = published.value;
    await writePublished(opened.value, { epoch: published.value.epoch, seq });
    const ms = Math.round(systemStopwatch.elapsedMs() - startedMs);
    if (sent === 'repaired') log.warn('publish.log_damaged');
    if (sent !== 'none')
      log.info('publish.done', { snapshot: n, sent, rowsSent, rowsRemoved, bytesSent, bytesPacked, ms });
    return true;
  } catch (error) {
    const cause = storageErrorCode(error);
    if (cause !== null) return failed(log, cause);
    log.error('publish.bug', {}, error);
    return false;
  }
}

function failed(log: Log, cause: string): false {
  log.warn('publish.failed', { cause });
  return false;
}

line.exitWith((await publish()) ? 0 : 1);

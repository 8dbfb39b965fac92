import type { OperatorCommand } from '../domain/operator/command.ts';
import { type CommandOwner, createRunner } from '../domain/operator/commands.ts';
import type { Log } from '../domain/ports/log.ts';
import { err, type Result } from '../domain/values/result.ts';
import { systemClock } from './clock.ts';
import type { DataDir } from './data_folder/data_dir.ts';
import { createLinkNote, readChainLink } from './data_folder/notes.ts';
import { acquireUploadsLock } from './data_folder/uploads_owner.ts';
import { nodeDigest } from './digest.ts';
import { askInstance } from './instance_socket.ts';
import { openUploadWriter } from './libsql/uploads/writer.ts';
import { systemRandom } from './random.ts';

/** Timeout for the instance's reply. Erasing very many records takes minutes. */
const REPLY_WAIT_MS = 600_000;
/** Another command, or an instance that is about to listen, may hold the uploads lock briefly. */
const LOCK_WAIT_MS = 500;
const CONNECT_ATTEMPTS = 20;

const SILENT_LOG: Log = { info: () => {}, warn: () => {}, error: () => {} };

/**
 * Runs the commands that change uploads.db. The running instance executes them. If no instance is running, this process
 * takes ownership of uploads.db for the duration of the command and executes it itself (contract, section 7, One
 * writer).
 */
export function createCommandOwner(dir: DataDir, log: Log = SILENT_LOG): CommandOwner {
  return {
    carryOut: async (command) => {
      for (let attempt = 0; attempt < CONNECT_ATTEMPTS; attempt++) {
        const answer = await askInstance(dir.socket, 'owner', command, REPLY_WAIT_MS);
        if (answer.reached) return answer.reply;
        const lock = await acquireUploadsLock(dir, { waitMs: LOCK_WAIT_MS });
        if (lock === null) continue;
        try {
          return await runCommandHere(dir, command, log);
        } finally {
          await lock.release();
        }
      }
      return err('Another process holds the uploads and does not answer; run the command again when it has ended.');
    },
  };
}

async function runCommandHere(dir: DataDir, command: OperatorCommand, log: Log): Promise<Result<unknown, string>> {
  dir.requireSame();
  const [knownLink, note] = [readChainLink(dir.linkFile), createLinkNote(dir.linkFile, log, dir.requireSame)];
  const options = { random: systemRandom, create: true, knownLink, note };
  const uploads = await openUploadWriter(dir.uploadsDb, options);
  try {
    const owner = createRunner(uploads.operator, { clock: systemClock, random: systemRandom, digest: nodeDigest });
    return await owner.carryOut(command);
  } finally {
    await uploads.close();
  }
}

import { parentPort, workerData } from 'node:worker_threads';
import { createIntake, notConfirmed } from '../../domain/intake/create_intake.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { UploadWriter } from '../../domain/ports/uploads.ts';
import { parseEnvelope } from '../../schema/parse_envelope.ts';
import { parseRecord } from '../../schema/parse_record.ts';
import { systemClock } from '../clock.ts';
import { nodeDigest } from '../digest.ts';
import { WrongDatabase } from '../libsql/migrate.ts';
import { storageFault } from '../libsql/storage_error.ts';
import { openUploadWriter } from '../libsql/uploads_writer.ts';
import { bugFields } from '../log.ts';
import { systemRandom } from '../random.ts';
import type { Command, Report, WorkerSettings } from './messages.ts';

/**
 * The thread that judges and keeps uploads, so that neither a slow disk nor a flood of them stalls a read (design,
 * section 1). It alone writes uploads.db.
 */
const port = parentPort!;
const settings = workerData as WorkerSettings;

const report = (word: Report): void => port.postMessage(word);

const logAs =
  (level: 'info' | 'warn' | 'error'): Log['info'] =>
  (event, fields = {}) =>
    report({ type: 'log', level, event, fields });
const log: Log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };

/** A sentence for the operator, without anything that was stored. */
const failure = (error: unknown): string => {
  if (error instanceof WrongDatabase) return error.message;
  const code = storageFault(error);
  if (code !== null) return `The uploads database cannot be opened (${code}).`;
  log.error('intake.bug', bugFields(error));
  return 'The uploads database cannot be opened: an unexpected fault, see the log.';
};

const serve = (writer: UploadWriter): void => {
  const deps = {
    parseEnvelope,
    parseRecord,
    uploads: writer,
    digest: nodeDigest,
    clock: systemClock,
    random: systemRandom,
    log,
  };
  const intake: Intake = createIntake(deps);
  const take = async (body: Uint8Array<ArrayBuffer>) => {
    try {
      return await intake.take(body);
    } catch (error) {
      log.error('intake.bug', bugFields(error));
      return notConfirmed();
    }
  };
  let last: Promise<void> = Promise.resolve();
  port.on('message', (command: Command) => {
    last = last.then(async () => {
      if (command.type === 'take') {
        report({ type: 'taken', id: command.id, answer: await take(command.body) });
        return;
      }
      await writer.close();
      report({ type: 'closed' });
    });
  });
  report({ type: 'ready' });
};

try {
  serve(await openUploadWriter(settings.uploadsDb, { random: systemRandom, create: settings.create }));
} catch (error) {
  report({ type: 'failed', error: failure(error) });
}

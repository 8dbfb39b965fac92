import { clearInterval, setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { Owner } from '../../domain/operator/commands.ts';
import type { Intake, Sender } from '../../domain/ports/intake.ts';
import type { Log } from '../../domain/ports/log.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { orStorageFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { systemClock } from '../clock.ts';
import { WrongDatabase } from '../libsql/migrate.ts';
import { storageErrorCode } from '../libsql/storage_error.ts';
import type { UploadsOwner } from '../libsql/uploads/writer.ts';
import { bugFields } from '../log.ts';
import type { Command, Report, WorkerSettings } from './messages.ts';

const port = parentPort!;
const settings = workerData as WorkerSettings;

function report(message: Report<unknown>): void {
  port.postMessage(message);
}

function logAs(level: 'info' | 'warn' | 'error'): Log['error'] {
  return (event, fields = {}, bug) => {
    const all = bug === undefined ? fields : { ...fields, ...bugFields(bug, settings.debug) };
    report({ type: 'log', level, event, fields: all });
  };
}
const log: Log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };

/** Describes a failed start in a sentence for the operator that quotes no stored data. */
function describeFailure(error: unknown): string {
  if (error instanceof WrongDatabase) return error.message;
  const code = storageErrorCode(error);
  if (code !== null) return `The uploads database cannot be opened (${code}).`;
  log.error('intake.bug', {}, error);
  return 'The uploads database cannot be opened because of an unexpected error; see the log.';
}

/** Senders' networks are stored for days, so deleting old ones once an hour is enough. */
const FORGET_EVERY_MS = 3_600_000;

function serve<Answer>({ writer, intake, owner }: IntakeParts<Answer>): void {
  const take = async (body: Uint8Array<ArrayBuffer>, sender: Sender): Promise<Result<Answer, string>> => {
    try {
      return ok(await intake.take(body, sender));
    } catch (error) {
      if (error instanceof StorageFault) return err(error.cause);
      log.error('intake.bug', {}, error);
      return err('INTAKE_BUG');
    }
  };
  const forgetNetworks = (): void => {
    orStorageFault(writer.forgetNetworks(systemClock.nowMs())).catch((error) => log.error('intake.bug', {}, error));
  };
  forgetNetworks();
  const timer = setInterval(forgetNetworks, FORGET_EVERY_MS);
  timer.unref();
  let lastUpload: Promise<void> = Promise.resolve();
  const runningCommands = new Set<Promise<void>>();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await lastUpload;
    await Promise.all(runningCommands);
    await writer.close();
    report({ type: 'closed' });
  };
  port.on('message', (command: Command) => {
    switch (command.type) {
      case 'take':
        lastUpload = lastUpload.then(async () =>
          report({ type: 'taken', id: command.id, answer: await take(command.body, command.sender) }),
        );
        break;
      case 'ask': {
        // Not queued behind uploads: the writer serialises its work, and uploads go on while a command waits for the
        // disk.
        const answering = answer(owner, command.command).then((reply) =>
          report({ type: 'answered', id: command.id, reply }),
        );
        runningCommands.add(answering);
        void answering.finally(() => runningCommands.delete(answering));
        break;
      }
      case 'close':
        void close();
        break;
    }
  });
  report({ type: 'ready' });
}

async function answer(owner: Owner, command: OperatorCommand): Promise<Result<unknown, string>> {
  try {
    return await owner.carryOut(command);
  } catch (error) {
    log.error('command.bug', { op: command.op }, error);
    return err('The command failed because of a fault of the running instance; its log says where.');
  }
}

/** The parts of the intake thread. The composition root (http/intake_thread.ts) creates them. */
export interface IntakeParts<Answer> {
  /** The writer that `intake` and `owner` use. */
  readonly writer: Pick<UploadsOwner, 'forgetNetworks' | 'close'>;
  /** Its answers are copied between threads. */
  readonly intake: Intake<Answer>;
  readonly owner: Owner;
}

/**
 * Runs the intake thread. It judges and stores uploads and runs the operator's commands, so that neither a slow disk
 * nor a flood of uploads stalls a read (ARCHITECTURE.md, Processes). It is the only writer of uploads.db.
 */
export async function serveIntake<Answer>(
  createParts: (settings: WorkerSettings, log: Log) => Promise<IntakeParts<Answer>>,
): Promise<void> {
  try {
    serve(await createParts(settings, log));
  } catch (error) {
    report({ type: 'failed', error: describeFailure(error) });
  }
}

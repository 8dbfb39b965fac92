import { clearInterval, setInterval } from 'node:timers';
import { parentPort, workerData } from 'node:worker_threads';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { CommandOwner } from '../../domain/operator/commands.ts';
import type { Intake, Sender } from '../../domain/ports/intake.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import { createFairQueue } from '../../domain/values/fair_queue.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import { systemClock } from '../clock.ts';
import { awaitEventLoop } from '../libsql/database.ts';
import { WrongDatabase } from '../libsql/migrate.ts';
import { readStorageCode } from '../libsql/storage_error.ts';
import type { UploadsOwner } from '../libsql/uploads/writer.ts';
import { createForwardingLog, type LogMessage } from '../log.ts';
import { takeNextGroup } from './next_group.ts';

const parentThreadPort = parentPort!;
const threadSettings = workerData as WorkerSettings;

function postReport(message: ThreadReport<unknown>): void {
  parentThreadPort.postMessage(message);
}

const log = createForwardingLog(postReport, threadSettings.debug);

/** Describes a startup failure to the operator in one sentence, without quoting stored data. */
function describeFailure(error: unknown): string {
  if (error instanceof WrongDatabase) return error.message;
  const code = readStorageCode(error);
  if (code !== null) return `The uploads database cannot be opened (${code}).`;
  log.error('intake.bug', {}, error);
  return 'The uploads database cannot be opened because of an unexpected error; see the log.';
}

/** Senders' networks are stored for days, so deleting old ones once an hour is enough. */
const FORGET_INTERVAL_MS = 3_600_000;

function answerThread<Answer>({ writer, intake, owner }: IntakeParts<Answer>): void {
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
    catchFault(writer.forgetNetworks(systemClock.nowMs())).catch((error) => log.error('intake.bug', {}, error));
  };
  forgetNetworks();
  const timer = setInterval(forgetNetworks, FORGET_INTERVAL_MS);
  timer.unref();
  const waiting = createFairQueue<UploadCommand>(Number.POSITIVE_INFINITY);
  let taking: Promise<void> | null = null;
  /** Takes the waiting uploads in groups. The uploads of a group share a commit; those behind it stay unparsed. */
  const takeWaiting = async (): Promise<void> => {
    try {
      while (waiting.size() > 0) {
        // Receives the uploads that arrived while the previous group was stored.
        await awaitEventLoop();
        const group = takeNextGroup(waiting);
        const answers = group.map(async ({ id, body, sender }) => ({ id, answer: await take(body, sender) }));
        postReport({ type: 'taken', answers: await Promise.all(answers) });
      }
    } finally {
      taking = null;
    }
  };
  const runningCommands = new Set<Promise<void>>();
  const close = async (): Promise<void> => {
    clearInterval(timer);
    await taking;
    await Promise.all(runningCommands);
    await writer.close();
    postReport({ type: 'closed' });
  };
  parentThreadPort.on('message', (command: ThreadCommand) => {
    switch (command.type) {
      case 'take':
        waiting.add(command.sender.network, command);
        taking ??= takeWaiting();
        break;
      case 'ask': {
        // Do not queue commands behind uploads: the writer serialises its own work, and uploads continue while a
        // command waits for the disk.
        const answering = answerCommand(owner, command.command).then((reply) =>
          postReport({ type: 'answered', id: command.id, reply }),
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
  postReport({ type: 'ready' });
}

async function answerCommand(owner: CommandOwner, command: OperatorCommand): Promise<Result<unknown, string>> {
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
  /** The intake's answers are copied between threads, so they must be structured-cloneable. */
  readonly intake: Intake<Answer>;
  readonly owner: CommandOwner;
}

/**
 * Runs the intake thread. The thread checks and stores uploads and runs the operator's commands, so that neither a slow
 * disk nor a flood of uploads stalls a read (ARCHITECTURE.md, Processes). No other thread writes to uploads.db.
 */
export async function serveIntake<Answer>(
  createParts: (settings: WorkerSettings, log: Log) => Promise<IntakeParts<Answer>>,
): Promise<void> {
  try {
    answerThread(await createParts(threadSettings, log));
  } catch (error) {
    postReport({ type: 'failed', error: describeFailure(error) });
  }
}

/** Start settings of the thread. */
export interface WorkerSettings {
  /** URL of the module that the thread runs, which calls `serveIntake`. */
  readonly entry: string;
  readonly uploadsDb: string;
  /** Whether a missing database is created. True only when the instance starts. */
  readonly create: boolean;
  /** The newest link of the chain according to the link file, or null if there is none. */
  readonly knownLink: ChainLink | null;
  /** Path of the link file that the thread keeps up to date, or null if there is none. */
  readonly linkFile: string | null;
  /** The data folder's identity file and the id that it must contain, or null to skip the check. */
  readonly folder: ExpectedFolder | null;
  /** TW_WITNESS_NETWORKS. */
  readonly witnessNetworks: number;
  /** Whether messages of unexpected errors are logged. */
  readonly debug: boolean;
}

export interface ExpectedFolder {
  /** Path of its settings, which may settle its game at any time. */
  readonly settings: string;
  readonly identity: string;
  readonly id: string;
}

interface UploadCommand {
  readonly type: 'take';
  readonly id: number;
  readonly body: Uint8Array<ArrayBuffer>;
  readonly sender: Sender;
}

/** A message to the thread. `id` is repeated in the reply. */
export type ThreadCommand =
  | UploadCommand
  | { readonly type: 'ask'; readonly id: number; readonly command: OperatorCommand }
  | { readonly type: 'close' };

/** A message from the thread. After `failed` or `closed`, the thread holds no resources and waits to be terminated. */
export type ThreadReport<Answer> =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly error: string }
  | { readonly type: 'closed' }
  /** The answers of a group. An error is the `cause` of a storage fault. */
  | { readonly type: 'taken'; readonly answers: readonly UploadReply<Answer>[] }
  | { readonly type: 'answered'; readonly id: number; readonly reply: Result<unknown, string> }
  | LogMessage;

interface UploadReply<Answer> {
  readonly id: number;
  readonly answer: Result<Answer, string>;
}

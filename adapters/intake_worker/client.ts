import { Worker } from 'node:worker_threads';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Log } from '../../domain/ports/log.ts';
import { err, type Result } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import { THREAD_FILE } from '../runtime_args.ts';
import type { ThreadCommand, ThreadReport, WorkerSettings } from './serve.ts';

/** Intake in a separate thread, which owns uploads.db and therefore also runs the operator's commands on it. */
export interface IntakeWorker<Answer> extends Intake<Answer> {
  /** Runs a command. The error is a sentence for the operator. */
  ask(command: OperatorCommand): Promise<Result<unknown, string>>;
  /** Finishes pending uploads and commands, closes the database and ends the thread. Later calls fail. */
  close(): Promise<void>;
}

/** Settings of the thread. uploads.db is created if it is missing. */
export interface IntakeWorkerOptions extends Omit<WorkerSettings, 'entry' | 'create'> {
  /** The module that the thread runs (http/intake_thread.ts). It defines the answers that `take` returns. */
  readonly entry: URL;
  readonly log: Log;
}

/** Starts the thread. Tests pass their own function to get access to the worker. */
type SpawnThread = (settings: WorkerSettings) => Worker;

/** Thrown if the uploads database cannot be used. `message` is a sentence for the operator. */
export class IntakeStartError extends Error {}

/** Size of the young generation: enough for the garbage of parsing one upload. The main thread has less. */
const YOUNG_GENERATION_MIB = 12;

const spawnThread: SpawnThread = (settings) =>
  new Worker(THREAD_FILE, {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
  });

/**
 * Starts the intake thread and waits until uploads.db is open and migrated. Rejects with `IntakeStartError` if that
 * fails. If the thread dies later, its pending uploads fail (the senders keep their files), and the next upload starts
 * a new thread.
 */
export async function startIntakeWorker<Answer>(
  { entry, log, ...settings }: IntakeWorkerOptions,
  spawn: SpawnThread = spawnThread,
): Promise<IntakeWorker<Answer>> {
  let closed = false;
  let thread: Promise<IntakeThread<Answer>> | null = null;
  const start = (create: boolean): Promise<IntakeThread<Answer>> => {
    const starting = startThread<Answer>(spawn({ ...settings, entry: entry.href, create }), log);
    thread = starting;
    const forget = (): void => {
      if (thread === starting) thread = null;
    };
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  };
  /** Runs `work` with the thread, which is restarted if it died. Returns `lost()` if no thread can be used. */
  const inThread = async <T>(work: (thread: IntakeThread<Answer>) => Promise<T>, lost: () => T): Promise<T> => {
    if (closed) return lost();
    try {
      return await work(await (thread ?? start(false)));
    } catch (error) {
      if (!(error instanceof IntakeStartError)) throw error;
      log.error('intake.not_started', { reason: error.message });
      return lost();
    }
  };
  await start(true);
  return {
    take: (body, sender) => inThread((thread) => thread.take(body, sender), throwThreadGone),
    ask: (command) => inThread((thread) => thread.ask(command), refuseCommand),
    close: async () => {
      closed = true;
      const running = await thread?.catch(() => null);
      await running?.close();
    },
  };
}

const THREAD_GONE_CODE = 'INTAKE_THREAD_GONE';

/** Called if the thread is gone. Whether it stored its pending uploads is unknown. */
function throwThreadGone(): never {
  throw new StorageFault('uploads', THREAD_GONE_CODE);
}

function refuseCommand(): Result<unknown, string> {
  return err(
    'The running instance cannot write the uploads database right now (its log says why). Check whether the command took effect before you run it again.',
  );
}

interface IntakeThread<Answer> extends Intake<Answer>, Pick<IntakeWorker<Answer>, 'ask' | 'close'> {
  /** Resolves when the thread has ended for any reason. */
  readonly ended: Promise<void>;
}

/** Connects to a thread and resolves when it is ready. Rejects if it fails to start. */
function startThread<Answer>(worker: Worker, log: Log): Promise<IntakeThread<Answer>> {
  const uploads = createPendingRequests<Result<Answer, string>>(() => err(THREAD_GONE_CODE));
  const commands = createPendingRequests<Result<unknown, string>>(refuseCommand);
  let closing = false;
  let hasEnded = false;
  return new Promise((ready, failed) => {
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (!closing) log.error('intake.thread_ended', { waiting: uploads.count() + commands.count() });
        hasEnded = true;
        uploads.giveUp();
        commands.giveUp();
        failed(new IntakeStartError('The intake thread ended before it was ready.'));
        resolve();
      });
    });
    const send = (command: ThreadCommand, transfer: ArrayBuffer[] = []): void => worker.postMessage(command, transfer);
    const thread: IntakeThread<Answer> = {
      ended,
      take: async (body, sender) => {
        if (hasEnded) return throwThreadGone();
        // The whole buffer is transferred, so it must contain nothing but the body.
        const own = body.byteLength === body.buffer.byteLength ? body : body.slice();
        const result = await uploads.wait((id) => send({ type: 'take', id, body: own, sender }, [own.buffer]));
        if (!result.ok) throw new StorageFault('uploads', result.error);
        return result.value;
      },
      ask: async (command) => (hasEnded ? refuseCommand() : commands.wait((id) => send({ type: 'ask', id, command }))),
      close: () => {
        closing = true;
        send({ type: 'close' });
        return ended;
      },
    };
    worker.on('error', (error) => log.error('intake.thread_failed', {}, error));
    worker.on('message', (report: ThreadReport<Answer>) => {
      switch (report.type) {
        case 'ready':
          ready(thread);
          break;
        case 'failed':
          closing = true;
          failed(new IntakeStartError(report.error));
          void worker.terminate();
          break;
        case 'closed':
          void worker.terminate();
          break;
        case 'taken':
          for (const { id, answer } of report.answers) uploads.answer(id, answer);
          break;
        case 'answered':
          commands.answer(report.id, report.reply);
          break;
        case 'log':
          log[report.level](report.event, report.fields);
          break;
      }
    });
  });
}

/** Tracks the requests to the thread that have not been answered yet. */
function createPendingRequests<T>(lost: () => T) {
  const waiting = new Map<number, (answer: T) => void>();
  let lastId = 0;
  return {
    /** Sends a request with a new id and waits for its answer. */
    wait: (send: (id: number) => void): Promise<T> =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        send(id);
      }),
    answer: (id: number, answer: T): void => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    /** Resolves every pending request with `lost()`. */
    giveUp: (): void => {
      for (const answer of waiting.values()) answer(lost());
      waiting.clear();
    },
    count: () => waiting.size,
  };
}

import { Worker } from 'node:worker_threads';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import type { Intake } from '../../domain/ports/intake.ts';
import type { Log } from '../../domain/ports/log.ts';
import type { ChainLink } from '../../domain/ports/uploads.ts';
import { err, type Result } from '../../domain/values/result.ts';
import { StorageFault } from '../../domain/values/storage_fault.ts';
import type { Command, FolderOfWorker, Report, WorkerSettings } from './messages.ts';

/** Intake in a thread of its own, which owns uploads.db and therefore carries out commands on it, too. */
export interface IntakeWorker<Answer> extends Intake<Answer> {
  /** A refusal is a sentence for the operator. */
  ask(command: OperatorCommand): Promise<Result<unknown, string>>;
  /** Finishes what was taken in before, closes the database and ends the thread. What comes after is out of reach. */
  close(): Promise<void>;
}

export interface IntakeWorkerOptions {
  /** The file that puts the thread together (http/intake_thread.ts); what it presents is what `take` answers. */
  readonly entry: URL;
  /** Path of uploads.db; made where it is missing. */
  readonly uploadsDb: string;
  /** The newest link of the uploads' chain noted outside the database (adapters/data_folder/link_file.ts). */
  readonly knownLink?: ChainLink | null;
  readonly folder?: FolderOfWorker | null;
  /** Where the thread notes it from then on; null: nowhere. */
  readonly linkFile?: string | null;
  readonly log: Log;
  /** TW_WITNESS_NETWORKS. Default: 1. */
  readonly witnessNetworks?: number;
  /** Whether it tells messages of unexpected errors. */
  readonly debug?: boolean;
}

/** Starts the thread itself; handed in by who wants to hold it. */
type SpawnThread = (settings: WorkerSettings) => Worker;

/** The uploads database cannot be used; `message` is a sentence for the operator. */
export class IntakeNotStarted extends Error {}

/** Room for what parsing one upload leaves behind, so that it is collected at once: the main thread runs with less. */
const YOUNG_MIB = 12;

const spawnThread: SpawnThread = (settings) =>
  new Worker(new URL('../thread_bootstrap.mjs', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  });

/**
 * Starts the intake thread; ready once uploads.db is open and migrated, else rejected with IntakeNotStarted. Should the
 * thread die later, the uploads in it are out of reach (their senders keep the files), and the next one starts another.
 */
export async function startIntakeWorker<Answer>(
  {
    entry,
    uploadsDb,
    knownLink = null,
    folder = null,
    linkFile = null,
    witnessNetworks = 1,
    log,
    debug = false,
  }: IntakeWorkerOptions,
  spawn: SpawnThread = spawnThread,
): Promise<IntakeWorker<Answer>> {
  let closed = false;
  let thread: Promise<Thread<Answer>> | null = null;
  const start = (create: boolean): Promise<Thread<Answer>> => {
    const starting = startThread<Answer>(
      spawn({ entry: entry.href, uploadsDb, create, knownLink, folder, linkFile, witnessNetworks, debug }),
      log,
    );
    thread = starting;
    const forget = (): void => {
      if (thread === starting) thread = null;
    };
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  };
  /** What `work` comes to in the thread, started anew where it is gone; `lost` where there is none. */
  const inThread = async <T>(work: (thread: Thread<Answer>) => Promise<T>, lost: () => T): Promise<T> => {
    if (closed) return lost();
    try {
      return await work(await (thread ?? start(false)));
    } catch (error) {
      if (!(error instanceof IntakeNotStarted)) throw error;
      log.error('intake.not_started', { reason: error.message });
      return lost();
    }
  };
  await start(true);
  return {
    take: (body, sender) => inThread((thread) => thread.take(body, sender), notTaken),
    ask: (command) => inThread((thread) => thread.ask(command), notAnswered),
    close: async () => {
      closed = true;
      const open = await thread?.catch(() => null);
      await open?.close();
    },
  };
}

const THREAD_GONE = 'INTAKE_THREAD_GONE';

/** The thread is gone: nobody knows whether it kept what it had in hand. */
function notTaken(): never {
  throw new StorageFault('uploads', THREAD_GONE);
}

function notAnswered(): Result<unknown, string> {
  return err(
    'The running instance cannot write the uploads database right now (its log says why). Check whether the command took effect before you run it again.',
  );
}

interface Thread<Answer> extends Intake<Answer>, Pick<IntakeWorker<Answer>, 'ask' | 'close'> {
  /** Fulfilled when the thread is gone, in whatever way. */
  readonly ended: Promise<void>;
}

/** Speaks with one thread from its start to its end. */
function startThread<Answer>(worker: Worker, log: Log): Promise<Thread<Answer>> {
  const uploads = createWaiting<Result<Answer, string>>(() => err(THREAD_GONE));
  const commands = createWaiting<Result<unknown, string>>(notAnswered);
  let closing = false;
  let gone = false;
  return new Promise((ready, failed) => {
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (!closing) log.error('intake.thread_ended', { waiting: uploads.count() + commands.count() });
        gone = true;
        uploads.giveUp();
        commands.giveUp();
        failed(new IntakeNotStarted('The intake thread ended before it was ready.'));
        resolve();
      });
    });
    const send = (command: Command, transfer: ArrayBuffer[] = []): void => worker.postMessage(command, transfer);
    const thread: Thread<Answer> = {
      ended,
      take: async (body, sender) => {
        if (gone) return notTaken();
        const own = body.byteLength === body.buffer.byteLength ? body : body.slice();
        const taken = await uploads.wait((id) => send({ type: 'take', id, body: own, sender }, [own.buffer]));
        if (!taken.ok) throw new StorageFault('uploads', taken.error);
        return taken.value;
      },
      ask: async (command) => (gone ? notAnswered() : commands.wait((id) => send({ type: 'ask', id, command }))),
      close: () => {
        closing = true;
        send({ type: 'close' });
        return ended;
      },
    };
    worker.on('error', (error) => log.error('intake.thread_failed', {}, error));
    worker.on('message', (report: Report<Answer>) => {
      switch (report.type) {
        case 'ready':
          ready(thread);
          break;
        case 'failed':
          closing = true;
          failed(new IntakeNotStarted(report.error));
          void worker.terminate();
          break;
        case 'closed':
          void worker.terminate();
          break;
        case 'taken':
          uploads.answer(report.id, report.answer);
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

/** Questions put to the thread that wait for their answers. */
interface Waiting<T> {
  /** Gives a question its number, asks it, and waits. */
  wait(ask: (id: number) => void): Promise<T>;
  answer(id: number, answer: T): void;
  /** Answers what waits as lost. */
  giveUp(): void;
  count(): number;
}

function createWaiting<T>(lost: () => T): Waiting<T> {
  const waiting = new Map<number, (answer: T) => void>();
  let lastId = 0;
  return {
    wait: (ask) =>
      new Promise((resolve) => {
        const id = ++lastId;
        waiting.set(id, resolve);
        ask(id);
      }),
    answer: (id, answer) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    },
    giveUp: () => {
      for (const answer of waiting.values()) answer(lost());
      waiting.clear();
    },
    count: () => waiting.size,
  };
}

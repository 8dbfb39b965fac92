import { Worker } from 'node:worker_threads';
import { notConfirmed } from '../../domain/intake/create_intake.ts';
import type { Intake, IntakeAnswer } from '../../domain/ports/intake.ts';
import type { Log } from '../../domain/ports/log.ts';
import { bugFields } from '../log.ts';
import type { Command, Report, WorkerSettings } from './messages.ts';

/** Intake in a thread of its own. */
export interface IntakeWorker extends Intake {
  /** Finishes what was taken in before, closes the database and ends the thread. What comes after is answered 503. */
  close(): Promise<void>;
}

export interface IntakeWorkerOptions {
  /** Path of uploads.db; made where it is missing. */
  readonly uploadsDb: string;
  readonly log: Log;
}

/** Starts the thread itself; handed in by who wants to hold it. */
type SpawnThread = (settings: WorkerSettings) => Worker;

/** The uploads database cannot be used; `message` is a sentence for the operator. */
export class IntakeNotStarted extends Error {}

/** Room for what parsing one upload leaves behind, so that it is collected at once: the main thread runs with less. */
const YOUNG_MIB = 12;

const spawnThread: SpawnThread = (settings) =>
  new Worker(new URL('./bootstrap.mjs', import.meta.url), {
    workerData: settings,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MIB },
  });

/**
 * Starts the intake thread; ready once uploads.db is open and migrated, else rejected with IntakeNotStarted. Should the
 * thread die later, the uploads in it are answered 503 (their senders keep the files), and the next one starts another.
 */
export const startIntakeWorker = async (
  { uploadsDb, log }: IntakeWorkerOptions,
  spawn: SpawnThread = spawnThread,
): Promise<IntakeWorker> => {
  let closed = false;
  let thread: Promise<Thread> | null = null;
  const start = (create: boolean): Promise<Thread> => {
    const starting = startThread(spawn({ uploadsDb, create }), log);
    thread = starting;
    const forget = (): void => {
      if (thread === starting) thread = null;
    };
    starting.then(({ ended }) => ended.then(forget), forget);
    return starting;
  };
  await start(true);
  return {
    take: async (body) => {
      if (closed) return notConfirmed();
      try {
        return await (await (thread ?? start(false))).take(body);
      } catch (error) {
        if (!(error instanceof IntakeNotStarted)) throw error;
        log.error('intake.not_started', { reason: error.message });
        return notConfirmed();
      }
    },
    close: async () => {
      closed = true;
      const open = await thread?.catch(() => null);
      await open?.close();
    },
  };
};

interface Thread extends Intake {
  close(): Promise<void>;
  /** Fulfilled when the thread is gone, in whatever way. */
  readonly ended: Promise<void>;
}

/** Speaks with one thread from its start to its end. */
const startThread = (worker: Worker, log: Log): Promise<Thread> => {
  const waiting = new Map<number, (answer: IntakeAnswer) => void>();
  let lastId = 0;
  let closing = false;
  let gone = false;
  return new Promise((ready, failed) => {
    const ended = new Promise<void>((resolve) => {
      worker.on('exit', () => {
        if (!closing) log.error('intake.thread_ended', { waiting: waiting.size });
        gone = true;
        for (const answer of waiting.values()) answer(notConfirmed());
        waiting.clear();
        failed(new IntakeNotStarted('The intake thread ended before it was ready.'));
        resolve();
      });
    });
    const send = (command: Command, transfer: ArrayBuffer[] = []): void => worker.postMessage(command, transfer);
    const thread: Thread = {
      ended,
      take: (body) =>
        new Promise((resolve) => {
          if (gone) {
            resolve(notConfirmed());
            return;
          }
          const id = ++lastId;
          waiting.set(id, resolve);
          const own = body.byteLength === body.buffer.byteLength ? body : body.slice();
          send({ type: 'take', id, body: own }, [own.buffer]);
        }),
      close: () => {
        closing = true;
        send({ type: 'close' });
        return ended;
      },
    };
    worker.on('error', (error) => log.error('intake.thread_failed', bugFields(error)));
    worker.on('message', (report: Report) => {
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
          waiting.get(report.id)?.(report.answer);
          waiting.delete(report.id);
          break;
        case 'log':
          log[report.level](report.event, report.fields);
          break;
      }
    });
  });
};

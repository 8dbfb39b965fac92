import { Worker } from 'node:worker_threads';
import type { Log } from '../../domain/ports/log.ts';
import type { LogMessage } from '../log.ts';
import { THREAD_FILE } from '../runtime_args.ts';

export interface PoolThread<Task, Reply> {
  /** Resolves when the thread accepts tasks. Rejects if it ends before that. */
  readonly ready: Promise<void>;
  readonly ended: Promise<void>;
  run(task: Task): Promise<Reply | null>;
  /** Lets the thread finish its tasks and release its resources. */
  close(): Promise<void>;
}

/** Memory for short-lived objects: rendering a page produces a few megabytes of garbage. */
const YOUNG_GENERATION_MIB = 8;

/**
 * Starts a thread that answers tasks.
 *
 * @param entry the module that the thread runs, which calls `serveTasks`
 * @param settings settings for that module; they are copied to the thread, so they must be structured-cloneable
 */
export function startPoolThread<Task, Reply>(entry: URL, settings: object, log: Log): PoolThread<Task, Reply> {
  const worker = new Worker(THREAD_FILE, {
    workerData: { ...settings, entry: entry.href },
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB },
  });
  const waiting = new Map<number, (reply: Reply | null) => void>();
  let lastId = 0;
  let closing = false;
  let hasEnded = false;
  let becomeReady = (): void => {};
  let failToStart = (_: Error): void => {};
  const ready = new Promise<void>((resolve, reject) => {
    becomeReady = resolve;
    failToStart = reject;
  });
  const ended = new Promise<void>((resolve) => {
    worker.on('exit', () => {
      if (!closing) log.error('answers.thread_ended', { waiting: waiting.size });
      hasEnded = true;
      for (const settle of waiting.values()) settle(null);
      waiting.clear();
      failToStart(new Error('the thread ended before it was ready'));
      resolve();
    });
  });
  worker.on('error', (error) => log.error('answers.thread_failed', {}, error));
  worker.on('message', (report: PoolReport<Reply>) => {
    switch (report.type) {
      case 'ready':
        becomeReady();
        break;
      case 'reply':
        waiting.get(report.id)?.(report.reply);
        waiting.delete(report.id);
        break;
      case 'closed':
        void worker.terminate();
        break;
      case 'log':
        log[report.level](report.event, report.fields);
        break;
    }
  });
  function send(command: PoolCommand<Task>): void {
    worker.postMessage(command);
  }
  return {
    ready,
    ended,
    run: (task) =>
      new Promise((resolve) => {
        if (hasEnded) return resolve(null);
        const id = ++lastId;
        waiting.set(id, resolve);
        send({ type: 'task', id, task });
      }),
    close: () => {
      closing = true;
      send({ type: 'close' });
      return ended;
    },
  };
}

/** A message to a thread of the pool. `id` is repeated in the reply. */
export type PoolCommand<Task> =
  | { readonly type: 'task'; readonly id: number; readonly task: Task }
  | { readonly type: 'close' };

/** A message from a thread of the pool. After `closed`, the thread holds no resources and waits to be terminated. */
export type PoolReport<Reply> =
  | { readonly type: 'ready' }
  | { readonly type: 'reply'; readonly id: number; readonly reply: Reply }
  | { readonly type: 'closed' }
  | LogMessage;

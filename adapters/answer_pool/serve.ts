import { setPriority } from 'node:os';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import type { Log } from '../../domain/ports/log.ts';
import { createForwardingLog } from '../log.ts';
import type { PoolCommand, PoolReport } from './thread.ts';

/** Answers the tasks of one thread. */
export interface TaskServer<Task, Reply> {
  /** Must not reject: faults are returned as replies. `transfer` lists the reply's buffers to move instead of copy. */
  answer(task: Task): Promise<{ readonly reply: Reply; readonly transfer: readonly ArrayBuffer[] }>;
  close(): Promise<void>;
}

function postReport(message: PoolReport<unknown>, transfer: readonly ArrayBuffer[] = []): void {
  parentPort!.postMessage(message, [...transfer]);
}

export function readThreadSettings<Settings>(): Settings {
  return workerData as Settings;
}

/** Creates a log that sends its lines to the parent thread. `debug` adds the messages of unexpected errors. */
export function createThreadLog(debug: boolean): Log {
  return createForwardingLog(postReport, debug);
}

/** Nice value of a pool thread. When processors are busy, the thread that answers other requests takes precedence. */
const THREAD_PRIORITY = 10;

/** Answers tasks until the `close` command arrives, then finishes the running tasks. */
export function serveTasks<Task, Reply>(server: TaskServer<Task, Reply>): void {
  // Only Linux has per-thread priorities.
  if (process.platform === 'linux') setPriority(0, THREAD_PRIORITY);
  const running = new Set<Promise<void>>();
  async function answer(id: number, task: Task): Promise<void> {
    const { reply, transfer } = await server.answer(task);
    postReport({ type: 'reply', id, reply }, transfer);
  }
  async function close(): Promise<void> {
    await Promise.all(running);
    await server.close();
    postReport({ type: 'closed' });
  }
  parentPort!.on('message', (command: PoolCommand<Task>) => {
    if (command.type === 'close') return void close();
    const answering = answer(command.id, command.task).finally(() => running.delete(answering));
    running.add(answering);
  });
  postReport({ type: 'ready' });
}

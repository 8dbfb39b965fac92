import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import type { Result } from '../../../domain/values/result.ts';
import type { Choice, Engine, Judged, Opened, Upload } from './engine.ts';

/** An engine that answers in its own time. */
export interface Asked {
  open(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Opened, LuaFault>>;
  judge(choice: Choice): Promise<Judged>;
  next(): Promise<Upload | null>;
}

/** The worker could not be loaded or came to its end: it answers no more. */
export class WorkerDied extends Error {}

/** To the worker: what the engine is asked; `id` comes back with the answer. */
export interface Question {
  readonly id: number;
  readonly name: keyof Engine;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false };

/** What this needs of a worker's own end. */
interface WorkerEnd {
  onmessage: ((event: { readonly data: Question }) => void) | null;
  postMessage(reply: Reply): void;
}

/** Answers questions in a worker. */
export function serveQuestions(port: WorkerEnd, engine: Engine): void {
  port.onmessage = ({ data: { id, name, args } }) => {
    try {
      const ask = engine[name] as (...args: readonly unknown[]) => unknown;
      port.postMessage({ id, ok: true, value: ask(...args) });
    } catch {
      port.postMessage({ id, ok: false });
    }
  };
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (why: Error) => void;
}

/** An engine in a worker of this script; null where the browser lets it have none. */
export function askWorker(script: string): Asked | null {
  let worker: Worker;
  try {
    worker = new Worker(script);
  } catch {
    return null;
  }
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isDead = false;
  // A policy that forbids it, a script that is gone, or memory that is: all come as an error, now or later.
  const die = (): void => {
    isDead = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new WorkerDied());
    waiting.clear();
  };
  worker.addEventListener('error', die);
  worker.addEventListener('messageerror', die);
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.value as never);
    else asked?.reject(new Error('the reader failed'));
  });
  const ask = <T>(name: keyof Engine, args: readonly unknown[], transfer: Transferable[] = []): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isDead) throw new WorkerDied();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args } satisfies Question, transfer);
    });
  return {
    open: (bytes) => ask('open', [bytes], [bytes.buffer]),
    judge: (choice) => ask('judge', [choice]),
    next: () => ask('next', []),
  };
}

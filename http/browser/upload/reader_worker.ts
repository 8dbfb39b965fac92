import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import type { Result } from '../../../domain/values/result.ts';
import type { Assessment, Choice, Engine, FileSummary, Upload } from './engine.ts';

/** An engine with asynchronous calls. */
export interface AsyncEngine {
  open(bytes: Uint8Array<ArrayBuffer>): Promise<Result<FileSummary, LuaFault>>;
  judge(choice: Choice): Promise<Assessment>;
  next(): Promise<Upload | null>;
}

/** Thrown if the worker could not be loaded or has died. The worker will answer no further calls. */
export class WorkerDied extends Error {}

/** A call to an engine method, sent to the worker. The answer has the same `id`. */
export interface Question {
  readonly id: number;
  readonly name: keyof Engine;
  readonly args: readonly unknown[];
}

export type Reply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false };

/** The part of a worker's global scope that we use. */
interface WorkerEnd {
  onmessage: ((event: { readonly data: Question }) => void) | null;
  postMessage(reply: Reply): void;
}

/** Answers calls in the worker. */
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

/** Starts an engine in a worker with this script, or returns null if the browser does not allow it. */
export function askWorker(script: string): AsyncEngine | null {
  let worker: Worker;
  try {
    worker = new Worker(script);
  } catch {
    return null;
  }
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isDead = false;
  // A policy that forbids workers, a missing script and a lack of memory are all reported as an error event, possibly
  // much later.
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

import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import type { Result } from '../../../domain/values/result.ts';
import { type Choice, createEngine, type Engine, type Judged, type Opened, type Upload } from './engine.ts';

/** An engine that is asked and answers in its own time, so that the page never stands still. */
export interface Reader {
  open(bytes: Uint8Array<ArrayBuffer>): Promise<Result<Opened, LuaFault>>;
  judge(choice: Choice): Promise<Judged>;
  next(): Promise<Upload | null>;
}

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
export const serveQuestions = (port: WorkerEnd, engine: Engine): void => {
  port.onmessage = ({ data: { id, name, args } }) => {
    try {
      const ask = engine[name] as (...args: readonly unknown[]) => unknown;
      port.postMessage({ id, ok: true, value: ask(...args) });
    } catch {
      port.postMessage({ id, ok: false });
    }
  };
};

/** A reader in a worker of this script; where the browser lets it have none, in the page, which then stands still meanwhile. */
export const createReader = (script: string, nowMs: () => number): Reader => {
  const inPage = (): Reader => {
    const engine = createEngine(nowMs);
    return {
      open: async (bytes) => engine.open(bytes),
      judge: async (choice) => engine.judge(choice),
      next: async () => engine.next(),
    };
  };
  try {
    return inWorker(new Worker(script));
  } catch {
    return inPage();
  }
};

const inWorker = (worker: Worker): Reader => {
  const waiting = new Map<
    number,
    { readonly resolve: (value: never) => void; readonly reject: (bug: Error) => void }
  >();
  let lastId = 0;
  const giveUp = (): void => {
    for (const { reject } of waiting.values()) reject(new Error('the reader stopped'));
    waiting.clear();
  };
  worker.addEventListener('error', giveUp);
  worker.addEventListener('message', ({ data }: MessageEvent<Reply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.value as never);
    else asked?.reject(new Error('the reader failed'));
  });
  const ask = <T>(name: keyof Engine, args: readonly unknown[], transfer: Transferable[] = []): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args } satisfies Question, transfer);
    });
  return {
    open: (bytes) => ask('open', [bytes], [bytes.buffer]),
    judge: (choice) => ask('judge', [choice]),
    next: () => ask('next', []),
  };
};

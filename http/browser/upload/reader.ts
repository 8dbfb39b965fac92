import { createEngine, type Engine, type UploadChoice } from './engine.ts';

/** An engine whose calls are asynchronous, so that the page stays responsive. */
export interface EngineReader extends Omit<AsyncEngine, 'open'> {
  open(file: Blob): ReturnType<AsyncEngine['open']>;
}

/**
 * Creates a reader that runs in a worker. If the worker cannot start or dies, the reader continues in the page, which
 * then blocks.
 */
export function createReader(script: string): EngineReader {
  let asked = connectWorker(script) ?? createPageEngine();
  let latest: Blob | null = null;
  /** The most recently opened file. */
  let file: Blob | null = null;
  let choice: UploadChoice | null = null;
  let given = 0;
  let moved: Promise<void> | null = null;

  const moveHere = async (): Promise<void> => {
    const here = createPageEngine();
    if (file !== null) await here.open(await readBytes(file));
    if (choice !== null) await here.judge(choice);
    for (let n = 0; n < given; n++) await here.next('');
    asked = here;
  };

  const ask = async <T>(question: (asked: AsyncEngine) => Promise<T>): Promise<T> => {
    try {
      return await question(asked);
    } catch (error) {
      if (!(error instanceof WorkerError)) throw error;
      moved ??= moveHere();
      await moved;
      return question(asked);
    }
  };

  return {
    open: async (chosen) => {
      [latest, file, choice, given] = [chosen, null, null, 0];
      const opened = await ask(async (one) => {
        const bytes = await readBytes(chosen);
        // A small file may be loaded before a large one that was chosen earlier.
        if (chosen !== latest) throw new Error('another file was chosen');
        return one.open(bytes);
      });
      file = chosen;
      return opened;
    },
    judge: async (chosen) => {
      [choice, given] = [null, 0];
      const judged = await ask((one) => one.judge(chosen));
      choice = chosen;
      return judged;
    },
    next: async (session) => {
      const upload = await ask((one) => one.next(session));
      given++;
      return upload;
    },
  };
}

async function readBytes(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function createPageEngine(): AsyncEngine {
  const engine: Engine = createEngine();
  return {
    open: async (bytes) => engine.open(bytes),
    judge: async (choice) => engine.judge(choice),
    next: async (session) => engine.next(session),
  };
}

/** An engine with asynchronous calls. */
type AsyncEngine = { readonly [K in keyof Engine]: (...args: Parameters<Engine[K]>) => Promise<ReturnType<Engine[K]>> };

/** Thrown if the worker could not be loaded or has died. The worker will answer no further calls. */
class WorkerError extends Error {}

/** A call to an engine method, sent to the worker. The worker's reply has the same `id`. */
export interface WorkerCall {
  readonly id: number;
  readonly name: keyof Engine;
  readonly args: readonly unknown[];
}

export type WorkerReply =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false };

/** The part of a worker's global scope that we use. */
interface WorkerPort {
  onmessage: ((event: { readonly data: WorkerCall }) => void) | null;
  postMessage(reply: WorkerReply): void;
}

/** Answers calls in the worker. */
export function serveCalls(port: WorkerPort, engine: Engine): void {
  port.onmessage = ({ data: { id, name, args } }) => {
    try {
      const ask = engine[name] as (...args: readonly unknown[]) => unknown;
      port.postMessage({ id, ok: true, value: ask(...args) });
    } catch {
      port.postMessage({ id, ok: false });
    }
  };
}

interface PendingCall {
  readonly resolve: (value: never) => void;
  readonly reject: (why: Error) => void;
}

/** Starts an engine in a worker with this script, or returns null if the browser does not allow it. */
function connectWorker(script: string): AsyncEngine | null {
  let worker: Worker;
  try {
    worker = new Worker(script);
  } catch {
    return null;
  }
  const waiting = new Map<number, PendingCall>();
  let lastId = 0;
  let isDead = false;
  // A policy that forbids workers, a missing script and a lack of memory are all reported as an error event, possibly
  // much later.
  const die = (): void => {
    isDead = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new WorkerError());
    waiting.clear();
  };
  worker.addEventListener('error', die);
  worker.addEventListener('messageerror', die);
  worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply>) => {
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.ok) asked?.resolve(data.value as never);
    else asked?.reject(new Error('the reader failed'));
  });
  const ask = <T>(name: keyof Engine, args: readonly unknown[], transfer: Transferable[] = []): Promise<T> =>
    new Promise((resolve, reject) => {
      if (isDead) throw new WorkerError();
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, args } satisfies WorkerCall, transfer);
    });
  return {
    open: (bytes) => ask('open', [bytes], [bytes.buffer as ArrayBuffer]),
    judge: (choice) => ask('judge', [choice]),
    next: (session) => ask('next', [session]),
  };
}

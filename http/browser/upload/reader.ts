import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import type { Result } from '../../../domain/values/result.ts';
import { type Choice, createEngine, type Engine, type Judged, type Opened, type Upload } from './engine.ts';
import { type Asked, askWorker, WorkerDied } from './reader_worker.ts';

/** An engine that is asked and answers in its own time, so that the page never stands still. */
export interface Reader {
  open(file: Blob): Promise<Result<Opened, LuaFault>>;
  judge(choice: Choice): Promise<Judged>;
  next(): Promise<Upload | null>;
}

/**
 * A reader in a worker of this script. Where the browser lets it have none, or the worker dies, the page reads the file
 * itself and goes on where the worker was; it then stands still meanwhile.
 */
export function createReader(script: string, nowMs: () => number): Reader {
  let asked = askWorker(script) ?? inPage(nowMs);
  /** Chosen last, and opened. */
  let latest: Blob | null = null;
  let file: Blob | null = null;
  let choice: Choice | null = null;
  let given = 0;
  let moved: Promise<void> | null = null;

  const moveHere = async (): Promise<void> => {
    const here = inPage(nowMs);
    if (file !== null) await here.open(await bytesOf(file));
    if (choice !== null) await here.judge(choice);
    for (let n = 0; n < given; n++) await here.next();
    asked = here;
  };

  const ask = async <T>(question: (asked: Asked) => Promise<T>): Promise<T> => {
    try {
      return await question(asked);
    } catch (error) {
      if (!(error instanceof WorkerDied)) throw error;
      moved ??= moveHere();
      await moved;
      return question(asked);
    }
  };

  return {
    open: async (chosen) => {
      [latest, file, choice, given] = [chosen, null, null, 0];
      const opened = await ask(async (one) => {
        const bytes = await bytesOf(chosen);
        // A small file may be there before a large one that was chosen earlier.
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
    next: async () => {
      const upload = await ask((one) => one.next());
      given++;
      return upload;
    },
  };
}

async function bytesOf(file: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await file.arrayBuffer());
}

function inPage(nowMs: () => number): Asked {
  const engine: Engine = createEngine(nowMs);
  return {
    open: async (bytes) => engine.open(bytes),
    judge: async (choice) => engine.judge(choice),
    next: async () => engine.next(),
  };
}

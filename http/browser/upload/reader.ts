import type { LuaFault } from '../../../domain/saved_variables/lua/values.ts';
import type { Result } from '../../../domain/values/result.ts';
import { type Assessment, type Choice, createEngine, type Engine, type FileSummary, type Upload } from './engine.ts';
import { type AsyncEngine, askWorker, WorkerDied } from './reader_worker.ts';

/** An engine whose calls are asynchronous, so that the page stays responsive. */
export interface Reader {
  open(file: Blob): Promise<Result<FileSummary, LuaFault>>;
  judge(choice: Choice): Promise<Assessment>;
  next(): Promise<Upload | null>;
}

/** Creates a reader in a worker. If there is none or it dies, the reader continues in the page, which then blocks. */
export function createReader(script: string, nowMs: () => number): Reader {
  let asked = askWorker(script) ?? inPage(nowMs);
  /** The file that was chosen last. */
  let latest: Blob | null = null;
  /** The file that was opened last. */
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

  const ask = async <T>(question: (asked: AsyncEngine) => Promise<T>): Promise<T> => {
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

function inPage(nowMs: () => number): AsyncEngine {
  const engine: Engine = createEngine(nowMs);
  return {
    open: async (bytes) => engine.open(bytes),
    judge: async (choice) => engine.judge(choice),
    next: async () => engine.next(),
  };
}

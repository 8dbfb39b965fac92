import { clearTimeout, setTimeout } from 'node:timers';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import type { Connection } from '../prepared_statements.ts';
import { readLastLink, readLink } from './chain.ts';

/** Stores the newest link outside the database (adapters/data_folder/notes.ts). */
export interface LinkFile {
  read(): ChainLink | null;
  write(link: ChainLink): Promise<void>;
  /** Called once if the chain no longer contains the stored link, which means that uploads were lost. */
  lost(noted: ChainLink, newest: ChainLink): void;
  /** Called if the link could not be stored. Storing is attempted again with the next link. */
  failed(error: unknown): void;
}

/** Reads the database, in turn with other work on it. */
type RunReadWork = <T>(work: (client: Connection) => Promise<T>) => Promise<T>;

/** Milliseconds to wait before storing the newest link, so that many uploads share the two fsyncs of its file. */
const READ_WAIT_MS = 800;

/**
 * Stores the newest link of the chain outside the database. This happens in the writer's process, but not as part of
 * its commits: a link is stored only after it has been committed. If the chain no longer contains the stored link, that
 * link is kept, because it is the only proof that uploads were lost.
 */
export function createLinkKeeper(note: LinkFile, read: RunReadWork) {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> = Promise.resolve();
  let reportedLoss = false;

  const storeNewest = async (): Promise<void> => {
    const noted = note.read();
    const reading = read(async (client) => ({
      newest: await readLastLink(client),
      inChain: noted === null ? null : await readLink(client, noted.n),
    }));
    const found = await catchFault(reading);
    // If the database cannot be read, no link can have been added either.
    if (found instanceof StorageFault) return;
    const { newest, inChain } = found;
    if (noted === null || inChain?.digest === noted.digest) {
      if (newest.n > (noted?.n ?? 0)) await note.write(newest);
    } else if (!reportedLoss) {
      reportedLoss = true;
      note.lost(noted, newest);
    }
  };

  /** Stores the newest link immediately, after any write in progress. */
  const settle = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(storeNewest).catch((error: unknown) => note.failed(error));
    return writing;
  };

  return {
    /** Must be called whenever a link may have been added. Stores the newest link within READ_WAIT_MS. */
    changed: (): void => {
      timer ??= setTimeout(() => void settle(), READ_WAIT_MS);
    },
    settle,
  };
}

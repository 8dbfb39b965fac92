import { clearTimeout, setTimeout } from 'node:timers';
import type { Client } from '@libsql/client';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { linkAt, newestLink } from './chain.ts';

/** Stores the newest link outside the database (adapters/data_folder/notes.ts). */
export interface LinkFile {
  /** Returns the stored link, or null if there is none. */
  read(): ChainLink | null;
  write(link: ChainLink): Promise<void>;
  /** Called once if the chain does not contain the stored link any more: uploads were lost. */
  lost(noted: ChainLink, newest: ChainLink): void;
  /** Called if the link could not be stored. The next link is another attempt. */
  failed(error: unknown): void;
}

export interface LinkRecorder {
  /** Must be called when a link may have been added. Stores it within WITHIN_MS. */
  changed(): void;
  /** Stores the newest link now, after any write in progress. */
  settle(): Promise<void>;
}

/** Reads the database in turn with its other work. */
type Read = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/** Delay before the newest link is stored, so that many uploads share the two fsyncs of its file. */
const WITHIN_MS = 800;

/**
 * Stores the newest link of the chain outside the database, in the writer's process but not as part of its commits. A
 * link is stored only after it has been committed. If the chain no longer contains the stored link, the link is kept,
 * because it is the only proof that uploads were lost.
 */
export function createLinkKeeper(note: LinkFile, read: Read): LinkRecorder {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> = Promise.resolve();
  let reportedLoss = false;

  const storeNewest = async (): Promise<void> => {
    const noted = note.read();
    const reading = read(async (client) => ({
      newest: await newestLink(client),
      inChain: noted === null ? null : await linkAt(client, noted.n),
    }));
    const found = await orStorageFault(reading);
    // If the database cannot be read, no link was added either.
    if (found instanceof StorageFault) return;
    const { newest, inChain } = found;
    if (noted === null || inChain?.digest === noted.digest) {
      if (newest.n > (noted?.n ?? 0)) await note.write(newest);
    } else if (!reportedLoss) {
      reportedLoss = true;
      note.lost(noted, newest);
    }
  };

  const settle = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(storeNewest).catch((error: unknown) => note.failed(error));
    return writing;
  };

  return {
    changed: () => {
      timer ??= setTimeout(() => void settle(), WITHIN_MS);
    },
    settle,
  };
}

import { clearTimeout, setTimeout } from 'node:timers';
import type { Client } from '@libsql/client';
import type { ChainLink } from '../../../domain/ports/uploads.ts';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { linkAt, newestLink } from './chain.ts';

/** Where the newest link is noted outside the database (adapters/data_folder/link_file.ts). */
export interface LinkNote {
  /** The link that was noted last; null where none is. */
  read(): ChainLink | null;
  write(link: ChainLink): Promise<void>;
  /** The chain does not hold the noted link any more: uploads were lost. Told once. */
  lost(noted: ChainLink, newest: ChainLink): void;
  /** It could not be noted; it is tried again with the next link. */
  failed(error: unknown): void;
}

export interface LinkKeeper {
  /** A link may have been added: it is noted soon. */
  changed(): void;
  /** Notes it at once, where none is on its way. */
  settle(): Promise<void>;
}

/** Reads the database in turn with its other work. */
type Read = <T>(work: (client: Client) => Promise<T>) => Promise<T>;

/** How long after its commit a link is noted at the latest; so many uploads share the note's two waits for the disk. */
const WITHIN_MS = 800;

/**
 * Notes the newest link of the chain by whoever writes it, aside from the commits. A link that is noted has been
 * committed; one that does not stand in the chain any more is left, since it alone can prove that uploads were lost.
 */
export function createLinkKeeper(note: LinkNote, read: Read): LinkKeeper {
  let timer: ReturnType<typeof setTimeout> | null = null;
  let writing: Promise<void> = Promise.resolve();
  let toldLost = false;

  const keep = async (): Promise<void> => {
    const noted = note.read();
    const reading = read(async (client) => ({
      newest: await newestLink(client),
      standing: noted === null ? null : await linkAt(client, noted.n),
    }));
    const found = await orStorageFault(reading);
    // A database that cannot be read has added nothing either.
    if (found instanceof StorageFault) return;
    const { newest, standing } = found;
    if (noted === null || standing?.digest === noted.digest) {
      if (newest.n > (noted?.n ?? 0)) await note.write(newest);
    } else if (!toldLost) {
      toldLost = true;
      note.lost(noted, newest);
    }
  };

  const settle = (): Promise<void> => {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    writing = writing.then(keep).catch((error: unknown) => note.failed(error));
    return writing;
  };

  return {
    changed: () => {
      timer ??= setTimeout(() => void settle(), WITHIN_MS);
    },
    settle,
  };
}

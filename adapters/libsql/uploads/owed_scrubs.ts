import { clearTimeout, setTimeout } from 'node:timers';
import type { Transaction } from '@libsql/client';
import { orStorageFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { inTransaction, type Runner, value } from '../database.ts';
import { pagesToScrub, SCRUB_PAGES, scrubPages, tryToEmptyLog } from '../scrub.ts';
import type { Run } from './run.ts';

/**
 * What an erasure removed may still stand in bytes that SQLite does not use any more. The erasure notes that in its own
 * transaction, so that whoever opens the database next overwrites them, whatever became of the process that erased.
 */
export interface OwedScrubs {
  /** Overwrites what every erasure noted so far has left; answers once it is gone. */
  settle(): Promise<void>;
  /** Has it done in its own time, again and again until it is. */
  begin(): void;
  /** Ends that; what is left is for whoever opens the database next. */
  stop(): Promise<void>;
}

/** Notes that this transaction leaves something in the bytes. */
export async function oweScrub(tx: Transaction): Promise<void> {
  await tx.execute('insert into scrubs default values');
}

/** The newest erasure whose leftovers still stand; null: none do. */
export async function newestOwed(runner: Runner): Promise<number | null> {
  const n = await value(runner, 'select max(n) from scrubs');
  return n === null ? null : Number(n);
}

const AGAIN_MS = 60_000;

/** `onBug` hears of a fault of ours in what nobody waits for. */
export function createOwedScrubs(run: Run, onBug: (error: unknown) => void): OwedScrubs {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let inHand: Promise<unknown> = Promise.resolve();
  const settle = shared(async () => {
    try {
      await scrub(run, () => stopped);
    } catch (error) {
      if (error instanceof StorageFault && !stopped) again();
      throw error;
    }
  });
  const begin = (): void => {
    inHand = orStorageFault(settle()).catch(onBug);
  };
  const again = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      begin();
    }, AGAIN_MS);
    timer.unref();
  };
  return {
    settle,
    begin,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await inHand;
    },
  };
}

/**
 * Does the work of all who ask before it begins at one go, and never two at a time: anyone may ask for an erasure, and
 * each reads the whole database.
 */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | null = null;
  return () => {
    if (next !== null) return next;
    const turn = last.then(() => {
      next = null;
      return work();
    });
    next = turn;
    last = turn.catch(() => {});
    return turn;
  };
}

const LOG_ATTEMPTS = 60;
const LOG_PAUSE_MS = 100;

/**
 * Takes what was erased out of the bytes of the database and its write-ahead log, in small pieces between which uploads
 * come in. Reads nothing but one number where nothing was erased since it was last done.
 */
async function scrub(run: Run, isStopped: () => boolean): Promise<void> {
  const upTo = await run(({ client }) => newestOwed(client), 'read');
  if (upTo === null) return;
  const pages = await run(({ client }) => pagesToScrub(client), 'read');
  for (let from = 1; from <= pages; from += SCRUB_PAGES) {
    if (isStopped()) throw new StorageFault('uploads', 'SCRUB_STOPPED');
    await run(({ client }) => scrubPages(client, from));
  }
  await emptyLog(run, isStopped);
  return run(({ client }) =>
    inTransaction(client, async (tx) => {
      await tx.execute({ sql: 'delete from scrubs where n <= ?', args: [BigInt(upTo)] });
    }),
  );
}

/** A reader may be in the way for a moment. */
async function emptyLog(run: Run, isStopped: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < LOG_ATTEMPTS && !isStopped(); attempt++) {
    const emptied = await run(({ client }) => tryToEmptyLog(client));
    if (emptied) return;
    await new Promise((resolve) => setTimeout(resolve, LOG_PAUSE_MS));
  }
  throw new StorageFault('uploads', 'CHECKPOINT_BUSY');
}

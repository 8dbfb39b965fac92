import { clearTimeout, setTimeout } from 'node:timers';
import { catchFault, StorageFault } from '../../../domain/values/storage_fault.ts';
import { type Runner, readValue, runInTransaction, type Transaction } from '../database.ts';
import { countPagesToScrub, PAGES_PER_SCRUB, scrubPages, tryEmptyingLog } from '../scrub.ts';
import type { RunWork } from './connection.ts';

/**
 * Scrubs the database after erasures, because erased data may still be in bytes that SQLite no longer uses. The
 * transaction of the erasure records that a scrub is pending. If the process dies before the scrub, the next process
 * that opens the database does it.
 */
export interface ScrubScheduler {
  /** Overwrites the remains of all erasures so far. Resolves once they are gone. */
  settle(): Promise<void>;
  /** Starts a scrub in the background and retries it until it succeeds. */
  begin(): void;
  /** Stops the background scrub. The next process that opens the database will finish it. */
  stop(): Promise<void>;
}

/** Records that this transaction may leave erased data in unused bytes. */
export async function requestScrub(tx: Transaction): Promise<void> {
  await tx.execute('insert into scrubs default values');
}

/** Returns the number of the newest erasure that still needs a scrub, or null if none does. */
export async function readNewestPendingScrub(runner: Runner): Promise<number | null> {
  const n = await readValue(runner, 'select max(n) from scrubs');
  return n === null ? null : Number(n);
}

const SCRUB_RETRY_MS = 60_000;

/** Creates the scheduler. `onBug` receives errors of the background scrub that are not storage faults. */
export function createScrubScheduler(run: RunWork, onBug: (error: unknown) => void): ScrubScheduler {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let running: Promise<unknown> = Promise.resolve();
  const settle = shareNextRun(async () => {
    try {
      await scrubUploads(run, () => stopped);
    } catch (error) {
      if (error instanceof StorageFault && !stopped) retryLater();
      throw error;
    }
  });
  const begin = (): void => {
    running = catchFault(settle()).catch(onBug);
  };
  const retryLater = (): void => {
    timer ??= setTimeout(() => {
      timer = null;
      begin();
    }, SCRUB_RETRY_MS);
    timer.unref();
  };
  return {
    settle,
    begin,
    stop: async () => {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}

/**
 * Runs `work` once for all callers that ask before it starts, and never concurrently: anyone may ask for an erasure,
 * and each scrub reads the whole database.
 */
function shareNextRun<T>(work: () => Promise<T>): () => Promise<T> {
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

const LOG_ATTEMPTS_MAX = 60;
const LOG_RETRY_MS = 100;

/**
 * Overwrites erased data in the database and its write-ahead log, in small steps so that uploads can be stored between
 * them. Costs one query if nothing was erased since the last scrub.
 */
async function scrubUploads(run: RunWork, isStopped: () => boolean): Promise<void> {
  const upTo = await run(({ client }) => readNewestPendingScrub(client), 'read');
  if (upTo === null) return;
  const pages = await run(({ client }) => countPagesToScrub(client), 'read');
  for (let from = 1; from <= pages; from += PAGES_PER_SCRUB) {
    if (isStopped()) throw new StorageFault('uploads', 'SCRUB_STOPPED');
    await run(({ client }) => scrubPages(client, from));
  }
  await emptyWriteAheadLog(run, isStopped);
  return run(({ client }) =>
    runInTransaction(client, async (tx) => {
      await tx.execute({ sql: 'delete from scrubs where n <= ?', args: [BigInt(upTo)] });
    }),
  );
}

/** Empties the write-ahead log. Retries, because a reader may briefly block it. */
async function emptyWriteAheadLog(run: RunWork, isStopped: () => boolean): Promise<void> {
  for (let attempt = 0; attempt < LOG_ATTEMPTS_MAX && !isStopped(); attempt++) {
    const emptied = await run(({ client }) => tryEmptyingLog(client));
    if (emptied) return;
    await new Promise((resolve) => setTimeout(resolve, LOG_RETRY_MS));
  }
  throw new StorageFault('uploads', 'CHECKPOINT_BUSY');
}

import { createClient, type InStatement, LibsqlError, type Transaction, type Value } from '@libsql/client';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import type { LibsqlServer } from '../database.ts';

export interface PublishTimeouts {
  readonly answerMs: number;
  /** Timeout for the whole call. */
  readonly allMs: number;
  readonly stop?: AbortSignal;
}

/** Error code of a failed publish. The driver's messages may quote the address or the token. */
export type PublishFault = string;

/** A transaction on the server. Statements added to it are sent in batches of bounded size. */
export interface ServerTransaction extends Pick<Transaction, 'execute'> {
  rows(sql: string): Promise<readonly (readonly Value[])[]>;
  /** Adds a statement to the batch. `bytes` is the approximate size of the statement's arguments. */
  add(statement: InStatement, bytes: number): Promise<void>;
}

/** Maximum size of one request. The server responds only after it has run all statements of the request. */
const BATCH_BYTES_MAX = 1_000_000;
const BATCH_STATEMENTS_MAX = 500;

/** Runs one query on the server and returns its rows. */
export async function queryServer(
  target: LibsqlServer,
  waits: PublishTimeouts,
  sql: string,
): Promise<Result<readonly (readonly Value[])[], PublishFault>> {
  const { client, close } = connectServer(target, waits);
  try {
    const { rows } = await wrapServerFaults(client.execute(sql));
    return ok(rows.map((row) => Array.from(row)));
  } catch (error) {
    if (error instanceof ServerFault) return err(error.code);
    throw error;
  } finally {
    close();
  }
}

/**
 * Runs `work` in one write transaction on the server, so that no reader of the server or of a replica sees a partial
 * result. After an error, the server rolls back: immediately if it can be reached, otherwise once the stream has been
 * idle for 10 s.
 */
export async function runOnServer<T>(
  target: LibsqlServer,
  waits: PublishTimeouts,
  work: (tx: ServerTransaction) => Promise<T>,
): Promise<Result<T, PublishFault>> {
  const { client, close } = connectServer(target, waits);
  try {
    const tx = await wrapServerFaults(client.transaction('write'));
    try {
      const { transaction, flush } = createBatches(tx);
      const result = await work(transaction);
      await flush();
      await wrapServerFaults(tx.commit());
      return ok(result);
    } finally {
      tx.close();
    }
  } catch (error) {
    if (error instanceof ServerFault) return err(error.code);
    throw error;
  } finally {
    close();
  }
}

function connectServer({ url, token }: LibsqlServer, { answerMs, allMs, stop }: PublishTimeouts) {
  const all = startTimeLimit(allMs, stop);
  const client = createClient({
    url,
    ...(token === null ? {} : { authToken: token }),
    fetch: (request: Request) => fetchAnswer(request, startTimeLimit(answerMs, all.signal)),
  });
  return {
    client,
    close: (): void => {
      client.close();
      all.end();
    },
  };
}

/** Fetches a response with its whole body within the time limit. */
async function fetchAnswer(request: Request, { signal, end }: ReturnType<typeof startTimeLimit>): Promise<Response> {
  try {
    // A redirect would send the token's requests, or the rows, to another server.
    const answer = await fetch(request, { signal, redirect: 'manual' });
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, answer);
  } finally {
    end();
  }
}

function createBatches(tx: Transaction): { transaction: ServerTransaction; flush: () => Promise<void> } {
  let batch: InStatement[] = [];
  let batchBytes = 0;
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const statements = batch;
    [batch, batchBytes] = [[], 0];
    await wrapServerFaults(tx.batch(statements));
  };
  const execute: Transaction['execute'] = async (statement) => {
    await flush();
    return wrapServerFaults(tx.execute(statement));
  };
  return {
    flush,
    transaction: {
      execute,
      rows: async (sql) => (await execute(sql)).rows.map((row) => Array.from(row)),
      add: async (statement, bytes) => {
        batch.push(statement);
        batchBytes += bytes;
        if (batchBytes >= BATCH_BYTES_MAX || batch.length >= BATCH_STATEMENTS_MAX) await flush();
      },
    },
  };
}

/** A failure of the server or of the connection to it, as opposed to a fault of local files. */
class ServerFault extends Error {
  readonly code: PublishFault;
  constructor(code: PublishFault) {
    super(`the server answered with ${code}`);
    this.code = code;
  }
}

async function wrapServerFaults<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new ServerFault(readFaultCode(error));
  }
}

function readFaultCode(error: unknown): PublishFault {
  if (error instanceof LibsqlError && /^[A-Z0-9_]{1,60}$/.test(error.code)) return error.code;
  if (!(error instanceof Error)) return 'SERVER_FAILED';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'TIMED_OUT';
  // Runtimes throw a TypeError if a connection is refused or breaks.
  return error instanceof TypeError ? 'UNREACHABLE' : 'SERVER_FAILED';
}

/**
 * Creates a signal that aborts after `ms` milliseconds, or when `stop` is aborted. `AbortSignal.any` with
 * `AbortSignal.timeout` does not work on Node 20, which garbage-collects the timeout so that it never fires. Here, the
 * timer keeps the signal alive.
 */
function startTimeLimit(ms: number, stop?: AbortSignal) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new DOMException('', 'TimeoutError')), ms);
  const onStop = (): void => controller.abort(stop?.reason);
  stop?.addEventListener('abort', onStop);
  if (stop?.aborted === true) onStop();
  return {
    signal: controller.signal,
    /** Clears the timeout. Call it when the work is done. */
    end: (): void => {
      clearTimeout(timer);
      stop?.removeEventListener('abort', onStop);
    },
  };
}

import { createClient, type InStatement, LibsqlError, type Transaction, type Value } from '@libsql/client';
import { err, ok, type Result } from '../../../domain/values/result.ts';
import { type TimeLimit, timeLimit } from '../../time_limit.ts';

/** A libSQL server that is published to (TW_PUBLISH_URL, TW_PUBLISH_TOKEN), or copied from (TW_SYNC_URL, TW_SYNC_TOKEN). */
export interface PublishTarget {
  readonly url: string;
  readonly token: string | null;
}

export interface PublishWaits {
  /** For one answer of the server. */
  readonly answerMs: number;
  /** For all of it. */
  readonly allMs: number;
  /** Ends it early. */
  readonly stop?: AbortSignal;
}

/** Why nothing was published, as a constant token: what the driver says may quote the address or the token. */
export type PublishFault = string;

/** A transaction on the server. What is added is sent in parts of bounded size. */
export interface ServerTransaction {
  rows(sql: string): Promise<readonly (readonly Value[])[]>;
  /** `bytes`: about how many its arguments have. */
  add(statement: InStatement, bytes: number): Promise<void>;
}

/** Bounds of one request: the server answers it once all of it is done. */
const PART_BYTES = 1_000_000;
const PART_STATEMENTS = 500;

/** Asks the server one thing. */
export async function askServer(
  target: PublishTarget,
  waits: PublishWaits,
  sql: string,
): Promise<Result<readonly (readonly Value[])[], PublishFault>> {
  const { client, close } = connect(target, waits);
  try {
    const { rows } = await asked(client.execute(sql));
    return ok(rows.map((row) => Array.from(row)));
  } catch (error) {
    if (error instanceof ServerFault) return err(error.code);
    throw error;
  } finally {
    close();
  }
}

/**
 * Does work in one write transaction of the server, so that no reader of it or of a replica sees a part. Whatever goes
 * wrong, the server takes it back: at once where it can be told, else when the stream has been idle for its ten seconds.
 */
export async function onServer<T>(
  target: PublishTarget,
  waits: PublishWaits,
  work: (tx: ServerTransaction) => Promise<T>,
): Promise<Result<T, PublishFault>> {
  const { client, close } = connect(target, waits);
  try {
    const tx = await asked(client.transaction('write'));
    try {
      const { sending, flush } = sendingOn(tx);
      const done = await work(sending);
      await flush();
      await asked(tx.commit());
      return ok(done);
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

function connect({ url, token }: PublishTarget, { answerMs, allMs, stop }: PublishWaits) {
  const all = timeLimit(allMs, stop);
  const client = createClient({
    url,
    ...(token === null ? {} : { authToken: token }),
    fetch: (request: Request) => wholeAnswer(request, timeLimit(answerMs, all.signal)),
  });
  return {
    client,
    close: (): void => {
      client.close();
      all.end();
    },
  };
}

/** An answer with all of its body, within the time. */
async function wholeAnswer(request: Request, { signal, end }: TimeLimit): Promise<Response> {
  try {
    const answer = await fetch(request, { signal });
    const body = await answer.arrayBuffer();
    return new Response(body.byteLength === 0 ? null : body, answer);
  } finally {
    end();
  }
}

function sendingOn(tx: Transaction): { sending: ServerTransaction; flush: () => Promise<void> } {
  let waiting: InStatement[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const part = waiting;
    [waiting, waitingBytes] = [[], 0];
    await asked(tx.batch(part));
  };
  return {
    flush,
    sending: {
      rows: async (sql) => {
        await flush();
        const { rows } = await asked(tx.execute(sql));
        return rows.map((row) => Array.from(row));
      },
      add: async (statement, bytes) => {
        waiting.push(statement);
        waitingBytes += bytes;
        if (waitingBytes >= PART_BYTES || waiting.length >= PART_STATEMENTS) await flush();
      },
    },
  };
}

/** Thrown where the server, or the way to it, failed, so that it is told from faults of the local files. */
class ServerFault extends Error {
  readonly code: PublishFault;
  constructor(code: PublishFault) {
    super(`the server answered with ${code}`);
    this.code = code;
  }
}

async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw new ServerFault(codeOf(error));
  }
}

function codeOf(error: unknown): PublishFault {
  if (error instanceof LibsqlError && /^[A-Z0-9_]{1,60}$/.test(error.code)) return error.code;
  if (!(error instanceof Error)) return 'SERVER_FAILED';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'TIMED_OUT';
  // As runtimes call a connection that was refused or broke off.
  return error instanceof TypeError ? 'UNREACHABLE' : 'SERVER_FAILED';
}

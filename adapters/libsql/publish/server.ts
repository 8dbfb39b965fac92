import { createClient, type InStatement, LibsqlError, type Transaction, type Value } from '@libsql/client';
import { err, ok, type Result } from '../../../domain/values/result.ts';

/** A libSQL server that is published to (TW_PUBLISH_URL, TW_PUBLISH_TOKEN). */
export interface PublishTarget {
  readonly url: string;
  readonly token: string | null;
}

export interface PublishWaits {
  /** For one answer of the server. */
  readonly answerMs: number;
  /** For all of it. */
  readonly allMs: number;
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

/**
 * Does work in one write transaction of the server, so that no reader of it or of a replica sees a part. Whatever goes
 * wrong, the server takes it back: at once where it can be told, else when the stream has been idle for its ten seconds.
 */
export const onServer = async <T>(
  { url, token }: PublishTarget,
  { answerMs, allMs }: PublishWaits,
  work: (tx: ServerTransaction) => Promise<T>,
): Promise<Result<T, PublishFault>> => {
  const deadline = AbortSignal.timeout(allMs);
  const client = createClient({
    url,
    ...(token === null ? {} : { authToken: token }),
    fetch: (request: Request) => fetch(request, { signal: AbortSignal.any([deadline, AbortSignal.timeout(answerMs)]) }),
  });
  try {
    const tx = await client.transaction('write');
    try {
      const { sending, flush } = sendingOn(tx);
      const done = await work(sending);
      await flush();
      await tx.commit();
      return ok(done);
    } finally {
      tx.close();
    }
  } catch (error) {
    const fault = faultOf(error);
    if (fault === null) throw error;
    return err(fault);
  } finally {
    client.close();
  }
};

const sendingOn = (tx: Transaction): { sending: ServerTransaction; flush: () => Promise<void> } => {
  let waiting: InStatement[] = [];
  let waitingBytes = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const part = waiting;
    [waiting, waitingBytes] = [[], 0];
    await tx.batch(part);
  };
  return {
    flush,
    sending: {
      rows: async (sql) => {
        await flush();
        const { rows } = await tx.execute(sql);
        return rows.map((row) => Array.from(row));
      },
      add: async (statement, bytes) => {
        waiting.push(statement);
        waitingBytes += bytes;
        if (waitingBytes >= PART_BYTES || waiting.length >= PART_STATEMENTS) await flush();
      },
    },
  };
};

/** The server's, or the way's to it. null: none of these, but a fault of ours or of the local files. */
const faultOf = (error: unknown): PublishFault | null => {
  if (error instanceof LibsqlError) return tokenOf(error.code);
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'TIMED_OUT';
  if (error instanceof TypeError && /fetch/i.test(error.message)) return 'UNREACHABLE';
  return /^(Hrana|Http|Client|Closed|Proto|Misuse|Response)\w*Error$/.test(error.constructor.name)
    ? 'SERVER_FAILED'
    : null;
};

const tokenOf = (code: string): PublishFault => (/^[A-Z0-9_]{1,60}$/.test(code) ? code : 'SERVER_FAILED');

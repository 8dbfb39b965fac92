import type { Bytes } from '../../domain/ports/codec.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';

/** The JSON-RPC 2.0 error codes that we return ourselves. */
export const RPC = { parse: -32_700, invalidRequest: -32_600, invalidParams: -32_602, bug: -32_603 } as const;

export type RpcId = string | number | null;

export interface RpcFault {
  readonly code: (typeof RPC)[keyof typeof RPC];
  /** A sentence for the sender. */
  readonly message: string;
}

/** Creates a JSON-RPC error response. `id` is the id of the request, or null if it could not be read. */
export function createRpcError(id: RpcId, error: RpcFault) {
  return { jsonrpc: '2.0', id, error };
}

const decoder = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses the message in a body without validating it further. Batches are rejected, because the protocol has dropped
 * them and a batch would count as one request however many calls it contains.
 */
export function readMessage(body: Bytes): Result<unknown, RpcFault> {
  let message: unknown;
  try {
    message = JSON.parse(decoder.decode(body));
  } catch {
    return err({ code: RPC.parse, message: 'The body must be JSON in UTF-8; it is not.' });
  }
  if (Array.isArray(message)) {
    return err({
      code: RPC.invalidRequest,
      message: `The body must hold one message; got a list of ${message.length}.`,
    });
  }
  return ok(message);
}

/** Returns the id of a request, or null if the request has no valid id. */
export function readId(message: unknown): RpcId {
  const id = typeof message === 'object' && message !== null && 'id' in message ? message.id : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

export function readMethod(message: unknown): string | null {
  return typeof message === 'object' && message !== null && 'method' in message && typeof message.method === 'string'
    ? message.method
    : null;
}

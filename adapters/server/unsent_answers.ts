import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findClientAddress } from '../../domain/values/client_address.ts';

export type UnsentAnswers = ReturnType<typeof createUnsentAnswers>;

interface AnswerReader {
  readonly socket: Socket;
  readonly address: string;
  readonly body: object;
  readonly bytes: number;
}

/**
 * Limits the memory held by responses that clients have not read yet. A body that is sent to several clients is counted
 * once. While the limit is exceeded, the oldest pending response to the address with the most pending bytes is dropped
 * and its connection closed.
 */
export function createUnsentAnswers(bytesMax: number) {
  // In insertion order, so the oldest response comes first.
  const readers = new Map<ServerResponse, AnswerReader>();
  const held = new Map<object, { readonly bytes: number; readers: number }>();
  const expected = new WeakMap<ServerResponse, { readonly body: object; readonly bytes: number }>();
  let total = 0;

  const remove = (outgoing: ServerResponse): void => {
    const reader = readers.get(outgoing);
    if (reader === undefined) return;
    readers.delete(outgoing);
    const body = held.get(reader.body)!;
    body.readers--;
    if (body.readers > 0) return;
    held.delete(reader.body);
    total -= body.bytes;
  };

  /** Returns the address with the most pending bytes, counting each body once. */
  const hoarder = (): string => {
    const kept = new Map<string, Map<object, number>>();
    for (const { address, body, bytes } of readers.values()) {
      kept.set(address, (kept.get(address) ?? new Map()).set(body, bytes));
    }
    const sums = [...kept].map(
      ([address, bodies]) => [address, [...bodies.values()].reduce((a, b) => a + b, 0)] as const,
    );
    return sums.reduce((most, one) => (one[1] > most[1] ? one : most))[0];
  };

  const makeRoom = (): void => {
    while (total > bytesMax && readers.size > 1) {
      const most = hoarder();
      const [outgoing, { socket }] = [...readers].find(([, { address }]) => address === most)!;
      remove(outgoing);
      socket.destroy();
    }
  };

  /** Registers a response if the system has not accepted all of it. */
  const note = (outgoing: ServerResponse): void => {
    const { socket } = outgoing;
    if (socket === null || socket.destroyed || socket.writableLength === 0 || readers.has(outgoing)) return;
    const { body, bytes } = expected.get(outgoing) ?? { body: outgoing, bytes: socket.writableLength };
    readers.set(outgoing, { socket, address: findClientAddress(socket.remoteAddress ?? '', null, 0), body, bytes });
    const known = held.get(body);
    if (known !== undefined) known.readers++;
    else {
      held.set(body, { bytes, readers: 1 });
      total += bytes;
    }
    outgoing.once('close', () => remove(outgoing));
    makeRoom();
  };

  return {
    note,
    /**
     * Says which long body a response will have. Responses with the same body share the object. The body may be sent
     * piece by piece, so we check now and then whether its reader is slow.
     */
    expect: (body: object, bytes: number, outgoing: ServerResponse): void => {
      expected.set(outgoing, { body, bytes });
      const checks = setInterval(() => {
        if (outgoing.destroyed || outgoing.writableFinished) clearInterval(checks);
        else note(outgoing);
      }, CHECK_INTERVAL_MS).unref();
    },
    bytes: (): number => total,
  };
}

const CHECK_INTERVAL_MS = 250;

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../../domain/values/client_address.ts';

export type UnsentAnswers = ReturnType<typeof createWaitingAnswers>;

interface Reader {
  readonly socket: Socket;
  readonly address: string;
  readonly body: object;
  readonly bytes: number;
}

/**
 * Limits the memory of answers that their readers have not taken yet. A body that is sent to several readers is counted
 * once. While the limit is exceeded, the longest waiting answer of the address with the most pending bytes is dropped
 * and its connection closed.
 */
export function createWaitingAnswers(bytesMax: number) {
  // In the order of arrival.
  const readers = new Map<ServerResponse, Reader>();
  const held = new Map<object, { readonly bytes: number; readers: number }>();
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

  /** Returns the address with the most pending bytes, counting each answer once. */
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

  return {
    /** Registers an answer handed to a connection. Readers of the same answer must share the `body` object. */
    note: (body: object, bytes: number, outgoing: ServerResponse): void => {
      const { socket } = outgoing;
      // Nothing is pending if the system took the whole answer at once.
      if (socket === null || socket.destroyed || socket.writableLength === 0 || readers.has(outgoing)) return;
      readers.set(outgoing, { socket, address: clientAddress(socket.remoteAddress ?? '', null, 0), body, bytes });
      const known = held.get(body);
      if (known !== undefined) known.readers++;
      else {
        held.set(body, { bytes, readers: 1 });
        total += bytes;
      }
      outgoing.once('close', () => remove(outgoing));
      makeRoom();
    },
    /** Returns the bytes held now. */
    bytes: (): number => total,
  };
}

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../../domain/values/client_address.ts';

/**
 * Bounds the memory of answers that their readers have not taken yet. An answer that several read is held once. Where
 * the bound is passed, the address whose readers keep most waiting loses its longest waiting one, and so on.
 */
export interface WaitingAnswers {
  /** What was just handed to the connection; `body` is the same object for all who are sent the same answer. */
  note(body: object, bytes: number, outgoing: ServerResponse): void;
  /** Bytes held now. */
  bytes(): number;
}

interface Reader {
  readonly socket: Socket;
  readonly address: string;
  readonly body: object;
  readonly bytes: number;
}

export function createWaitingAnswers(bytesMax: number): WaitingAnswers {
  // In the order in which they began to wait.
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

  /** The address whose readers keep most waiting, each answer counted once. */
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
    note: (body, bytes, outgoing) => {
      const { socket } = outgoing;
      // What the system took at once waits for nobody.
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
    bytes: () => total,
  };
}

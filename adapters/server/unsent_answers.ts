import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { isPlain, textOf } from '../../domain/reads/pieces.ts';
import { clientAddress } from '../../domain/values/client_address.ts';

export type UnsentAnswers = ReturnType<typeof createWaitingAnswers>;

interface Reader {
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
export function createWaitingAnswers(bytesMax: number) {
  // In insertion order, so the oldest response comes first.
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

  return {
    /** Registers a response handed to a connection. Responses with the same body must share the `body` object. */
    note: (body: object, bytes: number, outgoing: ServerResponse): void => {
      const { socket } = outgoing;
      // Nothing is pending if the system accepted the whole response immediately.
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
    /** Returns the number of bytes held now. */
    bytes: (): number => total,
  };
}

/** A response without a `Response` object, which would cost as much as rendering a page of rows. */
export interface DirectAnswer {
  readonly status: number;
  /** Header fields, including Content-Length. */
  readonly fields: Readonly<Record<string, string>>;
  /** The whole body, or pieces to send in order. Compressed pieces are decompressed first. */
  readonly body: Uint8Array | readonly TextPiece[];
}

/** Sends a response at once, or piece by piece if it is large and compressed. */
export function sendAnswer(
  { status, fields, body }: DirectAnswer,
  outgoing: ServerResponse,
  waiting: UnsentAnswers,
): void {
  outgoing.writeHead(status, fields);
  const bytes = body instanceof Uint8Array ? body.byteLength : body.reduce((sum, piece) => sum + piece.byteLength, 0);
  if (body instanceof Uint8Array) outgoing.end(body);
  else if (bytes > AT_ONCE_BYTES_MAX && !body.every(isPlain)) {
    sendUnpacked(body, outgoing, waiting).catch(() => outgoing.destroy());
    return;
  } else {
    const pieces = body.map(textOf);
    outgoing.cork();
    for (const piece of pieces) outgoing.write(piece);
    outgoing.end();
  }
  waiting.note(body, bytes, outgoing);
}

/** Up to this size, decompressing and sending everything at once is cheaper than doing so piece by piece. */
const AT_ONCE_BYTES_MAX = 256 * 1024;

/**
 * Sends pieces, decompressing each only after the connection has accepted the one before it, so that a large page is
 * never held in memory as text, even for a slow client. If a piece cannot be decompressed, the connection is closed
 * before the announced length has been sent.
 */
async function sendUnpacked(
  body: readonly TextPiece[],
  outgoing: ServerResponse,
  waiting: UnsentAnswers,
): Promise<void> {
  const bytes = body.reduce((sum, piece) => sum + (isPlain(piece) ? piece : piece.deflated).byteLength, 0);
  for (const piece of body) {
    if (outgoing.destroyed) return;
    if (outgoing.write(textOf(piece))) continue;
    waiting.note(body, bytes, outgoing);
    await drained(outgoing);
  }
  outgoing.end();
}

/** Resolves when the connection has accepted the written data, or is closed. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off('drain', done);
      outgoing.off('close', done);
      resolve();
    };
    outgoing.on('drain', done);
    outgoing.on('close', done);
  });
}

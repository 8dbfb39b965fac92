import type { Socket } from 'node:net';

/**
 * Ends connections whose reader takes next to nothing of an answer that waits for it. A slow reader on a poor line
 * moves more than the minimum and is left alone; so is a connection for which nothing is pending.
 */
export interface SocketWatch {
  add(socket: Socket): void;
  close(): void;
}

export interface SlowReaderBounds {
  readonly lookEveryMs: number;
  /** Within every span of this length, a connection with output pending must take `bytesMin`. */
  readonly spanMs: number;
  readonly bytesMin: number;
}

/** 500 bytes a second, averaged over spans that outlast the lumps in which a receive window opens. */
export const SLOW_READER: SlowReaderBounds = { lookEveryMs: 2_000, spanMs: 20_000, bytesMin: 10_000 };

/**
 * Where the runtime tells only of whole writes, a write that moves may look still: it is given this many spans to be
 * taken whole.
 */
const BLIND_SPANS = 12;

/** Looks taken at a socket while output was pending, and how many bytes had gone out at the first of them. */
interface Mark {
  readonly sent: number;
  looks: number;
}

export function createSocketWatch(bounds: SlowReaderBounds): SocketWatch {
  const sockets = new Map<Socket, Mark | null>();
  const looksInSpan = Math.ceil(bounds.spanMs / bounds.lookEveryMs);

  /** Whether the reader takes next to nothing; else the mark to go on with. */
  const judge = (socket: Socket, mark: Mark | null): Mark | null | 'too-slow' => {
    if (socket.writableLength === 0) return null;
    const { sent, blind } = progressOf(socket);
    if (mark === null) return { sent, looks: 0 };
    mark.looks++;
    if (mark.looks < looksInSpan) return mark;
    if (sent - mark.sent >= bounds.bytesMin) return { sent, looks: 0 };
    return blind && mark.looks < BLIND_SPANS * looksInSpan ? mark : 'too-slow';
  };

  const timer = setInterval(() => {
    for (const [socket, mark] of sockets) {
      const next = judge(socket, mark);
      if (next === 'too-slow') socket.destroy();
      else sockets.set(socket, next);
    }
  }, bounds.lookEveryMs);
  timer.unref();
  return {
    add: (socket) => {
      sockets.set(socket, null);
      socket.once('close', () => sockets.delete(socket));
    },
    close: () => clearInterval(timer),
  };
}

/** What Node's socket knows of one write that the system takes in parts. Not in its documentation. */
interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/** Bytes that the system has taken so far; `blind` where only whole writes are counted. */
function progressOf(socket: Socket): { readonly sent: number; readonly blind: boolean } {
  const handle = (socket as Socket & { readonly _handle?: Handle | null })._handle;
  const { bytesWritten, writeQueueSize } = handle ?? {};
  return typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
    ? { sent: bytesWritten - writeQueueSize, blind: false }
    : { sent: socket.bytesWritten - socket.writableLength, blind: true };
}

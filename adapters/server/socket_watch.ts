import type { Socket } from 'node:net';

export interface SlowReaderBounds {
  readonly lookEveryMs: number;
  /** Within every span of this length, a connection with pending output must accept `bytesMin` bytes. */
  readonly spanMs: number;
  readonly bytesMin: number;
}

/** 500 bytes per second, averaged over spans longer than the intervals at which a receive window reopens. */
export const SLOW_READER: SlowReaderBounds = { lookEveryMs: 2_000, spanMs: 20_000, bytesMin: 10_000 };

/**
 * Some runtimes report only complete writes, so a write in progress may look stalled. Such a write is allowed this many
 * spans.
 */
const BLIND_SPANS = 12;

/** Number of checks of a socket with pending output, and the number of bytes that had been sent at the first check. */
interface Mark {
  readonly sent: number;
  looks: number;
}

/**
 * Closes connections whose client reads almost nothing of a pending response. A client on a slow line still exceeds the
 * minimum. Connections without pending output are not affected.
 */
export function createSocketWatch(bounds: SlowReaderBounds) {
  const sockets = new Map<Socket, Mark | null>();
  const looksInSpan = Math.ceil(bounds.spanMs / bounds.lookEveryMs);

  /** Returns `too-slow`, the mark for the next check, or null if no output is pending. */
  const judge = (socket: Socket, mark: Mark | null): Mark | null | 'too-slow' => {
    if (socket.writableLength === 0) return null;
    const { sent, blind } = readSentBytes(socket);
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
    add: (socket: Socket): void => {
      sockets.set(socket, null);
      socket.once('close', () => sockets.delete(socket));
    },
    close: (): void => clearInterval(timer),
  };
}

/** Undocumented fields of Node's socket that describe a write accepted in parts. */
interface Handle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/**
 * Returns the number of bytes that the system has accepted so far. `blind` means that only complete writes are counted.
 */
function readSentBytes(socket: Socket): { readonly sent: number; readonly blind: boolean } {
  const handle = (socket as Socket & { readonly _handle?: Handle | null })._handle;
  const { bytesWritten, writeQueueSize } = handle ?? {};
  return typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
    ? { sent: bytesWritten - writeQueueSize, blind: false }
    : { sent: socket.bytesWritten - socket.writableLength, blind: true };
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { findClientAddress } from '../../domain/values/client_address.ts';

export interface ConnectionBounds {
  readonly connectionsMax: number;
  /** Maximum number of connections per address or IPv6 /64. Null means no limit, because all come from a proxy. */
  readonly connectionsPerAddressMax: number | null;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  /** The latest request on the connection, or null before the first one. */
  incoming: IncomingMessage | null;
  outgoing: ServerResponse | null;
  /** Sequence number of the latest activity: the higher, the more recent. */
  turn: number;
}

const IDLE_STAGE = 0;
const ARRIVING_STAGE = 1;
const ANSWERED_STAGE = 2;

function findStage({ incoming, outgoing }: Connection): number {
  if (incoming === null || outgoing === null || outgoing.writableFinished || outgoing.destroyed) return IDLE_STAGE;
  return incoming.complete ? ANSWERED_STAGE : ARRIVING_STAGE;
}

/**
 * Limits connections. Each address has its own limit, so that it cannot block others with idle connections. If all
 * slots are taken, a new connection replaces an idle one, or else one whose request is still arriving, from the address
 * with the most connections. A connection whose request is being answered is never closed to make room.
 */
export function createConnections(bounds: ConnectionBounds) {
  const all = new Map<Socket, Connection>();
  /** Connections with a stream. They are not limited here. */
  const streams = new Set<Socket>();
  const byAddress = new Map<string, Set<Connection>>();
  let turn = 0;

  const remove = (connection: Connection): void => {
    all.delete(connection.socket);
    const own = byAddress.get(connection.address);
    own?.delete(connection);
    if (own?.size === 0) byAddress.delete(connection.address);
  };

  const end = (connection: Connection): void => {
    remove(connection);
    connection.socket.destroy();
  };

  const sizeOf = ({ address }: Connection): number => byAddress.get(address)?.size ?? 0;

  /** Whether to close `a` before `b`. Compares stages, then connections per address, then the latest activity. */
  const before = (a: Connection, b: Connection): boolean =>
    (findStage(a) - findStage(b) || sizeOf(b) - sizeOf(a) || a.turn - b.turn) < 0;

  const first = (some: Iterable<Connection>, except: Connection, lastStage: number): Connection | null => {
    let found: Connection | null = null;
    for (const one of some) {
      if (one === except || findStage(one) > lastStage) continue;
      if (found === null || before(one, found)) found = one;
    }
    return found;
  };

  return {
    /** Registers a new connection. If a limit is exceeded, closes this or another one. */
    add: (socket: Socket): void => {
      const address = findClientAddress(socket.remoteAddress ?? '', null, 0);
      const connection: Connection = { socket, address, incoming: null, outgoing: null, turn: turn++ };
      const own = byAddress.get(address) ?? new Set();
      own.add(connection);
      byAddress.set(address, own);
      all.set(socket, connection);
      socket.once('close', () => remove(connection));
      if (own.size > (bounds.connectionsPerAddressMax ?? Number.POSITIVE_INFINITY)) {
        end(first(own, connection, IDLE_STAGE) ?? connection);
      } else if (all.size > bounds.connectionsMax) {
        end(first(all.values(), connection, ARRIVING_STAGE) ?? connection);
      }
    },
    began: (incoming: IncomingMessage, outgoing: ServerResponse): void => {
      const connection = all.get(incoming.socket);
      if (connection === undefined) return;
      connection.incoming = incoming;
      connection.outgoing = outgoing;
      connection.turn = turn++;
    },
    /**
     * Takes a connection out of the limits. Its stream has limits of its own, and is the last response on it. It ends
     * when its client ends the connection. Otherwise it would keep its place until a ping fails.
     */
    beginStream: (socket: Socket): void => {
      const connection = all.get(socket);
      if (connection === undefined) return;
      remove(connection);
      streams.add(socket);
      socket.once('close', () => streams.delete(socket));
      if (socket.readableEnded) socket.destroy();
      else socket.once('end', () => socket.destroy());
    },
    /** Closes the connections of all streams, which would not end before their clients do. */
    endStreams: (): void => {
      for (const socket of streams) socket.destroy();
    },
  };
}

export interface SlowReaderBounds {
  readonly lookEveryMs: number;
  /** Within every span of this length, a connection with pending output must accept `bytesMin` bytes. */
  readonly spanMs: number;
  readonly bytesMin: number;
}

/** 500 bytes per second, averaged over spans longer than the intervals at which a receive window reopens. */
export const SLOW_READER_BOUNDS: SlowReaderBounds = { lookEveryMs: 2_000, spanMs: 20_000, bytesMin: 10_000 };

/**
 * Some runtimes report only complete writes, so a write in progress may look stalled. Such a write is allowed this many
 * spans.
 */
const UNSEEN_SPANS_MAX = 12;

/** Number of checks of a socket with pending output, and the number of bytes that had been sent at the first check. */
interface ProgressMark {
  readonly sent: number;
  looks: number;
}

/**
 * Closes connections whose client reads almost nothing of a pending response. A client on a slow line still exceeds the
 * minimum. Connections without pending output are not affected.
 */
export function createSocketWatch(bounds: SlowReaderBounds) {
  const sockets = new Map<Socket, ProgressMark | null>();
  const looksInSpan = Math.ceil(bounds.spanMs / bounds.lookEveryMs);

  /** Returns `too-slow`, the mark for the next check, or null if no output is pending. */
  const judge = (socket: Socket, mark: ProgressMark | null): ProgressMark | null | 'too-slow' => {
    if (socket.writableLength === 0) return null;
    const { sent, blind } = readSentBytes(socket);
    if (mark === null) return { sent, looks: 0 };
    mark.looks++;
    if (mark.looks < looksInSpan) return mark;
    if (sent - mark.sent >= bounds.bytesMin) return { sent, looks: 0 };
    return blind && mark.looks < UNSEEN_SPANS_MAX * looksInSpan ? mark : 'too-slow';
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
interface SocketHandle {
  readonly bytesWritten?: number;
  readonly writeQueueSize?: number;
}

/**
 * Returns the number of bytes that the system has accepted so far. `blind` means that only complete writes are counted.
 */
function readSentBytes(socket: Socket): { readonly sent: number; readonly blind: boolean } {
  const handle = (socket as Socket & { readonly _handle?: SocketHandle | null })._handle;
  const { bytesWritten, writeQueueSize } = handle ?? {};
  return typeof bytesWritten === 'number' && typeof writeQueueSize === 'number'
    ? { sent: bytesWritten - writeQueueSize, blind: false }
    : { sent: socket.bytesWritten - socket.writableLength, blind: true };
}

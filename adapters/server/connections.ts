import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddress } from '../../domain/values/client_address.ts';

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
      const address = clientAddress(socket.remoteAddress ?? '', null, 0);
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

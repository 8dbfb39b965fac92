import { Buffer } from 'node:buffer';
import { connect, type Socket } from 'node:net';
import {
  type HttpBounds,
  type HttpServer,
  type HttpServerOptions,
  openHttpServer,
  type ServerHandlers,
} from '../../../adapters/server/http_server.ts';

/** Short time limits, so that tests need not wait. */
export const QUICK: HttpBounds = {
  headersWithinMs: 300,
  requestWithinMs: 600,
  idleMs: 200,
  checkEveryMs: 50,
  connectionsMax: 1024,
  connectionsPerAddressMax: 1024,
  slowReader: { lookEveryMs: 25, spanMs: 250, bytesMin: 10_000 },
  waitingBytesMax: 64_000_000,
  finishWithinMs: 400,
};

export function open(
  served: ServerHandlers,
  bounds: Partial<HttpBounds> = {},
  options: Partial<HttpServerOptions> = {},
): Promise<HttpServer> {
  return openHttpServer(served, { host: '127.0.0.1', port: 0, bounds: { ...QUICK, ...bounds }, ...options });
}

/** An app that answers every path with what `fetch` makes. */
export function serving(fetch: ServerHandlers['fetch']): ServerHandlers {
  return {
    fetch,
    malformed: () => new Response(null, { status: 400 }),
  };
}

/** The headers of an upload, without its length. */
export const UPLOAD = 'POST /api/intake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

/** A client's connection. */
export interface Line {
  readonly socket: Socket;
  /** Returns everything received so far. */
  heard(): string;
  bytes(): number;
  /** Waits until the received text matches. */
  until(pattern: RegExp): Promise<string>;
  readonly closed: Promise<void>;
}

export interface DialOptions {
  /** The client's address. Every address in 127.0.0.0/8 belongs to this machine. */
  readonly from?: string;
  /** Keeps the client's side open after the server has closed its own. */
  readonly allowHalfOpen?: boolean;
}

export function dial(
  { port }: Pick<HttpServer, 'port'>,
  { from, allowHalfOpen = false }: DialOptions = {},
): Promise<Line> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const socket = connect({
      port,
      host: '127.0.0.1',
      allowHalfOpen,
      ...(from === undefined ? {} : { localAddress: from }),
    });
    const text = () => Buffer.concat(chunks).toString('latin1');
    const closed = new Promise<void>((done) => socket.once('close', () => done()));
    socket.on('data', (chunk) => {
      chunks.push(chunk);
      size += chunk.length;
    });
    socket.on('error', reject);
    const until = (pattern: RegExp): Promise<string> =>
      new Promise((found, lost) => {
        const look = (): void => {
          if (!pattern.test(text())) return;
          socket.off('data', look);
          found(text());
        };
        socket.on('data', look);
        void closed.then(() => (pattern.test(text()) ? found(text()) : lost(new Error(`closed after: ${text()}`))));
        look();
      });
    socket.once('connect', () => resolve({ socket, heard: text, bytes: () => size, until, closed }));
  });
}

export function pause(ms: number) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

const TICK_MS = 10;

/**
 * Returns the result, or fails after `ms` milliseconds. It counts ticks of a timer, so that time in which a busy machine
 * lets this process, with its server, wait does not count.
 */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setInterval> | undefined;
  const late = new Promise<never>((_, reject) => {
    let leftMs = ms;
    timer = setInterval(() => {
      leftMs -= TICK_MS;
      if (leftMs <= 0) reject(new Error(`not within ${ms} ms`));
    }, TICK_MS);
  });
  return Promise.race([promise, late]).finally(() => clearInterval(timer));
}

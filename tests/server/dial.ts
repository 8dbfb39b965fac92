import { Buffer } from 'node:buffer';
import { connect, type Socket } from 'node:net';
import {
  type HttpBounds,
  type HttpServer,
  type HttpServerOptions,
  openHttpServer,
  type Served,
} from '../../adapters/server/http_server.ts';

/** Bounds that a test need not wait for. */
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
  served: Served,
  bounds: Partial<HttpBounds> = {},
  options: Partial<HttpServerOptions> = {},
): Promise<HttpServer> {
  return openHttpServer(served, { host: '127.0.0.1', port: 0, bounds: { ...QUICK, ...bounds }, ...options });
}

/** An app that answers every path with what `fetch` makes. */
export function serving(fetch: Served['fetch']): Served {
  return {
    fetch,
    direct: () => null,
    malformed: () => new Response(null, { status: 400 }),
  };
}

/** The head of an upload, but for its length. */
export const UPLOAD = 'POST /api/intake HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

/** A connection as a client holds it. */
export interface Line {
  readonly socket: Socket;
  /** Everything received so far. */
  heard(): string;
  bytes(): number;
  /** Waits until what was heard matches. */
  until(pattern: RegExp): Promise<string>;
  readonly closed: Promise<void>;
}

export interface DialOptions {
  /** The client's own address; every address of 127.0.0.0/8 is this machine's. */
  readonly from?: string;
  /** Goes on listening after the server said its last. */
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

/** The outcome, or a failure where it takes longer. */
export async function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not within ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

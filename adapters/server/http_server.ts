import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createConnections, createSocketWatch, SLOW_READER_BOUNDS, type SlowReaderBounds } from './connections.ts';
import { createUnsentAnswers, type UnsentAnswers } from './unsent_answers.ts';

export interface ServerHandlers {
  fetch(
    request: Request,
    connection: {
      readonly remoteAddress: string;
      /** Returns a header field, which is cheaper than to ask the Request for it. */
      readonly header: (name: string) => string | null;
      /** Called before a response that lasts until one side ends it. */
      readonly beginStream: () => void;
      /** Called with a long body, which stays in memory until the client has read it, and the memory that it takes. */
      readonly holds: (body: object, bytes: number) => void;
    },
  ): Response | Promise<Response>;
  malformed(fault: RequestFault): Response;
}

/** Time and size limits of connections. An instance uses HTTP_BOUNDS. */
export interface HttpBounds {
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  readonly idleMs: number;
  readonly checkEveryMs: number;
  readonly connectionsMax: number;
  /** Maximum number of connections per address; see ConnectionBounds. */
  readonly connectionsPerAddressMax: number;
  readonly slowReader: SlowReaderBounds;
  /** Maximum number of bytes waiting for slow clients. A response waiting for several clients counts once. */
  readonly waitingBytesMax: number;
  /** Time for in-flight requests to finish when the server closes. */
  readonly finishWithinMs: number;
}

export const HTTP_BOUNDS: HttpBounds = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  idleMs: 5_000,
  checkEveryMs: 1_000,
  connectionsMax: 1024,
  connectionsPerAddressMax: 256,
  slowReader: SLOW_READER_BOUNDS,
  waitingBytesMax: 64_000_000,
  finishWithinMs: 10_000,
};

export interface HttpServerOptions {
  readonly host: string;
  /** The port to listen on. 0 lets the operating system choose. */
  readonly port: number;
  /**
   * Whether all connections come from a proxy, which limits its own clients. If so, there is no limit per address here.
   */
  readonly behindProxy?: boolean;
  readonly bounds?: HttpBounds;
}

export interface HttpServer {
  readonly port: number;
  /**
   * Stops accepting connections, closes idle ones and those with a stream, and lets in-flight requests finish within
   * `finishWithinMs`.
   */
  close(): Promise<void>;
}

/** Starts a server that runs until it is closed. Rejects if it cannot listen. */
export async function openHttpServer(served: ServerHandlers, options: HttpServerOptions): Promise<HttpServer> {
  const bounds = options.bounds ?? HTTP_BOUNDS;
  const server = createServer({
    headersTimeout: bounds.headersWithinMs,
    requestTimeout: bounds.requestWithinMs,
    keepAliveTimeout: bounds.idleMs,
    connectionsCheckingInterval: bounds.checkEveryMs,
  });
  // This limit is reached only if connections arrive faster than replaced ones are closed. Streams have room below it.
  server.maxConnections = 2 * bounds.connectionsMax;
  const { connectionsMax, connectionsPerAddressMax: share } = bounds;
  const perAddressMax = options.behindProxy === true ? null : share;
  const connections = createConnections({ connectionsMax, connectionsPerAddressMax: perAddressMax });
  server.on('connection', connections.add);
  // A client may half-close the connection after its request and still wait for the response. No runtime has an option
  // for this.
  Object.assign(server, { httpAllowHalfOpen: true });
  const watch = createSocketWatch(bounds.slowReader);
  server.on('connection', watch.add);
  server.on('request', connections.began);
  const listener = createListener(served, server, createUnsentAnswers(bounds.waitingBytesMax), connections.beginStream);
  server.on('request', answerInTurn(listener));
  try {
    await listenOnPort(server, options);
  } catch (error) {
    watch.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      connections.endStreams();
      await stopServer(server, bounds.finishWithinMs);
      watch.close();
    },
  };
}

type RequestListener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Delays a request until the response before it on the same connection has been sent. Node passes on pipelined requests
 * all at once. A queued response has no socket and gets no close event, so anything opened for it would stay open until
 * garbage collection. A request with a body is not delayed, because there is a time limit for reading it.
 */
function answerInTurn(listener: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const mayWait = incoming.method === 'GET' || incoming.method === 'HEAD';
    if (outgoing.socket !== null || !mayWait) return listener(incoming, outgoing);
    outgoing.once('socket', (socket: Socket) => {
      // Node assigns a socket even if the client disconnected during the previous response.
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
}

function createListener(
  served: ServerHandlers,
  server: Server,
  waiting: UnsentAnswers,
  noteStream: (socket: Socket) => void,
): RequestListener {
  const listener = getRequestListener(
    (request, bindings) => {
      const [incoming, outgoing] = [bindings.incoming as IncomingMessage, bindings.outgoing as ServerResponse];
      const fault = findFault(incoming);
      if (fault !== null) return served.malformed(fault);
      const beginStream = (): void => {
        noteStream(incoming.socket);
        outgoing.setHeader('Connection', 'close');
      };
      return served.fetch(request, {
        remoteAddress: incoming.socket.remoteAddress ?? '',
        header: (name) => {
          const value = incoming.headers[name];
          return typeof value === 'string' ? value : null;
        },
        beginStream,
        holds: (body, bytes) => waiting.expect(body, bytes, outgoing),
      });
    },
    // HTTP/1.0 has no Host field; absolute URLs are never built from it (contract, section 4, Attribution).
    { hostname: 'localhost', errorHandler: () => served.malformed('no-url') },
  );
  return (incoming, outgoing) => {
    const ambiguous = findFault(incoming) !== null;
    // After a request that a proxy may have parsed differently, the rest of the connection cannot be trusted.
    if (ambiguous || !server.listening) outgoing.setHeader('Connection', 'close');
    void listener(incoming, outgoing).then(() => waiting.note(outgoing));
  };
}

function listenOnPort(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const IDLE_SWEEP_MS = 25;

function stopServer(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its in-flight request is answered.
    const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
    const end = setTimeout(() => server.closeAllConnections(), withinMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(end);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/**
 * Reasons to reject a request before it is routed: its target is not a URL, or a proxy in front may parse it
 * differently, which would allow request smuggling. Node itself rejects duplicate Content-Length fields, Content-Length
 * with chunked coding, and codings that do not end in chunked.
 */
type RequestFault = 'no-url' | 'many-hosts' | 'transfer-coding';

function findFault({ rawHeaders, headers }: Pick<IncomingMessage, 'rawHeaders' | 'headers'>): RequestFault | null {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  if (hosts > 1) return 'many-hosts';
  const coding = headers['transfer-encoding'];
  // A compressed transfer coding is not decoded here, so the body would be misread.
  return coding === undefined || /^[ \t]*chunked[ \t]*$/i.test(coding) ? null : 'transfer-coding';
}

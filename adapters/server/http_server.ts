import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { TextPiece } from '../../domain/ports/rows.ts';
import { isPlain, textOf } from '../../domain/reads/pieces.ts';
import { createConnections } from './connections.ts';
import { faultOf, type RequestFault } from './request_fault.ts';
import { createSocketWatch, SLOW_READER, type SlowReaderBounds } from './socket_watch.ts';
import { createWaitingAnswers, type WaitingAnswers } from './waiting_answers.ts';

/** An answer without a Response around it, which costs as much as a page of rows. */
export interface DirectAnswer {
  readonly status: number;
  /** Header fields, names and values in turn, Content-Length among them. */
  readonly fields: readonly string[];
  /** Whole, or pieces to be sent one behind the other, of which packed ones are unpacked. */
  readonly body: Uint8Array | readonly TextPiece[];
}

/** What the server serves: a function from requests to responses. */
export interface Served {
  fetch(request: Request, connection: { readonly remoteAddress: string }): Response | Promise<Response>;
  /** The answer to a GET, by target as it came, for the connection itself; null where `fetch` must see to it. */
  direct(
    target: string,
    header: (name: string) => string | null,
    connection: { readonly remoteAddress: string },
  ): DirectAnswer | Promise<DirectAnswer> | null;
  /** The answer to a request that cannot be read in one way only. */
  malformed(fault: RequestFault): Response;
}

/** How long and how much a connection may take; see HTTP_BOUNDS for what an instance runs with. */
export interface HttpBounds {
  readonly headersWithinMs: number;
  readonly requestWithinMs: number;
  readonly idleMs: number;
  readonly checkEveryMs: number;
  readonly connectionsMax: number;
  /** What one address may have of them; see ConnectionBounds. */
  readonly connectionsPerAddressMax: number;
  readonly slowReader: SlowReaderBounds;
  /** Bytes of answers that wait for slow readers, each answer counted once. */
  readonly waitingBytesMax: number;
  /** How long requests in flight may take to finish once the server is closing. */
  readonly finishWithinMs: number;
}

export const HTTP_BOUNDS: HttpBounds = {
  headersWithinMs: 10_000,
  requestWithinMs: 30_000,
  idleMs: 5_000,
  checkEveryMs: 1_000,
  connectionsMax: 1024,
  connectionsPerAddressMax: 256,
  slowReader: SLOW_READER,
  waitingBytesMax: 64_000_000,
  finishWithinMs: 10_000,
};

export interface HttpServerOptions {
  readonly host: string;
  /** 0 lets the operating system choose. */
  readonly port: number;
  /** All connections come from a proxy, which bounds those of its clients: no address has a share. */
  readonly behindProxy?: boolean;
  readonly bounds?: HttpBounds;
}

export interface HttpServer {
  readonly port: number;
  /** Stops accepting, lets requests in flight finish within their bound, closes idle connections at once. */
  close(): Promise<void>;
}

/** Listens, and serves until closed. Rejects where it cannot listen. */
export async function openHttpServer(served: Served, options: HttpServerOptions): Promise<HttpServer> {
  const bounds = options.bounds ?? HTTP_BOUNDS;
  const server = createServer({
    headersTimeout: bounds.headersWithinMs,
    requestTimeout: bounds.requestWithinMs,
    keepAliveTimeout: bounds.idleMs,
    connectionsCheckingInterval: bounds.checkEveryMs,
  });
  // Reached only where connections come faster than those that made way are gone.
  server.maxConnections = 2 * bounds.connectionsMax;
  const { connectionsMax, connectionsPerAddressMax: share } = bounds;
  const perAddressMax = options.behindProxy === true ? null : share;
  const connections = createConnections({ connectionsMax, connectionsPerAddressMax: perAddressMax });
  server.on('connection', connections.add);
  // Whoever has said everything may end its side and still wait for the answer. Not among the options of either runtime.
  Object.assign(server, { httpAllowHalfOpen: true });
  const watch = createSocketWatch(bounds.slowReader);
  server.on('connection', watch.add);
  server.on('request', connections.began);
  server.on('request', inTurn(listenerOf(served, server, createWaitingAnswers(bounds.waitingBytesMax))));
  try {
    await listen(server, options);
  } catch (error) {
    watch.close();
    throw error;
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await stop(server, bounds.finishWithinMs);
      watch.close();
    },
  };
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

/**
 * Begins an answer only when its connection is free for it. Node hands over pipelined requests all at once, and a
 * response that waits behind another has no socket and never hears that the connection closed: whatever its answer had
 * opened would stay open until garbage collection. A request with a body is read at once, within its time limit.
 */
function inTurn(listener: Listener): Listener {
  return (incoming, outgoing) => {
    const mayWait = incoming.method === 'GET' || incoming.method === 'HEAD';
    if (outgoing.socket !== null || !mayWait) return listener(incoming, outgoing);
    outgoing.once('socket', (socket: Socket) => {
      // Node gives it a socket even if the client left during the answer before.
      if (!socket.destroyed) listener(incoming, outgoing);
    });
  };
}

function listenerOf(served: Served, server: Server, waiting: WaitingAnswers): Listener {
  const listener = getRequestListener(
    (request, { incoming: some }) => {
      const incoming = some as IncomingMessage;
      const fault = faultOf(incoming);
      return fault === null ? served.fetch(request, { remoteAddress: addressOf(incoming) }) : served.malformed(fault);
    },
    // HTTP/1.0 has no Host field; absolute URLs are never made from it (contract, section 4, Attribution).
    { hostname: 'localhost', errorHandler: () => served.malformed('no-url') },
  );
  return (incoming, outgoing) => {
    const ambiguous = faultOf(incoming) !== null;
    // What follows on a connection that another reader would cut up otherwise cannot be trusted.
    if (ambiguous || !server.listening) outgoing.setHeader('Connection', 'close');
    if (!ambiguous && sendDirect(served, incoming, outgoing, waiting)) return;
    void listener(incoming, outgoing).then(() =>
      waiting.note(outgoing, outgoing.socket?.writableLength ?? 0, outgoing),
    );
  };
}

function addressOf(incoming: IncomingMessage): string {
  return incoming.socket.remoteAddress ?? '';
}

function sendDirect(
  served: Served,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  waiting: WaitingAnswers,
): boolean {
  if (incoming.method !== 'GET') return false;
  const header = (name: string): string | null => {
    const value = incoming.headers[name];
    return typeof value === 'string' ? value : null;
  };
  const answer = served.direct(incoming.url ?? '', header, { remoteAddress: addressOf(incoming) });
  if (answer === null) return false;
  if (answer instanceof Promise) {
    // An answer that fails is a bug that the app did not catch: the connection ends without one.
    answer.then((ready) => send(ready, outgoing, waiting)).catch(() => outgoing.destroy());
  } else send(answer, outgoing, waiting);
  return true;
}

function send({ status, fields, body }: DirectAnswer, outgoing: ServerResponse, waiting: WaitingAnswers): void {
  outgoing.writeHead(status, fields as string[]);
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

/** Up to so many bytes are cheaper unpacked and sent at once than piece by piece. */
const AT_ONCE_BYTES_MAX = 256 * 1024;

/**
 * What is packed is unpacked once the connection has taken what stands before it, so that a page of thousands of rows is
 * never held as text, however slow its reader. One that cannot be unpacked ends the connection before its announced length.
 */
async function sendUnpacked(
  body: readonly TextPiece[],
  outgoing: ServerResponse,
  waiting: WaitingAnswers,
): Promise<void> {
  const bytes = body.reduce((sum, piece) => sum + (isPlain(piece) ? piece : piece.deflated).byteLength, 0);
  for (const piece of body) {
    if (outgoing.destroyed) return;
    if (outgoing.write(textOf(piece))) continue;
    waiting.note(body, bytes, outgoing);
    await takenBy(outgoing);
  }
  outgoing.end();
}

/** Until the connection has taken what was written, or is gone. */
function takenBy(outgoing: ServerResponse): Promise<void> {
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

function listen(server: Server, { host, port }: HttpServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

const IDLE_SWEEP_MS = 25;

function stop(server: Server, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection is idle as soon as its request in flight is answered.
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

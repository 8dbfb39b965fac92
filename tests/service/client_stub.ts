import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A server whose answers are hard to get from an instance: refusals that end soon, damaged files, redirects. */
export interface ClientStub {
  readonly url: string;
  /** The Authorization of each request, keyed by path. Requests after a redirect have the path `/elsewhere`. */
  readonly keys: ReadonlyMap<string, string | undefined>;
  close(): Promise<void>;
}

type Answer = (response: ServerResponse) => void;

function json(status: number, body: unknown, fields: Readonly<Record<string, string>> = {}): Answer {
  return (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...fields }).end(JSON.stringify(body));
}

export async function startClientStub(): Promise<ClientStub> {
  const keys = new Map<string, string | undefined>();
  let refusals = 0;
  const other = await listen((request, response) => {
    keys.set('/elsewhere', request.headers.authorization);
    json(200, { elsewhere: true })(response);
  });
  const refused = (status: number, seconds: string) =>
    json(status, { ok: false, error: 'Ask again later.' }, { 'Retry-After': seconds });
  const file = { name: 'edges.ndjson', sha256: '0'.repeat(64) };
  const packed = gzipSync('one\ntwo\n'.repeat(1000));
  const answers: Readonly<Record<string, Answer>> = {
    // 429 and 503, each with a wait of a second, then the answer.
    '/api/health': (response) =>
      (refusals++ < 2 ? refused(refusals === 1 ? 429 : 503, '1') : json(200, { ok: true }))(response),
    '/schema/index.json': refused(429, '1800'),
    '/api/edges': json(200, { unreachable: true, edges: [], next: null }),
    '/export/index.json': json(200, { files: [file] }),
    '/export/edges.ndjson': (response) => response.end('{}\n'),
    '/feeds/recent.atom': (response) => cutOff(response, packed, { 'Content-Encoding': 'gzip' }),
    '/feeds/realm/cut': (response) => cutOff(response, Buffer.from('one\ntwo\n'.repeat(1000))),
    '/schema/limits.json': (response) => response.writeHead(302, { Location: `${other.url}/` }).end(),
  };
  const main = await listen((request, response) => {
    const path = request.url!.split('?')[0]!;
    keys.set(path, request.headers.authorization);
    (answers[path] ?? json(404, { ok: false, error: 'There is nothing.' }))(response);
  });
  return {
    url: main.url,
    keys,
    close: async () => {
      await main.close();
      await other.close();
    },
  };
}

/** Sends half of a body and closes the connection. */
function cutOff(response: ServerResponse, body: Uint8Array, fields: Readonly<Record<string, string>> = {}): void {
  response.writeHead(200, { ...fields, 'Content-Length': body.length });
  response.write(body.subarray(0, body.length / 2), () => response.destroy());
}

async function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

import { Buffer } from 'node:buffer';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findRefusalStatus } from '../../domain/saved_variables/companion/judge_request.ts';
import { readWholeBytes } from '../../domain/values/whole_bytes.ts';

/** The content of the page. */
export interface LocalPageContent {
  /** Renders the page. Scripts and styles in it need this nonce. */
  render(nonce: string): Promise<string>;
  /** Carries out what a form of the page asks for. */
  act(form: URLSearchParams): Promise<void>;
}

export interface LocalPage {
  readonly address: string;
  close(): Promise<void>;
}

const FORM_BYTES_MAX = 20_000;
const PAGE_CONNECTIONS_MAX = 20;

/** Serves one page on 127.0.0.1, at a port that the system chooses and below a random path. */
export async function serveLocalPage(content: LocalPageContent): Promise<LocalPage> {
  const token = randomBytes(32).toString('base64url');
  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
  });
  server.maxConnections = PAGE_CONNECTIONS_MAX;
  server.headersTimeout = 5_000;
  server.requestTimeout = 10_000;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url: path = '', headers } = request;
    const fetchSite = headers['sec-fetch-site'];
    const refused = findRefusalStatus(
      {
        method,
        path,
        host: headers.host ?? null,
        origin: headers.origin ?? null,
        fetchSite: typeof fetchSite === 'string' ? fetchSite : null,
      },
      { port, token },
      areTextsEqual,
    );
    for (const [name, value] of PAGE_HEADERS) response.setHeader(name, value);
    if (refused !== null) return void response.writeHead(refused, { Connection: 'close' }).end();
    if (method === 'POST') {
      const form = await readWholeBytes(request, FORM_BYTES_MAX);
      if (form === null) return void response.writeHead(413, { Connection: 'close' }).end();
      await content.act(new URLSearchParams(new TextDecoder().decode(form)));
      return void response.writeHead(303, { Location: path }).end();
    }
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Security-Policy', buildPagePolicy(nonce));
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(await content.render(nonce));
  };

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** `same-origin`, because with `no-referrer` browsers send forms with the origin `null`. */
const PAGE_HEADERS: readonly (readonly [string, string])[] = [
  ['Cache-Control', 'no-store'],
  ['Referrer-Policy', 'same-origin'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
];

function buildPagePolicy(nonce: string): string {
  return `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
}

function areTextsEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Metrics } from './prometheus.ts';

/** Timeout for a scraper that sends only half a request or does not read the response. */
const REQUEST_MS = 10_000;
const CONNECTIONS_MAX = 16;

/** Serves `/metrics` on a separate port, so that metrics are not public by default. */
export function openMetricsServer(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer({ requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS }, async (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path !== '/metrics') return void response.writeHead(404, PLAIN_TEXT_HEADERS).end('Metrics are at /metrics.\n');
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return void response
        .writeHead(405, { ...PLAIN_TEXT_HEADERS, Allow: 'GET, HEAD' })
        .end('The method must be GET.\n');
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    } catch {
      response.writeHead(500, PLAIN_TEXT_HEADERS).end('The metrics could not be collected.\n');
    }
  });
  server.maxConnections = CONNECTIONS_MAX;
  server.setTimeout(REQUEST_MS);
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve({
        port: (server.address() as AddressInfo).port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

const PLAIN_TEXT_HEADERS = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Content-Type-Options': 'nosniff' };

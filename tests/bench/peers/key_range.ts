import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';
import { gzip } from 'node:zlib';
import Database from 'libsql';

/** A small program that serves a list from SQL: the range of keys of a page, joined in SQL and packed at level 1. */
const database = new Database(process.argv[2]!, { readonly: true });
const page = database.prepare(
  `select group_concat(body, ',') as bodies, max(n) as last from
     (select n, body from rows where n > ? order by n limit ?)`,
);

const server = createServer((request, response) => {
  const asked = new URL(request.url!, 'http://localhost').searchParams;
  const limit = Number(asked.get('limit'));
  const { bodies, last } = page.get([Number(asked.get('offset')), limit]) as { bodies: string; last: number };
  const body = `{"rows":[${bodies}],"next":"/?offset=${last}&limit=${limit}"}`;
  const send = (bytes: string | Uint8Array, head: object): void => {
    response.writeHead(200, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(bytes),
      ...head,
    });
    response.end(bytes);
  };
  if (request.headers['accept-encoding'] !== 'gzip') send(body, {});
  else gzip(body, { level: 1 }, (_error, packed) => send(packed, { 'Content-Encoding': 'gzip' }));
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

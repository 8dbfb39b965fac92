import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import process from 'node:process';

/**
 * The floor for serving: a bare node:http server that answers every request with the bytes of one file, and with the
 * given Content-Encoding.
 */
const [file, encoding] = process.argv.slice(2);
const bytes = readFileSync(file!);
const head = {
  'Content-Type': 'application/json',
  'Content-Length': bytes.length,
  ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
};
const server = createServer((_request, response) => {
  response.writeHead(200, head);
  response.end(bytes);
});
server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));

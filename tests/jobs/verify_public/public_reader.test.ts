import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createPublicReader } from '../../../adapters/verifier/public_reader.ts';

test('a request that fails on a closed connection is repeated once', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (requests === 1) request.socket.destroy();
    else response.end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const reader = createPublicReader(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    assert.deepEqual(await reader.get('/api/health'), { kind: 'answer', status: 200, body: { ok: true } });
    assert.equal(requests, 2);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

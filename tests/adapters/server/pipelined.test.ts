import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HttpServer, ServerHandlers } from '../../../adapters/server/http_server.ts';
import { dial, open, pause, serving, UPLOAD, within } from './dial.ts';

function get(path: string, fields = ''): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\n${fields}\r\n`;
}
function pathOf(request: Request): string {
  return new URL(request.url).pathname;
}

async function withServer(fetch: ServerHandlers['fetch'], work: (server: HttpServer) => Promise<void>): Promise<void> {
  const server = await open(serving(fetch));
  try {
    await work(server);
  } finally {
    await server.close();
  }
}

async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 200; tries++) await pause(10);
}

/** Returns a body that never ends, and its state. */
function endless() {
  const seen = { cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => {
        seen.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

test('pipelined requests start one after another and are answered in order', async () => {
  const events: string[] = [];
  const answer: ServerHandlers['fetch'] = async (request) => {
    const path = pathOf(request);
    events.push(`begin ${path}`);
    await pause(path === '/a' ? 60 : 5);
    events.push(`end ${path}`);
    return new Response(`answer to ${path}`);
  };
  await withServer(answer, async (server) => {
    const line = await dial(server);
    line.socket.write(get('/a') + get('/b') + get('/c', 'Connection: close\r\n'));
    await within(2000, line.closed);
    assert.deepEqual(events, ['begin /a', 'end /a', 'begin /b', 'end /b', 'begin /c', 'end /c']);
    assert.deepEqual(line.heard().match(/answer to \/\w/g), ['answer to /a', 'answer to /b', 'answer to /c']);
  });
});

test('an upload pipelined after a download is received immediately, within its time limit', async () => {
  const { body, seen } = endless();
  const received: string[] = [];
  const answer: ServerHandlers['fetch'] = async (request) => {
    if (request.method === 'GET') return new Response(body);
    received.push(await request.text());
    return new Response('taken');
  };
  await withServer(answer, async (server) => {
    const line = await dial(server);
    line.socket.write(`${get('/a')}${UPLOAD}Content-Length: 2\r\n\r\n{}`);
    await within(2000, line.until(/200 OK/));
    line.socket.pause();
    await eventually(() => received.length > 0);
    assert.deepEqual(received, ['{}']);
    line.socket.destroy();
    await eventually(() => seen.cancelled);
    assert.equal(seen.cancelled, true);
  });
});

test('when a client disconnects, the current body ends and no further request starts', async () => {
  const bodies: ReturnType<typeof endless>[] = [];
  const answer: ServerHandlers['fetch'] = async () => {
    bodies.push(endless());
    return new Response(bodies.at(-1)!.body);
  };
  await withServer(answer, async (server) => {
    for (let round = 0; round < 50; round++) {
      const line = await dial(server);
      line.socket.on('error', () => {});
      line.socket.write(get('/a').repeat(4));
      await within(2000, line.until(/200 OK/));
      line.socket.destroy();
    }
    await eventually(() => bodies.every(({ seen }) => seen.cancelled));
    assert.deepEqual([bodies.length, bodies.filter(({ seen }) => !seen.cancelled).length], [50, 0]);
  });
});

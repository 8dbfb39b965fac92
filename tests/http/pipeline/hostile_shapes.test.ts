import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { openHttpServer } from '../../../adapters/server/http_server.ts';
import { createWorld, publicEdge, publicSource, rowsOf } from '../support.ts';

const CORPUS = '/api/corpus/public';
const EXPORT = '/export/index.json';

/** Repeats `unit` up to `length` characters. */
function fill(unit: string, length: number): string {
  return unit.repeat(Math.floor(length / unit.length));
}
function numbered(length: number, each: number, text: (i: number) => string): string[] {
  return Array.from({ length: Math.floor(length / each) }, (_, i) => text(i));
}
function get(target: string, ...fields: string[]): string {
  return `GET ${target} HTTP/1.1\r\nHost: x\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;
}
function of(name: string, unit: string) {
  return (n: number) => get(CORPUS, `${name}: ${fill(unit, n)}`);
}
function asked(head: string, unit: string) {
  return (n: number) => get(`${CORPUS}?${head}${fill(unit, n)}`);
}

/** Requests of about `n` bytes, each in a shape that might slow down a parser of paths, queries or header fields. */
const SHAPES: Readonly<Record<string, (n: number) => string>> = {
  'slashes, then a letter': (n) => get(`${fill('/', n)}a`),
  'slashes, then a letter, absolute': (n) => get(`http://x${fill('/', n)}a`),
  'slashes at the end': (n) => get(`/a${fill('/', n)}`),
  'short segments': (n) => get(fill('/a', n)),
  'pairs of slashes': (n) => get(`/api${fill('/a//', n)}b`),
  'slashes to a method that is none': (n) => `DELETE ${fill('/', n)}a HTTP/1.1\r\nHost: x\r\n\r\n`,
  dots: (n) => get(`/${fill('.', n)}`),
  'dots upwards': (n) => get(`/${fill('../', n)}`),
  'dots upwards, escaped': (n) => get(`/${fill('%2e%2e/', n)}`),
  'percent signs': (n) => get(`/${fill('%', n)}`),
  'broken escapes': (n) => get(`/api/tools/${fill('a%', n)}`),
  'escapes that are no UTF-8': (n) => get(`/${fill('%ff', n)}`),
  'question marks': (n) => get(`/?${fill('?', n)}`),
  'a long id': (n) => get(`/api/tooltip/item/${fill('1', n)}`),
  'a long file name': (n) => get(`/export/${fill('a.', n)}`),
  ampersands: asked('', '&'),
  'equals signs': asked('', '='),
  'one parameter over and over': asked('', 'kinds=&'),
  'thousands of parameters': (n) => get(`${CORPUS}?${numbered(n, 8, (i) => `${i.toString(36)}=1`).join('&')}`),
  'parameters of a tool': (n) => get(`/api/tools/search?${numbered(n, 8, (i) => `${i.toString(36)}=1`).join('&')}`),
  'a long list of kinds': asked('kinds=loot', ',loot'),
  'commas for kinds': asked('kinds=', ','),
  'a long number': asked('offset=', '1'),
  'spaces for a number': asked('limit=', '+'),
  'escaped text for a number': asked('limit=', '%F0%9F%98%80'),
  'a long pin': asked('snapshot=abcd1234.', '1'),
  'a long realm': (n) => get(`/api/market/prices?realm=${fill('a', n)}`),
  'a long question': (n) => get(`/api/tools/search_knowledge?query=${fill('ab+', n)}`),
  'a long list of a tool': (n) => get(`/api/tools/collection_gap?collection=x&owned=1${fill(',1', n)}`),
  'a long plan': (n) => get(`/api/tools/talent_plan?class=mage&points=${fill('1:1,', n)}`),
  'many codings': (n) => get(CORPUS, `Accept-Encoding: ${numbered(n, 5, (i) => `c${i.toString(36)}`).join()}`),
  'one coding over and over': of('Accept-Encoding', 'gzip;q=0.5,'),
  'a coding, spaces, more': (n) => get(CORPUS, `Accept-Encoding: gzip${fill(' ', n)}x`),
  'many ranges': (n) => get(EXPORT, `Range: bytes=${fill('0-1,', n)}2-3`),
  'a long range': (n) => get(EXPORT, `Range: bytes=${fill('1', n)}-`),
  'many tags': (n) => get('/api/edges', `If-None-Match: ${fill('"a",', n)}"b"`),
  'quotes for tags': (n) => get('/api/edges', `If-None-Match: ${fill('"', n)}`),
  'a tag without its end': (n) => get('/api/edges', `If-None-Match: "${fill('a', n)}`),
  'Bearer and spaces': (n) => get(CORPUS, `Authorization: Bearer${fill(' ', n)}a b`),
  'a long key': of('X-API-Key', 'a'),
  'many addresses': of('X-Forwarded-For', '1,'),
  'colons for an address': of('X-Forwarded-For', ':'),
  'a bracket for an address': (n) => get(CORPUS, `X-Forwarded-For: [${fill('1', n)}`),
  'many fields': (n) => get(CORPUS, ...numbered(n, 8, (i) => `x${i.toString(36)}: 1`)),
  'a long host': (n) => `GET /api/health HTTP/1.1\r\nHost: ${fill('a.', n)}\r\n\r\n`,
  'a long host of a message': (n) => `POST /mcp HTTP/1.1\r\nHost: ${fill('a.', n)}\r\nContent-Length: 0\r\n\r\n`,
  'a long media type': (n) =>
    `POST /api/intake HTTP/1.1\r\nHost: x\r\nContent-Type: a${fill(' ;', n)}\r\nContent-Length: 0\r\n\r\n`,
};

/** Node accepts at most 16 KiB for the request line and header fields together. */
const LONG = 15_000;
const TIMES = 8;
const TRIES = 7;
const SERIES_MAX = 4;

/** Returns the time until the first bytes of the answer, in milliseconds. */
function timeOf(port: number, request: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1', () => {
      const begun = performance.now();
      socket.once('data', () => {
        resolve(performance.now() - begun);
        socket.destroy();
      });
      socket.write(request);
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
}

async function fastest(port: number, request: string): Promise<number> {
  let ms = Number.POSITIVE_INFINITY;
  for (let i = 0; i < TRIES; i++) ms = Math.min(ms, await timeOf(port, request));
  return ms;
}

test('the cost of a path, query or field grows at most linearly with its length', async () => {
  const world = createWorld({ settings: { limits: false, keys: true, trustedProxies: 3 } });
  const edges = [publicEdge('sold_by:item:npc:25:6')];
  await world.write({ corpus: [rowsOf('loot', 0, 40)], drops: [publicSource(1, 3)], edges });
  const server = await openHttpServer(world.app, { host: '127.0.0.1', port: 0 });
  try {
    for (const [name, shape] of Object.entries(SHAPES)) {
      // The first request of each kind loads the modules that answer it.
      await timeOf(server.port, shape(LONG / TIMES));
      let [isLinear, figures] = [false, ''];
      // A machine that is busy during one series of attempts is asked again. Quadratic work always takes too long.
      for (let series = 0; series < SERIES_MAX && !isLinear; series++) {
        const short = await fastest(server.port, shape(LONG / TIMES));
        const long = await fastest(server.port, shape(LONG));
        // Quadratic work would take 64 times as long. A busy machine at most doubles the fastest of many attempts.
        isLinear = long < 3 + 2 * TIMES * short;
        figures = `${short.toFixed(2)} ms, ${TIMES} times as long ${long.toFixed(2)} ms`;
      }
      assert.ok(isLinear, `${name}: ${figures}`);
    }
  } finally {
    await server.close();
  }
});

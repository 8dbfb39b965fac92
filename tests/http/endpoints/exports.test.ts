import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { zlibCodec } from '../../../adapters/codec.ts';
import { openHttpServer, type ServerHandlers } from '../../../adapters/server/http_server.ts';
import type { ExportReader, OpenExport } from '../../../domain/ports/exports.ts';
import { createHandler } from '../../../http/app.ts';
import type { Context } from '../../../http/context.ts';
import { createExportRoutes } from '../../../http/endpoints/exports/route.ts';
import { createCall, toResponse } from '../../../http/middleware/middleware.ts';
import { moreEntry } from '../../domain/exports/addon_world.ts';
import { corpusRows, readExported, servedFolder, withYard, type Yard } from '../../domain/exports/support.ts';
import { gameItem, importPieces, piecesOf } from '../../support/game_build.ts';
import { createSnapshots } from '../../support/snapshots.ts';
import { storageFails } from '../../support/storage_fails.ts';
import { createWorld, EPOCH, type Heard, hear, PUBLIC_URL, parsed, SETTINGS, START_MS } from '../support.ts';

/** The export routes behind the request pipeline. `open` contains the files that are still open. */
interface Stand {
  readonly served: ServerHandlers;
  readonly open: Set<OpenExport>;
  ask(path: string, headers?: Record<string, string>, method?: string): Promise<Heard>;
}

function standOn(exports: ExportReader): Stand {
  const settings = {
    publicUrl: PUBLIC_URL,
    serviceName: 'Third Witness',
    keys: false,
    limits: true,
    budgets: SETTINGS.budgets,
    trustedProxies: 0,
    installAgeDays: 0,
    witnessNetworks: 1,
  };
  const context = {
    snapshots: createSnapshots(EPOCH).store,
    codec: zlibCodec,
    clock: { nowMs: () => START_MS },
    stopwatch: { elapsedMs: () => 0 },
    log: { info: () => {}, warn: () => {}, error: () => {} },
    settings: { ...settings, page: { anonymous: 500, keyed: 5000 } },
  } as unknown as Context;
  const open = new Set<OpenExport>();
  const handle = createHandler(context);
  const routes = createExportRoutes({ ...context, exports: watched(exports, open) });
  const file = routes.find(({ path }) => path === '/export/:name')!;
  const fetch = async (request: Request): Promise<Response> => {
    const path = request.url.replace(/^https?:\/\/[^/]*/, '');
    const route = routes.find((one) => one.path === path) ?? file;
    const header = (name: string) => request.headers.get(name);
    const { method } = request;
    const target = { path, query: '' };
    const incoming = { route, method, header, sent: request, remoteAddress: '192.0.2.1', target };
    return toResponse(await handle(createCall(incoming, context)));
  };
  return {
    open,
    served: { fetch, malformed: () => new Response() },
    ask: async (path, headers = {}, method = 'GET') =>
      hear(await fetch(new Request(`http://some.host/export/${path}`, { headers, method }))),
  };
}

/** Wraps the reader and adds each file to `open` until the file is closed. */
function watched(exports: ExportReader, open: Set<OpenExport>): ExportReader {
  return {
    ...exports,
    open: async (name, twin) => {
      const opened = await exports.open(name, twin);
      if (opened === null) return opened;
      const file = opened;
      const watchedFile: OpenExport = {
        ...file,
        stream: (from, to) => {
          const source = file.stream(from, to).getReader();
          return new ReadableStream<Uint8Array>(
            {
              pull: async (controller) => {
                const part = await source.read();
                if (!part.done) return controller.enqueue(part.value);
                open.delete(watchedFile);
                controller.close();
              },
              cancel: async () => {
                await source.cancel();
                open.delete(watchedFile);
              },
            },
            { highWaterMark: 0 },
          );
        },
        close: async () => {
          await file.close();
          open.delete(watchedFile);
        },
      };
      open.add(watchedFile);
      return watchedFile;
    },
  };
}

function withStand(work: (stand: Stand, yard: Yard) => Promise<void>, rows = 3): Promise<void> {
  return withYard(async (yard) => {
    await yard.snapshot({ corpus: [corpusRows('loot', 0, rows)] });
    await yard.export();
    await work(standOn(yard.reader), yard);
  });
}

async function corpusText({ root }: Yard): Promise<string> {
  return (await readExported(await servedFolder(root), 'corpus.ndjson')).toString('utf8');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('the index lists the files of the export', () =>
  withStand(async ({ ask }, yard) => {
    const answer = await ask('index.json');
    assert.equal(answer.status, 200);
    const index = parsed('bulkIndex', answer.text);
    assert.deepEqual(
      index.files.map(({ name }: { name: string }) => name),
      ['corpus.ndjson', 'edges.ndjson', 'drops-rates.ndjson', 'drops-zeros.ndjson'],
    );
    assert.equal(answer.headers.get('content-type'), 'application/json');
    assert.equal(answer.headers.get('cache-control'), 'public, no-cache');
    assert.equal(answer.headers.get('x-service-licence'), 'CC BY-SA 4.0');
    const etag = answer.headers.get('etag')!;
    const again = await ask('index.json', { 'if-none-match': etag });
    assert.equal(again.status, 304);
    yard.clock.ms += 1_000;
    await yard.snapshot();
    await yard.export();
    assert.equal((await ask('index.json', { 'if-none-match': etag })).status, 200);
  }));

test('the items of a build are exported', () =>
  withStand(async ({ ask, open }, yard) => {
    const absent = await ask('items.ndjson');
    assert.equal(absent.status, 404);
    parsed('apiError', absent.text);
    await importPieces(yard.snapshots, piecesOf([gameItem(1), gameItem(2)], [['part_of_set', 1, 7]]));
    await yard.export();
    const index = parsed('bulkIndex', (await ask('index.json')).text);
    assert.deepEqual(
      index.files
        .map(({ name, data }: { name: string; data: string }) => [name, data])
        .filter(([, data]: string[]) => data !== 'observed'),
      [
        ['edges.ndjson', 'mixed'],
        ['items.ndjson', 'game-files'],
      ],
    );
    const answer = await ask('items.ndjson', { 'accept-encoding': 'gzip' });
    assert.equal(answer.status, 200);
    assert.deepEqual(
      answer.text
        .trimEnd()
        .split('\n')
        .map((line) => (JSON.parse(line) as { itemId: number }).itemId),
      [1, 2],
    );
    assert.equal(answer.headers.get('x-service-licence'), null);
    assert.equal(answer.headers.get('link'), null);
    assert.equal((await ask('edges.ndjson')).headers.get('x-service-licence'), 'CC BY-SA 4.0');
    assert.equal(open.size, 0);
  }));

test('files for addons are sent with their media type', () =>
  withStand(async ({ ask, open }, yard) => {
    const lua = await ask('addons/questie.lua', { 'accept-encoding': 'gzip' });
    assert.equal(lua.status, 200);
    assert.equal(lua.headers.get('content-type'), 'text/x-lua; charset=utf-8');
    assert.equal(lua.headers.get('content-encoding'), 'gzip');
    assert.equal(lua.headers.get('x-service-licence'), 'CC BY-SA 4.0');
    assert.equal(lua.headers.get('cache-control'), 'public, no-cache');
    assert.match(lua.text, /^-- Drop rates[\s\S]*\nreturn \{\n\}\n$/);
    assert.equal((await ask('addons/questie.lua', { 'if-none-match': lua.headers.get('etag')! })).status, 200);
    const again = await ask('addons/questie.lua', {
      'if-none-match': lua.headers.get('etag')!,
      'accept-encoding': 'gzip',
    });
    assert.equal(again.status, 304);
    const zip = await ask('addons/ThirdWitness_Data.zip');
    assert.equal(zip.headers.get('content-type'), 'application/zip');
    assert.equal(zip.bytes.byteLength, (await moreEntry(yard, 'addons/ThirdWitness_Data.zip')).bytes);
    const part = await ask('addons/ThirdWitness_Data.zip', { range: 'bytes=0-3' });
    assert.deepEqual([part.status, [...part.bytes]], [206, [0x50, 0x4b, 3, 4]]);
    for (const path of ['questie.lua', 'addons-questie.lua', 'addons/index.json', 'addons/corpus.ndjson'])
      assert.equal((await ask(path)).status, 404, path);
    assert.equal(open.size, 0);
  }));

test('lists are sent as CSV, also by date, and the page links them', () =>
  withStand(async ({ ask, open }, yard) => {
    const world = createWorld({ exports: yard.reader });
    const page = async () => (await world.ask('/export')).text;
    const csv = await ask('lists/names.csv');
    assert.equal(csv.status, 200);
    assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8');
    assert.equal(csv.headers.get('x-service-licence'), 'CC BY-SA 4.0');
    assert.equal(csv.text, '\uFEFFkind,id,name,locale,installs\r\n');
    assert.equal((await ask('lists/names.ndjson')).headers.get('content-type'), 'application/x-ndjson');
    assert.equal((await ask('lists/2026-11-21-names.csv')).text, csv.text);
    for (const path of ['lists/2026-11-20-names.csv', 'lists/none.csv', 'lists-names.csv'])
      assert.equal((await ask(path)).status, 404, path);
    assert.match(await page(), /href="\/export\/lists\/npcs\.csv" download>\d+ bytes</);
    assert.doesNotMatch(await page(), /earlier day/);
    yard.clock.ms += 86_400_000;
    await yard.snapshot();
    await yard.export();
    assert.equal((await ask('lists/2026-11-21-names.csv')).status, 200);
    assert.match(await page(), /The lists of 1 earlier day since 2026-11-21 are still here/);
    assert.doesNotMatch(await page(), /download>2026-/);
    assert.equal(open.size, 0);
  }));

test('a file is sent plain or compressed', () =>
  withStand(async ({ ask, open }, yard) => {
    const text = await corpusText(yard);
    const tag = sha256(text);
    const cases: readonly [accept: string | null, coding: string | null][] = [
      [null, null],
      ['identity', null],
      ['gzip', 'gzip'],
      ['br, gzip;q=0.5', 'gzip'],
      ['br', null],
      ['br;q=1, gzip;q=0, *;q=0.5', null],
      ['*', 'gzip'],
      ['gzip;q=0.5, identity', null],
    ];
    for (const [accept, coding] of cases) {
      const answer = await ask('corpus.ndjson', accept === null ? {} : { 'accept-encoding': accept });
      assert.equal(answer.status, 200, String(accept));
      assert.equal(answer.text, text);
      assert.equal(answer.headers.get('content-encoding'), coding, String(accept));
      assert.equal(answer.headers.get('content-length'), String(answer.bytes.byteLength));
      assert.equal(answer.headers.get('etag'), coding === null ? `"${tag}"` : `"${tag}-gz"`);
      assert.equal(answer.headers.get('accept-ranges'), coding === null ? 'bytes' : 'none');
      assert.equal(answer.headers.get('content-type'), 'application/x-ndjson');
      assert.equal(answer.headers.get('cache-control'), 'public, no-cache');
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding');
      assert.equal(answer.headers.get('x-service-credit'), 'Data: Third Witness contributors');
      assert.match(answer.headers.get('link') ?? '', /rel="license".*rel="terms-of-service"/);
      assert.equal(answer.headers.get('access-control-allow-origin'), null);
    }
    for (const accept of ['br, identity;q=0', 'identity;q=0', '*;q=0']) {
      const answer = await ask('corpus.ndjson', { 'accept-encoding': accept });
      assert.equal(answer.status, 406, accept);
      parsed('apiError', answer.text);
    }
    assert.equal(open.size, 0);
  }));

test('conditional requests and HEAD close the file without reading it', () =>
  withStand(async ({ ask, open }, yard) => {
    const text = await corpusText(yard);
    const tag = `"${sha256(text)}"`;
    const packed = tag.replace(/"$/, '-gz"');
    const cases: readonly [headers: Record<string, string>, method: string, status: number][] = [
      [{ 'if-none-match': tag }, 'GET', 304],
      [{ 'if-none-match': tag, range: 'bytes=0-1' }, 'GET', 304],
      [{ 'if-none-match': tag }, 'HEAD', 304],
      [{ 'if-none-match': packed, 'accept-encoding': 'gzip' }, 'GET', 304],
      [{ 'if-none-match': packed }, 'HEAD', 200],
      [{ range: 'bytes=0-1' }, 'HEAD', 200],
      [{ range: 'bytes=100000000-' }, 'GET', 416],
    ];
    for (const [headers, method, status] of cases) {
      const answer = await ask('corpus.ndjson', headers, method);
      assert.equal(answer.status, status, JSON.stringify(headers));
      if (status !== 416) assert.equal(answer.bytes.byteLength, 0);
      if (status === 200) assert.equal(answer.headers.get('content-length'), String(text.length));
    }
    await eventually(() => open.size === 0);
  }));

/** Ranges of a file of 1,000 bytes. If `from` is null, the whole file is sent. */
const RANGES: readonly [range: string, from: number | null, to: number][] = [
  ['bytes=0-0', 0, 1],
  ['bytes=0-', 0, 1000],
  ['bytes=10-19', 10, 20],
  ['Bytes = 10-19', 10, 20],
  ['bytes=999-', 999, 1000],
  ['bytes=990-999', 990, 1000],
  ['bytes=990-1000', 990, 1000],
  ['bytes=990-99999999999999999999999', 990, 1000],
  ['bytes=-1', 999, 1000],
  ['bytes=-1000', 0, 1000],
  ['bytes=-1001', 0, 1000],
  ['bytes=9-8', null, 0],
  ['bytes=-', null, 0],
  ['bytes=a-', null, 0],
  ['bytes=0-1,4-5', null, 0],
  ['bytes=+1-2', null, 0],
  ['lines=0-1', null, 0],
  ['bytes', null, 0],
  ['bytes=1000-', -1, 0],
  ['bytes=1000-1001', -1, 0],
  ['bytes=-0', -1, 0],
];

/** Serves these bytes for every file. */
function bytesReader(bytes: Uint8Array<ArrayBuffer>): ExportReader {
  return {
    index: async () => null,
    health: async () => ({ state: 'ok', reason: null, writtenAtMs: null }),
    open: async () => ({
      byteLength: bytes.byteLength,
      sha256: 'a'.repeat(64),
      format: 'ndjson',
      data: 'observed',
      stream: (from, to) => new Blob([bytes.slice(from, to)]).stream(),
      close: async () => undefined,
      closed: Promise.resolve(),
    }),
  };
}

test('range requests get the requested bytes', async (t) => {
  const bytes = Uint8Array.from({ length: 1000 }, (_, i) => i % 251);
  const { ask, open } = standOn(bytesReader(bytes));
  for (const [range, from, to] of RANGES) {
    await t.test(range, async () => {
      const answer = await ask('any.ndjson', { range });
      if (from === -1) {
        assert.equal(answer.status, 416);
        assert.equal(answer.headers.get('content-range'), 'bytes */1000');
        assert.match(
          parsed('apiError', answer.text).error,
          /^Range must begin within the file, which has 1,000 bytes;/,
        );
        assert.equal(answer.headers.get('cache-control'), 'no-store');
      } else {
        assert.equal(answer.status, from === null ? 200 : 206);
        assert.deepEqual(answer.bytes, from === null ? bytes : bytes.slice(from, to));
        assert.equal(answer.headers.get('content-range'), from === null ? null : `bytes ${from}-${to - 1}/1000`);
      }
      assert.equal(answer.headers.get('content-length'), String(answer.bytes.byteLength));
    });
  }
  const versions = [
    [`"${'a'.repeat(64)}"`, 206],
    [`W/"${'a'.repeat(64)}"`, 200],
    ['"other"', 200],
    ['Sat, 21 Nov 2026 10:00:00 GMT', 200],
  ] as const;
  for (const [version, status] of versions) {
    await t.test(`If-Range is compared: ${version.slice(0, 12)}`, async () => {
      assert.equal((await ask('any.ndjson', { range: 'bytes=0-9', 'if-range': version })).status, status);
    });
  }
  await t.test('a range of a compressed file gets the whole file', async () => {
    const answer = await standOn(bytesReader(bytes)).ask(
      'x',
      { range: 'bytes=0-9', 'accept-encoding': 'gzip' },
      'HEAD',
    );
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-length'), '1000');
  });
  await t.test('an empty file has no ranges', async () => {
    const empty = standOn(bytesReader(new Uint8Array(0)));
    assert.equal((await empty.ask('x', { range: 'bytes=0-' })).status, 416);
    assert.equal((await empty.ask('x')).status, 200);
  });
  assert.equal(open.size, 0);
});

test('a missing export, a missing file and an unreachable folder get different answers', async () => {
  await withYard(async (yard) => {
    const { ask } = standOn(yard.reader);
    for (const path of ['index.json', 'corpus.ndjson']) {
      const answer = await ask(path);
      assert.equal(answer.status, 404);
      parsed('apiError', answer.text);
    }
  });
  await withStand(async ({ ask, open }) => {
    for (const path of ['notes.json', 'corpus.ndjson.gz', '%63orpus.ndjson', '..%2f..%2fuploads.db', 'current']) {
      const answer = await ask(path);
      assert.equal(answer.status, 404, path);
      assert.match(parsed('apiError', answer.text).error, /^The file must be one that \/export\/index\.json names/);
    }
    assert.equal(open.size, 0);
  });
  const gone = async (): Promise<never> => storageFails('snapshot', 'EIO');
  const { ask } = standOn({ ...bytesReader(new Uint8Array(0)), index: gone, open: gone });
  for (const path of ['index.json', 'corpus.ndjson']) {
    const answer = await ask(path);
    assert.equal(answer.status, 503);
    parsed('apiError', answer.text);
  }
});

const MANY_ROWS = 60_000;

/** Sends a request to a real server. The caller reads the body. */
function askServer(port: number, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/export/corpus.ndjson', headers, agent: false };
    httpRequest(options, resolve).once('error', reject).end();
  });
}

async function eventually(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds() && tries < 200; tries++) await new Promise((resolve) => setTimeout(resolve, 10));
  assert.ok(holds());
}

test('a file is sent over a connection completely, compressed, and to a client that disconnects', () =>
  withStand(async ({ served, open }, yard) => {
    const server = await openHttpServer(served, { host: '127.0.0.1', port: 0 });
    try {
      const text = await corpusText(yard);
      const whole = await askServer(server.port);
      const parts: Uint8Array[] = [];
      for await (const part of whole) parts.push(part as Uint8Array);
      assert.equal(await new Blob(parts as Uint8Array<ArrayBuffer>[]).text(), text);
      assert.equal(whole.headers['content-length'], String(text.length));

      const packed = await askServer(server.port, { 'accept-encoding': 'gzip' });
      parts.length = 0;
      for await (const part of packed) parts.push(part as Uint8Array);
      assert.equal(gunzipSync(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer()).toString(), text);
      await eventually(() => open.size === 0);

      const left = await askServer(server.port);
      await new Promise((resolve) => left.once('data', resolve));
      assert.equal(open.size, 1);
      left.destroy();
      await eventually(() => open.size === 0);
    } finally {
      await server.close();
    }
  }, MANY_ROWS));

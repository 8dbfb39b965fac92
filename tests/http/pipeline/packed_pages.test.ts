import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, inflateRawSync } from 'node:zlib';
import { openHttpServer } from '../../../adapters/server/http_server.ts';
import { importPieces } from '../../support/game_build.ts';
import { countCorpusReads } from '../../support/replace_reads.ts';
import { buildOf, createGameWorld } from '../game_world.ts';
import {
  createWorld,
  publicEdge,
  publicSource,
  rowsOf,
  type World,
  withdrawnEdge,
  withdrawnSource,
} from '../support.ts';

const CORPUS = '/api/corpus/public';
const EDGE_LIST = '/api/edges';
const SOLD = `${EDGE_LIST}?rel=sold_by&evidence=observed`;
const DROP_LIST = '/api/rollups/drops';
const AT_ONE = `${EDGE_LIST}?to_kind=npc&to_id=8`;

/**
 * Creates a world whose lists fill many packed segments, with withdrawn rows at the ends of segments and inside them.
 */
async function filledWorld(): Promise<World> {
  const world = createWorld({ settings: { limits: false, page: { anonymous: 5_000, keyed: 5_000 } } });
  await world.write({ corpus: [rowsOf('item_seen', 0, 330), rowsOf('loot', 0, 1_217)] });
  await world.write({ corpus: [rowsOf('item_seen', 330, 3), rowsOf('loot', 1_217, 801)], edges: EDGES, drops: DROPS });
  await world.write({
    drops: [withdrawnSource(4), withdrawnSource(70), withdrawnSource(119)],
    edges: [0, 63, 64, 128, 129, 699].map((i) => withdrawnEdge(subjectOf(i))),
    corpusWithdrawals: [0, 99, 100, 101, 449, 450, 1_216, 2_017].map((place) => ({ kind: 'loot', place })),
  });
  return world;
}

function subjectOf(i: number): string {
  return i % 7 === 0 ? `dropped_by:item:npc:${i + 1}:8` : `sold_by:item:npc:${i + 1}:${(i % 50) + 1}`;
}
const EDGES = Array.from({ length: 700 }, (_, i) => publicEdge(subjectOf(i), 3 + (i % 9)));

const DROPS = Array.from({ length: 120 }, (_, i) => publicSource(i + 1, i % 6 === 0 ? 0 : i % 11));

/** Offsets and lengths of pages: inside row segments, at their ends, across many, and empty. */
const CUTS: readonly (readonly [offset: number, limit: number])[] = [
  ...[0, 1, 49, 50, 99, 100, 330, 331, 777].flatMap((offset) =>
    [50, 100, 500].map((limit) => [offset, limit] as const),
  ),
  [0, 5_000],
  [63, 64],
  [64, 128],
  [3, 5_000],
  [333, 2_000],
  [100, 1],
  [2_342, 500],
  [2_343, 500],
  [9_999, 500],
];

async function get(world: World, path: string, coding: string) {
  const heard = await world.ask(path, { headers: { 'accept-encoding': coding } });
  assert.equal(heard.status, 200, heard.text);
  return heard;
}

/** Returns a gzip answer as text, after checking that the answer is a single gzip member. */
function oneMember(bytes: Uint8Array): Buffer {
  const text = gunzipSync(bytes);
  assert.deepEqual(inflateRawSync(bytes.subarray(10, -8)), text, 'one stream of deflate between header and trailer');
  return text;
}

/** Checks that every page of a list has the same text in every coding. */
async function sameInEveryCoding(world: World, path: string): Promise<void> {
  for (const [offset, limit] of CUTS) {
    const page = `${path}${path.includes('?') ? '&' : '?'}offset=${offset}&limit=${limit}`;
    const plain = await get(world, page, 'identity');
    const gzip = await get(world, page, 'gzip');
    const both = await get(world, page, 'br, gzip, deflate');
    const brotli = await get(world, page, 'br');
    const text = Buffer.from(plain.bytes);
    if (text.byteLength <= 1_024) {
      assert.equal(gzip.headers.get('content-encoding'), null, page);
      continue;
    }
    JSON.parse(text.toString());
    assert.equal(gzip.headers.get('content-encoding'), 'gzip', page);
    assert.deepEqual(oneMember(gzip.bytes), text, page);
    assert.equal(Number(gzip.headers.get('content-length')), gzip.bytes.byteLength, page);
    assert.equal(brotli.headers.get('content-encoding'), 'br', page);
    assert.deepEqual(brotliDecompressSync(brotli.bytes), text, page);
    const unpacked = both.headers.get('content-encoding') === 'br' ? brotliDecompressSync : oneMember;
    assert.deepEqual(unpacked(both.bytes), text, page);
    for (const { headers } of [plain, gzip, both, brotli]) assert.match(headers.get('vary') ?? '', /Accept-Encoding/);
    const tags = [plain, gzip, brotli].map(({ headers }) => headers.get('etag'));
    assert.ok(tags.every((tag) => tag === null) || new Set(tags).size === 3, `${page}: ${tags}`);
  }
}

test('a page has the same text in every coding, wherever it starts and ends', async () => {
  const world = await filledWorld();
  for (const path of [
    CORPUS,
    `${CORPUS}?kinds=loot`,
    `${CORPUS}?kinds=item_seen,vendor`,
    EDGE_LIST,
    SOLD,
    AT_ONE,
    DROP_LIST,
  ]) {
    await sameInEveryCoding(world, path);
  }
});

test('a page of items has the same text in every coding, wherever it starts and ends, with or without a filter', async () => {
  const world = createGameWorld({ settings: { limits: false, page: { anonymous: 5_000, keyed: 5_000 } } });
  await world.observe([25]);
  await importPieces(world.snapshots, buildOf(2_343), '1.15.8.67156');
  for (const path of [
    '/api/items',
    '/api/items?class=weapon',
    '/api/items?quality=common',
    '/api/items?ilvl_min=900',
  ]) {
    await sameInEveryCoding(world, path);
  }
});

test('pages whose text exceeds the cache stay in it as packed rows, until the next snapshot', async () => {
  const { store, count } = countCorpusReads();
  const world = createWorld({ settings: { limits: false, page: { anonymous: 5_000, keyed: 5_000 } }, store });
  const rows = 50_000;
  await world.write({ corpus: [rowsOf('loot', 0, rows)] });
  const readAll = async (limit: number, pages: number): Promise<readonly string[]> => {
    const texts: string[] = [];
    for (let page = 0; page < pages; page++) {
      texts.push((await get(world, `${CORPUS}?offset=${page * limit}&limit=${limit}`, 'identity')).text);
    }
    return texts;
  };
  for (const [limit, pages] of [
    [2_000, 25],
    [500, 20],
  ] as const) {
    const first = await readAll(limit, pages);
    // What is read once is not kept.
    assert.deepEqual(await readAll(limit, pages), first);
    const before = count();
    assert.deepEqual(await readAll(limit, pages), first);
    assert.deepEqual(await readAll(limit, pages), first);
    assert.equal(count(), before);
    if (limit === 2_000) assert.ok(first.join('').length > 8 * 1024 * 1024, 'more text than the cache holds');
  }
  await world.write({ corpus: [rowsOf('loot', rows, 1)] });
  const [page] = await readAll(500, 1);
  assert.equal((JSON.parse(page!) as { total: number }).total, rows + 1);
});

test('a client that prefers gzip and br equally gets the stored gzip', async () => {
  const world = await filledWorld();
  const coding = async (accepted: string) => (await get(world, CORPUS, accepted)).headers.get('content-encoding');
  const heard = await Promise.all(
    ['br, gzip', 'gzip, deflate, br, zstd', '*', 'gzip', 'br', 'br, gzip;q=0.9', 'br;q=0.5, gzip', 'br, gzip;q=0'].map(
      coding,
    ),
  );
  assert.deepEqual(heard, ['gzip', 'gzip', 'gzip', 'gzip', 'br', 'br', 'gzip', 'br']);
});

/** Returns what a program writes, or null if the machine does not have the program. */
function outputOf(command: string, args: readonly string[]): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ENOENT' ? resolve(null) : reject(error)));
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(chunks)) : reject(new Error(`${command} ended with ${code}`)),
    );
  });
}

const PYTHON = `
import sys, urllib.request, zlib
asked = urllib.request.Request(sys.argv[1], headers={'Accept-Encoding': 'gzip'})
with urllib.request.urlopen(asked) as answer:
    assert answer.headers['Content-Encoding'] == 'gzip', answer.headers
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    text = reader.decompress(answer.read())
    assert reader.eof and not reader.unused_data
sys.stdout.buffer.write(text)
`;

/** Programs that read a page from a server, each with its own HTTP client. */
const READERS: readonly (readonly [name: string, command: string, args: (url: string) => readonly string[]])[] = [
  ['curl', 'curl', (url) => ['--silent', '--show-error', '--fail', '--compressed', url]],
  ['Python', 'python3', (url) => ['-c', PYTHON, url]],
];

for (const [name, command, args] of READERS) {
  test(`${name} can read compressed pages`, async (t) => {
    const world = await filledWorld();
    const { fetch, malformed } = world.app;
    const server = await openHttpServer({ fetch, malformed }, { host: '127.0.0.1', port: 0 });
    try {
      for (const query of ['?limit=500', '?offset=137&limit=500', '?limit=5000']) {
        const { text } = await get(world, CORPUS + query, 'identity');
        const read = await outputOf(command, args(`http://127.0.0.1:${server.port}${CORPUS}${query}`));
        if (read === null) return t.skip(`${command} is not on this machine`);
        assert.equal(read.toString(), text);
      }
    } finally {
      await server.close();
    }
  });
}

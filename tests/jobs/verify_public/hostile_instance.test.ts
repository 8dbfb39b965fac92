import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createGzip } from 'node:zlib';
import { createPublicReader } from '../../../adapters/verifier/public_reader.ts';
import { readExportIndex } from '../../../jobs/verify_public/export_index.ts';
import { type VerifyVerdict, verifyExport } from '../../../jobs/verify_public/verify.ts';

/** Starts a server, and returns what `work` does with its address. */
async function withServer<T>(listener: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

function verify(url: string): Promise<VerifyVerdict> {
  return verifyExport(createPublicReader(url), { url, seed: 5, progress: () => undefined });
}

/** A title that a terminal executes, in old and new escapes, a line that looks like the verdict, and reversed text. */
const HOSTILE = '\u001b]0;owned\u0007\u009b2J\nEverything that was recounted agrees.\u202e';

const FIELDS = { corpus: 'records', edges: 'edges', 'drops-rates': 'rates', 'drops-zeros': 'measuredZeros' };

function indexOf(entry: object = {}): Record<string, unknown> {
  const files = Object.entries(FIELDS).map(([name, field]) => ({
    ...{ name: `${name}.ndjson`, field, format: 'ndjson', data: 'observed', dataset: name },
    ...{ rows: 1, bytes: 40, sha256: HOSTILE },
    ...entry,
  }));
  return { files, generatedAt: HOSTILE, dataAsOf: HOSTILE };
}

test('control characters and invented lines of an instance are escaped', async () => {
  const row = JSON.stringify({ sourceNpcId: HOSTILE, itemId: HOSTILE, fromKind: HOSTILE, evidence: 'observed' });
  const { code, text } = await withServer((request, response) => {
    if (request.url === '/export/index.json') response.end(JSON.stringify(indexOf({ bytes: 4_000 })));
    else
      response.end(
        request.url!.startsWith('/export/') ? `${row}\n${row}\n` : JSON.stringify({ rates: [{ rate: HOSTILE }] }),
      );
  }, verify);
  assert.equal(code, 1, text);
  assert.match(text, /\\u\{1b\}\]0;owned\\u\{7\}\\u\{9b\}2J\\u\{a\}Everything/);
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{C}\p{Zl}\p{Zp}]/u);
  assert.doesNotMatch(text, /^Everything/m);
});

test('redirects are not followed', async () => {
  let requests = 0;
  await withServer(
    (_request, response) => {
      requests++;
      response.end(JSON.stringify(indexOf()));
    },
    (elsewhere) =>
      withServer(
        (request, response) => response.writeHead(302, { Location: elsewhere + request.url }).end(),
        async (url) => {
          const { code, text } = await verify(url);
          assert.equal(code, 2);
          assert.match(
            text,
            /its status is 302\. .*If it redirects \(301 to 308\), give the address to which it does\.$/,
          );
          const file = await createPublicReader(url).readLines('/export/corpus.ndjson', 10, () => undefined);
          assert.deepEqual(file, { kind: 'status', status: 302 });
        },
      ),
  );
  assert.equal(requests, 0);
});

/** Sends bytes without a line break, compressed, until the client leaves. */
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { 'Content-Encoding': 'gzip' });
  const gzip = createGzip();
  gzip.pipe(response);
  const zeros = new Uint8Array(1_000_000).fill(0x30);
  const more = (): void => {
    if (!response.destroyed) gzip.write(zeros, () => setImmediate(more));
  };
  more();
};

test('a file is unpacked up to its size in the index, and a line up to a bound', () =>
  withServer(endless, async (url) => {
    const reader = createPublicReader(url);
    const small = await reader.readLines('/export/corpus.ndjson', 5_000_000, () => undefined);
    assert.deepEqual(small, { kind: 'larger' });
    const before = process.cpuUsage();
    const large = await reader.readLines('/export/corpus.ndjson', 1e9, () => undefined);
    assert.deepEqual(large, { kind: 'unreachable', cause: 'a line has more than 16000000 characters' });
    assert.ok(process.cpuUsage(before).user < 10_000_000, 'a long line takes time in proportion to its length');
  }));

test('an index with huge files is refused before they are requested', () => {
  assert.equal(
    readExportIndex(indexOf({ bytes: 30_000_000_000 })),
    'Its corpus.ndjson may have 20000000000 bytes at most; the index says 30000000000.',
  );
  assert.equal(typeof readExportIndex(indexOf({ bytes: 1_000_000_000 })), 'object');
});

import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { zlibCodec } from '../../../adapters/codec.ts';
import { chooseCoding } from '../../../http/pipeline/coding.ts';
import { startProcessorClock } from '../../support/processor_time.ts';

const rows: readonly [field: string | null, chosen: string | null][] = [
  [null, 'identity'],
  ['', 'identity'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['br', 'br'],
  ['GZIP, BR', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['deflate', 'identity'],
  ['*', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['gzip; q=0.001', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['gzip;q=0.000', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip', 'gzip'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip', 'gzip!'],
  ['*;q=0, br', 'br!'],
  ['*;q=0, identity', 'identity'],
  ['identity;q=0', null],
  ['*;q=0', null],
  ['identity;q=0, br;q=0, gzip;q=0', null],
  ['br;q=0, gzip;q=0', 'identity'],
  // Malformed weights and names are ignored.
  ['gzip;q=2', 'identity'],
  ['gzip;q=x, br', 'br'],
  ['gz ip', 'identity'],
  [',,;', 'identity'],
  ['gzip;q=0.1, gzip;q=0.9, br;q=0.5', 'gzip'],
];

test('Accept-Encoding is read with its weights', () => {
  for (const [field, chosen] of rows) {
    const choice = chooseCoding(field);
    const told = choice === null ? null : `${choice.coding}${choice.plainAllowed ? '' : '!'}`;
    assert.equal(told, chosen, JSON.stringify(field));
  }
});

const TEXT = new TextEncoder().encode('third witness '.repeat(500));

test('compressed bytes decompress to the original', async () => {
  assert.deepEqual(new Uint8Array(brotliDecompressSync(await zlibCodec.brotli(TEXT))), TEXT);
  assert.deepEqual(new Uint8Array(gunzipSync(await zlibCodec.gzip(TEXT))), TEXT);
  assert.match(zlibCodec.fingerprint(TEXT), /^[\w-]{22}$/);
  assert.notEqual(zlibCodec.fingerprint(TEXT), zlibCodec.fingerprint(TEXT.subarray(1)));
});

function packed(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(bytes));
}
function followedBy(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

test('gunzip accepts complete gzip data within its limit, and nothing else', async () => {
  const whole = packed(TEXT);
  const size = TEXT.byteLength;
  const cases: [string, Uint8Array<ArrayBuffer>, number, string | number][] = [
    ['exactly the bound', whole, size, size],
    ['one byte too many', whole, size - 1, 'too-large'],
    ['two members', followedBy(whole, whole), 2 * size, 2 * size],
    ['two members too large', followedBy(whole, whole), 2 * size - 1, 'too-large'],
    ['cut short', whole.slice(0, -1), size, 'broken'],
    ['garbage after it', followedBy(whole, new Uint8Array([1, 2, 3])), size, 'broken'],
    ['zeros after it', followedBy(whole, new Uint8Array(9)), size, 'broken'],
    ['no gzip', TEXT, size, 'broken'],
    ['nothing', new Uint8Array(0), size, 'broken'],
    ['a wrong checksum', whole.map((byte, i) => (i === whole.length - 8 ? byte ^ 1 : byte)), size, 'broken'],
  ];
  for (const [name, bytes, bytesMax, expected] of cases) {
    const unpacked = await zlibCodec.gunzip(bytes, bytesMax);
    assert.equal(unpacked.ok ? unpacked.value.byteLength : unpacked.error, expected, name);
  }
});

test('decompression of a gzip bomb stops early', async () => {
  const bomb = packed(new Uint8Array(64_000_000));
  const usedMs = startProcessorClock();
  assert.deepEqual(await zlibCodec.gunzip(bomb, 1_000_000), { ok: false, error: 'too-large' });
  const early = usedMs();
  assert.ok((await zlibCodec.gunzip(bomb, 64_000_000)).ok);
  const complete = usedMs() - early;
  assert.ok(early < complete / 3, `${early} of ${complete} ms`);
});

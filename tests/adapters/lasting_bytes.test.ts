import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { minifyStyles, readStyleSheet } from '../../adapters/bundles.ts';
import { zlibCodec } from '../../adapters/codec.ts';

test('tidying style sheets removes comments and indentation, and keeps selectors and values', () => {
  const text =
    '/* A\n comment */\n.a,\n.b > .c:hover {\n  margin: 0 auto;\n  font: 600 1rem / 1 serif;\n}\n\n@media (min-width: 4rem) {\n  .a {\n    top: 0;\n  }\n}\n';
  assert.equal(
    minifyStyles(text),
    '.a,.b > .c:hover{margin:0 auto;font:600 1rem / 1 serif}@media (min-width:4rem){.a{top:0}}',
  );
});

test('bytes that last are compressed better than others, and decompress to the same', async () => {
  const { bytes } = readStyleSheet();
  const [brotli, lastingBrotli] = [await zlibCodec.brotli(bytes), await zlibCodec.brotli(bytes, true)];
  const [gzip, lastingGzip] = [await zlibCodec.gzip(bytes), await zlibCodec.gzip(bytes, true)];
  assert.ok(lastingBrotli.byteLength < 0.8 * brotli.byteLength, `${lastingBrotli.byteLength} of ${brotli.byteLength}`);
  assert.ok(lastingGzip.byteLength < gzip.byteLength, `${lastingGzip.byteLength} of ${gzip.byteLength}`);
  assert.deepEqual(new Uint8Array(brotliDecompressSync(lastingBrotli)), bytes);
  assert.deepEqual(new Uint8Array(gunzipSync(lastingGzip)), bytes);
});

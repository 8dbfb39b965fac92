import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { computeCrc32, joinGzipPieces, packText } from '../../../adapters/packed_text.ts';
import { combineCrc32, crc32 } from '../../../domain/values/crc32.ts';
import { anyText } from '../../support/any_text.ts';

function ascii(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}

test('crc32 gives the published value', () => {
  // The published check value of CRC-32/ISO-HDLC.
  assert.equal(crc32(ascii('123456789')), 0xcbf43926);
  assert.equal(crc32(ascii('')), 0);
  assert.equal(crc32(ascii('6789'), crc32(ascii('12345'))), 0xcbf43926);
});

test('checksums of parts combine to the checksum of the whole', () =>
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300, size: 'max' }), { maxLength: 8 }),
      fc.nat(70_000),
      (parts, zeros) => {
        const all = [...parts, new Uint8Array(zeros)];
        let check = 0;
        for (const part of all) check = combineCrc32(check, crc32(part), part.byteLength);
        assert.equal(check, crc32(Buffer.concat(all)));
      },
    ),
  ));

test('our checksum equals that of the runtime at every length', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => (i * i * 31) >>> 5);
  for (const length of [0, 1, 2, 3, 15, 16, 63, 64, 4_095, 32_768, 65_535, 65_536, 65_537, 70_000]) {
    assert.equal(computeCrc32(bytes.subarray(0, length)), crc32(bytes.subarray(0, length)), `${length}`);
  }
  // Much data in small parts.
  let check = 0;
  const part = bytes.subarray(0, 60_000);
  for (let i = 0; i < 200; i++) check = combineCrc32(check, computeCrc32(part), part.byteLength);
  let own = 0;
  for (let i = 0; i < 200; i++) own = crc32(part, own);
  assert.equal(check, own);
});

test('compressed and plain pieces in any order form one gzip member with their text', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          text: fc.oneof(anyText({ maxLength: 2_000, size: 'max' }), fc.constant('long '.repeat(4_000))),
          packed: fc.boolean(),
        }),
        {
          maxLength: 9,
        },
      ),
      (pieces) => {
        const texts = pieces.map(({ text }) => new Uint8Array(Buffer.from(text)));
        const member = joinGzipPieces(texts.map((text, i) => (pieces[i]!.packed ? packText(text, 'often') : text)));
        assert.deepEqual(gunzipSync(member), Buffer.concat(texts));
        // The file is a single deflate stream, so a reader that stops after the first gzip member has everything.
        assert.deepEqual(inflateRawSync(member.subarray(10, -8)), Buffer.concat(texts));
        for (const [i, text] of texts.entries()) {
          assert.deepEqual(Buffer.from(packText(text, 'once').text()), Buffer.from(texts[i]!));
        }
      },
    ),
    { numRuns: 30 },
  ));

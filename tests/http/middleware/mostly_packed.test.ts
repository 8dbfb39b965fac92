import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { zlibCodec } from '../../../adapters/codec.ts';
import { packText } from '../../../adapters/packed_text.ts';
import { compressAnswer } from '../../../http/middleware/answer_route.ts';
import { JSON_TYPE, joinBody } from '../../../http/pipeline/body.ts';

const KIB = 1024;
const GZIP = { coding: 'gzip', plainAllowed: true, gzipAsWell: false } as const;

// Text that is already packed has plain text around it. Each row gives the KiB of both and whether the packed text is
// sent unchanged.
const CASES: readonly (readonly [packedKib: number, plainKib: number, asItIs: boolean])[] = [
  [10, 64, true],
  [10, 65, false],
  [192, 64, true],
  [255, 85, true],
  [255, 86, false],
  [900, 300, true],
  [900, 301, false],
];

for (const [packedKib, plainKib, asItIs] of CASES) {
  test(`${packedKib} KiB compressed and ${plainKib} KiB plain are ${asItIs ? 'sent as stored' : 'compressed again'}`, async () => {
    const packed = packText(Buffer.from('packed '.repeat((packedKib * KIB) / 7 + 1).slice(0, packedKib * KIB)), 'once');
    const plain = Buffer.alloc(plainKib * KIB, 'p');
    const answer = { mediaType: JSON_TYPE, body: [packed, plain] };
    const { body } = await compressAnswer(answer, GZIP, { tagged: true, isLasting: false }, zlibCodec);
    assert.ok(!('stream' in body));
    const sent = Buffer.from(joinBody(body));
    assert.deepEqual(gunzipSync(sent), Buffer.concat([packed.text(), plain]));
    assert.equal(sent.includes(Buffer.from(packed.deflated)), asItIs);
  });
}

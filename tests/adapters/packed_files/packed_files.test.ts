import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { isPackedFileIntact, openPackedFile } from '../../../adapters/packed_files/read.ts';
import { createPackedFile } from '../../../adapters/packed_files/write.ts';
import { crc32 } from '../../../domain/values/crc32.ts';
import { inTempDir } from '../../support/instance.ts';

const LEVEL = 5;

/** Rows of about 100 bytes, which are several parts for the compressor. */
const ROWS = Array.from({ length: 20_000 }, (_, i) => `{"id":${i},"digest":"${digest(String(i))}"}`);
const TEXT = `${ROWS.join('\n')}\n`;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Writes ROWS to a file. Returns its path and what its readers must know about it. */
async function writeRows(folder: string) {
  const path = join(folder, 'rows.ndjson.gz');
  const file = await createPackedFile(path, { newlines: 1, level: LEVEL });
  for (let at = 0; at < ROWS.length; at += 500) await file.add(ROWS.slice(at, at + 500));
  const { rows, bytes, sha256 } = await file.end();
  await file.close();
  assert.equal(rows, ROWS.length);
  return { path, content: { bytes, sha256, data: 'observed', format: 'ndjson' } as const };
}

type Written = Awaited<ReturnType<typeof writeRows>>;

async function part({ path, content }: Written, from: number, to: number): Promise<string> {
  const file = await openPackedFile(path, 'identity', content);
  const text = await new Response(file.stream(from, to)).text();
  await file.closed;
  return text;
}

test('a file is one gzip member, and size and digest are those of its text', () =>
  inTempDir(async (folder) => {
    const { path, content } = await writeRows(folder);
    const packed = await readFile(path);
    assert.equal(gunzipSync(packed).toString('utf8'), TEXT);
    assert.deepEqual([content.bytes, content.sha256], [TEXT.length, digest(TEXT)]);
    // The length at the end of a member is that of its text: there is no second member.
    assert.equal(packed.readUInt32LE(packed.byteLength - 4), TEXT.length);
    const file = await openPackedFile(path, 'gzip', content);
    assert.ok(packed.equals(Buffer.from(await new Response(file.stream(0, file.byteLength)).arrayBuffer())));
  }));

test('rows of any length, as text or bytes, are written as they are', () =>
  inTempDir(async (folder) => {
    let n = 0;
    const row = fc
      .tuple(fc.string({ unit: 'grapheme', maxLength: 20 }), fc.constantFrom(1, 100, 30_000), fc.boolean())
      .map(([text, times, isText]) => (isText ? text.repeat(times) : Buffer.from(text.repeat(times))));
    const settings = fc.record({ newlines: fc.constantFrom(0 as const, 1 as const), level: fc.constantFrom(0, 1, 5) });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(row, { maxLength: 4 }), { maxLength: 3 }), settings, async (batches, how) => {
        const path = join(folder, `${n++}.gz`);
        const file = await createPackedFile(path, how);
        for (const batch of batches) await file.add(batch);
        const { packedCrc32, ...written } = await file.end();
        await file.close();
        const text = batches.flat().map((one) => `${one.toString()}${'\n'.repeat(how.newlines)}`);
        const packed = await readFile(path);
        assert.equal(gunzipSync(packed).toString(), text.join(''));
        const bytes = Buffer.byteLength(text.join(''));
        assert.deepEqual(written, { rows: text.length, bytes, sha256: digest(text.join('')) });
        assert.equal(packedCrc32, crc32(packed));
        for (const known of [written, { ...written, packedCrc32 }]) assert.ok(await isPackedFileIntact(path, known));
        assert.equal(await isPackedFileIntact(path, { ...written, packedCrc32: packedCrc32 ^ 1 }), false);
      }),
      { numRuns: 40 },
    );
  }));

test('any part of the text can be read', () =>
  inTempDir(async (folder) => {
    const written = await writeRows(folder);
    const third = 512 * 1024;
    const ranges = [
      [0, TEXT.length],
      [third, third + 1],
      [third - 1, third + 1],
      [third + 5, third + 700_000],
      [TEXT.length - 1, TEXT.length],
      [7, 7],
    ] as const;
    for (const [from, to] of ranges)
      assert.equal(await part(written, from, to), TEXT.slice(from, to), `${from}, ${to}`);
  }));

test('an answer that began before a file was damaged ends before the last bytes', () =>
  inTempDir(async (folder) => {
    const written = await writeRows(folder);
    const { path, content } = written;
    const packed = await readFile(path);
    for (const coding of ['identity', 'gzip'] as const) {
      for (const at of [0.3, 0.6, 0.999].map((share) => Math.floor(share * packed.byteLength))) {
        let damages = 0;
        const file = await openPackedFile(path, coding, content, () => damages++);
        const inPlace = await open(path, 'r+');
        await inPlace.write(Buffer.of(packed[at]! ^ 1), 0, 1, at);
        let sent = 0;
        const read = async (): Promise<void> => {
          for await (const piece of file.stream(0, file.byteLength)) sent += piece.byteLength;
        };
        await assert.rejects(read, { code: 'EXPORT_DAMAGED' });
        await file.closed;
        assert.ok(sent < file.byteLength, `${coding}, byte ${at}`);
        assert.equal(damages, 1);
        await inPlace.write(packed, at, 1, at);
        await inPlace.close();
      }
    }
  }));

test('a file is whole only if it ends with the text that it had', () =>
  inTempDir(async (folder) => {
    const { path, content } = await writeRows(folder);
    const packed = await readFile(path);
    assert.ok(await isPackedFileIntact(path, content));
    const others: Readonly<Record<string, Uint8Array>> = {
      'bytes after the end': Buffer.concat([packed, Buffer.from('x')]),
      'zeros after the end': Buffer.concat([packed, Buffer.alloc(512)]),
      'a second member': Buffer.concat([packed, gzipSync('x')]),
      'a cut end': packed.subarray(0, packed.byteLength - 1),
      'no bytes': new Uint8Array(),
      'another text': gzipSync('x'),
    };
    for (const [what, bytes] of Object.entries(others)) {
      await writeFile(path, bytes);
      assert.equal(await isPackedFileIntact(path, content), false, what);
    }
    // A file of the same text is whole: release 0.6.0 and gzip write other bytes.
    await writeFile(path, gzipSync(TEXT, { level: 1 }));
    assert.ok(await isPackedFileIntact(path, content));
  }));

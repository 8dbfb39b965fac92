import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { blocksPath } from '../../../adapters/packed_files/blocks.ts';
import { openPackedFile } from '../../../adapters/packed_files/read.ts';
import { createPackedFile } from '../../../adapters/packed_files/write.ts';
import { inTempDir } from '../../support/instance.ts';

const LEVEL = 5;

/** Rows of about 100 bytes, several blocks in all. */
const ROWS = Array.from({ length: 20_000 }, (_, i) => `{"id":${i},"digest":"${digest(String(i))}"}`);
const TEXT = `${ROWS.join('\n')}\n`;

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Writes ROWS to a file. Returns its path and what its readers must know about it. */
async function writeFile(folder: string) {
  const path = join(folder, 'rows.ndjson.gz');
  const file = await createPackedFile(path, { newlines: 1, level: LEVEL });
  for (let at = 0; at < ROWS.length; at += 500) await file.add(ROWS.slice(at, at + 500));
  const { rows, bytes, sha256 } = await file.end();
  await file.close();
  assert.equal(rows, ROWS.length);
  return { path, content: { bytes, sha256, data: 'observed', format: 'ndjson' } as const };
}

type Written = Awaited<ReturnType<typeof writeFile>>;

async function part({ path, content }: Written, from: number, to: number): Promise<string> {
  const file = await openPackedFile(path, 'identity', content);
  const text = await new Response(file.stream(from, to)).text();
  await file.closed;
  return text;
}

test('blocks together are one gzip file, and size and digest are those of its text', () =>
  inTempDir(async (folder) => {
    const { path, content } = await writeFile(folder);
    assert.equal(gunzipSync(await readFile(path)).toString('utf8'), TEXT);
    assert.deepEqual([content.bytes, content.sha256], [TEXT.length, digest(TEXT)]);
    const blocks = JSON.parse(await readFile(blocksPath(path), 'utf8')) as readonly (readonly [number, number])[];
    assert.ok(blocks.length > 5, String(blocks.length));
    assert.deepEqual(blocks[0]!.slice(0, 2), [0, 10]);
    assert.ok(blocks.every(([at], i) => i === 0 || at - blocks[i - 1]![0] <= 256 * 1024));
  }));

test('any part is read from the block in which it begins', () =>
  inTempDir(async (folder) => {
    const written = await writeFile(folder);
    const blocks = JSON.parse(await readFile(blocksPath(written.path), 'utf8')) as [number, number][];
    const [third] = blocks[2]!;
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
    // What comes before the block is not even read.
    const file = await open(written.path, 'r+');
    await file.write(new Uint8Array(500).fill(0xff), 0, 500, 10);
    await file.close();
    assert.equal(await part(written, third, TEXT.length), TEXT.slice(third));
    await assert.rejects(part(written, third - 1, TEXT.length).then(() => part(written, 0, third)));
  }));

test('a file without a list of blocks is read from its start', () =>
  inTempDir(async (folder) => {
    const written = await writeFile(folder);
    await rm(blocksPath(written.path));
    assert.equal(await part(written, 900_000, 900_100), TEXT.slice(900_000, 900_100));
  }));

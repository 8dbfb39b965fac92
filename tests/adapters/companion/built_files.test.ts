import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { packDownload } from '../../../adapters/companion/build.ts';
import { createCompanionReader } from '../../../adapters/companion/built_files.ts';
import type { CompanionReader } from '../../../domain/ports/companion.ts';
import { readWholeBytes } from '../../../domain/values/whole_bytes.ts';
import { inTempDir } from '../../support/instance.ts';

const PROGRAM = new Uint8Array(700_000).map((_, at) => (at * at) % 251);

async function bytesOf(companion: CompanionReader, coding: 'identity' | 'gzip', from = 0): Promise<Uint8Array> {
  const opened = await companion.open('program.exe', coding);
  assert.ok(opened !== null);
  const bytes = await readWholeBytes(opened.stream(from, opened.byteLength), 10_000_000);
  await opened.closed;
  return bytes!;
}

test('built files are read as they were written, in both codings and from any byte', async () => {
  await inTempDir(async (dir) => {
    assert.deepEqual(createCompanionReader(dir).files, []);
    assert.deepEqual(createCompanionReader(join(dir, 'none')).files, []);
    const digests = await packDownload(join(dir, 'program.exe'), PROGRAM);
    assert.equal(digests.sha256, createHash('sha256').update(PROGRAM).digest('hex'));
    for (const name of readdirSync(dir)) assert.equal(statSync(join(dir, name)).mode & 0o444, 0o444, name);
    const entry = { file: 'program.exe', label: 'Windows', bytes: PROGRAM.length, ...digests };
    const hostile = [{ ...entry, file: '../identity' }, { ...entry, file: 'a/b' }, { ...entry, bytes: 'x' }, null, 7];
    writeFileSync(join(dir, 'index.json'), JSON.stringify({ files: [entry, ...hostile] }));
    const companion = createCompanionReader(dir);
    assert.deepEqual(companion.files, [entry]);
    assert.deepEqual(await bytesOf(companion, 'identity'), PROGRAM);
    assert.deepEqual(new Uint8Array(gunzipSync(await bytesOf(companion, 'gzip'))), PROGRAM);
    assert.deepEqual(await bytesOf(companion, 'identity', 600_000), PROGRAM.slice(600_000));
    assert.equal(await companion.open('index.json', 'identity'), null);
    assert.equal(await companion.open('../identity', 'identity'), null);
    // The operator removes the files while the instance runs.
    rmSync(join(dir, 'program.exe.gz'));
    assert.equal(await companion.open('program.exe', 'identity'), null);
    writeFileSync(join(dir, 'index.json'), '{"files":');
    assert.deepEqual(createCompanionReader(dir).files, []);
  });
});

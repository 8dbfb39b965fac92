import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packDownload } from '../../../adapters/companion/build.ts';
import { createCompanionReader } from '../../../adapters/companion/built_files.ts';
import { inTempDir } from '../../support/instance.ts';
import { createWorld, PUBLIC_URL } from '../support.ts';

const PROGRAM = new TextEncoder().encode('program '.repeat(100_000));

test('an instance whose operator built no companion neither offers nor serves one', async () => {
  const { ask } = createWorld();
  const page = await ask('/upload');
  assert.ok(!page.text.includes('companion'));
  assert.equal((await ask('/companion/third-witness-companion.exe')).status, 404);
});

test('a built companion is offered with its digest, and served in either coding', async () => {
  await inTempDir(async (dir) => {
    const { sha256 } = await packDownload(join(dir, 'program.exe'), PROGRAM);
    const entry = { file: 'program.exe', label: 'Windows', bytes: PROGRAM.length, sha256 };
    writeFileSync(join(dir, 'index.json'), JSON.stringify({ files: [entry] }));
    const companion = createCompanionReader(dir);
    const { ask } = createWorld({ companion, settings: { publicUrl: `${PUBLIC_URL}/tw` } });
    const page = await ask('/tw/upload');
    assert.match(page.text, /<a href="\/tw\/companion\/program\.exe" download>Windows<\/a>/);
    assert.match(page.text, new RegExp(`1 MB, SHA-256 <code>${sha256}</code>`));
    for (const coding of ['identity', 'gzip']) {
      const heard = await ask('/tw/companion/program.exe', { headers: { 'accept-encoding': coding } });
      assert.equal(heard.status, 200);
      const fields = ['content-type', 'content-disposition', 'cache-control', 'content-encoding'];
      assert.deepEqual(
        fields.map((name) => heard.headers.get(name)),
        [
          'application/vnd.microsoft.portable-executable',
          'attachment; filename="program.exe"',
          'public, no-cache',
          coding === 'gzip' ? 'gzip' : null,
        ],
      );
      assert.equal(createHash('sha256').update(heard.text).digest('hex'), sha256);
    }
    for (const name of ['index.json', 'other.exe', '..%2findex.json', 'program.exe.gz'])
      assert.equal((await ask(`/tw/companion/${name}`)).status, 404, name);
  });
});

test('a damaged file is not sent as if it were whole', async () => {
  await inTempDir(async (dir) => {
    const digests = await packDownload(join(dir, 'program.exe'), PROGRAM.subarray(0, 1_000));
    const entry = { file: 'program.exe', label: 'Windows', bytes: 1_000, ...digests };
    writeFileSync(join(dir, 'index.json'), JSON.stringify({ files: [entry] }));
    writeFileSync(join(dir, 'program.exe.gz'), 'other');
    const { ask } = createWorld({ companion: createCompanionReader(dir) });
    assert.equal((await ask('/companion/program.exe')).status, 503);
  });
});

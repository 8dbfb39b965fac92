import assert from 'node:assert/strict';
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { withFolder } from '../../domain/snapshot/support.ts';
import { beginFolder } from '../../support/folder.ts';

async function rightsOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

test('a new data folder is accessible only to its owner', { skip: process.platform === 'win32' }, () =>
  withFolder(async (folder) => {
    const dir = await beginFolder(join(folder, 'deep/data'));
    assert.equal(await rightsOf(dir.root), 0o700);
    assert.ok((await readdir(dir.root)).includes('uploads.db'));
    const own = join(folder, 'own');
    await mkdir(own, { mode: 0o750 });
    await beginFolder(own);
    assert.equal(await rightsOf(own), 0o750, 'a folder that was there is its owner’s to open or close');
  }),
);

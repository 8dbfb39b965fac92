import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { writeFolderSettings } from '../../../adapters/config/folder_settings.ts';
import { refuseOldFolder } from '../../../adapters/data_folder/folder_release.ts';
import { openForStart } from '../../../adapters/data_folder/open_folder.ts';
import { beginFolder } from '../../support/folder.ts';
import { inTempDir } from '../../support/instance.ts';

/** Tries to start the release that opens folders of `oldest` and newer. Returns its refusal, or null if it starts. */
async function startOn(root: string, oldest: string | null): Promise<string | null> {
  const held = await openForStart(root, 'primary', oldest);
  if (!held.ok) return held.error;
  await held.value.lock.release();
  return null;
}

test('a start refuses the folder of a release that is too old, and names the release to start between', () =>
  inTempDir(async (root) => {
    const dir = await beginFolder(join(root, 'data'));
    const last = (release: string) => writeFolderSettings(dir, {}, { publicUrl: 'http://localhost:8787', release });
    await last('0.6.0');
    for (const oldest of [null, '0.5.9', '0.6.0']) assert.equal(await startOn(dir.root, oldest), null, String(oldest));
    assert.equal(
      await startOn(dir.root, '0.6.1'),
      'The data must be of release 0.6.1 or newer; release 0.6.0 was the last to use them. Start release 0.6.1 on them once (a backup must be restored with it first), then start this release.',
    );
    await last('0.10.0');
    assert.equal(await startOn(dir.root, '0.9.0'), null, 'numbers are compared, not texts');
    assert.match((await startOn(dir.root, '0.11.0'))!, /; release 0\.10\.0 was the last /);

    writeFileSync(dir.settings, readFileSync(dir.settings, 'utf8').slice(0, 5));
    assert.equal(await startOn(dir.root, '0.6.0'), null, 'releases before 0.6.0 wrote no such file');
    assert.match((await startOn(dir.root, '0.7.0'))!, /; release 0\.6\.0 was the last /);
    rmSync(dir.settings);
    assert.equal(await startOn(dir.root, null), null);
    assert.match(
      (await startOn(dir.root, '0.6.0'))!,
      /^The data must be of release 0\.6\.0 or newer; a release before 0\.6\.0 was the last to use them\. Start release 0\.6\.0 /,
    );
    assert.equal(await startOn(join(root, 'new'), '0.6.0'), null, 'a new folder has no data');
    assert.equal(refuseOldFolder(dir), null, 'this release opens the folders of all releases');
  }));

import assert from 'node:assert/strict';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readFolderGame, readFolderSettings, writeFolderSettings } from '../../adapters/config/folder_settings.ts';
import { WrongDataDir } from '../../adapters/data_folder/data_dir.ts';
import { beginFolder } from '../support/folder.ts';
import { inTempDir } from '../support/instance.ts';

const START = { publicUrl: 'http://localhost:9000', release: '1.2.3' };

async function begin(root: string) {
  const dir = await beginFolder(join(root, 'data'));
  await writeFolderSettings(dir, { TW_INSTALL_AGE_DAYS: '7' }, START);
  return dir;
}

test('each start writes the whole set anew and names what changed; a start with the same values writes nothing', () =>
  inTempDir(async (root) => {
    const dir = await begin(root);
    const file = () => statSync(dir.settings).ino;
    const before = file();
    assert.deepEqual(await writeFolderSettings(dir, { TW_INSTALL_AGE_DAYS: ' 7 ', TW_PORT: '1' }, START), []);
    assert.equal(file(), before, 'a start on a full disk needs no space');
    const changed = await writeFolderSettings(dir, { TW_LOCALE: 'deDE' }, START);
    assert.deepEqual(changed.toSorted(), ['TW_INSTALL_AGE_DAYS', 'TW_LOCALE']);
    const read = readFolderSettings(dir, {});
    assert.ok(read.ok);
    const { installAgeDays, locale, publicUrl, exportEvidence, contact } = read.value.settings;
    assert.deepEqual(
      { installAgeDays, locale, publicUrl, exportEvidence, contact },
      { installAgeDays: 0, locale: 'deDE', publicUrl: START.publicUrl, exportEvidence: false, contact: null },
    );
    assert.equal(statSync(dir.settings).mode & 0o777, 0o600);
  }));

test('a file with any flipped bit is damaged or means the same', () =>
  inTempDir(async (root) => {
    const dir = await begin(root);
    await writeFolderSettings(dir, { TW_INSTALL_AGE_DAYS: '7' }, { ...START, game: 'era' });
    const whole = readFileSync(dir.settings);
    let damaged = 0;
    for (let at = 0; at < whole.length; at++) {
      const flipped = Uint8Array.from(whole);
      flipped[at]! ^= 1 << (at % 7);
      writeFileSync(dir.settings, flipped);
      const read = readFolderSettings(dir, {});
      assert.equal(readFolderGame(dir), read.ok ? 'era' : null);
      if (!read.ok) {
        assert.match(read.error, /; it is damaged\. Start the instance once, which writes the file, /);
        damaged++;
      } else assert.equal(read.value.settings.installAgeDays, 7);
    }
    assert.ok(damaged > whole.length * 0.8, `${damaged} of ${whole.length}`);
  }));

test('a command that rebuilds stores its change, unless an instance was started with other settings meanwhile', () =>
  inTempDir(async (root) => {
    const dir = await begin(root);
    const change = [{ option: '--feed-time', variable: 'TW_FEED_TIME', text: 'day' }];
    const rebuild = readFolderSettings(dir, {}, change);
    assert.ok(rebuild.ok);
    assert.equal(rebuild.value.settings.feedTime, 'day');
    const conflict = readFolderSettings(dir, { TW_FEED_TIME: 'exact' }, change);
    assert.match(conflict.ok ? '' : conflict.error, /^TW_FEED_TIME must be left out or be "day", .*"exact"/);
    const stored = () => {
      const read = readFolderSettings(dir, {});
      return read.ok ? read.value.settings.feedTime : read.error;
    };
    assert.equal(stored(), 'exact', 'not before the new databases are served');
    await rebuild.value.save();
    assert.equal(stored(), 'day');

    const late = readFolderSettings(dir, {}, [{ ...change[0]!, text: 'exact' }]);
    assert.ok(late.ok);
    await writeFolderSettings(dir, { TW_FEED_TIME: 'day', TW_INSTALL_AGE_DAYS: '9' }, START);
    await assert.rejects(late.value.save(), WrongDataDir);
    assert.equal(stored(), 'day');
  }));

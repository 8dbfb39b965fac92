import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { serveLocalPage } from '../../../adapters/companion/local_page.ts';
import {
  createCompanionHost,
  findRunningPage,
  locateSettingsFolder,
  machineFiles,
  openInBrowser,
  readMachine,
  readRegistryValue,
  storePageAddress,
} from '../../../adapters/companion/machine.ts';
import type { Machine } from '../../../domain/ports/machine.ts';
import { err, ok } from '../../../domain/values/result.ts';
import { inTempDir } from '../../support/instance.ts';

test('settings are kept in the folder of the system, for the player only', async () => {
  await inTempDir(async (dir) => {
    const folder = join(dir, 'Ümläute und Leerzeichen', 'third-witness');
    const host = createCompanionHost(folder);
    assert.equal(await host.readSettings(), null);
    assert.deepEqual(await host.writeSettings('{}'), ok(undefined));
    assert.equal(await host.readSettings(), '{}');
    assert.equal(statSync(join(folder, 'companion.json')).mode & 0o77, 0);
    writeFileSync(join(dir, 'file'), '');
    assert.deepEqual(await createCompanionHost(join(dir, 'file', 'x')).writeSettings('{}'), err('ENOTDIR'));
  });
  const machine: Machine = { system: 'linux', home: '/h', env: {}, drives: [], registered: [] };
  assert.equal(locateSettingsFolder(machine), '/h/.config/third-witness');
  assert.equal(locateSettingsFolder({ ...machine, env: { XDG_CONFIG_HOME: '/c' } }), '/c/third-witness');
  assert.equal(locateSettingsFolder({ ...machine, system: 'mac' }), '/h/Library/Application Support/Third Witness');
  assert.equal(locateSettingsFolder({ ...machine, system: 'windows', env: { APPDATA: '/r' } }), '/r/Third Witness');
});

test('a second start finds the page of the first, and no page elsewhere', async () => {
  await inTempDir(async (dir) => {
    assert.equal(await findRunningPage(dir), null);
    const page = await serveLocalPage({ render: async () => 'x', act: async () => {} });
    await storePageAddress(dir, page.address);
    assert.equal(statSync(join(dir, 'page')).mode & 0o77, 0);
    assert.equal(await findRunningPage(dir), page.address);
    const { origin, pathname, port } = new URL(page.address);
    for (const other of [
      `${origin}/`,
      `${origin}${pathname}x`,
      `http://localhost:${port}${pathname}`,
      'http://evil.example/',
    ]) {
      await storePageAddress(dir, other);
      assert.equal(await findRunningPage(dir), null, other);
    }
    await storePageAddress(dir, `${origin}/${'A'.repeat(43)}/`);
    assert.equal(await findRunningPage(dir), null, 'another token');
    await storePageAddress(dir, page.address);
    await page.close();
    assert.equal(await findRunningPage(dir), null);
    await storePageAddress(dir, null);
    assert.deepEqual(readdirSync(dir), []);
  });
});

test('the start with the computer is added and removed', async () => {
  await inTempDir(async (dir) => {
    const host = createCompanionHost(dir);
    const entry = { kind: 'file', path: join(dir, 'auto start', 'x.desktop'), text: 'text' } as const;
    assert.equal(await host.hasAutostart(entry), false);
    assert.deepEqual(await host.setAutostart(entry, true), ok(undefined));
    assert.equal(readFileSync(entry.path, 'utf8'), 'text');
    assert.equal(await host.hasAutostart(entry), true);
    assert.deepEqual(await host.setAutostart(entry, false), ok(undefined));
    assert.deepEqual(await host.setAutostart(entry, false), ok(undefined));
    assert.equal(await host.hasAutostart(entry), false);
  });
});

test('the registry of Windows is read as its program prints it', () => {
  const printed =
    '\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\WOW6432Node\\Blizzard Entertainment\\World of Warcraft\r\n    InstallPath    REG_SZ    D:\\Meine Spiele\\World of Warcraft\\_classic_era_\\\r\n\r\n';
  assert.deepEqual(readRegistryValue(printed), ['D:\\Meine Spiele\\World of Warcraft\\_classic_era_']);
  assert.deepEqual(readRegistryValue('ERROR: The system was unable to find the specified registry key or value.'), []);
});

test('versions of installed addons are read, and a link is left to the player', async () => {
  await inTempDir(async (dir) => {
    const host = createCompanionHost(dir);
    const addons = join(dir, 'Interface', 'AddOns');
    assert.equal(await host.readAddonVersion(addons, 'A'), null);
    assert.deepEqual(await host.prepareAddons(addons, 'A'), ok(undefined));
    mkdirSync(join(addons, 'A'));
    assert.equal(await host.readAddonVersion(addons, 'A'), 'unknown');
    writeFileSync(join(addons, 'A', 'A.toc'), '## Title: x\r\n## Version: 1.2.3\r\n');
    assert.equal(await host.readAddonVersion(addons, 'A'), '1.2.3');
    symlinkSync(join(addons, 'A'), join(addons, 'B'));
    assert.equal(await host.readAddonVersion(addons, 'B'), 'link');
  });
});

test('files that are missing, folders or too large are read as none', async () => {
  await inTempDir(async (dir) => {
    writeFileSync(join(dir, 'large'), 'x'.repeat(200_001));
    writeFileSync(join(dir, 'small'), 'ä');
    const texts = await Promise.all(
      ['large', 'small', 'missing', '.'].map((name) => machineFiles.read(join(dir, name))),
    );
    assert.deepEqual(texts, [null, 'ä', null, null]);
    assert.equal(await machineFiles.list(join(dir, 'small')), null);
    assert.equal((await readMachine()).drives.length, 0);
  });
});

test('a browser is started with the address, and its absence is no fault', async () => {
  await inTempDir(async (dir) => {
    const { PATH } = process.env;
    writeFileSync(
      join(dir, 'xdg-open'),
      `#!/bin/sh\necho "$1" > "${dir}/opened.new"; /bin/mv "${dir}/opened.new" "${dir}/opened"\n`,
    );
    chmodSync(join(dir, 'xdg-open'), 0o755);
    try {
      process.env['PATH'] = join(dir, 'none');
      assert.equal(await openInBrowser('linux', 'http://127.0.0.1:1/x/'), false);
      process.env['PATH'] = dir;
      assert.equal(await openInBrowser('linux', 'http://127.0.0.1:1/x/'), true);
      for (let tries = 0; tries < 200 && !existsSync(join(dir, 'opened')); tries++)
        await new Promise((resolve) => setTimeout(resolve, 25));
      assert.equal(readFileSync(join(dir, 'opened'), 'utf8'), 'http://127.0.0.1:1/x/\n');
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

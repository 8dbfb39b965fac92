import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { dataAddonFolder } from '../../../adapters/uploader/data_addon.ts';
import { packZip } from '../../../adapters/zip.ts';
import { err } from '../../../domain/values/result.ts';
import { findAddonsFolder, updateDataAddon } from '../../../jobs/upload/data_addon.ts';
import { inTempDir } from '../../support/instance.ts';

const NOW_MS = Date.UTC(2026, 10, 26, 8);
const NAME = 'ThirdWitness_Data';

function archive(files: Readonly<Record<string, string>>): Promise<Uint8Array> {
  const entries = Object.entries(files).map(([path, text]) => ({ path, bytes: new TextEncoder().encode(text) }));
  return packZip(entries);
}

const GOOD = {
  [`${NAME}/${NAME}.toc`]: '## Interface: 11508\r\n## Version: 2026-11-24\r\n\r\ndata.lua\r\n',
  [`${NAME}/data.lua`]: 'ThirdWitness_Data = {}\n',
  [`${NAME}/LICENSE.txt`]: 'CC BY-SA 4.0\n',
};

interface Ground {
  readonly addons: string;
  readonly asked: readonly string[];
  /** Updates from an instance that answers with these bytes or this status. */
  update(
    answer: Uint8Array | number,
    addonsFolder?: string | null,
    tools?: Partial<typeof dataAddonFolder>,
  ): Promise<string>;
  installed(): Promise<Readonly<Record<string, string>> | null>;
}

async function onGround(work: (ground: Ground) => Promise<void>): Promise<void> {
  await inTempDir(async (folder) => {
    const game = join(folder, 'World of Warcraft', '_classic_era_');
    const addons = join(game, 'Interface', 'AddOns');
    const saved = join(game, 'WTF', 'Account', '12345#1', 'SavedVariables', 'ThirdWitness.lua');
    await mkdir(addons, { recursive: true });
    const asked: string[] = [];
    let answer: Uint8Array | number = 404;
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (typeof answer === 'number') response.writeHead(answer).end();
      else response.end(answer);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const from = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      await work({
        addons,
        asked,
        update: async (bytes, addonsFolder = null, tools = {}) => {
          answer = bytes;
          const dataAddon = { ...dataAddonFolder, ...tools };
          const options = { from, addonsFolder, savedFiles: [saved], dryRun: false };
          const updated = await updateDataAddon({ dataAddon, clock: { nowMs: () => NOW_MS } }, options);
          return (updated.ok ? updated.value : `wrong: ${updated.error}`)
            .replaceAll(from, 'URL')
            .replaceAll(addons, 'ADDONS');
        },
        installed: async () => {
          const target = join(addons, NAME);
          const names = await readdir(target).catch(() => null);
          if (names === null) return null;
          const texts = names.map(
            async (name) => [`${NAME}/${name}`, await readFile(join(target, name), 'utf8')] as const,
          );
          return Object.fromEntries(await Promise.all(texts));
        },
      });
    } finally {
      server.close();
    }
  });
}

test('an update replaces the addon and says how old its data is', () =>
  onGround(async ({ addons, asked, update, installed }) => {
    const said = await update(await archive(GOOD));
    assert.equal(
      said,
      `${NAME} is installed in ADDONS. Its data is from 2026-11-24, 2 days old. Type /reload if the game is running.`,
    );
    assert.deepEqual(asked, [`/export/addons/${NAME}.zip`]);
    assert.deepEqual(await installed(), GOOD);
    await writeFile(join(addons, NAME, 'stale.lua'), 'x = 1');
    const newer = { ...GOOD, [`${NAME}/${NAME}.toc`]: '## Version: 2026-11-26\n' };
    assert.match(await update(await archive(newer)), /Its data is from 2026-11-26, today\./);
    assert.deepEqual(await installed(), newer);
    assert.deepEqual(await readdir(addons), [NAME]);
    assert.match(
      await update(await archive({ ...GOOD, [`${NAME}/${NAME}.toc`]: '## Version: empty\n' })),
      /It has no data yet\.$/,
    );
  }));

test('if anything fails, the old addon stays', () =>
  onGround(async ({ addons, update, installed }) => {
    await update(await archive(GOOD));
    const big = { ...GOOD, [`${NAME}/data.lua`]: 'x'.repeat(20_000_001) };
    const cases: readonly [answer: Uint8Array | number, expected: RegExp][] = [
      [
        404,
        /^wrong: URL\/export\/addons\/.*\.zip could not be fetched \("status 404"\)\. The addon of data was not changed\.$/,
      ],
      [new Uint8Array(10_000_001), /could not be fetched \("more than 10000000 bytes"\)/],
      [new TextEncoder().encode('<html>'), /it is no zip archive, or it is damaged\./],
      [(await archive(GOOD)).subarray(0, 300), /it is no zip archive, or it is damaged\./],
      [await archive(big), /it has more than 20000000 bytes unpacked\./],
      [
        await archive({ ...GOOD, [`${NAME}/../ThirdWitness/core.lua`]: 'x' }),
        /it has the file "ThirdWitness_Data\/\.\.\/ThirdWitness\/core\.lua"\./,
      ],
      [await archive({ ...GOOD, '../evil.lua': 'x' }), /it has the file "\.\.\/evil\.lua"\./],
      [await archive({ ...GOOD, '/etc/evil': 'x' }), /it has the file "\/etc\/evil"\./],
      [await archive({ ...GOOD, 'Other/core.lua': 'x' }), /it has the file "Other\/core\.lua"\./],
      [await archive({ ...GOOD, [`${NAME}/sub/x.lua`]: 'x' }), /it has the file/],
      [await archive({ ...GOOD, [`${NAME}/..`]: 'x' }), /it has the file/],
      [await archive({ ...GOOD, [`${NAME}/a\\..\\b.lua`]: 'x' }), /it has the file/],
      [await archive({ [`${NAME}/data.lua`]: 'x' }), /ThirdWitness_Data\.toc is missing\./],
      [await archive({}), /is missing|no zip/],
    ];
    for (const [answer, expected] of cases) {
      assert.match(await update(answer), expected);
      assert.deepEqual(await installed(), GOOD);
      assert.deepEqual(await readdir(addons), [NAME]);
    }
    assert.match(
      await update(await archive(GOOD), null, { replace: async () => err('EPERM') }),
      /could not be replaced \(EPERM\)\. The old one is still there\.$/,
    );
  }));

test('a run that was stopped between its two steps loses nothing', () =>
  onGround(async ({ addons, update, installed }) => {
    await update(await archive(GOOD));
    await rename(join(addons, NAME), join(addons, `${NAME}.old`));
    await mkdir(join(addons, `${NAME}.new`));
    const replaced = await dataAddonFolder.replace(addons, [{ path: `${NAME}/a/b.lua`, bytes: new Uint8Array(1) }]);
    assert.deepEqual(replaced, err('ENOENT'));
    assert.deepEqual(await installed(), GOOD);
    assert.match(await update(await archive(GOOD)), /is installed/);
    assert.deepEqual(await readdir(addons), [NAME]);
  }));

test('a link in place of the folder is replaced, not followed', () =>
  onGround(async ({ addons, update, installed }) => {
    const elsewhere = join(addons, '..', 'elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'kept.txt'), 'kept');
    await symlink(elsewhere, join(addons, NAME));
    assert.match(await update(await archive(GOOD)), /is installed/);
    assert.deepEqual(await installed(), GOOD);
    assert.equal(await readFile(join(elsewhere, 'kept.txt'), 'utf8'), 'kept');
  }));

test('the AddOns folder must exist, and is found from the path of a saved-variables file', () =>
  onGround(async ({ addons, update }) => {
    assert.match(await update(await archive(GOOD), addons), /is installed in ADDONS/);
    assert.match(
      await update(await archive(GOOD), join(addons, 'none')),
      /^wrong: ADDONS\/none is no folder: give the game's Interface\/AddOns folder with --addons\./,
    );
    assert.equal(
      findAddonsFolder(['/games/wow/_classic_era_/WTF/Account/A#1/SavedVariables/ThirdWitness.lua']),
      '/games/wow/_classic_era_/Interface/AddOns',
    );
    assert.equal(
      findAddonsFolder([
        'C:\\WoW\\_classic_beta_\\WTF\\Account\\A#1\\Everlook\\Anna\\SavedVariables\\ThirdWitness.lua',
      ]),
      'C:\\WoW\\_classic_beta_\\Interface\\AddOns',
    );
    assert.equal(findAddonsFolder(['/home/a/ThirdWitness.lua', 'SavedVariables/ThirdWitness.lua']), null);
  }));

test('a redirect is not followed, and names in an archive cannot control the terminal', async () => {
  const server = createServer((request, response) => {
    if (request.url === '/elsewhere') response.end('x');
    else response.writeHead(302, { Location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/export`;
    assert.deepEqual(await dataAddonFolder.download(url, 100), err('status 302'));
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  const hostile = await dataAddonFolder.unpack(await archive({ '\u009b2J\u202e': 'x' }), 100, () => false);
  assert.deepEqual(hostile, err('it has the file "\\u{9b}2J\\u{202e}".'));
});

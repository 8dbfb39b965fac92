import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { inTempDir } from '../support/instance.ts';
import { readZip } from '../support/zip.ts';
import { packRelease } from './release/pack.ts';
import { countsOf, playIn } from './support.ts';

/** The packager's name of each game, the client that its archive is for, and the client's interface numbers. */
const GAMES = [
  { flavor: 'classic', client: 'era', interfaces: [11508, 11509] },
  { flavor: 'forever', client: 'forever', interfaces: [16001] },
  { flavor: 'bcc', client: 'anniversary', interfaces: [20506] },
  { flavor: 'mists', client: 'mists', interfaces: [50504] },
] as const;

test('each game has an archive of its own that its client loads, and release.json names them', async () => {
  const website = { serviceName: 'North Witness', publicUrl: 'https://witness.example' };
  const files = await packRelease({ website, curseId: '1234567', wagoId: 'aB3dE5' });
  const index = JSON.parse(new TextDecoder().decode(files.at(-1)!.bytes));
  assert.equal(files.at(-1)!.name, 'release.json');
  const version = /^\d+\.\d+\.\d+$/;
  assert.deepEqual(
    index.releases.map(({ filename, metadata }: { filename: string; metadata: object[] }) => [filename, metadata]),
    GAMES.map(({ flavor, interfaces }, at) => [files[at]!.name, [{ flavor, interface: interfaces.at(-1) }]]),
  );
  assert.equal(files.length, GAMES.length + 1);
  for (const [at, { flavor, client, interfaces }] of GAMES.entries()) {
    assert.match(index.releases[at].version, version);
    assert.equal(files[at]!.name, `ThirdWitness-${index.releases[at].version}-${flavor}.zip`);
    await inTempDir(async (folder) => {
      for (const { path, text } of readZip(files[at]!.bytes)) {
        mkdirSync(join(folder, dirname(path)), { recursive: true });
        writeFileSync(join(folder, path), text);
      }
      const addon = join(folder, 'ThirdWitness');
      const toc = readFileSync(join(addon, 'ThirdWitness.toc'), 'utf8');
      for (const line of [
        ...[
          `Interface: ${interfaces.join(', ')}`,
          'X-Curse-Project-ID: 1234567',
          'X-Wago-ID: aB3dE5',
          'Category: Miscellaneous',
        ],
        ...['X-Website: https://witness.example', 'IconTexture: Interface\\Icons\\INV_Misc_Spyglass_03'],
      ]) {
        assert.ok(toc.includes(`## ${line}\n`), line);
      }
      const { saved } = playIn(folder, 'unknown_events', { addon, client });
      assert.equal(countsOf(saved)['loot'], 1);
    });
  }
});

test('an archive without ids has none, and an id that would add a line is refused', async () => {
  const [classic] = await packRelease();
  const toc = readZip(classic!.bytes).find(({ path }) => path.endsWith('.toc'))!.text;
  assert.doesNotMatch(toc, /^## X-(Curse|Wago|Website)/m);
  await assert.rejects(packRelease({ curseId: '1\n## Interface: 1' }), /letters and digits/);
});

test('the settings of the packager give the same folder', () => {
  const settings = readFileSync(new URL('../../http/addon/.pkgmeta', import.meta.url), 'utf8');
  assert.match(settings, /^package-as: ThirdWitness$/m);
  assert.match(settings, /^ignore:\n {2}- ThirdWitness_Data$/m);
  // The packager puts the folder that it packs into one named by package-as.
  assert.match(settings, /^move-folders:\n {2}ThirdWitness\/ThirdWitness: ThirdWitness$/m);
});

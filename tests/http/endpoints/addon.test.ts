import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { createAddonReader } from '../../../adapters/addon.ts';
import { GAME_FOLDERS } from '../../../domain/saved_variables/game_folders.ts';
import { fillTocTemplate } from '../../../http/endpoints/addon/route.ts';
import { uploadJob } from '../../../jobs/commands/upload.ts';
import { formatHelp } from '../../../jobs/read_args.ts';
import { LIMITS } from '../../../schema/limits.ts';
import { PROTOCOL_VERSION } from '../../../schema/protocol.ts';
import { readZip } from '../../support/zip.ts';
import { createWorld, PUBLIC_URL } from '../support.ts';

const FOLDER = new URL('../../../http/addon/ThirdWitness/', import.meta.url);
function read(file: string): string {
  return readFileSync(new URL(file, FOLDER), 'utf8');
}
const files = readdirSync(FOLDER).sort();

/** Returns the files that the client loads for this table of contents, in order. */
function loaded(toc: string): readonly string[] {
  return toc.split(/\r?\n/).filter((line) => line !== '' && !/^#/.test(line));
}

function field(toc: string, name: string): string | undefined {
  return new RegExp(`^## ${name}: (.*)$`, 'm').exec(toc)?.[1];
}

test('/addon.zip is the addon in an archive for players, with the address of the instance', async () => {
  const { ask } = createWorld({ settings: { serviceName: 'North Witness', publicUrl: `${PUBLIC_URL}/tw` } });
  const heard = await ask('/tw/addon.zip', { headers: { 'accept-encoding': 'br, gzip' } });
  assert.equal(heard.status, 200);
  const told = ['content-type', 'content-encoding', 'content-disposition', 'cache-control'];
  assert.deepEqual(
    told.map((name) => heard.headers.get(name)),
    ['application/zip', null, 'attachment; filename="ThirdWitness.zip"', 'public, no-cache'],
  );
  const entries = readZip(heard.bytes);
  assert.deepEqual(
    entries.map(({ path }) => path).sort(),
    files.map((file) => `ThirdWitness/${file}`),
  );
  for (const { path, text } of entries) {
    const file = path.slice('ThirdWitness/'.length);
    if (!file.endsWith('.toc')) assert.equal(text, read(file), path);
  }
  const toc = entries.find(({ path }) => path === 'ThirdWitness/ThirdWitness.toc')!.text;
  assert.equal(
    field(toc, 'Notes'),
    `Records what you see in the game, for North Witness; upload at ${PUBLIC_URL}/tw/upload`,
  );
  assert.equal(field(toc, 'X-Website'), `${PUBLIC_URL}/tw`);
  assert.deepEqual(loaded(toc), loaded(read('ThirdWitness.toc')));
  const again = await ask('/tw/addon.zip', { headers: { 'if-none-match': heard.headers.get('etag')! } });
  assert.equal(again.status, 304);
});

test('equal files give equal bytes, and no file contains the time of packing', async () => {
  const first = await createWorld().ask('/addon.zip');
  const second = await createWorld().ask('/addon.zip');
  assert.deepEqual(first.bytes, second.bytes);
  assert.equal(first.headers.get('etag'), second.headers.get('etag'));
  const other = await createWorld({ settings: { serviceName: 'Other' } }).ask('/addon.zip');
  assert.notEqual(first.headers.get('etag'), other.headers.get('etag'));
  assert.deepEqual([...new Set(readZip(first.bytes).map(({ dosTime }) => dosTime))], [0x28210000]);
});

test('if making the archive fails, the next request tries again', async () => {
  const addon = createAddonReader();
  let asked = 0;
  const failing = {
    ...addon,
    pack: (list: Parameters<typeof addon.pack>[0]) =>
      asked++ === 0 ? Promise.reject(new Error('planted')) : addon.pack(list),
  };
  const { ask } = createWorld({ addon: failing });
  assert.equal((await ask('/addon.zip')).status, 500);
  assert.equal((await ask('/addon.zip')).status, 200);
  await ask('/addon.zip');
  assert.equal(asked, 2, 'it is packed once');
});

test('a name stays on its line and is not markup of the client', () => {
  const toc = (serviceName: string): string =>
    fillTocTemplate(read('ThirdWitness.toc'), { serviceName, publicUrl: PUBLIC_URL });
  const name = (serviceName: string): string | undefined =>
    /, for (.*); upload at /.exec(field(toc(serviceName), 'Notes') ?? '')?.[1];
  assert.equal(name('Ours\n## Interface: 1\r\nevil.lua'), 'Ours ## Interface: 1 evil.lua');
  assert.equal(name('|cffff0000Red|r'), 'cffff0000Red r');
  assert.equal(name('a\u2028b\u202ec\u0000d'), 'a b c d');
  assert.equal(name('$& $1'), '$& $1');
  assert.equal(name('x'.repeat(500)), 'x'.repeat(60));
  for (const serviceName of ['Ours\nevil.lua', '$`', "$'"]) {
    assert.deepEqual(loaded(toc(serviceName)), loaded(read('ThirdWitness.toc')), serviceName);
    assert.equal(toc(serviceName).match(/^## Notes: /gm)?.length, 1);
  }
});

test('the table of contents has what the client needs, and lists every file once', () => {
  const toc = read('ThirdWitness.toc');
  assert.equal(field(toc, 'Interface'), '11508, 11509, 16001, 20506, 50504');
  const ofData = readFileSync(new URL('../ThirdWitness_Data/ThirdWitness_Data.toc', FOLDER), 'utf8');
  assert.equal(field(ofData, 'Interface'), field(toc, 'Interface'));
  assert.equal(field(toc, 'LoadSavedVariablesFirst'), '1');
  assert.equal(field(toc, 'Title'), 'Third Witness');
  assert.equal(field(toc, 'SavedVariables'), 'ThirdWitnessDB, ThirdWitnessEarlierDB');
  assert.match(field(toc, 'Version') ?? '', /^\d+\.\d+\.\d+$/);
  assert.ok(field(toc, 'Version')!.length <= LIMITS.addonVersionLengthMax.value);
  assert.deepEqual(
    [...loaded(toc)].sort(),
    files.filter((file) => file.endsWith('.lua')),
  );
});

test('the addon uses this contract and the limits of its file', () => {
  assert.match(read('contract.lua'), new RegExp(`version = "${PROTOCOL_VERSION.replaceAll('.', '\\.')}"`));
  assert.match(read('store.lua'), new RegExp(`^local RECORDS_MAX = ${LIMITS.recordsPerFileMax.value}$`, 'm'));
});

test('the README of the addon describes how it was tested, and names every command', () => {
  const text = read('README.txt').replace(/\s+/g, ' ');
  assert.match(text, /tested against simulated clients of these games.*but not yet in any of the games/);
  assert.match(text, /Nobody has tried these in the game: /);
  for (const { folder } of GAME_FOLDERS) assert.ok(text.includes(`World of Warcraft/${folder}/`), folder);
  assert.doesNotMatch(text, /not known yet/);
  for (const command of [
    'pause',
    'resume',
    'scan',
    'share',
    'grant',
    'scan search',
    'tooltips',
    'luck',
    'forget',
    'help',
  ]) {
    assert.ok(text.includes(`/tw ${command}`), command);
  }
});

test('the page for uploads and the help of the uploader name the folder of each game', async () => {
  const page = (await createWorld().ask('/upload')).text.replaceAll('<wbr>', '');
  for (const text of [page, formatHelp(uploadJob)]) {
    for (const { folder } of GAME_FOLDERS) assert.ok(text.includes(`World of Warcraft/${folder}`), folder);
    assert.doesNotMatch(text, /not known yet/);
  }
  assert.match(page, /nobody has tried it in the games themselves/);
});

test('the page for uploads says how a player without a file gets one', async () => {
  const page = (await createWorld().ask('/upload')).text.replaceAll('<wbr>', '');
  const steps = page.split('<ol>')[1]?.split('</ol>')[0] ?? '';
  assert.match(steps, /<a href="\/addon\.zip"[^>]*>Download the addon<\/a>/);
  assert.match(steps, /Interface\/AddOns/);
  assert.ok(page.indexOf('<ol>') < page.indexOf('_classic_era_'), 'the steps come before the folders');
});

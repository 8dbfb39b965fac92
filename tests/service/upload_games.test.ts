import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { savedFile, type Written } from '../domain/saved_variables/lua_writer.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { type Instance, inTempDir } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { heldTexts, INSTALL } from '../support/upload.ts';

/** One file with sets of several games, uploaded to instances that collect one game each. */

const AT = new Date(Date.now() - 3_600_000).toISOString();
const ERA = '1.15.8.67156';
const FOREVER = '1.60.1.70790';

function set(name: string, fields: Readonly<Record<string, Written>>): Written {
  const source = { sourceNpcId: 6, sourceName: name, sourceEvidence: 'loot-api' };
  const loot = { kind: 'loot', eventId: `loot-${name}`, capturedAt: AT, ...source, items: [] };
  return { locale: 'enUS', ...fields, records: [loot] };
}

/** Returns the file of a player of Era in two regions and languages, of Season of Discovery and of a test realm. */
function mixedFile(more: readonly Written[] = []): Uint8Array {
  const era = { clientBuild: ERA, season: 0 };
  return savedFile({
    format: 2,
    installId: INSTALL,
    addonVersion: '0.7.0',
    protocol: '1.5.0',
    sets: [
      set('era-eu', { ...era, region: 3 }),
      set('era-german', { ...era, region: 3, locale: 'deDE' }),
      set('era-us', { ...era, region: 1 }),
      set('sod', { clientBuild: ERA, season: 2, region: 3 }),
      set('forever', { clientBuild: FOREVER, season: 0, region: 3 }),
      set('test-realm', { ...era, region: 72 }),
      ...more,
    ],
  });
}

/** Returns the names that `set` gave to the stored records. */
async function readNames(dataDir: string): Promise<readonly string[]> {
  return (await heldTexts(dataDir)).map((text) => /"sourceName":"([a-z-]+)"/.exec(text)![1]!).sort();
}

/** Starts an instance for each game, null for one that does not name its game. */
async function withInstances(
  games: readonly (string | null)[],
  work: (instances: readonly Instance[], dirs: readonly string[], folder: string) => Promise<void>,
): Promise<void> {
  await inTempDir(async (folder) => {
    const dirs = games.map((_, n) => join(folder, `data-${n}`));
    const instances: Instance[] = [];
    try {
      for (const [n, game] of games.entries())
        instances.push(
          await startInstanceHere({ dataDir: dirs[n]!, ...(game !== null && { env: { TW_GAME: game } }) }),
        );
      await work(instances, dirs, folder);
    } finally {
      for (const instance of instances) await instance.stop();
    }
  });
}

test('one file reaches the instance of each game, and what is left is named', () =>
  withInstances(['era', 'sod'], async ([era, sod], dirs, folder) => {
    const file = join(folder, 'ThirdWitness.lua');
    writeFileSync(file, mixedFile());
    const args = ['upload', file, '--to', era!.url, '--to', sod!.url, '--yes'];
    const sent = await runJobHere(folder, args);
    assert.equal(sent.code, 0, sent.stderr);
    assert.deepEqual(
      [await readNames(dirs[0]!), await readNames(dirs[1]!)],
      [['era-eu', 'era-german', 'era-us'], ['sod']],
      sent.stdout,
    );
    assert.match(
      sent.stdout,
      /sets\[5\], .*: 1 record not sent\. The set is of Forever; the instances collect Classic Era/,
    );
    assert.match(sent.stdout, /sets\[6\], .* region 72, .*: 1 record not sent\. .* test realm \(region 72\)/);
    assert.match(sent.stdout, new RegExp(`\\) to ${sod!.url}, which collects Season of Discovery: 1 stored\\.`));
    assert.ok(!existsSync(`${file}.third-witness-refused.ndjson`), 'no instance refused anything');
    const results = sent.stdout.match(/http\S+\/upload\/[\w-]{22}(?!\S)/g) ?? [];
    assert.equal(results.length, 2);
    for (const link of results) assert.equal((await fetch(link)).status, 200, link);

    // The file grows by a set, and its other sets are not sent again.
    writeFileSync(file, mixedFile([set('era-korea', { clientBuild: ERA, season: 12, region: 2 })]));
    const again = await runJobHere(folder, args);
    assert.match(again.stdout, /Classic Era: 1 stored and 3 sent by an earlier run\./, again.stderr);
    assert.match(again.stdout, /Season of Discovery: 1 sent by an earlier run\./);

    const twins = await runJobHere(folder, [
      'upload',
      file,
      '--to',
      era!.url,
      '--to',
      `http://localhost:${era!.port}`,
      '--yes',
    ]);
    assert.equal(twins.code, 1);
    assert.match(twins.stderr, /both collect Classic Era: give one of them with --to\./);
    const alone = await runJobHere(folder, ['upload', file, '--to', sod!.url, '--yes']);
    assert.deepEqual([alone.code, (await readNames(dirs[1]!)).length], [0, 1], alone.stderr);
  }));

test('an instance that names no game gets a file of one game, and none of several without a terminal', () =>
  withInstances([null], async ([instance], dirs, folder) => {
    const file = join(folder, 'ThirdWitness.lua');
    writeFileSync(file, mixedFile());
    const stopped = await runJobHere(folder, ['upload', file, '--to', instance!.url, '--yes']);
    assert.equal(stopped.code, 1);
    assert.match(stopped.stderr, /names no game, and there is no terminal to ask/);
    assert.deepEqual(await readNames(dirs[0]!), []);
    const sets = [set('era-eu', { clientBuild: ERA, season: 0, region: 3 })];
    const own = { format: 2, installId: INSTALL, addonVersion: '0.7.0', protocol: '1.5.0', sets };
    writeFileSync(file, savedFile(own));
    assert.equal((await runJobHere(folder, ['upload', file, '--to', instance!.url, '--yes'])).code, 0);
    assert.deepEqual(await readNames(dirs[0]!), ['era-eu']);
  }));

test('the served uploader sends the sets of its instance', () =>
  withInstances(['forever'], async ([instance], dirs, folder) => {
    const file = join(folder, 'ThirdWitness.lua');
    writeFileSync(file, mixedFile());
    const { stdout, code } = await runJobHere(folder, ['upload', file, '--to', instance!.url, '--yes']);
    assert.deepEqual([code, await readNames(dirs[0]!)], [0, ['forever']], stdout);
    const outbox = JSON.parse(readFileSync(`${file}.third-witness-outbox`, 'utf8')) as { instances: object };
    assert.deepEqual(Object.keys(outbox.instances), [instance!.url]);
  }));

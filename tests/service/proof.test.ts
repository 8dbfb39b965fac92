import assert from 'node:assert/strict';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openWriter } from '../../adapters/libsql/database.ts';
import { type ListAnswer, postRecords, walk } from '../support/client.ts';
import { filesBelow, readUnpacked } from '../support/files_below.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir, startInstance } from '../support/instance.ts';
import { packedBlocks, windowsOf } from '../support/packed_blocks.ts';
import { runJobHere } from '../support/run_command.ts';
import { flipByte, tamper } from '../support/stored_records.ts';
import { good, type Install, type InstallName, item, lot, npc, quest, world } from '../support/world.ts';

const INSTALLS = ['install-of-anna', 'install-of-bert', 'install-of-cleo', 'install-of-dora'] as const;

/** Tells what every install saw. It becomes public with the third install. */
function tell(install: Install, name: InstallName): void {
  install
    .looted(npc(40), item(701))
    .looted(npc(40), item(702))
    .met(npc(40, 'Fixture Creature'))
    .wasOffered(quest(70))
    .visitedVendor(npc(41), good(item(701), 25))
    .scanned('Everlook', [lot(item(701), 30, 4)], { scanId: `scan-of-${name}` });
}

async function execute(path: string, sql: string): Promise<void> {
  if (path.endsWith('uploads.db')) return tamper(path, sql);
  const client = await openWriter(path, { create: false });
  await client.executeMultiple(sql);
  client.close();
}

function epochOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'current'), 'utf8').trim();
}

/**
 * Creates a data folder with the uploads of all four installs and a snapshot of them. Nothing runs on it afterwards.
 */
async function prepare(dataDir: string): Promise<void> {
  const instance = await startInstanceHere({ dataDir });
  try {
    await world().installs(INSTALLS, tell).sendTo(instance.url);
    assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
    assert.equal(await instance.stop(), 0);
  } finally {
    await instance.kill();
  }
}

/** Changes to the files, and what `verify` says about each. */
const TAMPERED: readonly [name: string, sql: (dataDir: string) => [path: string, sql: string], said: RegExp][] = [
  [
    'a name',
    (dataDir) => [
      snapshotOf(dataDir),
      `update facts set body = replace(body, 'Fixture', 'Forged') where family = 'npcs'`,
    ],
    /^The fact npcs 40 differs: .*Forged Creature.* is served, .*Fixture Creature.* follows from the uploads\.\n$/,
  ],
  [
    'a rate',
    (dataDir) => [
      snapshotOf(dataDir),
      `update rows set body = replace(body, '[4,4,', '[3,3,') where list = 'rates' and b = 702`,
    ],
    /^The row rates npc 40 702 differs: \[\[3,3,.* is served, \[\[4,4,/,
  ],
  [
    'the order of a rate',
    (dataDir) => [snapshotOf(dataDir), `update rows set rank = rank + 2000000 where list = 'rates' and b = 702`],
    /^The row rates npc 40 702 differs: .*,6137944\] is served, .*,4137944\] follows from the uploads\.\n$/,
  ],
  [
    'a rate that is gone',
    (dataDir) => [snapshotOf(dataDir), `delete from rows where list = 'rates' and b = 702`],
    /^The row rates npc 40 702 differs: nothing is served, /,
  ],
  [
    'an edge',
    (dataDir) => [
      snapshotOf(dataDir),
      `update rows set body = replace(body, '"installs":4', '"installs":5') where list like 'sold_by%'`,
    ],
    /^The row sold_by:item:npc {2}701 41 differs: .*"installs":5.* is served, .*"installs":4/,
  ],
  [
    'a price',
    (dataDir) => [snapshotOf(dataDir), `update market_items set figures = replace(figures, '30', '31')`],
    /^The market value of everlook {2}701 differs: /,
  ],
  [
    'a figure of the snapshot',
    (dataDir) => [snapshotOf(dataDir), 'update snapshots set queued = queued + 1'],
    /^The figures of the snapshot differs?: .*"queued":1/,
  ],
  [
    'a kept record',
    (dataDir) => [
      join(dataDir, 'uploads.db'),
      `update records set body = replace(body, 'Fixture', 'Forged') where seq = 3`,
    ],
    /^Upload 1 \(received [^)]+\) was altered: its records differ from its link of the chain\.\n$/,
  ],
  [
    'a byte of a block of records',
    (dataDir) => [join(dataDir, 'uploads.db'), flipByte('last_seq = (select min(last_seq) from blocks)')],
    /^Upload 1 \(received [^)]+\) was altered: block \d+ has changed since it was stored: \d+ records are lost\.\n$/,
  ],
  [
    'a whole upload that is gone',
    (dataDir) => [
      join(dataDir, 'uploads.db'),
      `pragma foreign_keys=off; delete from records where upload_n = 2; delete from parts where upload_n = 2;
       delete from uploads where n = 2;`,
    ],
    /Upload 2 .*lost/i,
  ],
  [
    'the newest upload with its link',
    (dataDir) => [
      join(dataDir, 'uploads.db'),
      `pragma foreign_keys=off; delete from records where upload_n = 4; delete from parts where upload_n = 4;
       delete from uploads where n = 4; delete from links where upload_n = 4;`,
    ],
    /lost/i,
  ],
];

function snapshotOf(dataDir: string): string {
  return join(dataDir, `snapshot.${epochOf(dataDir)}.db`);
}

test('verify names lost and altered data, and reports nothing otherwise', (t) =>
  inTempDir(async (dir) => {
    const original = join(dir, 'original');
    await prepare(original);
    const whole = await runJobHere(original, ['verify', '--quiet']);
    assert.deepEqual(
      [whole.code, whole.stdout],
      [0, '4 uploads with 24 records are whole, and every public figure follows from them.\n'],
      whole.stderr,
    );
    for (const [i, [name, sql, said]] of TAMPERED.entries()) {
      await t.test(name, async () => {
        const dataDir = join(dir, `spoilt-${i}`);
        cpSync(original, dataDir, { recursive: true, filter: (path) => !path.endsWith('.sock') });
        await execute(...sql(dataDir));
        const spoilt = await runJobHere(dataDir, ['verify', '--quiet'], { TW_LOG: 'off' });
        assert.equal(spoilt.code, 1);
        assert.match(spoilt.stderr, said);
        assert.deepEqual(
          readdirSync(dataDir).filter((file) => file.startsWith('verify')),
          [],
        );
      });
    }
  }));

test('an instance does not start with new uploads beside the noted link of its old ones', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    await prepare(dataDir);
    for (const file of readdirSync(dataDir)) if (file.startsWith('uploads.db')) rmSync(join(dataDir, file));
    await assert.rejects(startInstance({ dataDir }), /its uploads were lost\. Restore uploads\.db/);
    const job = await runJobHere(dataDir, ['snapshot']);
    assert.equal(job.code, 1);
    assert.match(job.stderr, /its uploads were lost/);
    rmSync(join(dataDir, 'link'));
    const instance = await startInstanceHere({ dataDir });
    assert.equal(await instance.stop(), 0);
  }));

function textOf(path: string): string {
  return readUnpacked(path).toString('latin1');
}

test('an erased install leaves no byte in the data folder, and its facts are withdrawn', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    const instance = await startInstance({ dataDir });
    try {
      const [first, second, third] = INSTALLS;
      const realm = world().installs([first, second, third], tell);
      realm.install(third).event('unheard-of-event').wasOffered(quest(71, 'Unheard-of Errand'));
      await realm.sendTo(instance.url);
      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      assert.equal((await runJobHere(dataDir, ['export'])).code, 0);
      const before = (await walk<ListAnswer>(instance.url, '/api/edges'))[0]!;
      assert.ok(before.total > 0);
      const blocks = () => packedBlocks(createDataDir(dataDir).snapshotDb(readCurrentEpoch(createDataDir(dataDir))!));
      const packedBefore = windowsOf(await blocks());
      const holding = (texts: readonly string[]) =>
        filesBelow(dataDir).filter((file) => texts.some((text) => textOf(file).includes(text)));
      assert.ok(holding(['Unheard-of Errand']).some((file) => file.includes('exports')));
      assert.ok(holding(packedBefore).some((file) => file.includes('snapshot.')));

      const erased = await runJobHere(dataDir, ['erase', '--install', third]);
      assert.deepEqual([erased.code, /7 records/.test(erased.stdout)], [0, true], erased.stderr);
      const secrets = [third, 'unheard-of-event', 'Unheard-of Errand', `scan-of-${third}`];
      const inUploads = filesBelow(dataDir).filter((file) => file.includes('uploads.db'));
      for (const file of inUploads)
        for (const text of secrets) assert.ok(!textOf(file).includes(text), `${file}: ${text}`);

      assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
      const standing = (await blocks()).join('');
      const gone = packedBefore.filter((bytes) => !standing.includes(bytes));
      assert.ok(gone.length > 0, 'the erasure changes blocks');
      assert.deepEqual([holding(secrets), holding(gone)], [[], []]);
      const after = (await walk<ListAnswer>(instance.url, '/api/edges'))[0]!;
      assert.equal(after.total, 0);
      const packed = await fetch(`${instance.url}/export/corpus.ndjson`, { headers: { 'Accept-Encoding': 'gzip' } });
      assert.ok(!(await packed.text()).includes('Unheard-of Errand'));
      const again = await postRecords(instance.url, world().installs([third], tell).records());
      assert.equal(again.status, 422);
      assert.ok(again.receipt.rejected?.every(({ code }) => code === 'install-erased'));
      const whole = await runJobHere(dataDir, ['verify', '--quiet']);
      assert.equal(whole.code, 0, whole.stderr);
      assert.equal(await instance.stop(), 0);
    } finally {
      await instance.kill();
    }
  }));

test('witnesses shows the operator which installs support a fact', () =>
  inTempDir(async (dir) => {
    const dataDir = join(dir, 'data');
    await prepare(dataDir);
    const { code, stdout } = await runJobHere(dataDir, ['witnesses', 'npc', '40']);
    assert.equal(code, 0);
    const lines = stdout.split('\n');
    for (const install of INSTALLS) {
      assert.ok(lines.includes(`npcs 40\tname\t"Fixture Creature"\t${install}\t2026-01-09T18:30:00.000Z`), stdout);
      assert.ok(lines.includes(`drops npc:40\twindows\t2\t${install}\t`), stdout);
    }
    const item = (await runJobHere(dataDir, ['witnesses', 'item', '701'])).stdout;
    for (const install of INSTALLS) {
      assert.ok(item.includes(`market everlook 2026-01-09\t\t4 units from 30\t${install}\t`), item);
      assert.ok(item.includes(`vendor_goods 41:701\tprice\t25\t${install}\t`), item);
    }
    assert.match((await runJobHere(dataDir, ['witnesses', 'npc', '41000'])).stdout, /^No install had reported it/);
    const refused = await runJobHere(dataDir, ['witnesses', 'npc', '1e3']);
    assert.deepEqual([refused.code, refused.stderr], [1, 'ID must be a whole number of at least 1; got "1e3".\n']);
  }));

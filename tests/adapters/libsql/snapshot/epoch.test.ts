import assert from 'node:assert/strict';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createDataDir, type DataDir, readCurrentEpoch } from '../../../../adapters/data_folder/data_dir.ts';
import {
  createEpoch,
  type Epoch,
  type EpochRules,
  openServedEpoch,
  removeOtherEpochs,
  serveEpoch,
} from '../../../../adapters/data_folder/epoch.ts';
import { checkFeedTime } from '../../../../adapters/data_folder/feed_time.ts';
import { openReader, openWriter, readValue } from '../../../../adapters/libsql/database.ts';
import { WrongDatabase } from '../../../../adapters/libsql/migrate.ts';
import { createSnapshotStore } from '../../../../adapters/libsql/snapshot/store.ts';
import { isDamageCode } from '../../../../adapters/libsql/storage_error.ts';
import { systemRandom } from '../../../../adapters/random.ts';
import { publish, withFolder } from '../../../domain/snapshot/support.ts';
import { item, looted, npc, reportedBy } from '../../../support/world.ts';

const RULES: EpochRules = { feedTime: 'exact', rollups: { drops: 1, edges: 2 } };

/** Creates and serves an epoch with one snapshot. */
async function served(folder: string): Promise<{ dir: DataDir; epoch: Epoch }> {
  const dir = createDataDir(folder);
  const epoch = await createEpoch(dir, RULES, systemRandom);
  const store = createSnapshotStore({ dir, clock: { nowMs: () => 0 } });
  await publish({ ...epoch, store }, reportedBy([1, 2, 3], looted(npc(5), item(7))));
  await serveEpoch(dir, epoch);
  await store.close();
  return { dir, epoch };
}

async function journalOf(path: string): Promise<unknown> {
  const client = await openReader(path);
  const mode = await readValue(client, 'pragma journal_mode');
  client.close();
  return mode;
}

async function execute(path: string, sql: string): Promise<void> {
  const client = await openWriter(path, { create: false });
  await client.executeMultiple(sql);
  client.close();
}

test('a new epoch is served once its files are complete, without logs', () =>
  withFolder(async (folder) => {
    const dir = createDataDir(folder);
    assert.equal(readCurrentEpoch(dir), null);
    const { epoch } = await served(folder);
    assert.match(epoch.name, /^[0-9a-f]{12}$/);
    assert.equal(readCurrentEpoch(dir), epoch.name);
    assert.equal(await readFile(dir.pointer, 'utf8'), `${epoch.name}\n`);
    const files = await readdir(folder);
    for (const path of [dir.snapshotDb(epoch.name), dir.evidenceDb(epoch.name)]) {
      assert.equal(await journalOf(path), 'wal', 'whoever reads it does not wait for its writer');
      await rm(`${path}-wal`, { force: true });
      await rm(`${path}-shm`, { force: true });
    }
    assert.ok(!files.some((file) => file.endsWith('.new')), files.join());
    const opened = await openServedEpoch(dir, RULES);
    assert.ok(opened.ok);
    assert.equal((await opened.value.snapshots.listCounts()).remaining.rates, 1);
    assert.equal((await opened.value.evidence.cursor()).seq, 3);
    await opened.value.close();
  }));

const UNFIT: readonly [name: string, spoil: (dir: DataDir, name: string) => Promise<void>, reason: string][] = [
  ['no pointer', (dir) => rm(dir.pointer), 'no-epoch'],
  ['a pointer that is none', (dir) => writeFile(dir.pointer, '../else\n'), 'no-epoch'],
  ['a pointer to nothing', (dir) => writeFile(dir.pointer, '0123456789ab\n'), 'damaged'],
  ['no snapshot', (dir, name) => rm(dir.snapshotDb(name)), 'damaged'],
  ['no evidence', (dir, name) => rm(dir.evidenceDb(name)), 'damaged'],
  ['an emptied snapshot', (dir, name) => truncate(dir.snapshotDb(name)), 'damaged'],
  ['an emptied evidence', (dir, name) => truncate(dir.evidenceDb(name)), 'damaged'],
  ['a snapshot that is no database', (dir, name) => writeFile(dir.snapshotDb(name), 'x'.repeat(9000)), 'damaged'],
  ['evidence that is no database', (dir, name) => writeFile(dir.evidenceDb(name), 'x'.repeat(9000)), 'damaged'],
  [
    'a snapshot of another epoch',
    (dir, name) => execute(dir.snapshotDb(name), `update instance set epoch = 'other'`),
    'damaged',
  ],
  [
    'evidence of another epoch',
    (dir, name) => execute(dir.evidenceDb(name), `update cursor set epoch = 'other'`),
    'damaged',
  ],
  ['other tables of the snapshot', (dir, name) => setVersion(dir.snapshotDb(name), 24), 'other-rollups'],
  ['other tables of the evidence', (dir, name) => setVersion(dir.evidenceDb(name), 16), 'other-rollups'],
  ['tables of a newer release', (dir, name) => setVersion(dir.snapshotDb(name), 0x7fffffff), 'other-rollups'],
  ['a snapshot without a version', (dir, name) => setVersion(dir.snapshotDb(name), 0), 'damaged'],
  ['evidence without a version', (dir, name) => setVersion(dir.evidenceDb(name), 0), 'damaged'],
  ['a snapshot without its origin', (dir, name) => execute(dir.snapshotDb(name), 'delete from instance'), 'damaged'],
  [
    'other rules of a roll-up',
    (dir, name) => execute(dir.snapshotDb(name), `update instance set rollups = '{"drops":2,"edges":2}'`),
    'other-rollups',
  ],
  [
    'a roll-up less',
    (dir, name) => execute(dir.snapshotDb(name), `update instance set rollups = '{"drops":1}'`),
    'other-rollups',
  ],
];

function setVersion(path: string, version: number): Promise<void> {
  return execute(path, `pragma user_version = ${version}`);
}

test('an epoch that cannot be continued asks for a rebuild', async (t) => {
  for (const [name, spoil, reason] of UNFIT) {
    await t.test(name, () =>
      withFolder(async (folder) => {
        const { dir, epoch } = await served(folder);
        await spoil(dir, epoch.name);
        assert.deepEqual(await openServedEpoch(dir, RULES), { ok: false, error: { kind: 'rebuild', reason } });
      }),
    );
  }
});

test('the order in which family versions are stored does not matter', () =>
  withFolder(async (folder) => {
    const { dir } = await served(folder);
    const opened = await openServedEpoch(dir, { ...RULES, rollups: { edges: 2, drops: 1 } });
    assert.ok(opened.ok);
    await opened.value.close();
  }));

test('a file that is another database is refused and not rebuilt', async () => {
  for (const path of ['snapshotDb', 'evidenceDb'] as const) {
    await withFolder(async (folder) => {
      const { dir, epoch } = await served(folder);
      await execute(dir[path](epoch.name), 'pragma application_id = 1');
      await assert.rejects(openServedEpoch(dir, RULES), WrongDatabase);
    });
  }
});

test('a change of TW_FEED_TIME is refused with instructions', () =>
  withFolder(async (folder) => {
    const dir = createDataDir(folder);
    assert.equal(await checkFeedTime(dir, 'day'), null);
    await served(folder);
    const opened = await openServedEpoch(dir, { ...RULES, feedTime: 'day' });
    assert.equal(opened.ok || opened.error.kind, 'refused');
    const error = opened.ok || opened.error.kind !== 'refused' ? '' : opened.error.error;
    await setVersion(dir.snapshotDb(readCurrentEpoch(dir)!), 24);
    assert.deepEqual(await openServedEpoch(dir, { ...RULES, feedTime: 'day' }), opened, 'also before a rebuild');
    assert.match(error, /^TW_FEED_TIME was changed: .* exact, .* day\. .*npm run job -- rebuild/);
    assert.equal(await checkFeedTime(dir, 'day'), error);
    assert.equal(await checkFeedTime(dir, 'exact'), null);
    await truncate(dir.snapshotDb(readCurrentEpoch(dir)!));
    assert.equal(await checkFeedTime(dir, 'day'), null);
  }));

test('only the files of epochs that are not served are removed', () =>
  withFolder(async (folder) => {
    const { dir: olderDir, epoch: older } = await served(folder);
    const { dir, epoch } = await served(folder);
    const unfinished = await createEpoch(dir, RULES, systemRandom);
    assert.ok(!(await readdir(folder)).some((file) => file.includes(unfinished.name) && /-(wal|journal)$/.test(file)));
    await unfinished.close();
    const others = ['uploads.db', 'uploads.db-wal', 'snapshot.db', 'evidence.txt', 'snapshot.ABCD.db'];
    for (const file of others) await writeFile(`${folder}/${file}`, '');
    await removeOtherEpochs(olderDir);
    const left = await readdir(folder);
    for (const name of [older.name, unfinished.name]) assert.ok(!left.some((file) => file.includes(name)), left.join());
    for (const file of [...others, `snapshot.${epoch.name}.db`, `evidence.${epoch.name}.db`, 'current']) {
      assert.ok(left.includes(file), file);
    }
  }));

test('nothing is removed while the pointer is missing, even if it is only being replaced', () =>
  withFolder(async (folder) => {
    const { dir, epoch } = await served(folder);
    const unfinished = await createEpoch(dir, RULES, systemRandom);
    await unfinished.close();
    await writeFile(`${dir.snapshotDb('cutoff')}-journal`, '');
    await writeFile(dir.snapshotDb('empty'), '');
    // The main file of this epoch's database has already been moved away.
    await writeFile(`${dir.snapshotDb('moved')}-wal`, '');
    for (const lost of [() => writeFile(dir.pointer, '../else\n'), () => rm(dir.pointer)]) {
      await lost();
      await removeOtherEpochs(dir);
      const left = (await readdir(folder))
        .filter((file) => /^(evidence|snapshot)\..*\.db(-journal)?$/.test(file))
        .sort();
      assert.deepEqual(left, [`evidence.${epoch.name}.db`, `snapshot.${epoch.name}.db`]);
    }
    await writeFile(dir.pointer, `${epoch.name}\n`);
    const opened = await openServedEpoch(dir, RULES);
    assert.ok(opened.ok, 'it is served again as it was');
    await opened.value.close();
  }));

const CODES: readonly [code: string | null, damage: boolean][] = [
  ['SQLITE_CORRUPT', true],
  ['SQLITE_CORRUPT_VTAB', true],
  ['SQLITE_NOTADB', true],
  ['DATABASE_MISSING', true],
  ['SQLITE_FULL', false],
  ['SQLITE_IOERR_SHORT_READ', true],
  ['LOG_MISSING', true],
  ['SQLITE_IOERR_READ', false],
  ['SQLITE_BUSY', false],
  [null, false],
];

test('a full or unreachable disk is not damage', async (t) => {
  for (const [code, damage] of CODES) await t.test(String(code), () => assert.equal(isDamageCode(code), damage));
});

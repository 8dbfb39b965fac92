import assert from 'node:assert/strict';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { createBuilderContext } from '../../adapters/builder_context.ts';
import { createBuilder } from '../../adapters/child_programs.ts';
import { type DataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { acquireLock } from '../../adapters/data_folder/lock.ts';
import { serveInstance } from '../../adapters/instance_socket.ts';
import { runWithReader } from '../../adapters/libsql/database.ts';
import { openEvidenceStore } from '../../adapters/libsql/evidence/store.ts';
import { createSnapshotStore } from '../../adapters/libsql/snapshot/store.ts';
import { CLAIM_RULES } from '../../domain/families/mod.ts';
import { countListRows } from '../../domain/paging/ledger.ts';
import { parseRows } from '../../domain/reads/pieces.ts';
import { rowsText } from '../support/rows_text.ts';
import { storedRecords } from '../support/stored_records.ts';
import { ended, keepRecords, runJob, startJob, withDataDir } from './support.ts';

const SILENT = { info: () => {}, warn: () => {}, error: () => {} };

/** Returns everything public in a data folder, except the times at which it became public. */
async function publicFacts(dir: DataDir) {
  const store = createSnapshotStore({ dir, clock: { nowMs: () => Date.now() } });
  try {
    await store.refresh();
    const snapshot = await store.newest();
    if (snapshot === null) throw new Error('no snapshot');
    const { row, corpus, lists, epoch } = snapshot.view;
    const { n, step: _step, writtenAtMs: _at, ...counts } = row;
    const drops = await snapshot.rates.inPlaces(
      { from: 0, to: countListRows(lists, 'rates', n) },
      { from: 0, to: countListRows(lists, 'zeros', n) },
    );
    const loot = corpus.counts.get('loot');
    const to = loot?.[loot.length - 1] ?? 0;
    const rows = await snapshot.corpus.rows([{ kind: 'loot', from: 0, to }]);
    const text = rowsText(rows.pieces);
    const events = (JSON.parse(`[${text}]`) as { eventId: string }[]).map((record) => record.eventId).sort();
    const rates = parseRows({ pieces: drops.rates })
      .map((rate) => JSON.stringify(rate))
      .sort();
    const zeros = parseRows({ pieces: drops.zeros }).length;
    return { epoch, n, facts: { counts, rates, zeros, events } };
  } finally {
    await store.close();
  }
}

test('a builder on a new folder writes the first snapshot, and later ones add new records', () =>
  withDataDir(async (dir) => {
    const first = await ended(startJob(dir, ['snapshot']));
    assert.deepEqual([first.code, first.out], [0, 'Snapshot 1 is written.\n'], first.err);
    assert.match(
      first.err,
      /^\{"at":"[^"]+","level":"info","event":"snapshot\.written","n":1,"records":0,"rows":0,"ms":\d+\}\n\{[^\n]+"export\.written"[^\n]+\}\n$/,
    );
    await keepRecords(dir, 0, 100);
    const second = await runJob(dir, ['snapshot', '--quiet']);
    assert.deepEqual([second.code, second.out], [0, 'Snapshot 2 is written.\n'], second.err);
    const { facts } = await publicFacts(dir);
    assert.deepEqual([facts.events.length, new Set(facts.events).size, facts.counts.lootWindows], [100, 100, 100]);
  }));

test('a rebuild serves the same facts under a new epoch and removes the old files', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 500);
    assert.equal((await runJob(dir, ['snapshot'])).code, 0);
    const before = await publicFacts(dir);
    const rebuilt = await runJob(dir, ['rebuild']);
    assert.deepEqual([rebuilt.code, rebuilt.out], [0, 'Rebuilt: the feed has 500 rows.\n'], rebuilt.err);
    const after = await publicFacts(dir);
    assert.notEqual(after.epoch, before.epoch);
    assert.deepEqual(after.facts, before.facts);
    assert.ok(!(await readdir(dir.root)).some((file) => file.includes(before.epoch)));
  }));

test('lost evidence is rebuilt by the next snapshot', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 200);
    assert.equal((await runJob(dir, ['snapshot'])).code, 0);
    const before = await publicFacts(dir);
    await rm(dir.evidenceDb(before.epoch));
    const healed = await runJob(dir, ['snapshot']);
    assert.equal(healed.code, 0, healed.err);
    assert.match(healed.err, /"event":"snapshot\.rebuild","reason":"damaged"/);
    const after = await publicFacts(dir);
    assert.notEqual(after.epoch, before.epoch);
    assert.deepEqual(after.facts, before.facts);
  }));

const REFUSALS: readonly [name: string, args: readonly string[], env: Record<string, string>, said: RegExp][] = [
  ['a wrong setting', ['snapshot'], { TW_FEED_TIME: 'hour' }, /^TW_FEED_TIME must be exact or day; it is "hour"\.\n$/],
  [
    'a feed of another time',
    ['snapshot'],
    { TW_FEED_TIME: 'day' },
    /^TW_FEED_TIME must be left out or be "exact", .*\n$/,
  ],
];

test('a command that fails ends with one sentence and an exit code', async (t) => {
  await withDataDir(async (dir) => {
    assert.equal((await runJob(dir, ['snapshot'])).code, 0);
    for (const [name, args, env, said] of REFUSALS) {
      await t.test(name, async () => {
        const end = await runJob(dir, args, env);
        assert.deepEqual([end.code, end.out], [1, '']);
        assert.match(end.err, said);
      });
    }
  });
});

test('beside a running instance, the builder leaves uploads.db to it, and the instance serves the new snapshot', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 10);
    const lock = await acquireLock(dir.uploadsLock, { waitMs: 0 });
    const asked: string[] = [];
    const refresh = async () => {
      asked.push(readCurrentEpoch(dir) ?? 'none');
      return { ok: true, value: null } as const;
    };
    const instance = await serveInstance(dir.socket, { refresh }, SILENT);
    const end = await createBuilder(dir.id, { ...process.env, TW_DATA_DIR: dir.root, TW_LOG: 'off' }).run(
      new AbortController().signal,
    );
    await instance.close();
    await lock?.release();
    assert.equal(end, 'done');
    assert.deepEqual(asked, [readCurrentEpoch(dir)]);
  }));

test('the command fails if the instance cannot serve the snapshot', () =>
  withDataDir(async (dir) => {
    const refresh = async () => ({ ok: false, error: 'the disk is gone.' }) as const;
    const instance = await serveInstance(dir.socket, { refresh }, SILENT);
    const end = await runJob(dir, ['snapshot']);
    await instance.close();
    assert.equal(end.code, 1);
    assert.match(end.err, /running instance does not serve it yet: the disk is gone\.\n$/);
  }));

test('a builder that is stopped while it waits for its turn exits', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 1);
    const lock = await acquireLock(dir.builderLock, { waitMs: 0 });
    const child = startJob(dir, ['snapshot']);
    const end = ended(child);
    await once(child.stderr!, 'data');
    // Not child.kill, because Deno then always reports the signal, even if the child handled it.
    process.kill(child.pid!, 'SIGTERM');
    const { code, err } = await end;
    await lock?.release();
    assert.equal(code, 1);
    assert.match(err, /"event":"builder\.waiting"[^\n]*\n.*was stopped early.*\n$/);
  }));

test('a builder that is killed at any time counts nothing twice and loses nothing', () =>
  withDataDir(async (dir) => {
    const RECORDS_A_ROUND = 2_000;
    /** Takes a snapshot in a separate process, which is killed once it has changed files `changesMax` times. */
    const round = async (n: number, changesMax: number): Promise<{ killed: boolean; changes: number }> => {
      await keepRecords(dir, n * RECORDS_A_ROUND, RECORDS_A_ROUND);
      let changes = 0;
      const child = startJob(dir, ['snapshot'], { TW_LOG: 'off' });
      const watcher = watch(dir.root, () => {
        if (++changes === changesMax) child.kill('SIGKILL');
      });
      const { code } = await ended(child);
      watcher.close();
      return { killed: code === null, changes };
    };
    const { changes } = await round(0, Number.POSITIVE_INFINITY);
    let killed = 0;
    // The first run creates the databases, so it changes files about twice as often as the next ones.
    const shares = [0.02, 0.2, 0.35, 0.5];
    for (const [i, share] of shares.entries())
      killed += (await round(i + 1, Math.ceil(changes * share))).killed ? 1 : 0;
    assert.ok(killed > 0, `no run was killed within ${changes} changes`);

    const last = await runJob(dir, ['snapshot']);
    assert.equal(last.code, 0, last.err);
    const { facts } = await publicFacts(dir);
    const records = (shares.length + 1) * RECORDS_A_ROUND;
    assert.deepEqual([facts.events.length, new Set(facts.events).size], [records, records]);
    assert.equal(facts.counts.lootWindows, records);
    assert.equal((await runJob(dir, ['rebuild'])).code, 0);
    assert.deepEqual((await publicFacts(dir)).facts, facts);
  }));

test('derived databases contain no install id and no raw event id', () =>
  withDataDir(async (dir) => {
    await keepRecords(dir, 0, 300);
    const { err } = await runJob(dir, ['snapshot']);
    const files = (await readdir(dir.root)).filter((file) => /^(?:snapshot|evidence)\./.test(file));
    assert.equal(files.length >= 2, true);
    for (const file of files) {
      const bytes = await readFile(join(dir.root, file), 'latin1');
      assert.ok(!bytes.includes('secret'), file);
    }
    const stored = await runWithReader(dir.uploadsDb, storedRecords);
    assert.ok(stored.some(({ eventId }) => eventId === 'event-secret-7'));
    const store = await openEvidenceStore(dir.evidenceDb(readCurrentEpoch(dir)!), {
      epoch: readCurrentEpoch(dir)!,
      create: false,
      rollups: CLAIM_RULES,
    });
    await store.close();
    assert.ok(!err.includes('secret'));
  }));

test('a builder whose lock was deleted stops after the current step', () =>
  withDataDir(async (dir) => {
    const builder = createBuilderContext({
      dir,
      rules: { feedTime: 'exact', rollups: {} },
      kinds: { publicKinds: new Set<string>(), namedKinds: new Set<string>() },
      log: SILENT,
      stop: new AbortController().signal,
      onProgress: () => {},
      onTable: () => {},
    });
    await builder.turn(async () => {
      assert.equal(await builder.pause(), true);
      await rm(dir.builderLock);
      assert.equal(await builder.pause(), false);
    });
    await builder.turn(async () => assert.equal(await builder.pause(), true));
  }));

import assert from 'node:assert/strict';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import {
  ANSWERS_FILE,
  type Answers,
  answersOf,
  openableFolders,
  refusedFolders,
  SECRETS_FILE,
  type Secrets,
  UPLOADS_FILE,
} from '../fixtures/releases.ts';
import { type DropsAnswer, type Receipt, walk } from '../support/client.ts';
import { storeSettings } from '../support/folder.ts';
import { startInstanceHere } from '../support/in_process.ts';
import { inTempDir, startThatEnds } from '../support/instance.ts';
import { runJobHere } from '../support/run_command.ts';
import { item, npc, world } from '../support/world.ts';

function read<T>(folder: string, file: string): T {
  return JSON.parse(readFileSync(join(folder, file), 'utf8')) as T;
}

/**
 * Prepares a feed row for comparison. Up to release 0.4.0, the feed showed scan ids as they were sent, and up to 0.6.0,
 * other digests of ids.
 */
function withIdsHidden(row: unknown): unknown {
  const { eventId, scanId } = row as { eventId?: string; scanId?: string };
  return Object.assign({}, row, eventId && { eventId: 'an event' }, scanId && { scanId: 'a scan' });
}

type Row = Readonly<Record<string, unknown>>;

const NEW_FIELDS = ['installs', 'topShare', 'estimate', 'estimateLow', 'estimateHigh', 'effectiveWindows', 'basis'];

/** Removes the fields that were added to rates and zeros after 0.4.0. */
function withoutShares(row: Row): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !NEW_FIELDS.includes(field)));
}

/** Removes the field that was added to the stats of drops after 0.4.0. */
function withoutWaiting({ waiting: _waiting, ...rest }: Row): Row {
  return rest;
}

/**
 * Returns the parts of `answers` that the older release also has, with rows sorted: a release with more roll-ups
 * rebuilds the public facts, which changes the order of rows.
 */
function comparable(answers: Answers, expected: Answers): unknown {
  const sorted = (rows: readonly unknown[]): readonly string[] => rows.map((row) => JSON.stringify(row)).sort();
  const { drops, corpus, edges = [], market, items } = answers;
  return {
    drops: {
      ...drops,
      stats: withoutWaiting(drops['stats'] as Row),
      rates: sorted((drops.rates as readonly Row[]).map(withoutShares)),
      measuredZeros: sorted((drops.measuredZeros as readonly Row[]).map(withoutShares)),
    },
    corpus: { ...corpus, records: sorted(corpus.records.map(withIdsHidden)) },
    ...(expected.edges === undefined ? {} : { edges: sorted(edges) }),
    ...(expected.market === undefined ? {} : { market }),
    ...(expected.items === undefined ? {} : { items }),
  };
}

async function statusWith(url: string, key: string): Promise<number> {
  const response = await fetch(`${url}/api/edges?limit=1`, { headers: { 'X-API-Key': key } });
  await response.arrayBuffer();
  return response.status;
}

for (const folder of openableFolders()) {
  test(`the data folder of release ${basename(folder)} opens, gives the same answers, and continues`, () =>
    inTempDir(async (dir) => {
      const dataDir = join(dir, 'data');
      cpSync(folder, dataDir, { recursive: true });
      const instance = await startInstanceHere({ dataDir });
      try {
        const expected = read<Answers>(folder, ANSWERS_FILE);
        const answers = await answersOf(instance.url);
        assert.deepEqual(comparable(answers, expected), comparable(expected, expected));
        for (const row of answers.corpus.records) {
          for (const id of [(row as Row)['eventId'], (row as Row)['scanId']]) {
            if (id !== undefined) assert.match(id as string, /^[0-9a-f]{24}$/, 'ids are published as digests only');
          }
        }
        for (const upload of read<readonly object[]>(folder, UPLOADS_FILE)) {
          const response = await fetch(`${instance.url}/api/intake`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(upload),
          });
          const receipt = (await response.json()) as Receipt;
          assert.ok(
            receipt.accepted?.every((one) => one.duplicate) && receipt.rejected?.length === 0,
            'what was kept is known again',
          );
        }
        if (existsSync(join(folder, SECRETS_FILE))) {
          const { key, revoked } = read<Secrets>(folder, SECRETS_FILE);
          assert.deepEqual([await statusWith(instance.url, key), await statusWith(instance.url, revoked)], [200, 401]);
        }
        const before = (await walk<DropsAnswer>(instance.url, '/api/rollups/drops'))[0]!;
        assert.ok(before.rates.length > 0, 'there are rates');
        for (const { installs, topShare, reporters, kills } of before.rates) {
          assert.ok(installs >= 1 && installs <= reporters, 'a rate from before counts who saw the drop');
          assert.ok(topShare >= 1 / reporters && topShare <= (kills - reporters + 1) / kills);
        }
        await world().install('an-install-of-today').looted(npc(60), item(800)).sendTo(instance.url);
        assert.equal((await runJobHere(dataDir, ['snapshot'])).code, 0);
        const after = (await walk<DropsAnswer>(instance.url, '/api/rollups/drops'))[0]!;
        assert.equal(after.totalRates, before.totalRates + 1);
        assert.equal(after.queued, before.queued! - 1);
        const verified = await runJobHere(dataDir, ['verify', '--quiet']);
        assert.equal(verified.code, 0, verified.stderr);
        assert.equal(await instance.stop(), 0);
      } finally {
        await instance.kill();
      }
    }));
}

test('there are stored data folders of releases that are opened, and of releases that are refused', () => {
  assert.ok(openableFolders().length >= 1);
  assert.deepEqual(
    refusedFolders().map((folder) => basename(folder)),
    ['0.1.0', '0.5.0'],
  );
});

const SENTENCE =
  'uploads.db has the format of a release before 0.6.0. Start this folder once with release 0.6.0 (a backup must be restored with it first), then with this release.';

for (const folder of refusedFolders()) {
  test(`starts, commands and doctor refuse the data folder of release ${basename(folder)}, and change none of its data`, () =>
    inTempDir(async (dir) => {
      const dataDir = join(dir, 'data');
      cpSync(folder, dataDir, { recursive: true });
      const started = await startThatEnds(dataDir, {});
      assert.equal(started.code, 1, started.stderr);
      assert.ok(started.stderr.includes(SENTENCE), started.stderr);
      await storeSettings(dataDir, {});
      for (const command of [
        ['snapshot'],
        ['rebuild'],
        ['verify'],
        ['key', 'list'],
        ['erase', '--install', 'fixture-install-a'],
        ['backup', join(dir, 'backup')],
      ]) {
        const { code, stderr } = await runJobHere(dataDir, command, { TW_LOG: 'off' });
        assert.deepEqual([code, stderr], [1, `${SENTENCE}\n`], command.join(' '));
      }
      const examined = await runJobHere(dataDir, ['doctor'], { TW_LOG: 'off' });
      assert.equal(examined.code, 1);
      assert.ok(`${examined.stdout}${examined.stderr}`.includes(SENTENCE), examined.stdout);
      for (const file of ['uploads.db', 'current'])
        assert.deepEqual(readFileSync(join(dataDir, file)), readFileSync(join(folder, file)), file);
    }));
}

test('verify asks for a snapshot instead of judging the facts of an earlier release', () =>
  inTempDir(async (dir) => {
    for (const folder of openableFolders()) {
      const dataDir = join(dir, basename(folder));
      cpSync(folder, dataDir, { recursive: true });
      await storeSettings(dataDir, {});
      const { code, stderr } = await runJobHere(dataDir, ['verify', '--quiet'], { TW_LOG: 'off' });
      assert.equal(code, 1);
      assert.equal(
        stderr,
        'The public facts were built by another release: run `npm run job -- snapshot` first.\n',
        folder,
      );
    }
  }));

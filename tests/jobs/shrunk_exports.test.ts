import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import type { DataDir } from '../../adapters/data_folder/data_dir.ts';
import { locateExportedFile } from '../../adapters/exports/layout.ts';
import { openUploadWriter } from '../../adapters/libsql/uploads/writer.ts';
import { systemRandom } from '../../adapters/random.ts';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import { exportJob } from '../../jobs/commands/export.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import type { RunnableJob } from '../../jobs/job.ts';
import { grantN, grantOf } from '../adapters/libsql/uploads/uploads_stores.ts';
import { tamper } from '../support/stored_records.ts';
import { hadMoney } from '../support/world.ts';
import { keep, questTold, runJobOn, summary } from './kept_uploads.ts';
import { toolsOn } from './killable.ts';
import { prepareDataDir } from './support.ts';

const [ANNA, BERT, CLEO, DORA] = ['install-of-anna', 'install-of-bert', 'install-of-cleo', 'install-of-dora'] as const;

function gold(copper: number, grants: readonly number[]) {
  return {
    ...summary(BERT, `gold:${copper}`, hadMoney(copper)),
    grants,
  };
}

/** Anna sent half of the feed, a grant covers much of the rest, and Dora sent one record. All of it is exported. */
const withPrepared = prepareDataDir(async (dir) => {
  const uploads = await openUploadWriter(dir.uploadsDb, { random: systemRandom, create: true });
  const grant = grantN(await uploads.operator.addGrant(grantOf('a')));
  await uploads.close();
  for (const install of [ANNA, BERT, CLEO]) {
    await keep(
      dir,
      Array.from({ length: install === ANNA ? 30 : 12 }, (_, i) =>
        questTold(install, i + 1, `Errand of ${install.slice(-4)}`),
      ),
    );
  }
  await keep(dir, [...Array.from({ length: 8 }, (_, i) => gold(i, [grant])), questTold(DORA, 99, 'Errand of Dora')]);
  assert.ok((await runJobOn(snapshotJob, toolsOn(dir))).ok);
  assert.deepEqual(rowsOf(exported(dir)), { anna: 30, gold: 8, rows: 63 });
});

function exported(dir: DataDir): string {
  const number = readFileSync(join(dir.exports, 'current'), 'utf8').trim();
  return gunzipSync(readFileSync(locateExportedFile(join(dir.exports, number), 'corpus.ndjson'))).toString('utf8');
}

function rowsOf(text: string) {
  return {
    anna: text.split('Errand of anna').length - 1,
    gold: text.split('"gold_snapshot"').length - 1,
    rows: text.split('\n').length - 1,
  };
}

/** A step of the test: an operator's command, a job, or an accidental loss. */
type Step = OperatorCommand | RunnableJob | 'lose a third' | 'cut times to the day';

const withheld: OperatorCommand = { op: 'withhold', installId: ANNA, reason: 'made up' };
const littleWithheld: OperatorCommand = { op: 'withhold', installId: DORA, reason: 'made up' };
const erased: OperatorCommand = { op: 'erase', installId: ANNA };
const revoked: OperatorCommand = { op: 'grant-revoke', n: 1, token: null };

function lose(dir: DataDir): Promise<void> {
  return tamper(dir.uploadsDb, `delete from records where kind = 'quest' and seq % 2 = 0`);
}

/** Performs the steps and exports as the operator would. Returns what is served, and why nothing newer is. */
async function after(dir: DataDir, steps: readonly Step[]) {
  let rules: Parameters<typeof toolsOn>[2] = {};
  const job = (one: RunnableJob) => runJobOn(one, toolsOn(dir, {}, rules));
  for (const step of steps) {
    if (step === 'lose a third') await lose(dir);
    else if (step === 'cut times to the day') rules = { feedTime: 'day' };
    else {
      const done = 'op' in step ? await toolsOn(dir).owner.carryOut(step) : await job(step);
      assert.ok(done.ok, done.ok ? '' : done.error);
    }
  }
  const before = exported(dir);
  const asked = await job(exportJob);
  return { before, refusal: asked.ok ? null : asked.error, served: exported(dir) };
}

const EXPLAINED: readonly [what: string, steps: readonly Step[], rows: ReturnType<typeof rowsOf>][] = [
  ['withheld', [withheld, snapshotJob], { anna: 0, gold: 8, rows: 33 }],
  ['withheld by building anew', [withheld, rebuildJob], { anna: 0, gold: 8, rows: 33 }],
  ['withheld, then built anew', [withheld, snapshotJob, rebuildJob], { anna: 0, gold: 8, rows: 33 }],
  [
    'withheld, then built anew twice',
    [withheld, snapshotJob, rebuildJob, snapshotJob, rebuildJob],
    { anna: 0, gold: 8, rows: 33 },
  ],
  ['revoked by building anew', [revoked, rebuildJob], { anna: 30, gold: 0, rows: 55 }],
  ['revoked, then built anew', [revoked, snapshotJob, rebuildJob], { anna: 30, gold: 0, rows: 55 }],
  ['erased by building anew', [erased, rebuildJob], { anna: 0, gold: 8, rows: 33 }],
  ['erased, then built anew', [erased, snapshotJob, rebuildJob], { anna: 0, gold: 8, rows: 33 }],
  [
    'withheld, then built anew with other times',
    [withheld, snapshotJob, 'cut times to the day', rebuildJob],
    { anna: 0, gold: 8, rows: 33 },
  ],
];

test('a withdrawal explains why an export is shorter, also after a rebuild', async (t) => {
  for (const [what, steps, rows] of EXPLAINED) {
    await t.test(what, () =>
      withPrepared(async (dir) => {
        const { refusal, served } = await after(dir, steps);
        assert.equal(refusal, null);
        assert.deepEqual(rowsOf(served), rows);
      }),
    );
  }
});

/** A rebuild exports at once, so the last case compares with what it exported. */
const LOST: readonly [what: string, steps: readonly Step[], rows: number][] = [
  ['lost, then built anew', ['lose a third', rebuildJob], 63],
  ['lost behind a withdrawal of little', [littleWithheld, snapshotJob, 'lose a third', rebuildJob], 63],
  ['lost between two rebuilds', [littleWithheld, rebuildJob, 'lose a third', rebuildJob], 62],
];

test('rows that disappear without a withdrawal count as lost, also after a rebuild', async (t) => {
  for (const [what, steps, rows] of LOST) {
    await t.test(what, () =>
      withPrepared(async (dir) => {
        const { refusal, served } = await after(dir, steps);
        assert.match(refusal ?? '', new RegExp(`^corpus\\.ndjson would shrink from ${rows} rows to \\d+`));
        assert.equal(rowsOf(served).rows, rows);
      }),
    );
  }
});

test('after a change of TW_FEED_TIME the rebuild writes the exports again immediately', () =>
  withPrepared(async (dir) => {
    const { before } = await after(dir, ['cut times to the day', rebuildJob]);
    assert.ok(before.includes('"capturedAt":"2026-11-20T00:00:00Z"'));
    assert.ok(!before.includes('T10:00:00'));
  }));

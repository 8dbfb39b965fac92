import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openSnapshotWriter } from '../../adapters/libsql/snapshot/writer.ts';
import type { OperatorCommand } from '../../domain/operator/command.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import type { RunnableJob } from '../../jobs/job.ts';
import { keep, questTold, runJobOn } from './kept_uploads.ts';
import { toolsOn } from './killable.ts';
import { prepareDataDir } from './support.ts';

const [ANNA, BERT, CLEO, DORA] = ['install-of-anna', 'install-of-bert', 'install-of-cleo', 'install-of-dora'] as const;

/** Returns the distinct subjects of the quests named in the change log. */
async function named(dir: DataDir): Promise<readonly string[]> {
  const { writer } = await openSnapshotWriter(dir.snapshotDb(readCurrentEpoch(dir)!));
  try {
    const lines = (await writer.changeLines()).filter(({ family }) => family === 'quests');
    return [...new Set(lines.map(({ subject }) => subject))].sort();
  } finally {
    await writer.close();
  }
}

/**
 * Quest 1 is public because of Anna, quest 2 without her. The title of quest 3 stops being public before Anna is
 * erased, because Dora reports another title.
 */
const UPLOADS = [
  [1, [ANNA, BERT, CLEO], 'Alpha'],
  [2, [BERT, CLEO, DORA], 'Beta'],
  [3, [BERT, CLEO, DORA], 'Gamma'],
] as const;

const withPrepared = prepareDataDir(async (dir) => {
  for (const [id, installs, title] of UPLOADS) {
    await keep(
      dir,
      installs.map((install) => questTold(install, id, title)),
    );
  }
  await does(dir, snapshotJob);
  await keep(dir, [questTold(DORA, 3, 'Gamma, no: Delta', '2026-11-20T11:00:00Z')]);
  await does(dir, snapshotJob);
});

type Step = RunnableJob | OperatorCommand;

async function does(dir: DataDir, step: Step): Promise<void> {
  const done = 'op' in step ? await toolsOn(dir).owner.carryOut(step) : await runJobOn(step, toolsOn(dir));
  assert.ok(done.ok, done.ok ? '' : done.error);
}

const withheld: OperatorCommand = { op: 'withhold', installId: ANNA, reason: 'made up' };
const lifted: OperatorCommand = { op: 'lift', installId: ANNA };
const erased: OperatorCommand = { op: 'erase', installId: ANNA };

const CASES: readonly [what: string, steps: readonly Step[], named: readonly string[]][] = [
  ['withheld', [withheld, snapshotJob], ['1', '2', '3']],
  ['withheld, built anew', [withheld, snapshotJob, rebuildJob], ['1', '2', '3']],
  ['erased', [erased, snapshotJob], ['2', '3']],
  ['withheld and erased at once', [withheld, erased, snapshotJob], ['2', '3']],
  ['withheld, then erased', [withheld, snapshotJob, erased, snapshotJob], ['2']],
  ['withheld, lifted, erased', [withheld, snapshotJob, lifted, snapshotJob, erased, snapshotJob], ['2', '3']],
  ['withheld, built anew, erased', [withheld, snapshotJob, rebuildJob, erased, snapshotJob], ['2']],
  ['withheld by building anew, erased', [withheld, rebuildJob, erased, snapshotJob], ['2']],
  ['withheld, erased by building anew', [withheld, snapshotJob, erased, rebuildJob], ['2']],
];

test('no line of the change log names what an erasure withdrew', async (t) => {
  for (const [what, steps, expected] of CASES) {
    await t.test(what, () =>
      withPrepared(async (dir) => {
        assert.deepEqual(await named(dir), ['1', '2', '3']);
        for (const step of steps) await does(dir, step);
        assert.deepEqual(await named(dir), expected);
      }),
    );
  }
});

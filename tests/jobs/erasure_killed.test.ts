import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { openReader } from '../../adapters/libsql/database.ts';
import { StorageError } from '../../adapters/libsql/storage_error.ts';
import { openUploadReader } from '../../adapters/libsql/uploads/reader.ts';
import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import type { JobTools } from '../../jobs/job.ts';
import { smallBounds } from '../domain/snapshot/support.ts';
import { triedCaseStep } from '../runner/properties.ts';
import { filesBelow, readUnpacked } from '../support/files_below.ts';
import { packedBlocks, windowsOf } from '../support/packed_blocks.ts';
import { storageFails } from '../support/storage_fails.ts';
import { item, lot, met, npc, quest, scanned, wasOffered } from '../support/world.ts';
import { keep, runJobOn, summary } from './kept_uploads.ts';
import { dyingAfter, Killed, toolsOn } from './killable.ts';
import { withCopy, withDataDir } from './support.ts';

const ERASED = 'install-of-erased-one';
const OTHERS = ['install-of-anna', 'install-of-bert'] as const;

/** Texts that only the erased install sent. No file may contain them after the erasure. */
const TEXTS = [ERASED, 'Erased-errand', 'erased-event', 'Erased-creature', 'erased-scan'];

/** Facts from three installs, and records from only one, in so many rows that some move between pages. */
const FIRST = [
  ...[ERASED, ...OTHERS].flatMap((install) => [
    summary(install, 'seen', met(npc(40, 'Fixture Creature'))),
    summary(install, 'errand', wasOffered(quest(70, 'Errand'))),
  ]),
  ...Array.from({ length: 40 }, (_, i) => [
    summary(
      ERASED,
      `erased-event-${i}`,
      wasOffered(quest(100 + i, `Erased-errand ${i} ${'x'.repeat((i * 37) % 150)}`)),
    ),
    summary(
      OTHERS[0],
      `other-event-${i}`,
      wasOffered(quest(100 + i, `Other errand ${i} ${'y'.repeat((i * 53) % 150)}`)),
    ),
  ]).flat(),
  summary(ERASED, 'erased-event-a', met(npc(41, 'Erased-creature'))),
  summary(ERASED, 'erased-event-b', scanned('Everlook', [lot(item(701), 30, 4)], { scanId: 'erased-scan' })),
];

/** Records that arrive after the erasure, enough for several more snapshots in the same run. */
const LATER = Array.from({ length: 5 }, (_, i) =>
  summary(OTHERS[1], `later-${i}`, wasOffered(quest(200 + i, 'Later'))),
);

/** Publishes and exports everything, then erases one install from uploads.db and stores more records. */
async function prepare(dir: DataDir): Promise<void> {
  await keep(dir, FIRST);
  assert.ok((await runJobOn(snapshotJob, toolsOn(dir))).ok);
  packed = windowsOf(await blocksOf(dir));
  const held = (await holders(dir, '')).join(' ');
  for (const where of ['snapshot.', 'evidence.', 'corpus.ndjson']) assert.ok(held.includes(where), held);
  assert.ok((await toolsOn(dir).owner.carryOut({ op: 'erase', installId: ERASED })).ok);
  await keep(dir, LATER);
}

function blocksOf(dir: DataDir): Promise<readonly string[]> {
  return packedBlocks(dir.snapshotDb(readCurrentEpoch(dir)!));
}

/** The packed rows from before the erasure. */
let packed: readonly string[] = [];

/** Returns the files that contain any erased text, or any packed row from before the erasure that no longer exists. */
async function holders(dir: DataDir, standing?: string): Promise<readonly string[]> {
  const stands = standing ?? (await blocksOf(dir)).join('');
  const gone = packed.filter((bytes) => !stands.includes(bytes));
  assert.ok(gone.length > 3, 'the erasure changes blocks');
  return filesBelow(dir.root)
    .filter((path) => !path.endsWith('.lock'))
    .filter((path) => {
      const bytes = readUnpacked(path).toString('latin1');
      return [...TEXTS, ...gone].some((text) => bytes.includes(text));
    });
}

/** Keeps connections open, as a running instance does, so that a writer does not empty its log when it closes. */
async function whileRead<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  const epoch = readCurrentEpoch(dir)!;
  const readers = [await openReader(dir.snapshotDb(epoch)), await openReader(dir.evidenceDb(epoch))];
  try {
    for (const reader of readers) await reader.execute('select count(*) from sqlite_master');
    return await work();
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Whether the uploads database still contains the erasure order. */
async function isOrdered(dir: DataDir): Promise<boolean> {
  const uploads = await openUploadReader(dir.uploadsDb);
  try {
    return (await uploads.orders(0)).length > 0;
  } finally {
    await uploads.close();
  }
}

/**
 * Runs `work` on a copy of the prepared folder, then a snapshot that succeeds. After each, asserts that no erased text
 * is left. Only `work` may leave some, and only if the erasure is still ordered.
 */
function onCopy(base: DataDir, what: string, work: (dir: DataDir) => Promise<void>): Promise<void> {
  return withCopy(base, async (dir) => {
    await whileRead(dir, async () => {
      await work(dir);
      if (!(await isOrdered(dir))) assert.deepEqual(await holders(dir), [], `${what}, and nothing is ordered any more`);
      const next = await runJobOn(snapshotJob, toolsOn(dir));
      assert.ok(next.ok, next.ok ? '' : next.error);
      assert.deepEqual(await holders(dir), [], what);
      assert.equal(await isOrdered(dir), false, `${what}: what is done is not ordered any more`);
    });
  });
}

/**
 * The jobs to kill: a run of several snapshots, and a rebuild. They are killed only at every `stride`-th call, because
 * each case takes half a second. Shorter runs of the tests make longer strides, from another call each time. After the
 * last stride, at whose end orders are cleared, every call is tried.
 */
const DYING = [
  { job: snapshotJob, settings: { bounds: smallBounds(2, 2) }, stride: 5 },
  { job: rebuildJob, settings: {}, stride: 9 },
] as const;

for (const { job, settings, stride } of DYING) {
  test(`after a builder is killed at any call of ${job.name}, the next successful run leaves nothing of an erased install`, () =>
    withDataDir(async (base) => {
      await prepare(base);
      /** Whether the job was killed, because it makes more calls. */
      const isKilledAfter = async (calls: number): Promise<boolean> => {
        let killed = true;
        await onCopy(base, `killed after call ${calls}`, async (dir) => {
          killed = await runJobOn(job, dyingAfter(calls, toolsOn(dir, settings))).then(
            () => false,
            (error) => {
              assert.ok(error instanceof Killed, String(error));
              return true;
            },
          );
        });
        return killed;
      };
      const step = stride * triedCaseStep();
      let calls = 1 + Math.floor(Math.random() * step);
      while (await isKilledAfter(calls)) calls += step;
      calls -= step;
      while (await isKilledAfter(calls + 1)) calls++;
      assert.ok(calls > 30, `only ${calls} calls were tried`);
    }));
}

async function isFull(): Promise<never> {
  return storageFails('snapshot', 'SQLITE_FULL');
}

/** Tools with which a run cannot finish. */
const FAILING: readonly [what: string, tools: (dir: DataDir) => JobTools][] = [
  [
    'a later snapshot fails',
    (dir) => {
      const tools = toolsOn(dir, { bounds: smallBounds(2, 2) });
      let written = 0;
      const openServed: BuilderContext['openServed'] = async () => {
        const served = await tools.builder.openServed();
        if (!served.ok) return served;
        const { snapshots } = served.value;
        const write: typeof snapshots.write = async (change) => (++written > 1 ? isFull() : snapshots.write(change));
        return { ok: true, value: { ...served.value, snapshots: { ...snapshots, write } } };
      };
      return { ...tools, builder: { ...tools.builder, openServed } };
    },
  ],
  [
    'the exports cannot be written',
    (dir) => {
      const tools = toolsOn(dir);
      return {
        ...tools,
        exporter: { ...tools.exporter, folder: { ...tools.exporter.folder, demand: isFull } },
      };
    },
  ],
  [
    'a reader keeps the logs from being emptied',
    (dir) => {
      const tools = toolsOn(dir);
      const scrubServed = () => Promise.reject(new StorageError('CHECKPOINT_BUSY'));
      return { ...tools, builder: { ...tools.builder, scrubServed } };
    },
  ],
  ...[0, 1, 2].map((steps): [string, (dir: DataDir) => JobTools] => [
    `it is asked to stop after ${steps} steps`,
    (dir) => {
      const tools = toolsOn(dir, { bounds: smallBounds(4, 2) });
      let left = steps;
      return { ...tools, builder: { ...tools.builder, shouldContinue: async () => left-- > 0 } };
    },
  ]),
];

test('the same holds after a run that fails or is stopped', async (t) => {
  await withDataDir(async (base) => {
    await prepare(base);
    for (const [what, tools] of FAILING) {
      await t.test(what, () =>
        onCopy(base, what, async (dir) => {
          // If the run throws, the command would end with a sentence.
          await runJobOn(snapshotJob, tools(dir)).catch(() => {});
          assert.equal(await isOrdered(dir), true);
        }),
      );
    }
  });
});

/** Takes a snapshot. Returns whether the run exported, and whether it scrubbed the served files. */
async function doneByRun(dir: DataDir): Promise<readonly string[]> {
  const done: string[] = [];
  const tools = toolsOn(dir);
  const scrubServed = () => {
    done.push('scrubbed');
    return tools.builder.scrubServed();
  };
  const begin = () => {
    done.push('exported');
    return tools.exporter.folder.begin();
  };
  const exporter = { ...tools.exporter, folder: { ...tools.exporter.folder, begin } };
  const run = await runJobOn(snapshotJob, { ...tools, exporter, builder: { ...tools.builder, scrubServed } });
  assert.ok(run.ok, run.ok ? '' : run.error);
  return done.sort();
}

test('an erasure rewrites only the files that contained the erased records', () =>
  withDataDir(async (dir) => {
    const erase = async (installId: string) =>
      assert.ok((await toolsOn(dir).owner.carryOut({ op: 'erase', installId })).ok);
    await keep(dir, FIRST);
    assert.deepEqual(await doneByRun(dir), ['exported']);
    await keep(dir, [summary('install-that-left', 'brief-1', wasOffered(quest(300, 'Erased-errand')))]);
    await erase('install-that-left');
    assert.deepEqual(await doneByRun(dir), []);
    assert.equal(await isOrdered(dir), false);
    await keep(dir, [summary('install-that-stayed', 'brief-2', wasOffered(quest(301, 'Only-in-the-snapshot')))]);
    assert.deepEqual(await doneByRun(dir), []);
    await erase('install-that-stayed');
    assert.deepEqual(await doneByRun(dir), ['scrubbed']);
    await keep(dir, [summary('install-that-left-too', 'brief-3', wasOffered(quest(302, 'Erased-errand')))]);
    await erase('install-that-left-too');
    packed = windowsOf(await blocksOf(dir));
    await erase(ERASED);
    assert.deepEqual(await doneByRun(dir), ['exported', 'scrubbed']);
    assert.deepEqual(await holders(dir), []);
    assert.equal(await isOrdered(dir), false);
  }));

test('a running instance is refreshed again after a scrub, so that it publishes what remains', () =>
  withDataDir(async (dir) => {
    await keep(dir, FIRST);
    await doneByRun(dir);
    await keep(dir, [summary('install-that-left', 'brief-1', wasOffered(quest(300, 'Erased-errand')))]);
    await doneByRun(dir);
    assert.ok((await toolsOn(dir).owner.carryOut({ op: 'erase', installId: 'install-that-left' })).ok);
    const tools = toolsOn(dir);
    const done: string[] = [];
    const noted =
      <T>(what: string, work: () => Promise<T>) =>
      () => {
        done.push(what);
        return work();
      };
    const builder = {
      ...tools.builder,
      scrubServed: noted('scrub', tools.builder.scrubServed),
      refreshInstance: noted('refresh', tools.builder.refreshInstance),
    };
    assert.ok((await runJobOn(snapshotJob, { ...tools, builder })).ok);
    assert.deepEqual(done.slice(-2), ['scrub', 'refresh']);
  }));

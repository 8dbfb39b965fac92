import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DataDir, readCurrentEpoch } from '../../adapters/data_folder/data_dir.ts';
import { StorageError } from '../../adapters/libsql/storage_error.ts';
import type { BuilderContext, WorkEpoch } from '../../domain/operator/builder_context.ts';
import { rebuildJob } from '../../jobs/commands/rebuild.ts';
import { snapshotJob } from '../../jobs/commands/snapshot.ts';
import type { JobTools, RunnableJob } from '../../jobs/job.ts';
import { storageFails } from '../support/storage_fails.ts';
import { keep, questTold, runJobOn } from './kept_uploads.ts';
import { toolsOn } from './killable.ts';
import { prepareDataDir } from './support.ts';

const GONE = 'install-of-anna';

function withBuilder(tools: JobTools, fault: (builder: BuilderContext) => Partial<BuilderContext>): JobTools {
  return {
    ...tools,
    builder: { ...tools.builder, ...fault(tools.builder) },
  };
}

/** Returns tools in which the served epoch is faulty. */
function withEpoch(tools: JobTools, fault: (epoch: WorkEpoch) => Partial<WorkEpoch>): JobTools {
  return withBuilder(tools, (builder) => ({
    openServed: async () => {
      const served = await builder.openServed();
      return served.ok ? { ok: true, value: { ...served.value, ...fault(served.value) } } : served;
    },
  }));
}

/** Passes calls through until this one. It and all later calls fail. */
function failsAt<T>(call: number, work: () => Promise<T>, fault: () => Promise<T>): () => Promise<T> {
  let calls = 0;
  return () => (++calls >= call ? fault() : work());
}

interface Planted {
  readonly job: RunnableJob;
  readonly plant: (tools: JobTools) => JobTools;
  readonly says: RegExp;
}

/** A fault at each step after a snapshot was published. */
const AFTER: Readonly<Record<string, Planted>> = {
  'the marks of the evidence': {
    job: snapshotJob,
    plant: (tools) =>
      withEpoch(tools, ({ evidence }) => ({
        evidence: { ...evidence, clearMarks: async () => storageFails('evidence', 'SQLITE_FULL') },
      })),
    says: /^Snapshot 2 is written, but the run could not be finished\. The evidence database could not .*SQLITE_FULL/,
  },
  'the kept import': {
    job: snapshotJob,
    plant: (tools) =>
      withBuilder(tools, ({ imports }) => ({
        imports: { ...imports, current: async () => storageFails('imports', 'ENOSPC') },
      })),
    says: /^Snapshot 2 is written, but serving the stored import failed\. The folder of imports .*ENOSPC/,
  },
  'the running instance': {
    job: snapshotJob,
    plant: (tools) =>
      withBuilder(tools, ({ refreshInstance }) => ({
        refreshInstance: failsAt(2, refreshInstance, async () => ({ ok: false, error: 'It said no.' })),
      })),
    says: /^Snapshot 2 is written, but the running instance does not serve it yet: It said no\.$/,
  },
  'the newest link': {
    job: snapshotJob,
    plant: (tools) => withBuilder(tools, () => ({ knownLink: () => Promise.reject(new StorageError('EIO')) })),
    says: /^Snapshot 2 is written, but checking the uploads against their newest link failed \(EIO\)/,
  },
  'the exports': {
    job: snapshotJob,
    plant: (tools) => ({
      ...tools,
      exporter: {
        ...tools.exporter,
        folder: { ...tools.exporter.folder, begin: async () => storageFails('exports', 'ENOSPC') },
      },
    }),
    says: /^Snapshot 2 is written, but writing the exports failed\. The folder of exports .*ENOSPC/,
  },
  'scrubbing what was erased': {
    job: snapshotJob,
    plant: (tools) =>
      withBuilder(tools, () => ({ scrubServed: () => Promise.reject(new StorageError('SQLITE_FULL')) })),
    says: /^Snapshot 2 is written, but removing erased data from the bytes of the files failed \(SQLITE_FULL\)/,
  },
  'the orders': {
    job: snapshotJob,
    plant: (tools) => ({ ...tools, owner: { carryOut: async () => ({ ok: false, error: 'The disk is full.' }) } }),
    says: /^Snapshot 2 is written, but clearing the completed orders failed\. The disk is full\.$/,
  },
  'the files of other epochs': {
    job: snapshotJob,
    plant: (tools) =>
      withBuilder(tools, ({ removeOtherEpochs }) => ({
        removeOtherEpochs: failsAt(2, removeOtherEpochs, () => Promise.reject(new StorageError('EROFS'))),
      })),
    says: /^Snapshot 2 is written, but removing files of other epochs failed \(EROFS\)/,
  },
  'the exports, after a rebuild': {
    job: rebuildJob,
    plant: (tools) => ({
      ...tools,
      exporter: {
        ...tools.exporter,
        folder: { ...tools.exporter.folder, begin: async () => storageFails('exports', 'ENOSPC') },
      },
    }),
    says: /^Snapshot 1 is written, but writing the exports failed\. The folder of exports .*ENOSPC/,
  },
};

/** Runs on a folder with a snapshot and exports, an erasure order, and a record that arrived after the snapshot. */
const withErasure = prepareDataDir(async (dir) => {
  await keep(dir, [questTold(GONE, 1, 'Errand'), questTold('install-of-bert', 1, 'Errand')]);
  assert.ok((await runJobOn(snapshotJob, toolsOn(dir))).ok);
  assert.ok((await toolsOn(dir).owner.carryOut({ op: 'erase', installId: GONE })).ok);
  await keep(dir, [questTold('install-of-bert', 2, 'Another')]);
});

async function newestN(dir: DataDir): Promise<number> {
  const served = await toolsOn(dir).builder.openServed();
  assert.ok(served.ok);
  try {
    return (await served.value.snapshots.newest())?.n ?? 0;
  } finally {
    await served.value.close();
  }
}

for (const [what, { job, plant, says }] of Object.entries(AFTER)) {
  test(`after a fault at ${what}, the command says that the snapshot is written and which step failed`, () =>
    withErasure(async (dir) => {
      const run = await runJobOn(job, plant(toolsOn(dir)));
      assert.ok(!run.ok);
      assert.match(run.error, says);
      assert.equal(await newestN(dir), job === rebuildJob ? 1 : 2);
      const next = await runJobOn(snapshotJob, toolsOn(dir));
      assert.ok(next.ok, next.ok ? '' : next.error);
    }));
}

test('after a fault before a snapshot is published, the command says that none was written', () =>
  withErasure(async (dir) => {
    const tools = withEpoch(toolsOn(dir), ({ snapshots }) => ({
      snapshots: { ...snapshots, write: async () => storageFails('snapshot', 'SQLITE_FULL') },
    }));
    const run = await runJobOn(snapshotJob, tools);
    assert.ok(!run.ok);
    assert.match(run.error, /^No snapshot was written\. The snapshot database could not .*SQLITE_FULL/);
    assert.equal(await newestN(dir), 1);
  }));

async function corrupt(): Promise<never> {
  return storageFails('snapshot', 'SQLITE_CORRUPT');
}

/**
 * Returns tools that find the snapshot database damaged: in the first `exports` exports, and when the served import is
 * read, if `kept`.
 */
function damagedIn(tools: JobTools, { exports, kept = false }: { exports: number; kept?: boolean }): JobTools {
  let left = exports;
  const openSource: typeof tools.exporter.openSource = async () =>
    left-- > 0 ? corrupt() : tools.exporter.openSource();
  const damaged = kept
    ? withEpoch(tools, ({ snapshots }) => ({ snapshots: { ...snapshots, servedImport: corrupt } }))
    : tools;
  return withBuilder({ ...damaged, exporter: { ...tools.exporter, openSource } }, ({ imports }) => ({
    imports: { ...imports, current: kept ? keptOnce(imports) : imports.current },
  }));
}

/** Pretends that an import is stored when the served epoch is examined, but not when the epoch is rebuilt. */
function keptOnce(imports: BuilderContext['imports']): BuilderContext['imports']['current'] {
  let calls = 0;
  return async () => (++calls === 1 ? ({ meta: { build: '1.15.8.67156' } } as never) : imports.current());
}

for (const [where, faults] of Object.entries({ exports: { exports: 1 }, 'kept import': { exports: 0, kept: true } })) {
  test(`damage found after the snapshot, in the ${where}, causes a rebuild in the same run`, () =>
    withErasure(async (dir) => {
      const damaged = readCurrentEpoch(dir);
      const run = await runJobOn(snapshotJob, damagedIn(toolsOn(dir), faults));
      assert.ok(run.ok, run.ok ? '' : run.error);
      assert.notEqual(readCurrentEpoch(dir), damaged);
    }));
}

test('damage found again right after a rebuild is reported without another rebuild', () =>
  withErasure(async (dir) => {
    const damaged = readCurrentEpoch(dir);
    let built = 0;
    const tools = withBuilder(damagedIn(toolsOn(dir), { exports: 99 }), ({ createEpoch }) => ({
      createEpoch: () => {
        built++;
        return createEpoch();
      },
    }));
    const run = await runJobOn(snapshotJob, tools);
    assert.ok(!run.ok);
    assert.match(
      run.error,
      /^Snapshot 1 is written, but the exports found damage in the databases that had just been rebuilt/,
    );
    assert.equal(built, 1);
    assert.notEqual(readCurrentEpoch(dir), damaged);
  }));

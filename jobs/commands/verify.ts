import { findDamagedFiles } from '../../domain/exports/damaged_files.ts';
import { type BuilderContext, type EpochRow, OTHER_RELEASE_CAUSE } from '../../domain/operator/builder_context.ts';
import { countOtherGames } from '../../domain/operator/settle_game.ts';
import { loadCurrentImport } from '../../domain/operator/stored_import.ts';
import type { SnapshotRow } from '../../domain/ports/snapshot_view.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import { takeSnapshot } from '../../domain/snapshot/take_snapshot.ts';
import { formatQuantity } from '../../domain/values/phrases.ts';
import { err, ok, type Result } from '../../domain/values/result.ts';
import { catchFault, StorageFault } from '../../domain/values/storage_fault.ts';
import type { JobTools, RunnableJob } from '../job.ts';
import { describeFailure, STOPPED_EARLY } from '../sentences.ts';

/** `npm run job -- verify`. */
export const verifyJob: RunnableJob = {
  name: 'verify',
  summary: 'check that no upload was lost or altered and that every public figure follows from them',
  help: `Checks the chain over all uploads against the stored records and against the link outside the databases, and names lost
or altered uploads, and damaged rows, exported files and change files. Then it rebuilds the public facts and the stored import of game files in a temporary folder and names
the first figure that differs from the served one. It changes nothing that is served. It takes about as much time and disk
space as a rebuild.`,
  run: async (tools) => {
    const done = await tools.builder.turn((uploads) => checkUploads(tools, uploads));
    return done ?? err(STOPPED_EARLY);
  },
};

async function checkUploads(tools: JobTools, uploads: UploadReader): Promise<Result<string, string>> {
  const { builder } = tools;
  const chain = await uploads.verifyChain(await builder.knownLink());
  const damaged = await describeDerivedData(tools);
  if ('faults' in chain) return err([...chain.faults, ...damaged].join('\n'));
  if (damaged.length > 0) return err(damaged.join('\n'));
  const { uploads: count, records } = chain;
  const figures = await compareRebuild(builder, uploads);
  if (!figures.ok) return figures;
  const build = figures.value === null ? '' : `; build ${figures.value} is served as it was imported`;
  const whole = `${formatQuantity(count, 'upload')} with ${formatQuantity(records, 'record')} ${count === 1 ? 'is' : 'are'} whole`;
  const { game = null } = builder.settings.kinds;
  const others = await countOtherGames(uploads, game);
  const other = `${formatQuantity(others, 'upload')} of other games ${others === 1 ? 'counts' : 'count'} for nothing`;
  return ok(
    `${whole}, and every public figure follows from ${count === 1 ? 'it' : 'them'}${build}.${others === 0 ? '' : ` ${other}.`}`,
  );
}

/**
 * Names the damaged rows of the derived databases and the damaged public files, unless another release wrote the
 * databases, which packed rows in its own way.
 */
async function describeDerivedData({ builder, exporter }: JobTools): Promise<readonly string[]> {
  const served = await catchFault(builder.openServed());
  let newest: SnapshotRow | StorageFault | null = null;
  if (!(served instanceof StorageFault)) {
    if (served.ok) {
      newest = await catchFault(served.value.snapshots.newest());
      await served.value.close();
    } else if (served.error.kind === 'rebuild' && served.error.reason === OTHER_RELEASE_CAUSE) {
      return ['The public facts were built by another release: run `npm run job -- snapshot` first.'];
    }
  }
  const rows = (await builder.damagedRows()).map(describeDamagedRow);
  if (newest === null || newest instanceof StorageFault) return rows;
  const folders = { exports: exporter.folder, changes: builder.changes };
  const { exported, changes } = await findDamagedFiles(folders, newest.n);
  return [
    ...rows,
    ...exported.map((name) => `/export/${name} is damaged or missing; \`npm run job -- export\` writes it again.`),
    ...changes.map(
      (n) =>
        `The change file of snapshot ${n} is damaged or missing; after \`npm run job -- export\`, followers start again from the new export.`,
    ),
  ];
}

function describeDamagedRow({ database, table, row }: EpochRow): string {
  return `Row ${row} of ${table} in ${database}.db is damaged; \`npm run job -- rebuild\` rebuilds it from the uploads.`;
}

/**
 * Compares the served figures with a rebuild. If they are equal, returns the served build, or null if there is none.
 */
async function compareRebuild(builder: BuilderContext, uploads: UploadReader): Promise<Result<string | null, string>> {
  const served = await builder.openServed();
  if (!served.ok) {
    return err(
      served.error.kind === 'refused'
        ? served.error.error
        : 'There is no snapshot to compare: run `npm run job -- snapshot` first.',
    );
  }
  const row = await served.value.snapshots.newest();
  const cursor = await served.value.evidence.cursor();
  const onceOnly = await served.value.snapshots.onceOnly();
  await served.value.close();
  const pending = await uploads.orders(cursor.orderN);
  if (pending.length > 0 || row === null || row.seq !== cursor.seq || row.step !== cursor.step) {
    return err('The snapshot is behind the uploads or their orders: run `npm run job -- snapshot` first.');
  }
  if (onceOnly.sources.length > 0) {
    return err('The drop rates are behind the imported build: run `npm run job -- snapshot` first.');
  }
  const { seq: toSeq, dataAsOfMs } = row;
  return rebuildAndCompare(builder, uploads, { toSeq, dataAsOfMs, witnessDay: cursor.witnessDay });
}

async function rebuildAndCompare(
  builder: BuilderContext,
  uploads: UploadReader,
  upTo: { readonly toSeq: number; readonly dataAsOfMs: number | null; readonly witnessDay: number | null },
): Promise<Result<string | null, string>> {
  const scratch = await builder.createScratch();
  try {
    const build = await loadCurrentImport(builder, scratch, 'silent');
    if (!build.ok) return err(STOPPED_EARLY);
    const { digest, clock, log, settings, shouldContinue: goOn } = builder;
    const run = await takeSnapshot(
      {
        uploads,
        evidence: scratch.evidence,
        snapshots: scratch.snapshots,
        digest,
        clock,
        log: { ...log, info: () => {} },
      },
      { ...settings, ...upTo, changeLog: 'silent', goOn },
    );
    if (!run.ok) return err(describeFailure(run.error));
    if (run.value.stopped) return err(STOPPED_EARLY);
    const difference = await scratch.compareWithServed();
    return difference === null ? build : err(difference);
  } finally {
    await scratch.remove();
  }
}

import type { UploadReader } from '../domain/ports/uploads.ts';
import { err, ok, type Result } from '../domain/result.ts';
import type { SnapshotFailure } from '../domain/snapshot/failure.ts';
import { type SnapshotRun, takeSnapshot } from '../domain/snapshot/take_snapshot.ts';
import type { WorkEpoch, Workshop } from '../domain/snapshot/workshop.ts';

/** Takes the uploads into an epoch, up to the newest record kept when it begins. */
export const takeInto = (
  workshop: Workshop,
  uploads: UploadReader,
  { evidence, snapshots }: WorkEpoch,
): Promise<Result<SnapshotRun, SnapshotFailure>> => {
  const { digest, clock, log, settings, goOn } = workshop;
  return takeSnapshot({ uploads, evidence, snapshots, digest, clock, log }, { ...settings, goOn });
};

/** Builds a new epoch from the uploads alone, and serves it once it is whole. */
export const buildAnew = async (workshop: Workshop, uploads: UploadReader): Promise<Result<SnapshotRun, string>> => {
  const epoch = await workshop.createEpoch();
  try {
    const run = await takeInto(workshop, uploads, epoch);
    if (!run.ok) return err(sentenceOf(run.error));
    if (run.value.stopped) return err(STOPPED);
    await epoch.serve();
    return ok(run.value);
  } finally {
    await epoch.close();
  }
};

/**
 * Does building work in the builder's turn. Afterwards the running instance answers from what was written, and no files
 * are left of epochs that are not served, be it an older one, one that did not get done, or one of a builder killed.
 */
export const inTurn = async (
  workshop: Workshop,
  work: (uploads: UploadReader) => Promise<Result<SnapshotRun, string>>,
): Promise<Result<SnapshotRun, string>> => {
  const done = await workshop.turn(async (uploads) => {
    await workshop.removeOtherEpochs();
    try {
      const run = await work(uploads);
      const refreshed = await workshop.refreshInstance();
      return run.ok && !refreshed.ok ? refreshed : run;
    } finally {
      await workshop.removeOtherEpochs();
    }
  });
  return done ?? err(STOPPED);
};

export const STOPPED =
  'The command was stopped before it was done; what it finished stands, the next run does the rest.';

/** What a failed snapshot tells the operator. */
export const sentenceOf = (failure: SnapshotFailure): string =>
  failure.kind === 'mismatch'
    ? 'The evidence and snapshot databases do not belong together: run `npm run job -- rebuild`.'
    : `The ${failure.store} database could not be read or written (${failure.cause}): see to its disk and file, then run the command again.`;

import type { BuilderContext } from '../../domain/operator/builder_context.ts';
import type { UploadReader } from '../../domain/ports/uploads.ts';
import type { SnapshotFailure } from '../../domain/snapshot/failure.ts';
import type { SnapshotRun } from '../../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result, type StoreName } from '../../domain/values/result.ts';
import { buildAnew, inTurn, takeInto } from '../build.ts';
import type { Job } from '../job.ts';
import { passedOver, STOPPED, sentenceOf } from '../sentences.ts';
import { serveKept } from '../take_kept.ts';

/** `npm run job -- snapshot`: what the schedule runs, too. */
export const snapshot: Job = {
  name: 'snapshot',
  summary: 'take new uploads into the public snapshot',
  help: `Takes in what was uploaded since the last snapshot and writes a new one. Where the derived databases are missing,
damaged or of an earlier release's rules, they are built anew from the uploads. Works beside a running instance, which
answers from the new snapshot when the command returns.`,
  options: {},
  words: [],
  run: async (tools) => {
    const run = await inTurn(tools, (uploads) => carryOn(tools.builder, uploads));
    if (!run.ok) return run;
    const { newest, damaged, stopped } = run.value;
    return stopped ? err(STOPPED) : ok(`Snapshot ${newest?.n ?? 0} is written.${passedOver(damaged)}`);
  },
};

/** Goes on in the served epoch; where that cannot be, builds a new one. */
const carryOn = async (builder: BuilderContext, uploads: UploadReader): Promise<Result<SnapshotRun, string>> => {
  const served = await builder.openServed();
  if (!served.ok) {
    if (served.error.kind === 'refused') return err(served.error.error);
    return anew(builder, uploads, served.error.reason);
  }
  if ((await builder.damageMet()) !== null) {
    await served.value.close();
    return anew(builder, uploads, 'damaged');
  }
  const damage = await builder.checkServed();
  if (damage !== null) {
    builder.log.error('snapshot.damaged', { cause: damage });
    await served.value.close();
    return anew(builder, uploads, 'damaged');
  }
  // The files are recovered and migrated now: an instance that has just started may read what stands there.
  await builder.refreshInstance();
  const run = await soundly(builder, takeInto(builder, uploads, served.value));
  const completed = run.ok && !run.value.stopped ? await serveKept(builder, served.value) : ok(undefined);
  await served.value.close();
  if (run.ok) return completed.ok ? run : completed;
  return isBeyondUse(builder, run.error) ? anew(builder, uploads, 'damaged') : err(sentenceOf(run.error));
};

/**
 * Damage may show as a fault of ours, such as a number that cannot be or a row that is there twice: where the work throws,
 * what is served is not gone on with. A fault that is ours indeed is thrown again by the rebuild.
 */
const soundly = async (
  builder: BuilderContext,
  work: Promise<Result<SnapshotRun, SnapshotFailure>>,
): Promise<Result<SnapshotRun, SnapshotFailure>> => {
  try {
    return await work;
  } catch (error) {
    builder.log.error('snapshot.bug', {}, error);
    return err({ kind: 'mismatch' });
  }
};

const anew = (builder: BuilderContext, uploads: UploadReader, reason: string): Promise<Result<SnapshotRun, string>> => {
  if (reason !== 'no-epoch') builder.log.warn('snapshot.rebuild', { reason });
  return buildAnew(builder, uploads);
};

/** What can be built afresh from the uploads. */
const DERIVED: ReadonlySet<StoreName> = new Set(['evidence', 'snapshot']);

const isBeyondUse = (builder: BuilderContext, failure: SnapshotFailure): boolean =>
  failure.kind === 'mismatch' || (DERIVED.has(failure.store) && builder.isDamage(failure.cause));

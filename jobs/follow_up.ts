import type { BuilderContext } from '../domain/operator/builder_context.ts';
import type { SnapshotRun } from '../domain/snapshot/take_snapshot.ts';
import { err, ok, type Result } from '../domain/values/result.ts';
import { StorageFault } from '../domain/values/storage_fault.ts';
import { sentenceOf } from './sentences.ts';

/** Runs the steps after a snapshot and collects failures, so that the final message says what succeeded. */
export interface FollowUp {
  /** Runs a step, named by a phrase such as "writing the exports". A thrown storage fault counts as a failure. */
  attempt<T>(step: string, work: () => Promise<Result<T, string>>): Promise<Result<T, string>>;
  /** Records a failure as a clause that ends with a full stop. */
  note(clause: string): void;
  /** Returns the run, or an error that says whether a snapshot was written and lists the failures. */
  outcome(run: SnapshotRun): Result<SnapshotRun, string>;
}

export function createFollowUp({ faultOf }: Pick<BuilderContext, 'faultOf'>): FollowUp {
  const failures: string[] = [];
  const attempt: FollowUp['attempt'] = async (step, work) => {
    try {
      const done = await work();
      if (!done.ok) failures.push(`${step} failed. ${done.error}`);
      return done;
    } catch (error) {
      if (error instanceof StorageFault) {
        failures.push(`${step} failed. ${sentenceOf(error)}`);
        return err(error.cause);
      }
      const cause = faultOf(error);
      if (cause === null) throw error;
      failures.push(`${step} failed (${cause}): check the disk and the data folder, then run the command again.`);
      return err(cause);
    }
  };
  return {
    attempt,
    note: (clause) => failures.push(clause),
    outcome: (run) => (failures.length === 0 ? ok(run) : err(snapshotWrittenBut(run, failures.join('\nAlso, ')))),
  };
}

/** Returns a sentence that says whether a snapshot was written and lists the failures of later steps. */
export function snapshotWrittenBut(
  { written, newest }: Pick<SnapshotRun, 'written' | 'newest'>,
  clause: string,
): string {
  return written > 0
    ? `Snapshot ${newest?.n ?? 0} is written, but ${clause}`
    : `No snapshot was written, and ${clause}`;
}
